// Vectors carried around loops, through branches, switches and gotos, and chosen by one condition.
#include <stdio.h>

typedef unsigned u32x4 __attribute__((vector_size(16)));
typedef float f32x4 __attribute__((vector_size(16)));
typedef signed char i8x16 __attribute__((vector_size(16)));

static u32x4 __attribute__((noinline)) rounds(u32x4 state, int n) {
  u32x4 before = state;
  for (int i = 0; i < n; i++) {
    u32x4 next = (state << 7 | state >> 25) + before;
    before = state;
    state = i % 3 == 0 ? next ^ before : next;
  }
  return state;
}
static u32x4 __attribute__((noinline)) machine(const char *program, u32x4 a, u32x4 b) {
  for (;; program++) {
    switch (*program) {
    case '+': a += b; break;
    case '-': a -= b; break;
    case '*': a *= b; break;
    case 'x': { u32x4 t = a; a = b; b = t; } break;
    case '~': a = ~a; break;
    case 'r': a = __builtin_shufflevector(a, b, 1, 2, 3, 4); break;
    case '>': a >>= 3; break;
    case '?': a = a[0] & 1 ? a : b; break;
    default: return a;
    }
  }
}
static f32x4 __attribute__((noinline)) tangled(f32x4 v, int n) {
  f32x4 kept = v;
  int i = 0;
  if (n & 1)
    goto middle;
top:
  v = v * 0.5f + kept;
  i++;
middle:
  kept += 1.0f;
  if (i++ < n)
    goto top;
  if (kept[0] > 20) {
    v -= kept;
    if (i < 2 * n)
      goto middle;
  }
  return v;
}
static int __attribute__((noinline)) search(const i8x16 *rows, int n, int of) {
  i8x16 wanted = (i8x16){} + (signed char)of;
  for (int row = 0; row < n; row++) {
    i8x16 found = rows[row] == wanted;
    for (int i = 0; i < 16; i++)
      if (found[i])
        return 16 * row + i;
  }
  return -1;
}
static u32x4 __attribute__((noinline)) either(int which, u32x4 a, u32x4 b) { return which ? a : b; }

int main(void) {
  for (int n = 0; n < 9; n++) {
    u32x4 r = rounds((u32x4){1, 2, 3, 0xdeadbeef}, n * n);
    f32x4 t = tangled((f32x4){1, 2, 3, 4}, n * 3);
    printf("%u %u %u %u %g %g\n", r[0], r[1], r[2], r[3], t[0], t[3]);
  }
  u32x4 m = machine("+*x-r>~?x+r*~", (u32x4){5, 6, 7, 8}, (u32x4){1, 1000, 1000000, 3});
  printf("%u %u %u %u\n", m[0], m[1], m[2], m[3]);
  i8x16 rows[4];
  for (int i = 0; i < 64; i++)
    rows[i / 16][i % 16] = i * 3;
  printf("%d %d %d %d\n", search(rows, 4, 0), search(rows, 4, 99), search(rows, 4, -67), search(rows, 4, 1));
  u32x4 e = either(m[0] & 1, m, ~m), f = either(~m[0] & 1, m, ~m);
  printf("%u %u\n", e[2], f[2]);
}
