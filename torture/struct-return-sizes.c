// Structs of 1 to 40 bytes returned and passed by value.
#include <stdint.h>
#include <stdio.h>

#define SIZE(n)                                                                                                        \
    struct bytes##n {                                                                                                  \
        uint8_t at[n];                                                                                                 \
    };                                                                                                                 \
    static __attribute__((noinline)) struct bytes##n make##n(uint8_t seed) {                                           \
        struct bytes##n made;                                                                                          \
        for (int at = 0; at < n; at++)                                                                                 \
            made.at[at] = (uint8_t)(seed + at * 7);                                                                    \
        return made;                                                                                                   \
    }                                                                                                                  \
    static __attribute__((noinline)) struct bytes##n turn##n(struct bytes##n bytes, int by) {                          \
        struct bytes##n turned = bytes;                                                                                \
        for (int at = 0; at < n; at++)                                                                                 \
            turned.at[(at + by) % n] = bytes.at[at];                                                                   \
        bytes.at[0] = 99;                                                                                              \
        return turned;                                                                                                 \
    }

#define SHOW(n)                                                                                                        \
    do {                                                                                                               \
        struct bytes##n made = make##n(n), turned = turn##n(made, 3);                                                  \
        unsigned hash = 0;                                                                                             \
        for (int at = 0; at < n; at++)                                                                                 \
            hash = hash * 31 + turned.at[at] + made.at[at];                                                            \
        printf("%d %u\n", n, hash);                                                                                    \
    } while (0)

SIZE(1) SIZE(2) SIZE(3) SIZE(4) SIZE(5) SIZE(7) SIZE(8) SIZE(9) SIZE(12) SIZE(15) SIZE(16) SIZE(17) SIZE(24) SIZE(40)

int main(void) {
    SHOW(1); SHOW(2); SHOW(3); SHOW(4); SHOW(5); SHOW(7); SHOW(8);
    SHOW(9); SHOW(12); SHOW(15); SHOW(16); SHOW(17); SHOW(24); SHOW(40);
    return 0;
}
