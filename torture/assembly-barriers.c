// Empty inline assembly: a barrier for memory, and a value that the compiler must not look through.
#include <stdint.h>
#include <stdio.h>

static int32_t shared[4];

static __attribute__((noinline)) int32_t update(int32_t value) {
    shared[0] = value;
    __asm__ volatile("" ::: "memory");
    shared[1] = shared[0] + 1;
    __asm__ volatile("" ::: "memory");
    int32_t hidden = shared[1] * 2;
    __asm__("" : "+r"(hidden));
    int64_t wide = hidden;
    __asm__ volatile("" : "+r"(wide) : : "memory");
    return hidden + (int32_t)wide;
}

int main(void) {
    int32_t total = 0;
    for (int round = 0; round < 10; round++) {
        int32_t limit = 5;
        __asm__ volatile("" : "+r"(limit));
        for (int at = 0; at < limit; at++) {
            total += update(at * round);
            __asm__ volatile("");
        }
        int32_t same = total;
        __asm__ volatile("" : : "r"(same) : "memory");
        shared[round & 3] ^= same;
    }
    printf("%d %d %d %d\n", total, shared[0], shared[1], shared[3]);
    return 0;
}
