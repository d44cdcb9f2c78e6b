// Comparisons of vectors make masks: signed, unsigned and floating ones, used in selections.
#include <stdio.h>

typedef signed char i8x16 __attribute__((vector_size(16)));
typedef unsigned char u8x16 __attribute__((vector_size(16)));
typedef short i16x8 __attribute__((vector_size(16)));
typedef unsigned short u16x8 __attribute__((vector_size(16)));
typedef int i32x4 __attribute__((vector_size(16)));
typedef unsigned u32x4 __attribute__((vector_size(16)));
typedef long long i64x2 __attribute__((vector_size(16)));
typedef unsigned long long u64x2 __attribute__((vector_size(16)));
typedef float f32x4 __attribute__((vector_size(16)));
typedef double f64x2 __attribute__((vector_size(16)));
typedef int i32x8 __attribute__((vector_size(32)));
typedef short i16x4 __attribute__((vector_size(8)));

#define ALL(TYPE, MASK, COUNT)                                                                     \
  static void __attribute__((noinline)) compare_##TYPE(TYPE a, TYPE b) {                           \
    MASK masks[] = {a == b, a != b, a < b, a <= b, a > b, a >= b, (a < b) & (b != a), (a == b) | (a > b), \
                    ~(a < b), (a < b) ^ (a <= b)};                                                 \
    for (unsigned m = 0; m < sizeof masks / sizeof *masks; m++) {                                  \
      for (int i = 0; i < COUNT; i++)                                                              \
        putchar(masks[m][i] == -1 ? '#' : masks[m][i] == 0 ? '.' : '?');                           \
      putchar(' ');                                                                                \
    }                                                                                              \
    MASK less = a < b;                                                                             \
    TYPE smaller, larger;                                                                          \
    for (int i = 0; i < COUNT; i++) {                                                              \
      smaller[i] = less[i] ? a[i] : b[i];                                                          \
      larger[i] = a[i] > b[i] ? a[i] : b[i];                                                       \
    }                                                                                              \
    for (int i = 0; i < COUNT; i++)                                                                \
      printf("%g/%g ", (double)smaller[i], (double)larger[i]);                                     \
    puts(#TYPE);                                                                                   \
  }

ALL(i8x16, i8x16, 16)
ALL(u8x16, i8x16, 16)
ALL(i16x8, i16x8, 8)
ALL(u16x8, i16x8, 8)
ALL(i32x4, i32x4, 4)
ALL(u32x4, i32x4, 4)
ALL(i64x2, i64x2, 2)
ALL(u64x2, i64x2, 2)
ALL(f32x4, i32x4, 4)
ALL(f64x2, i64x2, 2)
ALL(i32x8, i32x8, 8)
ALL(i16x4, i16x4, 4)

static int __attribute__((noinline)) any(i32x4 v) { return v[0] | v[1] | v[2] | v[3]; }
static int __attribute__((noinline)) all(i8x16 v) {
  int bits = 0;
  for (int i = 0; i < 16; i++)
    bits |= (v[i] != 0) << i;
  return bits;
}

int main(void) {
  compare_i8x16((i8x16){1, -1, 127, -128, 0, 5, 6, 7}, (i8x16){1, 1, -128, 127, 0, 6, 5, 7, -1});
  compare_u8x16((u8x16){1, 255, 127, 128, 0, 5, 6, 7}, (u8x16){1, 1, 128, 127, 0, 6, 5, 7, 255});
  compare_i16x8((i16x8){1, -1, 32767, -32768, 0, 5}, (i16x8){1, 1, -32768, 32767, 0, 4});
  compare_u16x8((u16x8){1, 65535, 32767, 32768, 0, 5}, (u16x8){1, 1, 32768, 32767, 0, 4});
  compare_i32x4((i32x4){1, -1, 2147483647, 0}, (i32x4){1, 1, -2147483647 - 1, -5});
  compare_u32x4((u32x4){1, 4294967295u, 2147483647, 0}, (u32x4){1, 1, 2147483648u, 5});
  compare_i64x2((i64x2){-1, 1LL << 62}, (i64x2){1, -(1LL << 62)});
  compare_u64x2((u64x2){~0ULL, 1ULL << 63}, (u64x2){1, (1ULL << 63) - 1});
  float nan = __builtin_nanf("");
  compare_f32x4((f32x4){1, nan, -0.0f, 5}, (f32x4){1, 2, 0, nan});
  compare_f64x2((f64x2){-0.0, __builtin_nan("")}, (f64x2){0.0, __builtin_nan("")});
  compare_f64x2((f64x2){1, 3}, (f64x2){2, -3});
  compare_i32x8((i32x8){1, 2, 3, 4, 5, 6, 7, 8}, (i32x8){8, 7, 6, 5, 4, 3, 7, 9});
  compare_i16x4((i16x4){1, -2, 3, -4}, (i16x4){1, 2, -3, -4});
  printf("%d %d %x %x\n", any((i32x4){1, 2, 3, 4} == 5), any((i32x4){1, 2, 3, 4} == 3),
         all((i8x16){1, 2, 3} == (i8x16){1, 0, 3, 4}), all((i8x16){} == (i8x16){}));
}
