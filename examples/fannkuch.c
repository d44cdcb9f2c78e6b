/* Fannkuch: the longest series of pancake flips over all permutations of n numbers.
 *
 * Control flow: an endless loop around two others, one of which leaves both by a return and itself by a break; tests at
 * the top, in the middle and at the bottom. All of it is reducible: no label variable may appear in the result. */
#include "host.h"

enum { MOST = 12 };

struct result {
  int checksum;
  int flips;
};

/* Reverses the first `length` numbers. */
static void flip(int *numbers, int length) {
  for (int low = 0, high = length - 1; low < high; low++, high--) {
    const int swapped = numbers[low];
    numbers[low] = numbers[high];
    numbers[high] = swapped;
  }
}

/* Flips until the first number is 0, and returns how often that was. */
static int count_flips(const int *permutation, int n) {
  int numbers[MOST];
  __builtin_memcpy(numbers, permutation, (size_t)n * sizeof *numbers);
  int flips = 0;
  while (numbers[0] != 0) {
    flip(numbers, numbers[0] + 1);
    flips++;
  }
  return flips;
}

/* Moves the first of `length + 1` numbers to their end. */
static void rotate(int *numbers, int length) {
  const int first = numbers[0];
  for (int i = 0; i < length; i++) numbers[i] = numbers[i + 1];
  numbers[length] = first;
}

/* Visits every permutation; those at even places count for the checksum, those at odd places against it. */
static APART struct result fannkuch(int n) {
  struct result result = {0, 0};
  int permutation[MOST], turns[MOST];
  for (int i = 0; i < n; i++) permutation[i] = i;

  int level = n;
  for (int place = 0;; place++) {
    for (; level > 1; level--) turns[level - 1] = level;

    const int flips = count_flips(permutation, n);
    if (flips > result.flips) result.flips = flips;
    result.checksum += place % 2 == 0 ? flips : -flips;

    for (;; level++) {
      if (level == n) return result;
      rotate(permutation, level);
      if (--turns[level] > 0) break;
    }
  }
}

static int program(int count, char **arguments) {
  const int n = size_argument(count, arguments, 1, MOST, 7);
  const struct result result = fannkuch(n);
  put_signed(result.checksum);
  put_text("\nPfannkuchen(");
  put_signed(n);
  put_text(") = ");
  put_signed(result.flips);
  put_char('\n');
  return 0;
}
