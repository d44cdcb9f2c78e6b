/* What a command asks of WASI: arguments, the three streams, clocks, random numbers, the exit.

   It prints what it was given, and of what differs from run to run only what must hold. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void print_arguments(int count, char **arguments) {
  for (int i = 1; i < count; i++)
    printf("argument %d: %s (%d bytes)\n", i, arguments[i], (int)strlen(arguments[i]));
}

/* Reads to the end in pieces of several sizes; returns the sum of the bytes, each times its place. */
static unsigned long sum_input(void) {
  static unsigned char buffer[3000];
  unsigned long sum = 0, place = 0, size = 1;
  size_t length;
  while ((length = fread(buffer, 1, size, stdin)) > 0) {
    for (size_t i = 0; i < length; i++)
      sum = (sum + buffer[i] * ++place) & 0xffffffff;
    size = size * 3 % sizeof buffer + 1;
  }
  printf("%lu bytes read\n", place);
  return sum;
}

static void print_clocks(void) {
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  clock_gettime(CLOCK_MONOTONIC, &after);
  int ordered = before.tv_sec < after.tv_sec || (before.tv_sec == after.tv_sec && before.tv_nsec <= after.tv_nsec);
  printf("time goes forward: %d\n", ordered);
  printf("it is later than 2020: %d\n", time(NULL) > 1577836800);
}

static void print_random(void) {
  unsigned char bytes[64] = {0};
  int differ = 0;
  getentropy(bytes, sizeof bytes);
  for (int i = 1; i < 64; i++)
    differ |= bytes[i] != bytes[0];
  printf("random bytes differ: %d\n", differ);
}

int main(int count, char **arguments) {
  print_arguments(count, arguments);
  printf("sum %lu\n", sum_input());
  print_clocks();
  print_random();
  for (int byte = 0; byte < 256; byte++)
    putchar(byte);
  fputs("to standard error\n", stderr);
  fflush(stdout);
  exit(count);
}
