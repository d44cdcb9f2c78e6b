// Unions by value as arguments and results, seen as another member.
#include <stdint.h>
#include <stdio.h>

union number { int32_t whole; float real; uint8_t bytes[4]; };
union wide { int64_t whole; double real; uint16_t halves[4]; uint8_t more[12]; };

static __attribute__((noinline)) union number flip(union number number) {
    number.bytes[3] ^= 0x80;
    return number;
}

static __attribute__((noinline)) union wide reverse(union wide wide) {
    union wide turned = wide;
    for (int at = 0; at < 4; at++)
        turned.halves[at] = wide.halves[3 - at];
    turned.more[11] = (uint8_t)(wide.more[11] + 1);
    return turned;
}

static volatile float seed = 3.25f;

int main(void) {
    union number number = {.real = seed};
    number = flip(number);
    printf("%.3f %x\n", number.real, (unsigned)number.whole);
    union wide wide = {.more = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};
    wide = reverse(reverse(reverse(wide)));
    printf("%llx %d\n", (unsigned long long)wide.whole, wide.more[11]);
    wide.real = seed * 2;
    printf("%llx %.2f\n", (unsigned long long)wide.whole, reverse(reverse(wide)).real);
    return 0;
}
