// Integers of the widths that only _BitInt has; where there is none, the same by masks of 128 bits.
#include <stdint.h>
#include <stdio.h>

typedef __int128 wide;
typedef unsigned __int128 uwide;

#ifdef __BITINT_MAXWIDTH__
#define TYPES(W)                                                                                                       \
  typedef _BitInt(W) s##W;                                                                                             \
  typedef unsigned _BitInt(W) u##W;
#define U(W, x) ((u##W)(x))
#define S(W, x) ((s##W)(x))
#else
#define TYPES(W)                                                                                                       \
  typedef wide s##W;                                                                                                   \
  typedef uwide u##W;
#define U(W, x) ((uwide)(x) << (128 - W) >> (128 - W))
#define S(W, x) ((wide)((uwide)(x) << (128 - W)) >> (128 - W))
#endif

static void show(const char *what, uwide value) {
  printf("%s %llx:%llx\n", what, (unsigned long long)(value >> 64), (unsigned long long)value);
}

#define TEST(W)                                                                                                        \
  TYPES(W)                                                                                                             \
  static volatile u##W kept##W[3];                                                                                     \
  static __attribute__((noinline)) u##W mixed##W(u##W a, s##W b, int n) {                                              \
    return U(W, a * (u##W)3 + U(W, b) + U(W, n));                                                                      \
  }                                                                                                                    \
  static __attribute__((noinline)) s##W turned##W(s##W a) { return S(W, ~a); }                                         \
  static __attribute__((noinline)) void test##W(uwide x, uwide y) {                                                    \
    u##W a = U(W, x), b = U(W, y);                                                                                     \
    s##W c = S(W, x), d = S(W, y);                                                                                     \
    int n = (int)((unsigned)y % W);                                                                                    \
    show("+", (uwide)U(W, a + b));                                                                                     \
    show("-", (uwide)U(W, a - b));                                                                                     \
    show("*", (uwide)U(W, a * b));                                                                                     \
    if (b != 0) show("/", (uwide)U(W, a / b)), show("%", (uwide)U(W, a % b));                                          \
    if (d != 0 && d != -1) show("s/", (uwide)(wide)S(W, c / d)), show("s%", (uwide)(wide)S(W, c % d));                 \
    show("<<", (uwide)U(W, a << n));                                                                                   \
    show(">>", (uwide)U(W, a >> n));                                                                                   \
    show("s>>", (uwide)(wide)S(W, c >> n));                                                                            \
    show("&|^~", (uwide)U(W, (a & b) ^ ((a | b) * (u##W)5) ^ U(W, ~a)));                                               \
    printf("%d%d%d%d%d%d\n", a < b, a <= b, a == b, c < d, c <= d, c > 0);                                             \
    printf("%g %g\n", (double)a, (double)c);                                                                           \
    printf("%d %u %d\n", (int)c, (unsigned)a, !a);                                                                     \
    kept##W[0] = a;                                                                                                    \
    kept##W[2] = b;                                                                                                    \
    kept##W[1] = U(W, kept##W[0] + kept##W[2] + 1);                                                                    \
    show("[]", (uwide)kept##W[0] ^ (uwide)kept##W[1] ^ (uwide)kept##W[2]);                                             \
    show("()", (uwide)mixed##W(a, d, n));                                                                              \
    show("~", (uwide)(wide)turned##W(c));                                                                              \
    a = U(W, a + 1);                                                                                                   \
    c = S(W, (s##W)(c / 2));                                                                                           \
    show("++", (uwide)a);                                                                                              \
    show("/2", (uwide)(wide)c);                                                                                        \
  }

TEST(3)
TEST(17)
TEST(33)
TEST(65)
TEST(100)
TEST(128)

int main(void) {
  volatile uint64_t seed = 0x9e3779b97f4a7c15u;
  uwide x = seed;
  for (int round = 0; round < 12; round++) {
    x = x * seed + 0xb7e15162;
    uwide y = (x >> 77) * seed + (uwide)round;
    if (round == 3) y = ~(uwide)0;
    if (round == 4) x = (uwide)1 << 127;
    if (round == 5) x = y;
    test3(x, y);
    test17(x, y);
    test33(x, y);
    test65(x, y);
    test100(x, y >> (7 * round));
    test128(x, y >> (9 * round));
  }
  return 0;
}
