// Loops that compilers turn into vectors: sums, products, extremes, conditions, widths that grow, strides and tails.
#include <stdio.h>

#define N 103
static signed char bytes[N];
static unsigned char shorts_of_bytes[N];
static short halves[N];
static int words[N], other[N], made[N];
static long long longs[N];
static float floats[N];
static double doubles[N];

static int __attribute__((noinline)) sum_of_bytes(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += bytes[i];
  return sum;
}
static int __attribute__((noinline)) dot(int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    sum += halves[i] * halves[n - 1 - i];
  return (int)sum;
}
static long long __attribute__((noinline)) long_sum(int n) {
  long long sum = 0;
  for (int i = 0; i < n; i++)
    sum += (long long)words[i] * other[i];
  return sum;
}
static int __attribute__((noinline)) largest(int n) {
  int best = -2147483647;
  for (int i = 0; i < n; i++)
    best = words[i] > best ? words[i] : best;
  return best;
}
static unsigned __attribute__((noinline)) smallest_byte(int n) {
  unsigned char best = 255;
  for (int i = 0; i < n; i++)
    best = shorts_of_bytes[i] < best ? shorts_of_bytes[i] : best;
  return best;
}
static void __attribute__((noinline)) conditional(int n, int limit) {
  for (int i = 0; i < n; i++)
    made[i] = words[i] > limit ? other[i] : words[i] < -limit ? -other[i] : i;
}
static void __attribute__((noinline)) mixed_widths(int n) {
  for (int i = 0; i < n; i++)
    made[i] = bytes[i] < halves[i] ? words[i] + bytes[i] : halves[i];
}
static void __attribute__((noinline)) saturate(int n) {
  for (int i = 0; i < n; i++) {
    int value = words[i] / 7 + halves[i];
    shorts_of_bytes[i] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
}
static void __attribute__((noinline)) averages(int n) {
  for (int i = 0; i + 1 < n; i++)
    shorts_of_bytes[i] = (shorts_of_bytes[i] + shorts_of_bytes[i + 1] + 1) >> 1;
}
static void __attribute__((noinline)) stride(int n) {
  for (int i = 0; 2 * i + 1 < n; i++)
    made[i] = words[2 * i] - words[2 * i + 1];
}
static void __attribute__((noinline)) backwards(int n) {
  for (int i = 0; i < n; i++)
    made[n - 1 - i] = words[i] ^ other[i];
}
static void __attribute__((noinline)) to_floats(int n) {
  for (int i = 0; i < n; i++) {
    floats[i] = words[i] * 0.5f + bytes[i];
    doubles[i] = floats[i] * 2.0 + halves[i];
  }
}
static void __attribute__((noinline)) from_floats(int n) {
  for (int i = 0; i < n; i++)
    made[i] = (int)floats[i] + (int)(doubles[i] / 3);
}
static void __attribute__((noinline)) shifts(int n, int by) {
  for (int i = 0; i < n; i++) {
    made[i] = (int)((unsigned)words[i] << by) ^ (int)((unsigned)other[i] >> (i & 15));
    longs[i] = (long long)((unsigned long long)(longs[i] >> by) + ((unsigned long long)longs[i] << 3));
  }
}
static int __attribute__((noinline)) count(int n, int of) {
  int found = 0;
  for (int i = 0; i < n; i++)
    found += bytes[i] == of || halves[i] == of;
  return found;
}
static int __attribute__((noinline)) is_any(int n, int of) {
  for (int i = 0; i < n; i++)
    if (words[i] == of)
      return 1;
  return 0;
}
static int __attribute__((noinline)) ones(int n) {
  int bits = 0;
  for (int i = 0; i < n; i++)
    bits += __builtin_popcount(words[i]) + __builtin_clz(other[i] | 1);
  return bits;
}
static void show(const char *name) {
  unsigned hash = 0;
  for (int i = 0; i < N; i++)
    hash = hash * 31 + made[i] + shorts_of_bytes[i] + (unsigned)longs[i] + (int)(floats[i] * 4) + (int)(doubles[i] * 8);
  printf("%s %u\n", name, hash);
}
static void fill(void) {
  for (int i = 0; i < N; i++) {
    bytes[i] = i * 29 - 60;
    shorts_of_bytes[i] = i * 53 + 9;
    halves[i] = i * 311 - 9000;
    words[i] = i * 7919 - 300000;
    other[i] = 12345 - i * 577;
    longs[i] = (long long)i * 1000000007LL - (1LL << 36);
  }
}

int main(void) {
  fill();
  for (int n = 0; n <= N; n += n < 20 ? 1 : 17) {
    printf("%d: %d %d %lld %d %u %d %d %d %d\n", n, sum_of_bytes(n), dot(n), long_sum(n), largest(n), smallest_byte(n),
           count(n, -9000 + 311 * 3), is_any(n, 7919 * 18 - 300000), is_any(n, 1), ones(n));
    conditional(n, 100000), show("conditional");
    mixed_widths(n), show("mixed");
    saturate(n), show("saturated");
    averages(n), show("averages");
    stride(n), show("stride");
    backwards(n), show("backwards");
    to_floats(n), show("to floats");
    from_floats(n), show("from floats");
    shifts(n, n % 13), show("shifts");
  }
}
