// Conversions of vectors: wider, narrower, to and from floating point, and the same bits as another type.
#include <stdio.h>

#define VECTOR(TYPE, NAME, COUNT) typedef TYPE NAME __attribute__((vector_size(COUNT * sizeof(TYPE))))
VECTOR(signed char, i8x4, 4);
VECTOR(signed char, i8x8, 8);
VECTOR(signed char, i8x16, 16);
VECTOR(unsigned char, u8x8, 8);
VECTOR(unsigned char, u8x16, 16);
VECTOR(short, i16x4, 4);
VECTOR(short, i16x8, 8);
VECTOR(short, i16x16, 16);
VECTOR(unsigned short, u16x8, 8);
VECTOR(unsigned short, u16x16, 16);
VECTOR(int, i32x4, 4);
VECTOR(int, i32x8, 8);
VECTOR(int, i32x16, 16);
VECTOR(int, i32x2, 2);
VECTOR(unsigned, u32x4, 4);
VECTOR(unsigned, u32x16, 16);
VECTOR(long long, i64x2, 2);
VECTOR(long long, i64x4, 4);
VECTOR(long long, i64x8, 8);
VECTOR(unsigned long long, u64x4, 4);
VECTOR(float, f32x2, 2);
VECTOR(float, f32x4, 4);
VECTOR(float, f32x8, 8);
VECTOR(double, f64x2, 2);
VECTOR(double, f64x4, 4);
VECTOR(double, f64x8, 8);

#define CONVERT(FROM, TO, COUNT)                                                                   \
  static void __attribute__((noinline)) FROM##_to_##TO(FROM v) {                                   \
    TO w = __builtin_convertvector(v, TO);                                                         \
    for (int i = 0; i < COUNT; i++)                                                                \
      printf("%g ", (double)w[i]);                                                                 \
    puts(#FROM " " #TO);                                                                           \
  }
CONVERT(i8x16, i16x16, 16)
CONVERT(u8x16, u16x16, 16)
CONVERT(i8x16, i32x16, 16)
CONVERT(u8x16, u32x16, 16)
CONVERT(u8x8, i16x8, 8)
CONVERT(i8x8, i64x8, 8)
CONVERT(i8x4, i32x4, 4)
CONVERT(i16x8, i32x8, 8)
CONVERT(i32x4, i64x4, 4)
CONVERT(u32x4, u64x4, 4)
CONVERT(i16x16, i8x16, 16)
CONVERT(i32x16, i8x16, 16)
CONVERT(i32x8, i16x8, 8)
CONVERT(i64x8, i8x8, 8)
CONVERT(i64x2, i32x2, 2)
CONVERT(i32x4, f32x4, 4)
CONVERT(u32x4, f32x4, 4)
CONVERT(i16x8, f32x8, 8)
CONVERT(u8x8, f64x8, 8)
CONVERT(i32x4, f64x4, 4)
CONVERT(i64x4, f64x4, 4)
CONVERT(u64x4, f32x4, 4)
CONVERT(f32x4, i32x4, 4)
CONVERT(f32x4, u32x4, 4)
CONVERT(f32x8, i16x8, 8)
CONVERT(f32x8, u8x8, 8)
CONVERT(f64x4, i32x4, 4)
CONVERT(f64x2, i64x2, 2)
CONVERT(f32x4, f64x4, 4)
CONVERT(f64x4, f32x4, 4)
CONVERT(f32x2, f64x2, 2)

static unsigned long long __attribute__((noinline)) as_long(u8x8 v) { return (unsigned long long)v; }
static u8x8 __attribute__((noinline)) from_long(unsigned long long v) { return (u8x8)v; }
static i16x8 __attribute__((noinline)) as_halves(f32x4 v) { return (i16x8)v; }
static f64x2 __attribute__((noinline)) as_doubles(i32x4 v) { return (f64x2)v; }
static unsigned __int128 __attribute__((noinline)) as_one(i32x4 v) { return (unsigned __int128)v; }
static i16x8 __attribute__((noinline)) of_one(unsigned __int128 v) { return (i16x8)v; }

