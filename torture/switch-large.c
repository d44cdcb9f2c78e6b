// A switch of 200 cases made by a macro, some of them alike.
#include <stdint.h>
#include <stdio.h>

#define CASE(n) case (n) * 3: return (n) % 7 == 0 ? 1 : (uint32_t)(n) * 2654435761u >> 7;
#define TEN(n) CASE(n) CASE(n + 1) CASE(n + 2) CASE(n + 3) CASE(n + 4) CASE(n + 5) CASE(n + 6) CASE(n + 7) CASE(n + 8) CASE(n + 9)

static __attribute__((noinline)) uint32_t large(uint32_t value) {
    switch (value) {
        TEN(0) TEN(10) TEN(20) TEN(30) TEN(40) TEN(50) TEN(60) TEN(70) TEN(80) TEN(90)
        TEN(100) TEN(110) TEN(120) TEN(130) TEN(140) TEN(150) TEN(160) TEN(170) TEN(180) TEN(190)
    }
    return value;
}

int main(void) {
    uint32_t hash = 0;
    for (uint32_t value = 0; value < 700; value++) {
        hash = hash * 33 + large(value);
        if (value % 100 == 0)
            printf("%u\n", hash);
    }
    printf("%u %u\n", hash, large(0xffffffffu));
    return 0;
}
