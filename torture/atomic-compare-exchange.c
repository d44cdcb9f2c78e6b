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
        printf("%d %d\n", atomic_compare_exchange_strong(&byte, &expected_byte, (uint8_t)(expected_byte + 7)), expected_byte);
        printf("%d %d\n", atomic_compare_exchange_strong(&half, &expected_half, (int16_t)(half * 3)), expected_half);
        printf("%d %lld\n", atomic_compare_exchange_strong_explicit(&wide, &expected_wide, round, memory_order_release, memory_order_relaxed),
               (long long)expected_wide);
        printf("%u %u\n", raise_to((uint32_t)round * 5), word);
    }
    int64_t one = 1, two = 2;
    printf("%d %lld\n", __atomic_compare_exchange(&wide, &one, &two, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST), (long long)one);
    return byte;
}
