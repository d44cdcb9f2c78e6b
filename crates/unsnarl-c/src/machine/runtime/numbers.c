static inline uint32_t never(uint64_t left, uint64_t right) {
  (void)left, (void)right;
  return 0;
}

static inline uint32_t always(uint64_t left, uint64_t right) {
  (void)left, (void)right;
  return 1;
}

static inline uint32_t i32_clz(uint32_t x) {
#if defined(__GNUC__)
  return x ? (uint32_t)__builtin_clz(x) - (uint32_t)(8 * sizeof(unsigned) - 32) : 32;
#else
  uint32_t n = 0;
  if (!x) return 32;
  for (; !(x & 0x80000000u); x <<= 1) n++;
  return n;
#endif
}

static inline uint32_t i32_ctz(uint32_t x) {
#if defined(__GNUC__)
  return x ? (uint32_t)__builtin_ctz(x) : 32;
#else
  uint32_t n = 0;
  if (!x) return 32;
  for (; !(x & 1); x >>= 1) n++;
  return n;
#endif
}

static inline uint32_t i32_popcnt(uint32_t x) {
#if defined(__GNUC__)
  return (uint32_t)__builtin_popcount(x);
#else
  uint32_t n = 0;
  for (; x; x &= x - 1) n++;
  return n;
#endif
}

static inline uint64_t i64_clz(uint64_t x) {
#if defined(__GNUC__)
  return x ? (uint64_t)__builtin_clzll(x) : 64;
#else
  uint64_t n = 0;
  if (!x) return 64;
  for (; !(x >> 63); x <<= 1) n++;
  return n;
#endif
}

static inline uint64_t i64_ctz(uint64_t x) {
#if defined(__GNUC__)
  return x ? (uint64_t)__builtin_ctzll(x) : 64;
#else
  uint64_t n = 0;
  if (!x) return 64;
  for (; !(x & 1); x >>= 1) n++;
  return n;
#endif
}

static inline uint64_t i64_popcnt(uint64_t x) {
#if defined(__GNUC__)
  return (uint64_t)__builtin_popcountll(x);
#else
  uint64_t n = 0;
  for (; x; x &= x - 1) n++;
  return n;
#endif
}

static inline uint32_t i32_rotl(uint32_t x, uint32_t n) {
  return x << (n & 31) | x >> (-n & 31);
}

static inline uint32_t i32_rotr(uint32_t x, uint32_t n) {
  return x >> (n & 31) | x << (-n & 31);
}

static inline uint64_t i64_rotl(uint64_t x, uint64_t n) {
  return x << (n & 63) | x >> (-n & 63);
}

static inline uint64_t i64_rotr(uint64_t x, uint64_t n) {
  return x >> (n & 63) | x << (-n & 63);
}

static inline uint32_t i32_div_s(void *self, uint32_t x, uint32_t y) {
  if (UNLIKELY(y == 0)) trap(self, UNSNARL_DIVISION_BY_ZERO);
  if (UNLIKELY(x == 0x80000000u && y == 0xffffffffu)) trap(self, UNSNARL_INTEGER_OVERFLOW);
  return (uint32_t)((int32_t)x / (int32_t)y);
}

static inline uint32_t i32_div_u(void *self, uint32_t x, uint32_t y) {
  if (UNLIKELY(y == 0)) trap(self, UNSNARL_DIVISION_BY_ZERO);
  return x / y;
}

static inline uint32_t i32_rem_s(void *self, uint32_t x, uint32_t y) {
  if (UNLIKELY(y == 0)) trap(self, UNSNARL_DIVISION_BY_ZERO);
  if (UNLIKELY(y == 0xffffffffu)) return 0;
  return (uint32_t)((int32_t)x % (int32_t)y);
}

static inline uint32_t i32_rem_u(void *self, uint32_t x, uint32_t y) {
  if (UNLIKELY(y == 0)) trap(self, UNSNARL_DIVISION_BY_ZERO);
  return x % y;
}

static inline uint64_t i64_div_s(void *self, uint64_t x, uint64_t y) {
  if (UNLIKELY(y == 0)) trap(self, UNSNARL_DIVISION_BY_ZERO);
  if (UNLIKELY(x == 0x8000000000000000ull && y == UINT64_MAX)) trap(self, UNSNARL_INTEGER_OVERFLOW);
  return (uint64_t)((int64_t)x / (int64_t)y);
}

static inline uint64_t i64_div_u(void *self, uint64_t x, uint64_t y) {
  if (UNLIKELY(y == 0)) trap(self, UNSNARL_DIVISION_BY_ZERO);
  return x / y;
}

