// Compare-and-exchange, strong and weak in a loop, on 8 to 64 bits.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static _Atomic uint8_t byte = 250;
static _Atomic int16_t half = -5;
static _Atomic uint32_t word = 7;
static _Atomic int64_t wide = INT64_MAX;

static __attribute__((noinline)) uint32_t raise_to(uint32_t least) {
    uint32_t seen = atomic_load(&word);
    while (seen < least && !atomic_compare_exchange_weak(&word, &seen, least)) {}
    return seen;
}

int main(void) {
    for (volatile int round = 0; round < 4; round++) {
        uint8_t expected_byte = (uint8_t)(248 + round);
        int16_t expected_half = (int16_t)(round - 6);
        int64_t expected_wide = round == 2 ? INT64_MAX : INT64_MIN;
        int done = atomic_compare_exchange_strong(&byte, &expected_byte, (uint8_t)(expected_byte + 7));
        printf("%d %d\n", done, expected_byte);
        done = atomic_compare_exchange_strong(&half, &expected_half, (int16_t)(half * 3));
        printf("%d %d\n", done, expected_half);
        done = atomic_compare_exchange_strong_explicit(&wide, &expected_wide, round, memory_order_release, memory_order_relaxed);
        printf("%d %lld\n", done, (long long)expected_wide);
        uint32_t before = raise_to((uint32_t)round * 5);
        printf("%u %u\n", before, word);
    }
    int64_t plain = 5, one = 1, two = 2;
    int done = __atomic_compare_exchange(&plain, &one, &two, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    printf("%d %lld %lld\n", done, (long long)one, (long long)plain);
    return byte;
}
