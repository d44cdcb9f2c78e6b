// Loops of every form, five deep, with labelled exits by flags, counting down, by pointers and with two indices.
#include <stdint.h>
#include <stdio.h>

static volatile int size = 4;

int main(void) {
    int n = size;
    uint32_t hash = 1;
    for (int a = 0; a < n; a++)
        for (int b = n; b-- > 0;) {
            int c = 0;
            do {
                int d = b;
                while (d < n) {
                    for (int e = a, f = n; e < f; e++, f--)
                        hash = hash * 31 + (uint32_t)(a + b * 2 + c * 3 + d * 4 + e * 5 + f);
                    if (++d == c)
                        break;
                }
                if ((a ^ b ^ c) == 5)
                    continue;
                hash ^= (uint32_t)c << 16;
            } while (++c < n - 1);
        }
    char text[] = "a loop over a text, by a pointer";
    int words = 0;
    for (char *at = text, *start = text; *at; at++) {
        if (*at != ' ')
            continue;
        words += (int)(at - start);
        start = at + 1;
    }
    for (uint8_t at = 250; at != 5; at++)
        hash += at;
    for (int64_t at = INT64_C(1) << 40; at > 0; at /= 3)
        hash ^= (uint32_t)at;
    for (float at = 0; at < 2; at += 0.25f)
        hash += (uint32_t)(at * 8);
    printf("%u %d\n", hash, words);
    return 0;
}
