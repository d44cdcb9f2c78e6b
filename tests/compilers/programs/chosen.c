/* Functions that another one chooses when the program is loaded. */
#include <stdio.h>

static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static int (*choose(void))(int) { return sizeof(long) == 8 ? two : one; }
int chosen(int) __attribute__((ifunc("choose")));
static int own(int) __attribute__((ifunc("choose")));

int main(void) {
  int (*volatile pointer)(int) = chosen;
  printf("%d %d %d\n", chosen(1), pointer(5), own(7));
  return 0;
}
