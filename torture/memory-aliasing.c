// Aliasing: char pointers over other types, restrict, and members with two access paths.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct pair { int32_t a, b; };

static __attribute__((noinline)) int32_t both(int32_t *x, int32_t *y) {
    *x = 1;
    *y = 2;
    return *x;
}
static __attribute__((noinline)) int32_t through_bytes(int32_t *x, unsigned char *bytes) {
    *x = 0x01020304;
    bytes[2] ^= 0xff;
    return *x;
}
static __attribute__((noinline)) void scale(int32_t *restrict to, const int32_t *restrict from, const int32_t *by, int count) {
    for (int at = 0; at < count; at++)
        to[at] = from[at] * *by;
}
static __attribute__((noinline)) int32_t member(struct pair *pair, int32_t *b) {
    pair->b = 5;
    (*b)++;
    return pair->b + pair->a;
}

int main(void) {
    int32_t x = 0, y = 0, from[5] = {1, 2, 3, 4, 5}, to[5];
    printf("%d %d\n", both(&x, &y), both(&x, &x));
    printf("%x %x\n", (unsigned)through_bytes(&x, (unsigned char *)&x), (unsigned)through_bytes(&x, (unsigned char *)&y));
    scale(to, from, &from[2], 5);
    struct pair pair = {10, 0};
    int32_t first = member(&pair, &pair.b);
    printf("%d %d %d\n", to[4], first, member(&pair, &pair.a));
    double real = 1.0;
    uint64_t bits;
    memcpy(&bits, &real, 8);
    printf("%llx\n", (unsigned long long)bits);
    return 0;
}
