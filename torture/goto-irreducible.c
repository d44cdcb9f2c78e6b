// A loop with three entries and crossing edges, driven by decisions.
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) uint32_t wander(uint32_t decisions, int entry) {
    uint32_t trace = 1;
    int steps = 0;
#define STEP(mark) do { trace = trace * 31 + (mark); if (++steps > 40) return trace; } while (0)
#define DECIDE ((decisions = decisions << 1 | decisions >> 31) & 1)
    if (entry == 0) goto a;
    if (entry == 1) goto b;
    goto c;
a:
    STEP(1);
    if (DECIDE) goto c;
b:
    STEP(2);
    if (DECIDE) goto d;
c:
    STEP(3);
    if (DECIDE) goto a;
    if (DECIDE) goto b;
d:
    STEP(4);
    if (DECIDE) goto c;
    if (DECIDE) goto b;
    if (DECIDE) goto a;
    return ~trace;
}

static volatile uint32_t seeds[] = {0, 1, 0xaaaaaaaa, 0x55555555, 0xdeadbeef, 0x12345678, 0xffffffff, 0x0f0f3c99};

int main(void) {
    for (int at = 0; at < 8; at++)
        for (int entry = 0; entry < 3; entry++)
            printf("%u\n", wander(seeds[at], entry));
    return 0;
}
