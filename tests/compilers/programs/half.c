/* Arithmetic with _Float16, whose results are printed by their bits. */
#include <stdio.h>
#include <string.h>

typedef _Float16 half;
typedef half lanes __attribute__((vector_size(16)));

struct mixed {
  char letter;
  half number;
  float same;
};

half global = 1.5f16;
half all[4] = {1, 2.5, -0.0, 65504};

half compute(half a, half b) { return a + b * a - b / (a + (half)3); }

int compare(half a, half b) {
  return (a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | (a > b) << 4 | (a >= b) << 5 |
         __builtin_isunordered(a, b) << 6;
}

half from_int(int i) { return i; }
half from_u64(unsigned long long i) { return i; }
half from_i128(__int128 i) { return i; }
half from_double(double x) { return x; }
half from_extended(long double x) { return x; }
half from_quad(__float128 x) { return x; }
int to_int(half x) { return (int)x; }
int int_of_float(float x) { return (int)x; }
long long long_of_double(double x) { return (long long)x; }
long long long_of_extended(long double x) { return (long long)x; }
unsigned long long to_u64(half x) { return (unsigned long long)x; }
double to_double(half x) { return x; }
long double to_extended(half x) { return x; }
__float128 to_quad(half x) { return x; }

half negate(half x) { return -x; }
lanes compute_lanes(lanes a, lanes b) { return a * b + a; }

struct mixed make(half x) {
  struct mixed made = {'a', x, (float)x};
  return made;
}

half sum(half *p, int count) {
  half sum = 0;
  for (int i = 0; i < count; i++) sum += p[i];
  return sum;
}

static void show(const char *name, half x) {
  unsigned short bits;
  memcpy(&bits, &x, 2);
  printf("%s %04x %g\n", name, x != x ? 0x7e00 : bits, (double)x);
}

int main(void) {
  static const half values[] = {0,    -0.0, 1, -1,   1.5, 0.1, 65504,
                                6e-8, 1e-5, 3, 1000, 1e9, -1e9, __builtin_nanf("")};
  int count = sizeof values / sizeof *values;
  for (int i = 0; i < count; i++) {
    half x = values[i];
    for (int j = 0; j < count; j++) {
      show("compute", compute(x, values[j]));
      printf("%d\n", compare(x, values[j]));
    }
    show("negate", negate(x));
    printf("%g %g %g\n", to_double(x), (double)to_extended(x), (double)to_quad(x));
    if (x > -60000 && x < 60000) printf("%d\n", to_int(x));
    struct mixed made = make(x);
    show("make", made.number);
    printf("%g\n", made.same);
  }
  printf("%llu\n", to_u64(1000));
  for (int i = 0; i < 70000; i += 777) {
    show("int", from_int(i));
    show("u64", from_u64(i * 3));
    show("i128", from_i128(-i));
    show("double", from_double(i / 7.0));
    show("extended", from_extended(i / 3.0L));
    show("quad", from_quad(i / 11.0Q));
  }
  show("sum", sum(all, 4));
  show("global", global);
  lanes a = {1, 2, 3, 4, 5, 6, 7, 8}, b = {0.5, 0.1, 3, 4, 1000, 60000, -1, 0};
  lanes c = compute_lanes(a, b);
  for (int i = 0; i < 8; i++) show("lane", c[i]);
  /* The least integers are numbers of every format. */
  static volatile long double least[] = {-0x1p31L, -0x1p63L};
  printf("%d %lld %lld\n", int_of_float((float)least[0]), long_of_double((double)least[1]),
         long_of_extended(least[1]));
  return 0;
}
