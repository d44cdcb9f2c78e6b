// Variable-length arrays: sizes known at run time, sizeof of them, two in one function, in a loop.
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) uint32_t fold(int count) {
    int16_t first[count];
    uint64_t second[count * 2 + 1];
    uint32_t hash = (uint32_t)(sizeof first + sizeof second);
    for (int at = 0; at < count; at++)
        first[at] = (int16_t)(at * 31 - 7);
    for (int at = 0; at < 2 * count + 1; at++)
        second[at] = at ? second[at - 1] * 3 + (uint16_t)first[at % count] : 1;
    for (int at = 0; at < 2 * count + 1; at += 3)
        hash = hash * 33 + (uint32_t)second[at];
    return hash;
}

int main(void) {
    uint32_t total = 0;
    for (volatile int count = 1; count < 40; count += 5) {
        char text[count + 1];
        for (int at = 0; at < count; at++)
            text[at] = (char)('a' + at % 26);
        text[count] = 0;
        total += fold(count) + (uint32_t)sizeof text;
        printf("%s %u\n", text, total);
    }
    return 0;
}
