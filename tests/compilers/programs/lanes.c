#include <stdio.h>
typedef float f3 __attribute__((ext_vector_type(3)));
typedef int i7 __attribute__((ext_vector_type(7)));
typedef short s9 __attribute__((ext_vector_type(9)));
typedef __int128 q2 __attribute__((ext_vector_type(2)));

struct s {
  char c;
  f3 v;
  short t;
};
static struct s gs = {1, {1, 2, 3}, 4};
static f3 ga[2] = {{1, 2, 3}, {4, 5, 6}};

__attribute__((noinline)) static f3 cross(f3 a, f3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; }

__attribute__((noinline)) static void ops(i7 *r, i7 *a, i7 *b) {
  *r = *a / *b + *a % *b * (*a << 2) - (*a > *b ? *a : *b);
}

__attribute__((noinline)) static void sops(s9 *r, s9 *a, s9 *b) {
  s9 t = *a * *b;
  t.s8 = 5;
  *r = t + (*a == *b) + ((*b - *a) >> 2);
}

__attribute__((noinline)) static void qops(q2 *r, q2 *a, q2 *b) {
  *r = *a * *b + (*a >> 3) - *a / *b + (*a < *b);
}

int main(int argc, char **argv) {
  (void)argv;
  f3 a = {1, 2, 3}, b = {(float)argc, 5, 7};
  a = cross(a, b);
  printf("%g %g %g\n", a.x, a.y, a.z);
  f3 mixed = __builtin_shufflevector(a, b, 2, 3, 5);
  printf("%g %g %g\n", mixed.x, mixed.y, mixed.z);
  gs.v = a + ga[argc];
  printf("%g %d %zu\n", gs.v.z, gs.t, sizeof gs);
  i7 x[3] = {{1, -2, 3, 4, 5, 6, 7}, {7, 3, -2, 1, argc, 9, 10}};
  ops(x + 2, x, x + 1);
  for (int i = 0; i < 7; i++) printf("%d ", x[2][i]);
  s9 u[3] = {{1, 2, 3, 4, 5, 6, 7, 8, 9}, {9, 8, 7, 6, 5, 4, 3, (short)argc, 1}};
  sops(u + 2, u, u + 1);
  for (int i = 0; i < 9; i++) printf("%d ", u[2][i]);
  q2 q[3] = {{(__int128)1 << 70, -5}, {3, 7 * argc}};
  qops(q + 2, q, q + 1);
  for (int i = 0; i < 2; i++)
    printf("%llx %llx ", (unsigned long long)(q[2][i] >> 64), (unsigned long long)q[2][i]);
  f3 *p = (f3 *)__builtin_alloca(4 * sizeof(f3));
  for (int i = 0; i < 4; i++) p[i] = a * (float)i;
  f3 t = p[argc] + p[3];
  printf("%g %g %g\n", t.x, t.y, t.z);
  return 0;
}
