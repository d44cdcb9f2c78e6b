// The part that calls back, and replaces what is weak elsewhere.
#include "parts.h"
#include <stdio.h>

__attribute__((constructor)) static void last(void) { note("others"); }
__attribute__((destructor(300))) static void very_last(void) { puts("others end"); }

int32_t apply(operation f, int32_t left, int32_t right) { return f(left, right); }

int32_t order(const void *left, const void *right) {
  int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
  return (a > b) - (a < b);
}

int32_t replaced(void) { return 100 + kept(); }

__attribute__((visibility("hidden"))) void note(const char *what) { printf("[%s]\n", what); }

const char *mark_of_others(void) { return MARK; }
