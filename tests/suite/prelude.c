/* What scripts of the suite need in C. */
#include <stdio.h>

static unsnarl_context context;
static unsnarl_trap why;
static unsnarl_value r[64];
static unsigned passed;
static char things[4096];

#define THING(number) ((const void *)&things[number])

static int is_i(int at, uint32_t due) { return r[at].i == due; }
static int is_l(int at, uint64_t due) { return r[at].l == due; }
static uint32_t half(int at, int lane) {
  uint32_t bits;
  memcpy(&bits, r[at].v.b + 4 * lane, 4);
  return bits;
}
static uint64_t whole(int at, int lane) {
  uint64_t bits;
  memcpy(&bits, r[at].v.b + 8 * lane, 8);
  return bits;
}
static int is_f(int at, int lane, uint32_t due) { return half(at, lane) == due; }
static int is_f_canonical(int at, int lane) { return (half(at, lane) & 0x7fffffff) == 0x7fc00000; }
static int is_f_arithmetic(int at, int lane) { return (half(at, lane) & 0x7fc00000) == 0x7fc00000; }
static int is_d(int at, int lane, uint64_t due) { return whole(at, lane) == due; }
static int is_d_canonical(int at, int lane) {
  return (whole(at, lane) & 0x7fffffffffffffff) == 0x7ff8000000000000;
}
static int is_d_arithmetic(int at, int lane) {
  return (whole(at, lane) & 0x7ff8000000000000) == 0x7ff8000000000000;
}
static int is_v(int at, uint64_t low, uint64_t high) { return whole(at, 0) == low && whole(at, 1) == high; }
static int is_thing(int at) {
  return (const char *)r[at].x >= things && (const char *)r[at].x < things + sizeof things;
}

static float float_of(uint32_t bits) {
  float x;
  memcpy(&x, &bits, 4);
  return x;
}
static double double_of(uint64_t bits) {
  double x;
  memcpy(&x, &bits, 8);
  return x;
}
static unsnarl_v128 vector_of(uint64_t low, uint64_t high) {
  unsnarl_v128 x;
  memcpy(x.b, &low, 8);
  memcpy(x.b + 8, &high, 8);
  return x;
}

static const char *const names[] = {
  "end", "unreachable", "integer divide by zero", "integer overflow", "invalid conversion to integer",
  "out of bounds memory access", "out of bounds table access", "uninitialized element",
  "indirect call type mismatch", "call stack exhausted", "unaligned atomic", "expected shared memory",
  "exception", "null exception reference", "link", "no memory", "exit"
};

static void ends(int line, unsnarl_trap due) {
  if (why == due) passed++;
  else printf("FAILED %d: %s, and not %s\n", line, names[why], names[due]);
}
static void returned(int line, int is_right) {
  if (why == UNSNARL_OK && is_right) passed++;
  else printf("FAILED %d: %s, result %llx %llx\n", line, names[why], (unsigned long long)whole(0, 0), (unsigned long long)whole(0, 1));
}
/* The message of a trap may go on, here or in the script. */
static void trapped(int line, const char *due) {
  const char *const own = names[why];
  const size_t least = strlen(own) < strlen(due) ? strlen(own) : strlen(due);
  const int is_element = why == UNSNARL_TABLE_OUT_OF_BOUNDS && strncmp(due, "undefined", 9) == 0;
  if (why != UNSNARL_OK && (strncmp(own, due, least) == 0 || is_element)) passed++;
  else printf("FAILED %d: %s, and not %s\n", line, own, due);
}
/* Imports a function, whose code has another type here. */
static void import(void *code, void **host, const unsnarl_function *function) {
  memcpy(code, &function->code, sizeof function->code);
  *host = function->instance;
}
