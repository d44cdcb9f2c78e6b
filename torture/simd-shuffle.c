// Elements of vectors inserted, extracted and shuffled, at constant and at variable indices.
#include <stdio.h>

typedef unsigned char u8x16 __attribute__((vector_size(16)));
typedef short i16x8 __attribute__((vector_size(16)));
typedef int i32x4 __attribute__((vector_size(16)));
typedef long long i64x2 __attribute__((vector_size(16)));
typedef double f64x2 __attribute__((vector_size(16)));
typedef int i32x8 __attribute__((vector_size(32)));
typedef int i32x2 __attribute__((vector_size(8)));
typedef unsigned char u8x4 __attribute__((vector_size(4)));

#define SHUFFLE __builtin_shufflevector

static void __attribute__((noinline)) show(i32x4 v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }
static void __attribute__((noinline)) bytes(u8x16 v) {
  for (int i = 0; i < 16; i++)
    printf("%d ", v[i]);
  puts("");
}
static i32x4 __attribute__((noinline)) reversed(i32x4 v) { return SHUFFLE(v, v, 3, 2, 1, 0); }
static i32x4 __attribute__((noinline)) woven(i32x4 a, i32x4 b) { return SHUFFLE(a, b, 0, 4, 1, 5); }
static i32x4 __attribute__((noinline)) spread(i32x4 a) { return SHUFFLE(a, a, 2, 2, 2, 2); }
static i32x4 __attribute__((noinline)) everywhere(int x) { return (i32x4){x, x, x, x}; }
static i32x8 __attribute__((noinline)) joined(i32x4 a, i32x4 b) { return SHUFFLE(a, b, 7, 0, 1, 6, 2, 5, 3, 4); }
static i32x4 __attribute__((noinline)) picked(i32x8 a, i32x8 b) { return SHUFFLE(a, b, 0, 5, 10, 15); }
static i32x2 __attribute__((noinline)) upper(i32x4 a) { return SHUFFLE(a, a, 2, 3); }
static u8x16 __attribute__((noinline)) swapped(u8x16 a) {
  return SHUFFLE(a, a, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
}
static u8x4 __attribute__((noinline)) narrow(u8x16 a) { return SHUFFLE(a, a, 0, 4, 8, 12); }
static int __attribute__((noinline)) at(i32x4 v, int i) { return v[i]; }
static int __attribute__((noinline)) byte_at(u8x16 v, unsigned i) { return v[i]; }
static short __attribute__((noinline)) half_at(i16x8 v, long long i) { return v[i]; }
static long long __attribute__((noinline)) long_at(i64x2 v, int i) { return v[i]; }
static double __attribute__((noinline)) double_at(f64x2 v, int i) { return v[i]; }
static int __attribute__((noinline)) of_eight(i32x8 v, int i) { return v[i]; }
static i32x4 __attribute__((noinline)) with(i32x4 v, int i, int x) { v[i] = x; return v; }
static u8x16 __attribute__((noinline)) with_byte(u8x16 v, int i, int x) { v[i] = x; return v; }
static i64x2 __attribute__((noinline)) with_long(i64x2 v, int i, long long x) { v[i] = x; return v; }
static f64x2 __attribute__((noinline)) with_double(f64x2 v, int i, double x) { v[i] = x; return v; }
static i32x8 __attribute__((noinline)) with_eighth(i32x8 v, int i, int x) { v[i] = x; return v; }

int main(void) {
  i32x4 a = {1, 2, 3, 4}, b = {-5, -6, -7, -8};
  show(reversed(a));
  show(woven(a, b));
  show(spread(b));
  show(everywhere(9));
  i32x8 both = joined(a, b);
  for (int i = 0; i < 8; i++)
    printf("%d %d ", both[i], of_eight(both, i));
  puts("");
  show(picked(both, both + 100));
  i32x2 high = upper(b);
  printf("%d %d\n", high[0], high[1]);
  u8x16 count = {0, 11, 22, 33, 44, 55, 66, 77, 88, 99, 110, 121, 132, 143, 154, 255};
  bytes(swapped(count));
  u8x4 four = narrow(count);
  printf("%d %d %d %d\n", four[0], four[1], four[2], four[3]);
  for (int i = 0; i < 4; i++) {
    printf("%d ", at(a, i));
    show(with(a, i, 100 + i));
  }
  for (int i = 0; i < 16; i++) {
    printf("%d ", byte_at(count, i));
    bytes(with_byte(count, i, 200));
  }
  for (int i = 0; i < 8; i++) {
    i32x8 changed = with_eighth(both, i, 77);
    printf("%d %d %d\n", half_at((i16x8){-1, 2, -3, 4, -5, 6, -7, 8}, i), changed[i], changed[7 - i]);
  }
  for (int i = 0; i < 2; i++) {
    i64x2 longs = with_long((i64x2){1LL << 40, -1}, i, 1LL << 50);
    f64x2 doubles = with_double((f64x2){0.5, -0.25}, i, 3.125);
    printf("%lld %lld %lld %g %g %g\n", long_at((i64x2){1LL << 40, -1}, i), longs[0], longs[1],
           double_at(doubles, i), doubles[0], doubles[1]);
  }
}
