/* Jumps by the builtins of compilers, out of several calls. */
#include <stdio.h>

static void *buffer[5];

__attribute__((noinline)) static void leave(int depth) {
  if (depth == 0) __builtin_longjmp(buffer, 1);
  leave(depth - 1);
}

__attribute__((noinline)) static int enter(int depth) {
  volatile int count = 0;
  if (__builtin_setjmp(buffer) == 0) {
    count += 5;
    leave(depth);
    count = 100;
  }
  return count + depth;
}

/* Of what is written inline, jump and place are in one function. */
static inline void leave_at_once(void **here) { __builtin_longjmp(here, 1); }

__attribute__((noinline)) static int enter_at_once(int depth) {
  void *here[5];
  volatile int count = depth;
  if (__builtin_setjmp(here) == 0) {
    count += 7;
    leave_at_once(here);
  }
  return count;
}

int main(void) {
  for (int depth = 0; depth < 4; depth++) printf("%d\n", enter(depth) + enter_at_once(depth));
  return 0;
}
