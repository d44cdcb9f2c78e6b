// memcpy, memset, memmove and memcmp of variable sizes, zero among them, overlapping both ways.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static volatile size_t sizes[] = {0, 1, 3, 8, 13, 64, 200, 777};

int main(void) {
    static unsigned char bytes[1000], other[1000];
    for (int at = 0; at < 1000; at++)
        bytes[at] = (unsigned char)(at ^ at >> 3);
    for (int at = 0; at < 8; at++) {
        size_t size = sizes[at];
        memcpy(other + at, bytes + 2 * at, size);
        memmove(bytes + 5, bytes, size);
        memmove(bytes + 10, bytes + 17, size);
        memset(other + size, (int)size, size / 4);
        int order = memcmp(other, bytes, size);
        unsigned hash = 0;
        for (int byte = 0; byte < 1000; byte++)
            hash = hash * 31 + bytes[byte] + other[byte] * 3u;
        printf("%d %u\n", (order > 0) - (order < 0), hash);
        unsigned char *end = __builtin_mempcpy(other, bytes, size);
        printf("%d\n", (int)(end - other));
    }
    return 0;
}
