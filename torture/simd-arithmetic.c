// Vectors of every lane type: sums, products, quotients, shifts and bits, against the same by scalars.
#include <stdio.h>
#include <string.h>

#define CHECK(TYPE, NAME, COUNT, FORMAT, CAST)                                                     \
  typedef TYPE NAME __attribute__((vector_size(COUNT * sizeof(TYPE))));                            \
  static void __attribute__((noinline)) test_##NAME(NAME a, NAME b) {                              \
    NAME results[] = {a + b, a - b, a * b, -a};                                                    \
    for (unsigned r = 0; r < sizeof results / sizeof *results; r++)                                \
      for (int i = 0; i < COUNT; i++)                                                              \
        printf(FORMAT " ", (CAST)results[r][i]);                                                   \
    printf(#NAME "\n");                                                                            \
  }

#define CHECK_BITS(NAME, COUNT, FORMAT, CAST)                                                      \
  static void __attribute__((noinline)) bits_##NAME(NAME a, NAME b, int amount) {                  \
    NAME ones = b | 1;                                                                             \
    NAME results[] = {a & b, a | b, a ^ b, ~a, a & ~b, a << amount, a >> amount, a / ones, a % ones,  \
                      a << (b & 7), a >> (b & 7)};                                                 \
    for (unsigned r = 0; r < sizeof results / sizeof *results; r++)                                \
      for (int i = 0; i < COUNT; i++)                                                              \
        printf(FORMAT " ", (CAST)results[r][i]);                                                   \
    printf("bits " #NAME "\n");                                                                    \
  }

CHECK(unsigned char, u8x16, 16, "%d", int)
CHECK_BITS(u8x16, 16, "%d", int)
CHECK(unsigned short, u16x8, 8, "%d", int)
CHECK_BITS(u16x8, 8, "%d", int)
CHECK(unsigned, u32x4, 4, "%u", unsigned)
CHECK_BITS(u32x4, 4, "%u", unsigned)
CHECK(unsigned long long, u64x2, 2, "%llu", unsigned long long)
CHECK_BITS(u64x2, 2, "%llu", unsigned long long)
CHECK(unsigned, u32x2, 2, "%u", unsigned)
CHECK_BITS(u32x2, 2, "%u", unsigned)
CHECK(unsigned short, u16x32, 32, "%d", int)
CHECK_BITS(u16x32, 32, "%d", int)
CHECK(float, f32x4, 4, "%g", double)
CHECK(double, f64x2, 2, "%g", double)
CHECK(double, f64x8, 8, "%g", double)

int main(void) {
  unsigned char left[64], right[64];
  for (int i = 0; i < 64; i++) {
    left[i] = i * 37 + 11;
    right[i] = i * 91 + 3;
  }
#define RUN(NAME)                                                                                  \
  {                                                                                                \
    NAME a, b;                                                                                     \
    memcpy(&a, left, sizeof a);                                                                    \
    memcpy(&b, right, sizeof b);                                                                   \
    test_##NAME(a, b);                                                                             \
    for (int amount = 0; amount < 8; amount += 3)                                                  \
      bits_##NAME(a, b, amount);                                                                   \
  }
  RUN(u8x16)
  RUN(u16x8)
  RUN(u32x4)
  RUN(u64x2)
  RUN(u32x2)
  RUN(u16x32)
  test_f32x4((f32x4){1.5f, -2, 0.25f, 1e10f}, (f32x4){3, 4, -8, 1e-3f});
  test_f64x2((f64x2){1.5, -2}, (f64x2){3, 1e300});
  test_f64x8((f64x8){1, 2, 3, 4, 5, 6, 7, 8}, (f64x8){8, 7, 6, 5, 4, 3, 2, 0.5});
  f32x4 quotient = (f32x4){1, 2, 3, 4} / (f32x4){4, -2, 0, 8};
  printf("%g %g %g %g\n", quotient[0], quotient[1], quotient[2], quotient[3]);
}
