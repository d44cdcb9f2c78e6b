// Bit-fields of 33 to 63 bits in a 64-bit unit.
#include <stdint.h>
#include <stdio.h>

struct wide {
    uint64_t low : 5;
    uint64_t middle : 40;
    uint64_t high : 19;
};

struct signed_wide {
    int64_t most : 63;
    int64_t sign : 1;
};

static volatile uint64_t seed = 0x123456789abcdef1u;

int main(void) {
    struct wide wide = {0};
    struct signed_wide other = {0};
    uint64_t value = seed;
    for (int round = 0; round < 10; round++) {
        value = value * 6364136223846793005u + 1442695040888963407u;
        wide.low = value;
        wide.middle = value >> 7;
        wide.high = value >> 40;
        other.most = (int64_t)(value >> 1);
        other.sign = -(int64_t)(value & 1);
        wide.middle += wide.high;
        other.most /= 7;
        printf("%llu %llu %llu %lld %lld\n", (unsigned long long)wide.low, (unsigned long long)wide.middle,
               (unsigned long long)wide.high, (long long)other.most, (long long)other.sign);
    }
    return 0;
}
