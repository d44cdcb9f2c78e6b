// Operations with a SIMD instruction: extremes, saturation, averages, roots, rounding, popcounts.
#include <math.h>
#include <stdio.h>

#define N 64
static signed char a8[N], b8[N], r8[N];
static unsigned char ua8[N], ub8[N], ur8[N];
static short a16[N], b16[N], r16[N];
static unsigned short ua16[N], ub16[N], ur16[N];
static int a32[N], b32[N], r32[N];
static unsigned ua32[N], ub32[N], ur32[N];
static long long a64[N], b64[N], r64[N];
static unsigned long long ua64[N], ub64[N], ur64[N];
static float af[N], bf[N], rf[N];
static double ad[N], bd[N], rd[N];

#define EACH(NAME, BODY)                                                                           \
  static void __attribute__((noinline)) NAME(void) {                                               \
    for (int i = 0; i < N; i++) {                                                                  \
      BODY                                                                                         \
    }                                                                                              \
  }
#define PICK(OP)                                                                                   \
  r8[i] = a8[i] OP b8[i] ? a8[i] : b8[i];                                                          \
  ur8[i] = ua8[i] OP ub8[i] ? ua8[i] : ub8[i];                                                     \
  r16[i] = a16[i] OP b16[i] ? a16[i] : b16[i];                                                     \
  ur16[i] = ua16[i] OP ub16[i] ? ua16[i] : ub16[i];                                                \
  r32[i] = a32[i] OP b32[i] ? a32[i] : b32[i];                                                     \
  ur32[i] = ua32[i] OP ub32[i] ? ua32[i] : ub32[i];                                                \
  r64[i] = a64[i] OP b64[i] ? a64[i] : b64[i];                                                     \
  ur64[i] = ua64[i] OP ub64[i] ? ua64[i] : ub64[i];                                                \
  rf[i] = af[i] OP bf[i] ? af[i] : bf[i];                                                          \
  rd[i] = ad[i] OP bd[i] ? ad[i] : bd[i];
EACH(smaller, PICK(<))
EACH(larger, PICK(>))
EACH(absolute, r8[i] = a8[i] < 0 ? -a8[i] : a8[i]; r16[i] = a16[i] < 0 ? -a16[i] : a16[i]; r32[i] = a32[i] < 0 ? -a32[i] : a32[i];
     r64[i] = a64[i] < 0 ? -a64[i] : a64[i]; rf[i] = fabsf(af[i]); rd[i] = fabs(ad[i]);)
EACH(saturated, int sum = a8[i] + b8[i]; r8[i] = sum > 127 ? 127 : sum < -128 ? -128 : sum;
     int difference = ua8[i] - ub8[i]; ur8[i] = difference < 0 ? 0 : difference;
     int wide = a16[i] - b16[i]; r16[i] = wide > 32767 ? 32767 : wide < -32768 ? -32768 : wide;
     unsigned total = ua16[i] + ub16[i]; ur16[i] = total > 65535 ? 65535 : total;)
EACH(averages, ur8[i] = (ua8[i] + ub8[i] + 1) >> 1; ur16[i] = (ua16[i] + ub16[i] + 1) >> 1;)
EACH(rounded, rf[i] = sqrtf(fabsf(af[i])) + floorf(bf[i]); rd[i] = ceil(ad[i]) - trunc(bd[i]) + rint(ad[i]);)
EACH(signs, rf[i] = copysignf(af[i], bf[i]); rd[i] = copysign(bd[i], ad[i]);)
EACH(counted, ur8[i] = __builtin_popcount(ua8[i]); ur16[i] = __builtin_popcount(ua16[i]); ur32[i] = __builtin_popcount(ua32[i]);
     ur64[i] = __builtin_popcountll(ua64[i]); r32[i] = __builtin_clz(ua32[i] | 1); r64[i] = __builtin_ctzll(ua64[i] | 1ULL << 40);)
EACH(swapped, ur16[i] = __builtin_bswap16(ua16[i]); ur32[i] = __builtin_bswap32(ua32[i]); ur64[i] = __builtin_bswap64(ua64[i]);)
EACH(rotated, ur32[i] = ua32[i] << 13 | ua32[i] >> 19; ur64[i] = ua64[i] << 50 | ua64[i] >> 14; ur16[i] = ua16[i] << 3 | ua16[i] >> 13;)
EACH(products, r16[i] = a8[i] * b8[i]; r32[i] = a16[i] * b16[i]; r64[i] = (long long)a32[i] * b32[i]; ur8[i] = ua8[i] * ub8[i];)

static void show(const char *name) {
  unsigned long long hash = 0;
  double sum = 0;
  for (int i = 0; i < N; i++) {
    hash = hash * 31 + r8[i] + ur8[i] * 3ULL + r16[i] * 5LL + ur16[i] * 7ULL + r32[i] * 11LL + ur32[i] * 13ULL;
    hash ^= r64[i] + (ur64[i] << 1);
    sum += rf[i] * (i + 1) + rd[i];
  }
  printf("%s %llu %.6g\n", name, hash, sum);
}

int main(void) {
  unsigned long long state = 88172645463325252ULL;
  for (int i = 0; i < N; i++) {
    unsigned long long x[2];
    for (int k = 0; k < 2; k++) {
      state ^= state << 13, state ^= state >> 7, state ^= state << 17;
      x[k] = state;
    }
    a8[i] = ua8[i] = x[0] >> 9, b8[i] = ub8[i] = x[1] >> 9;
    a16[i] = ua16[i] = x[0] >> 5, b16[i] = ub16[i] = x[1] >> 5;
    a32[i] = ua32[i] = x[0] >> 20, b32[i] = ub32[i] = x[1] >> 20;
    a64[i] = ua64[i] = x[0], b64[i] = ub64[i] = x[1];
    af[i] = a16[i] / 8.0f, bf[i] = b16[i] / -16.0f, ad[i] = a32[i] / 64.0, bd[i] = b32[i] / 128.0;
  }
  smaller(), show("smaller");
  larger(), show("larger");
  absolute(), show("absolute");
  saturated(), show("saturated");
  averages(), show("averages");
  rounded(), show("rounded");
  signs(), show("signs");
  counted(), show("counted");
  swapped(), show("swapped");
  rotated(), show("rotated");
  products(), show("products");
}
