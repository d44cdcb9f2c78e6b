// Vectors as arguments and results, through pointers to functions, in structs, by varargs and in deep calls.
#include <stdarg.h>
#include <stdio.h>

typedef int i32x4 __attribute__((vector_size(16)));
typedef float f32x4 __attribute__((vector_size(16)));
typedef double f64x2 __attribute__((vector_size(16)));
typedef unsigned char u8x16 __attribute__((vector_size(16)));
typedef int i32x8 __attribute__((vector_size(32)));
typedef short i16x4 __attribute__((vector_size(8)));

struct pair {
  i32x4 first;
  int middle;
  f64x2 last;
};
union both {
  i32x4 words;
  u8x16 bytes;
  float floats[4];
};

static i32x4 __attribute__((noinline)) add(i32x4 a, i32x4 b) { return a + b; }
static i32x4 __attribute__((noinline)) sub(i32x4 a, i32x4 b) { return a - b; }
static i32x8 __attribute__((noinline)) wide(i32x8 a, i32x4 b, int c) {
  i32x8 r = a * c;
  for (int i = 0; i < 4; i++)
    r[2 * i] += b[i];
  return r;
}
static i16x4 __attribute__((noinline)) narrow(i16x4 a, i16x4 b) { return a * b + 1; }
static struct pair __attribute__((noinline)) make(int x, double y) {
  return (struct pair){{x, x + 1, x + 2, x + 3}, -x, {y, -y}};
}
static f64x2 __attribute__((noinline)) take(struct pair p) { return p.last + (double)(p.first[3] + p.middle); }
static int __attribute__((noinline)) variable(int count, ...) {
  va_list list;
  va_start(list, count);
  int sum = 0;
  for (int i = 0; i < count; i++) {
    sum += va_arg(list, int);
    i32x4 v = va_arg(list, i32x4);
    sum += v[0] * 2 + v[3];
    sum += (int)va_arg(list, double);
  }
  va_end(list);
  return sum;
}
static i32x4 __attribute__((noinline)) deep(int depth, i32x4 a, f32x4 b) {
  if (depth == 0)
    return a;
  i32x4 kept = a + depth;
  i32x4 below = deep(depth - 1, a ^ kept, b * 0.5f);
  return below + kept + (i32x4){(int)b[0], (int)b[1], (int)b[2], (int)b[3]};
}
static f32x4 __attribute__((noinline)) many(f32x4 a, int i, f32x4 b, double d, f32x4 c, long long l, f32x4 e) {
  return a + b * (float)i - c * (float)d + e * (float)l;
}
static i32x4 global = {9, 8, 7, 6};
static volatile i32x4 watched = {1, 2, 3, 4};

int main(void) {
  i32x4 (*volatile operations[])(i32x4, i32x4) = {add, sub};
  i32x4 a = {1, 2, 3, 4}, b = {10, 20, 30, 40};
  for (int i = 0; i < 2; i++) {
    i32x4 r = operations[i](a, b);
    printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]);
  }
  i32x8 w = wide((i32x8){1, 2, 3, 4, 5, 6, 7, 8}, b, 3);
  for (int i = 0; i < 8; i++)
    printf("%d ", w[i]);
  i16x4 n = narrow((i16x4){1, 200, 300, -4}, (i16x4){5, 150, 7, 8});
  printf("%d %d %d %d\n", n[0], n[1], n[2], n[3]);
  f64x2 t = take(make(5, 2.5));
  printf("%g %g %d\n", t[0], t[1], variable(3, 1, a, 2.5, 3, b, 4.5, 5, a + b, 6.5));
  i32x4 d = deep(40, a, (f32x4){100, 50, 25, 12});
  printf("%d %d %d %d\n", d[0], d[1], d[2], d[3]);
  f32x4 m = many((f32x4){1, 2, 3, 4}, 2, (f32x4){5, 6, 7, 8}, 0.5, (f32x4){9, 10, 11, 12}, 3, (f32x4){1, 0, -1, 0});
  printf("%g %g %g %g\n", m[0], m[1], m[2], m[3]);
  watched += global;
  global = watched;
  union both u = {.words = global};
  printf("%d %d %d %d %d %d\n", global[0], global[1], global[2], global[3], u.bytes[0], u.bytes[12]);
}
