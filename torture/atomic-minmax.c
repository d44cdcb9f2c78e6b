// Atomic minimum and maximum by a loop of compare-and-exchange, and atomics in structs and arrays.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

struct statistics { _Atomic int32_t least, most; _Atomic uint64_t sum; _Atomic uint8_t histogram[4]; };

static __attribute__((noinline)) void record(struct statistics *statistics, int32_t value) {
    int32_t seen = atomic_load_explicit(&statistics->least, memory_order_relaxed);
    while (value < seen && !atomic_compare_exchange_weak(&statistics->least, &seen, value)) {}
    seen = statistics->most;
    while (value > seen && !atomic_compare_exchange_strong(&statistics->most, &seen, value)) {}
    atomic_fetch_add(&statistics->sum, (uint64_t)(int64_t)value);
    atomic_fetch_add_explicit(&statistics->histogram[value & 3], 1, memory_order_relaxed);
}

int main(void) {
    static struct statistics statistics = {INT32_MAX, INT32_MIN, 0, {0}};
    uint32_t value = 17;
    for (int round = 0; round < 500; round++) {
        value = value * 1664525u + 1013904223u;
        record(&statistics, (int32_t)(value >> 8) - 8000000);
    }
    printf("%d %d %lld\n", statistics.least, statistics.most, (long long)statistics.sum);
    printf("%d %d %d %d\n", statistics.histogram[0], statistics.histogram[1], statistics.histogram[2], statistics.histogram[3]);
    return 0;
}
