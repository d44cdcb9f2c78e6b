// The part with data and with results and arguments of every shape.
#include "parts.h"
#include <stddef.h>

__attribute__((constructor(175))) static void between(void) { note("shapes"); }

int32_t counter = 3;
_Thread_local int32_t per_thread = 37;

static int32_t add(int32_t left, int32_t right) { return left + right; }
static int32_t subtract(int32_t left, int32_t right) { return left - right; }
static int32_t divide(int32_t left, int32_t right) { return left / right; }

const char *const names[3] = {"add", "subtract", &"to divide"[3]};
operation operations[3] = {add, subtract, divide};

struct pair make_pair(int32_t first, int32_t second) {
  counter++;
  return (struct pair){first, second};
}

struct large scale(struct large value, double factor) {
  for (size_t i = 0; i < 5; i++) value.values[i] *= factor;
  return value;
}

__int128 wide_product(__int128 left, __int128 right) { return left * right; }

long double halved(long double value) { return value / 2; }

int32_t sum_of_list(int32_t count, va_list list) {
  int32_t sum = count + va_arg(list, int) + (int32_t)va_arg(list, double);
  sum += (int32_t)va_arg(list, long long) + va_arg(list, char *)[1];
  return sum + va_arg(list, struct pair).second;
}

int32_t sum_of(int32_t count, ...) {
  va_list list;
  va_start(list, count);
  int32_t sum = sum_of_list(count, list);
  va_end(list);
  return sum;
}

operation operation_of(int32_t index) { return operations[index]; }

float single_of(union number value) { return value.single; }

__attribute__((weak)) int32_t replaced(void) { return 1; }
__attribute__((weak)) int32_t kept(void) { return 2; }

four turned(four value, short_lanes narrow, float factor) {
  return (four){value[3] + narrow[0], value[2] + narrow[1], value[1], (int32_t)((float)value[0] * factor)};
}

eight doubled(eight value, half_lanes more) {
  value += value;
  value[0] += more[0];
  value[7] += more[1];
  return value;
}

int32_t sum_of_lanes(int32_t count, ...) {
  va_list list;
  va_start(list, count);
  int32_t sum = 0;
  for (int32_t i = 0; i < count; i++) {
    four value = va_arg(list, four);
    sum += value[0] * value[3] + (int32_t)(va_arg(list, double) * 2);
  }
  va_end(list);
  return sum;
}

int32_t original(int32_t value) { return value * 11; }
int32_t second_name(int32_t value) __attribute__((alias("original")));

static int32_t whole[4] = {10, 20, 30, 40};
extern int32_t middle[2] __attribute__((alias("whole")));

const char *mark_of_shapes(void) { return MARK; }
