// Arbitrary precision: factorials and Fibonacci numbers by 32-bit digits with 64-bit carries, printed in decimal.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct big { int count; uint32_t digits[64]; };

static void multiply(struct big *big, uint32_t by) {
    uint64_t carry = 0;
    for (int at = 0; at < big->count; at++) {
        carry += (uint64_t)big->digits[at] * by;
        big->digits[at] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        big->digits[big->count++] = (uint32_t)carry;
}
static struct big add(struct big a, const struct big *b) {
    uint64_t carry = 0;
    for (int at = 0; at < b->count || at < a.count || carry; at++) {
        carry += (at < a.count ? (uint64_t)a.digits[at] : 0) + (at < b->count ? b->digits[at] : 0);
        a.digits[at] = (uint32_t)carry;
        carry >>= 32;
        if (at >= a.count)
            a.count = at + 1;
    }
    return a;
}
static void print(struct big big) {
    char text[700];
    char *at = text + sizeof text;
    *--at = 0;
    while (big.count) {
        uint64_t rest = 0;
        for (int digit = big.count; digit-- > 0;) {
            rest = rest << 32 | big.digits[digit];
            big.digits[digit] = (uint32_t)(rest / 10);
            rest %= 10;
        }
        *--at = (char)('0' + rest);
        while (big.count && !big.digits[big.count - 1])
            big.count--;
    }
    printf("%s\n", at);
}

int main(void) {
    struct big factorial = {1, {1}}, a = {1, {1}}, b = {1, {1}};
    for (volatile uint32_t n = 1; n <= 100; n++) {
        multiply(&factorial, n);
        struct big next = add(a, &b);
        a = b, b = next;
        if (n % 25 == 0)
            print(factorial), print(b);
    }
    return 0;
}
