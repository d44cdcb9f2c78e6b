/* Operations rounded in all four ways, with the exceptions that they raise. */
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#ifndef ROUNDING_ONLY
#pragma STDC FENV_ACCESS ON
#endif

#define OPERATIONS(T, name)                                            \
  static T name(T a, T b, int which) {                                 \
    switch (which) {                                                   \
    case 0: return a + b;                                              \
    case 1: return a - b;                                              \
    case 2: return a * b;                                              \
    case 3: return a / b;                                              \
    case 4: return (T)sqrt(a);                                         \
    case 5: return (T)rint(a);                                         \
    case 6: return (T)nearbyint(a);                                    \
    case 7: return (T)floor(a);                                        \
    case 8: return (T)fma(a, b, a);                                    \
    case 9: return (T)(int)a;                                          \
    case 10: return (T)(float)a;                                       \
    case 11: return (T)(long long)b;                                   \
    case 12: return (T)(unsigned)a;                                    \
    case 13: return a < b;                                             \
    case 14: return a == b;                                            \
    case 15: return a >= b;                                            \
    case 16: return __builtin_isless(a, b);                            \
    case 17: return a != b;                                            \
    case 18: return -a;                                                \
    case 19: return (T)(0x123456789abcdefLL + (long long)(a > 0));     \
    case 20: return (T)lrint(a);                                       \
    case 21: return (T)fmod(a, b);                                     \
    case 22: return (T)exp(a);                                         \
    case 23: return (T)trunc(a);                                       \
    case 24: return (T)(a * b + a);                                    \
    default: return (T)1 / (T)3;                                       \
    }                                                                  \
  }
OPERATIONS(float, of_floats)
OPERATIONS(double, of_doubles)
OPERATIONS(long double, of_extended)

/* What no integer is, no operation makes one of. */
static int is_defined(int which, double a, double b) {
  int converts = which == 9 || which == 11 || which == 12 || which == 20;
  return !converts || (a < 1e9 && b < 1e9 && (which != 12 || a >= 0));
}

/* Which exceptions the library raises is its own. */
static int raised(int which) {
  int all = fetestexcept(FE_ALL_EXCEPT);
  feclearexcept(FE_ALL_EXCEPT);
#ifdef ROUNDING_ONLY
  all = 0;
#endif
  return which == 22 ? 0 : all;
}

static void show(int mode, int which, double a, double b) {
  fesetround(mode);
  feclearexcept(FE_ALL_EXCEPT);
  float f = of_floats((float)a, (float)b, which);
  int with_f = raised(which);
  double d = of_doubles(a, b, which);
  int with_d = raised(which);
  long double l = of_extended(a, b, which);
  int with_l = raised(which);
  fesetround(FE_TONEAREST);
  printf("%d %d %a %x %a %x %La %x\n", mode, which, f, with_f, d, with_d, l, with_l);
}

int main(void) {
  static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  static volatile double values[] = {0.1, -0.3, 2.5, 1e300, 1e-310, 7, -1};
  for (int mode = 0; mode < 4; mode++)
    for (int which = 0; which < 26; which++)
      for (int i = 0; i < 49; i++) {
        double a = values[i / 7], b = values[i % 7];
        if (is_defined(which, a, b)) show(modes[mode], which, a, b);
      }
  return 0;
}