static inline uint64_t i64_rem_s(void *self, uint64_t x, uint64_t y) {
  if (UNLIKELY(y == 0)) trap(self, UNSNARL_DIVISION_BY_ZERO);
  if (UNLIKELY(y == UINT64_MAX)) return 0;
  return (uint64_t)((int64_t)x % (int64_t)y);
}

static inline uint64_t i64_rem_u(void *self, uint64_t x, uint64_t y) {
  if (UNLIKELY(y == 0)) trap(self, UNSNARL_DIVISION_BY_ZERO);
  return x % y;
}

static inline float f32_of_bits(uint32_t bits) {
  float x;
  memcpy(&x, &bits, 4);
  return x;
}

static inline uint32_t f32_bits(float x) {
  uint32_t bits;
  memcpy(&bits, &x, 4);
  return bits;
}

static inline double f64_of_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, 8);
  return x;
}

static inline uint64_t f64_bits(double x) {
  uint64_t bits;
  memcpy(&bits, &x, 8);
  return bits;
}

static inline float f32_reinterpret_i32(uint32_t bits) {
  return f32_of_bits(bits);
}

static inline double f64_reinterpret_i64(uint64_t bits) {
  return f64_of_bits(bits);
}

static inline uint32_t i32_reinterpret_f32(float x) {
  return f32_bits(x);
}

static inline uint64_t i64_reinterpret_f64(double x) {
  return f64_bits(x);
}

static inline float f32_abs(float x) {
  return f32_of_bits(f32_bits(x) & 0x7fffffffu);
}

static inline float f32_neg(float x) {
  return f32_of_bits(f32_bits(x) ^ 0x80000000u);
}

static inline float f32_copysign(float x, float y) {
  return f32_of_bits((f32_bits(x) & 0x7fffffffu) | (f32_bits(y) & 0x80000000u));
}

static inline double f64_abs(double x) {
  return f64_of_bits(f64_bits(x) & 0x7fffffffffffffffull);
}

static inline double f64_neg(double x) {
  return f64_of_bits(f64_bits(x) ^ 0x8000000000000000ull);
}

static inline double f64_copysign(double x, double y) {
  return f64_of_bits((f64_bits(x) & 0x7fffffffffffffffull) | (f64_bits(y) & 0x8000000000000000ull));
}

static inline float f32_sqrt(float x) {
  return sqrtf(x);
}

static inline float f32_ceil(float x) {
  return x != x ? x + x : ceilf(x);
}

static inline float f32_floor(float x) {
  return x != x ? x + x : floorf(x);
}

static inline float f32_trunc(float x) {
  return x != x ? x + x : truncf(x);
}

static inline float f32_nearest(float x) {
  const float whole = 8388608.0f;
  float shifted;
  if (x != x) return x + x;
  if (!(f32_abs(x) < whole)) return x;
  shifted = f32_abs(x) + whole;
  return f32_copysign(shifted - whole, x);
}

static inline double f64_sqrt(double x) {
  return sqrt(x);
}

static inline double f64_ceil(double x) {
  return x != x ? x + x : ceil(x);
}

static inline double f64_floor(double x) {
  return x != x ? x + x : floor(x);
}

static inline double f64_trunc(double x) {
  return x != x ? x + x : trunc(x);
}

static inline double f64_nearest(double x) {
  const double whole = 4503599627370496.0;
  double shifted;
  if (x != x) return x + x;
  if (!(f64_abs(x) < whole)) return x;
  shifted = f64_abs(x) + whole;
  return f64_copysign(shifted - whole, x);
}

static inline float f32_min(float x, float y) {
  if (x != x || y != y) return x + y;
  if (x == y) return f32_of_bits(f32_bits(x) | f32_bits(y));
  return x < y ? x : y;
}

static inline float f32_max(float x, float y) {
  if (x != x || y != y) return x + y;
  if (x == y) return f32_of_bits(f32_bits(x) & f32_bits(y));
  return x > y ? x : y;
}

static inline double f64_min(double x, double y) {
  if (x != x || y != y) return x + y;
  if (x == y) return f64_of_bits(f64_bits(x) | f64_bits(y));
  return x < y ? x : y;
}

static inline double f64_max(double x, double y) {
  if (x != x || y != y) return x + y;
  if (x == y) return f64_of_bits(f64_bits(x) & f64_bits(y));
  return x > y ? x : y;
}

static inline uint32_t i32_trunc_f32_s(void *self, float x) {
  if (UNLIKELY(x != x)) trap(self, UNSNARL_NAN_TO_INTEGER);
  if (UNLIKELY(!(x >= -2147483648.0f && x < 2147483648.0f))) trap(self, UNSNARL_INTEGER_OVERFLOW);
  return (uint32_t)(int32_t)x;
}

