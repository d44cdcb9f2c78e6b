/* Arithmetic with __float128, classes of numbers of all formats, and NaNs that signal. */
#include <stdio.h>
#include <string.h>

typedef __float128 quad;

struct mixed {
  char letter;
  quad number;
};

quad global = 1.5Q;
quad all[3] = {1, 0.1Q, -0.0Q};

_Float16 signalling_half = __builtin_nansf16("3");
float signalling_float = __builtin_nansf("0x12");
double signalling = __builtin_nans("0x1234");
double several[3] = {1, -__builtin_nans("5"), 2};
long double signalling_extended = __builtin_nansl("3");
quad signalling_quad = __builtin_nansf128("7");

quad compute(quad a, quad b) { return a + b * a - b / (a + 3); }

int compare(quad a, quad b) {
  return (a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | (a > b) << 4 | (a >= b) << 5 |
         __builtin_isunordered(a, b) << 6;
}

#define CLASS(x)                                                          \
  (__builtin_isinf(x) | __builtin_isnan(x) << 1 | __builtin_isfinite(x) << 2 | \
   __builtin_isnormal(x) << 3 | (__builtin_signbit(x) != 0) << 4)
int class_of_quad(quad x) { return CLASS(x); }
int class_of_extended(long double x) { return CLASS(x); }
int class_of_double(double x) { return CLASS(x); }

quad from_int(int i) { return i; }
quad from_u64(unsigned long long i) { return i; }
quad from_i128(__int128 i) { return i; }
quad from_u128(unsigned __int128 i) { return i; }
quad from_double(double x) { return x; }
quad from_extended(long double x) { return x; }
int to_int(quad x) { return (int)x; }
unsigned long long to_u64(quad x) { return (unsigned long long)x; }
__int128 to_i128(quad x) { return (__int128)x; }
float to_float(quad x) { return (float)x; }
double to_double(quad x) { return (double)x; }
long double to_extended(quad x) { return x; }

quad negate(quad x) { return -x; }
quad magnitude(quad x) { return __builtin_fabsf128(x); }
quad with_sign(quad x, quad y) { return __builtin_copysignf128(x, y); }

struct mixed make(quad x) {
  struct mixed made = {'a', x};
  return made;
}

quad sum(quad *p, int count) {
  quad sum = 0;
  for (int i = 0; i < count; i++) sum += p[i];
  return sum;
}

static void show(const char *name, quad x) {
  unsigned long long bits[2];
  memcpy(bits, &x, 16);
  if (x != x) bits[0] = 0, bits[1] = 0x7fff;
  printf("%s %016llx%016llx %g\n", name, bits[1], bits[0], (double)x);
}

static void show_bits(const void *from, size_t size) {
  unsigned char bytes[16];
  memcpy(bytes, from, size);
  for (size_t i = size; i > 0; i--) printf("%02x", bytes[i - 1]);
  printf("\n");
}

int main(void) {
  static const quad values[] = {0,        -0.0Q,   1,        -1,    1.5Q,   0.1Q,
                                1e300Q,   1e4000Q, 1e-4940Q, 3,     -7e20Q, __builtin_inff(),
                                -__builtin_inff(), __builtin_nanf("")};
  int count = sizeof values / sizeof *values;
  for (int i = 0; i < count; i++) {
    quad x = values[i];
    for (int j = 0; j < count; j++) {
      show("compute", compute(x, values[j]));
      printf("%d\n", compare(x, values[j]));
      show("sign", with_sign(x, values[j]));
    }
    show("negate", negate(x));
    show("magnitude", magnitude(x));
    printf("%g %g %g\n", to_float(x), to_double(x), (double)to_extended(x));
    printf("%d %d %d\n", class_of_quad(x), class_of_extended(x), class_of_double((double)x));
    show("make", make(x).number);
  }
  printf("%d %llu %lld\n", to_int(-1000.5Q), to_u64(1e18Q), (long long)(to_i128(-1e30Q) >> 50));
  for (int i = 0; i < 70000; i += 7777) {
    show("int", from_int(i));
    show("u64", from_u64(i * 3));
    show("i128", from_i128(-i));
    show("u128", from_u128((unsigned __int128)i << 90));
    show("double", from_double(i / 7.0));
    show("extended", from_extended(i / 3.0L));
  }
  show("sum", sum(all, 3));
  show("global", global);
  show_bits(&signalling_half, 2);
  show_bits(&signalling_float, 4);
  show_bits(&signalling, 8);
  show_bits(&several[1], 8);
  show_bits(&signalling_extended, 10);
  show_bits(&signalling_quad, 16);
  return 0;
}
