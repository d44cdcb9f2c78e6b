// Calls in place of returns: ten million deep with musttail, a thousand elsewhere.
#include <stdint.h>
#include <stdio.h>

#ifdef __wasm__
#define LAST __attribute__((musttail)) return
#define FUNCTION __attribute__((noinline, target("tail-call")))
enum { DEPTH = 10000000 };
#else
#define LAST return
#define FUNCTION __attribute__((noinline))
enum { DEPTH = 1000 };
#endif

static volatile uint32_t steps;

FUNCTION static uint32_t odd(uint32_t left, uint32_t sum);
FUNCTION static uint32_t even(uint32_t left, uint32_t sum) {
  if (left == 0) return sum;
  LAST odd(left - 1, sum + 3);
}
FUNCTION static uint32_t odd(uint32_t left, uint32_t sum) {
  if (left == 0) return ~sum;
  LAST even(left - 1, sum - 1);
}

// By a pointer, and with a variable in memory, which is gone before the call.
typedef uint64_t (*state)(const char *text, uint64_t hash, uint32_t left);
FUNCTION static uint64_t letter(const char *text, uint64_t hash, uint32_t left);
FUNCTION static uint64_t other(const char *text, uint64_t hash, uint32_t left);
static const state states[2] = {letter, other};
static state volatile end_of_text;

FUNCTION static uint64_t letter(const char *text, uint64_t hash, uint32_t left) {
  volatile char copy[16] = {*text, text[1]};
  hash = hash * 31 + (unsigned char)copy[0];
  if (left == 0) LAST end_of_text(text, hash, left);
  LAST states[copy[1] < 'a'](copy[1] ? text + 1 : text - 4, hash, left - 1);
}
FUNCTION static uint64_t other(const char *text, uint64_t hash, uint32_t left) {
  volatile uint64_t kept = hash ^ 0x5555;
  if (left == 0) LAST end_of_text(text, kept, left);
  LAST letter(text, kept, left - 1);
}
FUNCTION static uint64_t finish(const char *text, uint64_t hash, uint32_t left) {
  (void)text;
  return hash + left;
}

// Without a result, and with more than one number as the result, for which other compilers need the stack.
FUNCTION static void count(uint32_t left) {
  steps += 1;
  if (left == 0) return;
  LAST count(left - 1);
}

FUNCTION static __int128 wide(uint32_t left, uint64_t seed) {
  if (left == 0) return (__int128)seed << 60;
  LAST wide(left - 1, seed + 2);
}

int main(void) {
  end_of_text = finish;
  for (uint32_t depth = 0; depth < 6; depth++) {
    printf("%u %u\n", even(depth, 5), odd(depth, 5));
    printf("%llx\n", (unsigned long long)letter("a_Zyx", 7, depth));
    __int128 product = wide(depth, ~0ull >> 2);
    printf("%llx %llx\n", (unsigned long long)(product >> 64), (unsigned long long)product);
  }
  printf("%d\n", even(DEPTH, 0) == DEPTH);
  steps = 0;
  count(DEPTH);
  printf("%d\n", steps == DEPTH + 1u);
  printf("%d\n", wide(1000, 1) == (__int128)2001 << 60);
  printf("%d\n", letter("a_Zyx", 7, DEPTH) == letter("a_Zyx", 7, DEPTH));
  return 0;
}
