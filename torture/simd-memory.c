// Vectors in memory: unaligned, in parts, in arrays and structs, with lanes of one kind written through another.
#include <stdio.h>
#include <string.h>

typedef int i32x4 __attribute__((vector_size(16)));
typedef int i32x4_anywhere __attribute__((vector_size(16), aligned(1), may_alias));
typedef unsigned char u8x16 __attribute__((vector_size(16)));
typedef unsigned char u8x8 __attribute__((vector_size(8)));
typedef unsigned char u8x4 __attribute__((vector_size(4)));
typedef unsigned char u8x2 __attribute__((vector_size(2)));
typedef short i16x8 __attribute__((vector_size(16)));
typedef short i16x4 __attribute__((vector_size(8)));
typedef float f32x2 __attribute__((vector_size(8)));
typedef double f64x4 __attribute__((vector_size(32)));

struct __attribute__((packed)) odd {
  char c;
  i32x4 v;
  u8x4 small;
};
struct mixed {
  u8x2 two;
  u8x8 eight;
  i16x4 four;
  f32x2 floats;
  f64x4 doubles;
};

static unsigned char buffer[256];

static i32x4 __attribute__((noinline)) read_at(int offset) { return *(i32x4_anywhere *)(buffer + offset); }
static void __attribute__((noinline)) write_at(int offset, i32x4 v) { *(i32x4_anywhere *)(buffer + offset) = v; }
static i16x8 __attribute__((noinline)) widened(const u8x8 *from) { return __builtin_convertvector(*from, i16x8); }
static i32x4 __attribute__((noinline)) widened_signed(const i16x4 *from) { return __builtin_convertvector(*from, i32x4); }
static i32x4 __attribute__((noinline)) everywhere(const int *from) { return (i32x4){*from, *from, *from, *from}; }
static u8x16 __attribute__((noinline)) byte_everywhere(const unsigned char *from) { return (u8x16){} + *from; }
static void __attribute__((noinline)) twice(struct mixed *m) {
  m->two += m->two;
  m->eight *= 2;
  m->four <<= 1;
  m->floats += m->floats;
  m->doubles *= 2;
}
static int __attribute__((noinline)) sum_by_vectors(const int *from, int n) {
  i32x4 sum = {};
  for (int i = 0; i + 4 <= n; i += 4) {
    i32x4 v;
    memcpy(&v, from + i, sizeof v);
    sum += v;
  }
  return sum[0] + sum[1] + sum[2] + sum[3];
}
static unsigned hash(void) {
  unsigned hash = 0;
  for (unsigned i = 0; i < sizeof buffer; i++)
    hash = hash * 31 + buffer[i];
  return hash;
}

int main(void) {
  for (unsigned i = 0; i < sizeof buffer; i++)
    buffer[i] = i * 7 + 1;
  for (int offset = 0; offset < 40; offset += 3) {
    i32x4 v = read_at(offset);
    write_at(100 + offset * 2, (v >> 2) * 3 + offset);
    printf("%d %d %u\n", v[0], v[3], hash());
  }
  struct odd o = {1, {2, 3, 4, 5}, {6, 7, 8, 9}};
  o.v += 10;
  o.small -= 1;
  unsigned char raw[sizeof o];
  memcpy(raw, &o, sizeof o);
  for (unsigned i = 0; i < sizeof o; i++)
    printf("%d ", raw[i]);
  struct mixed m = {{1, 2}, {1, 2, 3, 4, 5, 6, 7, 200}, {-1, 2, -3, 4}, {0.5f, -1.5f}, {1, 2, 3, 4}};
  twice(&m);
  printf("%d %d %d %d %g %g %g\n", m.two[1], m.eight[7], m.four[0], m.four[3], m.floats[1], m.doubles[0], m.doubles[3]);
  u8x8 eight = {1, 128, 255, 4, 5, 6, 7, 8};
  i16x4 four = {-1, 32767, -32768, 9};
  i16x8 h = widened(&eight);
  i32x4 w = widened_signed(&four), e = everywhere(&(int){77});
  u8x16 b = byte_everywhere(&(unsigned char){200});
  printf("%d %d %d %d %d %d %d %d\n", h[1], h[2], h[7], w[0], w[2], e[0], e[3], b[15]);
  int numbers[50];
  for (int i = 0; i < 50; i++)
    numbers[i] = i * i - 100;
  printf("%d %d %d\n", sum_by_vectors(numbers, 50), sum_by_vectors(numbers + 1, 44), sum_by_vectors(numbers, 3));
}