static inline uint32_t i32_trunc_f32_u(void *self, float x) {
  if (UNLIKELY(x != x)) trap(self, UNSNARL_NAN_TO_INTEGER);
  if (UNLIKELY(!(x > -1.0f && x < 4294967296.0f))) trap(self, UNSNARL_INTEGER_OVERFLOW);
  return (uint32_t)x;
}

static inline uint32_t i32_trunc_f64_s(void *self, double x) {
  if (UNLIKELY(x != x)) trap(self, UNSNARL_NAN_TO_INTEGER);
  if (UNLIKELY(!(x > -2147483649.0 && x < 2147483648.0))) trap(self, UNSNARL_INTEGER_OVERFLOW);
  return (uint32_t)(int32_t)x;
}

static inline uint32_t i32_trunc_f64_u(void *self, double x) {
  if (UNLIKELY(x != x)) trap(self, UNSNARL_NAN_TO_INTEGER);
  if (UNLIKELY(!(x > -1.0 && x < 4294967296.0))) trap(self, UNSNARL_INTEGER_OVERFLOW);
  return (uint32_t)x;
}

static inline uint64_t i64_trunc_f32_s(void *self, float x) {
  if (UNLIKELY(x != x)) trap(self, UNSNARL_NAN_TO_INTEGER);
  if (UNLIKELY(!(x >= -9223372036854775808.0f && x < 9223372036854775808.0f))) trap(self, UNSNARL_INTEGER_OVERFLOW);
  return (uint64_t)(int64_t)x;
}

static inline uint64_t i64_trunc_f32_u(void *self, float x) {
  if (UNLIKELY(x != x)) trap(self, UNSNARL_NAN_TO_INTEGER);
  if (UNLIKELY(!(x > -1.0f && x < 18446744073709551616.0f))) trap(self, UNSNARL_INTEGER_OVERFLOW);
  return (uint64_t)x;
}

static inline uint64_t i64_trunc_f64_s(void *self, double x) {
  if (UNLIKELY(x != x)) trap(self, UNSNARL_NAN_TO_INTEGER);
  if (UNLIKELY(!(x >= -9223372036854775808.0 && x < 9223372036854775808.0))) trap(self, UNSNARL_INTEGER_OVERFLOW);
  return (uint64_t)(int64_t)x;
}

static inline uint64_t i64_trunc_f64_u(void *self, double x) {
  if (UNLIKELY(x != x)) trap(self, UNSNARL_NAN_TO_INTEGER);
  if (UNLIKELY(!(x > -1.0 && x < 18446744073709551616.0))) trap(self, UNSNARL_INTEGER_OVERFLOW);
  return (uint64_t)x;
}

static inline uint32_t i32_trunc_sat_f64_s(double x) {
  if (x != x) return 0;
  if (!(x > -2147483649.0)) return 0x80000000u;
  if (!(x < 2147483648.0)) return 0x7fffffffu;
  return (uint32_t)(int32_t)x;
}

static inline uint32_t i32_trunc_sat_f64_u(double x) {
  if (!(x > -1.0)) return 0;
  if (!(x < 4294967296.0)) return 0xffffffffu;
  return (uint32_t)x;
}

static inline uint32_t i32_trunc_sat_f32_s(float x) {
  return i32_trunc_sat_f64_s((double)x);
}

static inline uint32_t i32_trunc_sat_f32_u(float x) {
  return i32_trunc_sat_f64_u((double)x);
}

static inline uint64_t i64_trunc_sat_f64_s(double x) {
  if (x != x) return 0;
  if (!(x >= -9223372036854775808.0)) return 0x8000000000000000ull;
  if (!(x < 9223372036854775808.0)) return 0x7fffffffffffffffull;
  return (uint64_t)(int64_t)x;
}

static inline uint64_t i64_trunc_sat_f64_u(double x) {
  if (!(x > -1.0)) return 0;
  if (!(x < 18446744073709551616.0)) return UINT64_MAX;
  return (uint64_t)x;
}

static inline uint64_t i64_trunc_sat_f32_s(float x) {
  return i64_trunc_sat_f64_s((double)x);
}

static inline uint64_t i64_trunc_sat_f32_u(float x) {
  return i64_trunc_sat_f64_u((double)x);
}

static inline uint32_t ones_of_byte(uint32_t x) {
  x = x - (x >> 1 & 0x55u);
  x = (x & 0x33u) + (x >> 2 & 0x33u);
  return (x + (x >> 4)) & 15u;
}
