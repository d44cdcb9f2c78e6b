// GNU vectors of 8, 32 and 64 bytes, whole and in pieces, as arguments and results.
#include <stdint.h>
#include <stdio.h>

typedef uint16_t four __attribute__((vector_size(8)));
typedef uint32_t eight __attribute__((vector_size(32)));
typedef uint64_t sixteen __attribute__((vector_size(64)));
typedef float two __attribute__((vector_size(8)));

static __attribute__((noinline)) four small(four a, four b) { return a * b - (a << 2); }
static __attribute__((noinline)) eight middle(eight a, uint32_t by) { return a * by + (eight)(a > by); }
static __attribute__((noinline)) sixteen large(sixteen a, sixteen b) { return (a ^ b) + (a >> 7); }
static __attribute__((noinline)) two pair(two a) { return a * a - 0.5f; }

int main(void) {
    four a = {1, 65534, 300, 4};
    eight b = {1, 2, 3, 4, 5, 4294967290, 7, 8};
    sixteen c = {1, 2, 3, 4, 5, 6, 7, ~0ull};
    two d = {0.5f, 1.5f};
    for (volatile int round = 1; round < 6; round++) {
        a = small(a, a + (uint16_t)round);
        b = middle(b, (uint32_t)round);
        c = large(c, c << round);
        d = pair(d);
        printf("%d %d %d %d | %u %u %u | ", a[0], a[1], a[2], a[3], b[0], b[5], b[7]);
        printf("%llx %llx | %.6g %.6g\n", (unsigned long long)c[0], (unsigned long long)c[7], d[0], d[1]);
    }
    return 0;
}
