// Large and negative offsets: indices that lie far before or behind the address they are added to.
#include <stdint.h>
#include <stdio.h>

static uint8_t large[300000];
struct big { int32_t head; uint8_t space[100000]; int64_t tail; };
static struct big bigs[3];

static __attribute__((noinline)) uint8_t before(const uint8_t *end, int32_t by) { return end[by - 200000]; }
static __attribute__((noinline)) uint8_t wrapped(const uint8_t *from, uint32_t by) { return from[(int32_t)(by - 5)]; }
static __attribute__((noinline)) int64_t tail(const struct big *big, int at) { return big[at].tail + big[at - 1].head + big[1 - at].space[99999]; }
static __attribute__((noinline)) void fill(uint8_t *bytes, int32_t from, int32_t to) {
    for (int32_t at = from; at < to; at++)
        bytes[at - 1000000] = (uint8_t)(at * 31 ^ at >> 9);
}

int main(void) {
    fill((uint8_t *)((uintptr_t)large + 1000000), 0, 300000);
    for (int at = 0; at < 3; at++)
        bigs[at].head = at + 1, bigs[at].tail = at * 1000, bigs[at].space[99999] = (uint8_t)(at + 50);
    for (volatile int by = 0; by < 5; by++)
        printf("%d %d %d\n", before(large + 250000, by * 1000), wrapped(large + 5, (uint32_t)by), large[299999 - by]);
    printf("%lld\n", (long long)tail(&bigs[1], 1));
    return 0;
}
