// The part with main: calls whatever the others define, directly and by pointers.
#include "parts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((constructor(200))) static void second(void) { note("main second"); }
__attribute__((constructor(150))) static void first(void) { note("main first"); }
__attribute__((destructor)) static void last(void) { puts("main ends"); }

int32_t (*volatile maybe)(void) = missing;

int main(int argc, char **argv) {
  struct pair pair = make_pair(argc, 7);
  printf("%d %d %d\n", pair.first, pair.second, counter);
  struct large large = scale((struct large){{1, 2, 3, 4, 5}}, 1.5);
  printf("%g %g\n", large.values[0], large.values[4]);
  __int128 wide = wide_product((__int128)1 << 70, -3);
  printf("%lld %llu\n", (long long)(wide >> 64), (unsigned long long)wide);
  printf("%g\n", (double)halved(5));
  printf("%d\n", sum_of(5, 1, 2.5, 3LL, "four", (struct pair){5, 6}));
  int32_t numbers[] = {5, 3, 9, 1};
  qsort(numbers, 4, sizeof *numbers, order);
  for (int i = 0; i < 4; i++) printf("%d ", numbers[i]);
  for (int i = 0; i < 3; i++) {
    printf("%s=%d ", names[i], apply(operations[i], 20, 4));
    printf("%d ", operation_of(i) == operations[i]);
  }
  printf("\n%d %d %d %d\n", replaced(), kept(), second_name(4), middle[1]);
  printf("%d %d\n", maybe == 0, &absent == 0);
  per_thread += 5;
  printf("%d %lld\n", per_thread, (long long)from_archive(1LL << 40));
  printf("%s, %s, the end of it: %s\n", mark_of_shapes(), mark_of_others(), 1 + strrchr(MARK, ' '));
  printf("%d\n", single_of((union number){.bits = 0x3fc00000}) == 1.5f);
  four (*volatile lanes)(four, short_lanes, float) = turned;
  four some = lanes((four){1, 2, 3, 4}, (short_lanes){-5, 6, 7}, 2.5f);
  eight more = doubled((eight){1, 2, 3, 4, 5, 6, 7, 8}, (half_lanes){10, 20});
  printf("%d %d %d %d\n", some[0], some[3], more[0], more[7]);
  printf("%d\n", sum_of_lanes(2, (four){1, 2, 3, 4}, 0.5, (four){5, 6, 7, 8}, 1.5));
  (void)argv;
  return counter;
}
