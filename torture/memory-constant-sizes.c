// memcpy, memset and memmove of constant sizes, small and large, at all alignments.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint8_t from[5000], to[5000];

static __attribute__((noinline)) uint32_t hash(void) {
    uint32_t hash = 0;
    for (int at = 0; at < 5000; at++)
        hash = hash * 31 + to[at];
    return hash;
}

#define TEST(size)                                                                                                     \
    do {                                                                                                               \
        memcpy(to + offset, from + 7, size);                                                                           \
        printf("%u ", hash());                                                                                         \
        memset(to + offset + 1, size & 255, size);                                                                     \
        printf("%u ", hash());                                                                                         \
        memmove(to + offset, to + offset + 3, size);                                                                   \
        memmove(to + offset + 5, to + offset + 2, size);                                                               \
        printf("%u\n", hash());                                                                                        \
    } while (0)

static volatile int shift = 3;

int main(void) {
    int offset = shift;
    for (int at = 0; at < 5000; at++)
        from[at] = (uint8_t)(at * 7 + at / 256);
    TEST(0); TEST(1); TEST(2); TEST(3); TEST(4); TEST(5); TEST(7); TEST(8); TEST(9); TEST(15); TEST(16); TEST(17);
    TEST(31); TEST(32); TEST(33); TEST(63); TEST(64); TEST(100); TEST(128); TEST(129); TEST(1000); TEST(4096);
    return 0;
}
