// Loops that an optimiser makes vectors of: sums, maps, conditionals, strides, reductions of every type.
#include <stdint.h>
#include <stdio.h>

enum { SIZE = 1000 };
static int32_t a[SIZE], b[SIZE];
static uint8_t bytes[SIZE];
static int16_t halves[SIZE];
static float reals[SIZE];
static double sums[SIZE];
static int64_t wides[SIZE];

int main(void) {
    for (int at = 0; at < SIZE; at++) {
        a[at] = at * 7 - 300;
        bytes[at] = (uint8_t)(at * 13);
        halves[at] = (int16_t)(at * 77 % 3001 - 1500);
        reals[at] = (float)at * 0.25f;
    }
    for (int at = 0; at < SIZE; at++)
        b[at] = a[at] > 0 ? a[at] * 3 : -a[at];
    for (int at = 0; at < SIZE; at++)
        wides[at] = (int64_t)a[at] * b[at] + bytes[at];
    for (int at = 0; at < SIZE; at++)
        sums[at] = reals[at] * 2 + halves[at];
    for (int at = 0; at < SIZE / 2; at++)
        bytes[at] = (uint8_t)(bytes[2 * at] + bytes[2 * at + 1] + 1) >> 1;
    int32_t total = 0, most = INT32_MIN, masked = 0, dot = 0;
    int64_t wide = 0;
    uint32_t hash = 0, count = 0;
    for (int at = 0; at < SIZE; at++) {
        total += b[at];
        most = b[at] > most ? b[at] : most;
        masked |= a[at] ^ b[at];
        dot += halves[at] * (int16_t)(bytes[at] - 128);
        wide += wides[at];
        count += bytes[at] < 100;
        hash += (uint32_t)(int32_t)sums[at];
    }
    printf("%d %d %d %d %lld %u %u\n", total, most, masked, dot, (long long)wide, count, hash);
    return 0;
}
