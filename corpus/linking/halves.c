// The part with main: numbers of 16 bits as arguments and results, both ways and by pointers.
#include "halves.h"
#include <stdio.h>

half third(half value) { return value / (half)3; }

static void show(half value) { printf("%.10g\n", (double)value); }

int main(void) {
  volatile half values[] = {0, 1, -2.5, 1000, 65504, 6e-8f, 0.1f};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    half value = values[i];
    show(twice(value));
    show(third(value));
    show(chosen(i % 2, value, 0.5, values[0]));
    show(applied(third, value));
    show(applied(change_of(i % 3), value));
  }
  return 0;
}
