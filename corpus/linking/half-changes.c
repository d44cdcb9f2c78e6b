// The part that main calls, which calls back.
#include "halves.h"

half twice(half value) { return value + value; }
half chosen(int which, half first, double between, half second) {
  half other = (half)between;
  return which ? first : second + other;
}
half applied(change function, half value) { return function(value); }
static half negative(half value) { return -value; }
change change_of(int which) { return which == 0 ? twice : which == 1 ? third : negative; }
