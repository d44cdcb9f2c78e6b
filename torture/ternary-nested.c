// Nested conditionals: with side effects, without a middle operand (GNU), of structs, floats and pointers.
#include <stdint.h>
#include <stdio.h>

struct pair { int32_t a, b; };

static int calls;
static __attribute__((noinline)) int count(int x) { calls++; return x; }
static __attribute__((noinline)) const char *grade(int x) {
    return x < 0 ? "negative" : x == 0 ? "zero" : x < 10 ? x % 2 ? "odd digit" : "even digit" : x < 100 ? "two digits" : "many";
}
static __attribute__((noinline)) struct pair choose(int x, struct pair p, struct pair q) { return x > 3 ? p : x > 1 ? q : (struct pair){x, x}; }

int main(void) {
    struct pair p = {1, 2}, q = {3, 4};
    for (volatile int x = -3; x < 130; x = x * 2 + 5) {
        int elvis = count(x - 7) ?: count(99);
        double real = x > 5 ? 1 : x < 0 ? 2.5 : 0.5f;
        int64_t wide = x & 1 ? x : x & 2 ? UINT32_MAX : -1LL;
        (x > 20 ? p : q).a > 1 ? calls++ : (calls += 10);
        int *target = x % 3 ? &p.a : &q.b;
        *target += x;
        printf("%s %d %.2f %lld %d %d %d\n", grade(x), elvis, real, (long long)wide, choose(x, p, q).a, calls, p.a + q.b);
    }
    return 0;
}