int main(void) {
  i8x16 bytes = {1, -2, 3, -4, 127, -128, 0, 9, 10, -11, 12, -13, 14, -15, 16, -17};
  i8x16_to_i16x16(bytes);
  u8x16_to_u16x16((u8x16)bytes);
  i8x16_to_i32x16(bytes);
  u8x16_to_u32x16((u8x16)bytes);
  u8x8_to_i16x8((u8x8){0, 1, 127, 128, 200, 255, 6, 7});
  i8x8_to_i64x8((i8x8){0, 1, 127, -128, -100, -1, 6, 7});
  i8x4_to_i32x4((i8x4){1, -1, 127, -128});
  i16x8_to_i32x8((i16x8){1, -1, 32767, -32768, 5, -6, 7, -8});
  i32x4_to_i64x4((i32x4){1, -1, 2147483647, -5});
  u32x4_to_u64x4((u32x4){1, 4294967295u, 2147483648u, 5});
  i16x16_to_i8x16((i16x16){1, 257, -1, 300, 5, 6, 7, 8, -9, -10, 11, 12, 13, 14, 15, 32767});
  i32x16_to_i8x16((i32x16){1, 257, -1, 300, 5, 6, 7, 8, -9, -10, 11, 12, 13, 14, 15, 65535});
  i32x8_to_i16x8((i32x8){1, 65537, -1, 99999, 5, 6, -7, 8});
  i64x8_to_i8x8((i64x8){1, 1LL << 40, -1, 255, 128, 127, -7, 8});
  i64x2_to_i32x2((i64x2){(1LL << 40) + 7, -3});
  i32x4_to_f32x4((i32x4){1, -1, 2147483647, -5});
  u32x4_to_f32x4((u32x4){1, 4294967295u, 2147483648u, 5});
  i16x8_to_f32x8((i16x8){1, -1, 32767, -32768, 5, -6, 7, -8});
  u8x8_to_f64x8((u8x8){0, 1, 127, 128, 200, 255, 6, 7});
  i32x4_to_f64x4((i32x4){1, -1, 2147483647, -5});
  i64x4_to_f64x4((i64x4){1, -1, 1LL << 60, -5});
  u64x4_to_f32x4((u64x4){1, ~0ULL, 1ULL << 63, 5});
  f32x4_to_i32x4((f32x4){1.9f, -1.9f, 1e9f, 0});
  f32x4_to_u32x4((f32x4){1.9f, 4e9f, 1e9f, 0});
  f32x8_to_i16x8((f32x8){1.9f, -1.9f, 32767, -32768, 0.5f, 6, 7, 8});
  f32x8_to_u8x8((f32x8){1.9f, 255, 128, 127, 0.5f, 6, 7, 8});
  f64x4_to_i32x4((f64x4){1.9, -1.9, 2147483647, -2147483648.0});
  f64x2_to_i64x2((f64x2){1e18, -1e18});
  f32x4_to_f64x4((f32x4){1.5f, -0.1f, 1e30f, 0});
  f64x4_to_f32x4((f64x4){1.5, -0.1, 1e30, 0});
  f32x2_to_f64x2((f32x2){0.5f, -8});
  u8x8 eight = from_long(0x0123456789abcdefULL);
  i16x8 halves = as_halves((f32x4){1, -2, 0.5f, 1e10f}), others = of_one(((unsigned __int128)7 << 100) + 12345);
  f64x2 doubles = as_doubles((i32x4){0, 0x3ff00000, 0, (int)0xc0080000});
  unsigned __int128 one = as_one((i32x4){1, 2, 3, 4});
  printf("%d %d %llx %g %g %llx %llx\n", eight[0], eight[7], as_long(eight + 1), doubles[0], doubles[1],
         (unsigned long long)one, (unsigned long long)(one >> 64));
  for (int i = 0; i < 8; i++)
    printf("%d %d ", halves[i], others[i]);
  puts("");
}
