// signed and unsigned char: promotion, comparison, wrapping, as array index and loop bound.
#include <stdint.h>
#include <stdio.h>

static volatile int inputs[] = {0, 1, 127, 128, 200, 255, 256, -1, -128, -129};

int main(void) {
    static uint8_t counts[256];
    for (int at = 0; at < 10; at++) {
        signed char s = (signed char)(inputs[at] & 127);
        if (inputs[at] & 128)
            s = (signed char)(s - 128);
        unsigned char u = (unsigned char)inputs[at];
        printf("%d %d %d %d %d ", s, u, s < u, s == u, s + u);
        printf("%d %d %d %d ", (unsigned char)(u + 1), (unsigned char)~u, s >> 1, u >> 1);
        printf("%u %u %d\n", (uint32_t)s, (uint32_t)u, (uint16_t)s > u);
        counts[u]++;
        counts[(unsigned char)s]++;
    }
    int total = 0;
    for (unsigned char at = 255; at; at--)
        total += counts[at] * at;
    for (signed char at = -128; at < 127; at++)
        total ^= at;
    printf("%d\n", total);
    return 0;
}
