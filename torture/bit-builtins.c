// clz, ctz, popcount, parity, ffs, bswap and bit reversal on 16, 32 and 64 bits; zero where it is defined.
#include <stdint.h>
#include <stdio.h>

static volatile uint64_t inputs[] = {0, 1, 2, 0x80, 0x8000, 0x80000000u, 0xffffffffu, 0x100000000u, 1ull << 63, UINT64_MAX, 0x123456789abcdefu};

static __attribute__((noinline)) int safe_clz(uint32_t value) { return value ? __builtin_clz(value) : 32; }
static __attribute__((noinline)) int safe_ctz(uint64_t value) { return value ? __builtin_ctzll(value) : 64; }
static __attribute__((noinline)) uint32_t reverse(uint32_t value) {
    value = (value >> 1 & 0x55555555) | (value & 0x55555555) << 1;
    value = (value >> 2 & 0x33333333) | (value & 0x33333333) << 2;
    value = (value >> 4 & 0x0f0f0f0f) | (value & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(value);
}
static __attribute__((noinline)) int slow_count(uint64_t value) {
    int count = 0;
    for (; value; value &= value - 1)
        count++;
    return count;
}

int main(void) {
    for (int at = 0; at < 11; at++) {
        uint64_t value = inputs[at];
        uint32_t word = (uint32_t)value;
        printf("%d %d %d %d %d ", safe_clz(word), safe_ctz(value), __builtin_popcount(word), __builtin_popcountll(value), slow_count(value));
        printf("%d %d %d %d ", __builtin_parity(word), __builtin_parityll(value), __builtin_ffs((int)(word & 0x7fffffff)), __builtin_ffsll((int64_t)(value >> 1)));
        printf("%x %x %llx %x\n", __builtin_bswap16((uint16_t)value), __builtin_bswap32(word), (unsigned long long)__builtin_bswap64(value), reverse(word));
    }
    return 0;
}
