// Locals and globals aligned to 16, 64 and 256 bytes, in a recursive function.
#include <stdint.h>
#include <stdio.h>

static _Alignas(256) char global[3];
static __attribute__((aligned(64))) int32_t table[5] = {1, 2, 3, 4, 5};
struct __attribute__((aligned(32))) padded { char one; };

static __attribute__((noinline)) int check(int depth) {
    char odd = (char)depth;
    _Alignas(64) char first[5];
    _Alignas(256) int32_t second;
    struct padded third[2];
    first[4] = odd;
    second = depth;
    third[1].one = odd;
    int good = ((uintptr_t)first & 63) == 0 && ((uintptr_t)&second & 255) == 0 && ((uintptr_t)third & 31) == 0;
    int below = depth ? check(depth - 1) : 0;
    return below + good * 100 + first[4] + second + third[1].one;
}

int main(void) {
    printf("%d %d\n", ((uintptr_t)global & 255) == 0, ((uintptr_t)table & 63) == 0);
    printf("%d %d\n", (int)sizeof(struct padded), (int)_Alignof(struct padded));
    printf("%d\n", check(20));
    return table[4];
}
