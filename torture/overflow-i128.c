// Overflow builtins on 128-bit integers, and narrower operands with a 128-bit result.
#include <stdint.h>
#include <stdio.h>

typedef __int128 wide;
typedef unsigned __int128 uwide;

static void show(int over, uwide value) {
    printf("%d %016llx%016llx\n", over, (unsigned long long)(value >> 64), (unsigned long long)value);
}

static volatile uint64_t parts[] = {0, 1, UINT64_MAX, 0x8000000000000000u, 0x7fffffffffffffffu};

int main(void) {
    for (int first = 0; first < 25; first += 2)
        for (int second = 0; second < 25; second += 3) {
            uwide a = (uwide)parts[first / 5] << 64 | parts[first % 5];
            uwide b = (uwide)parts[second / 5] << 64 | parts[second % 5];
            uwide result;
            wide signed_result;
            int over = __builtin_add_overflow(a, b, &result);
            show(over, result);
            over = __builtin_sub_overflow(a, b, &result);
            show(over, result);
            over = __builtin_mul_overflow(a, b, &result);
            show(over, result);
            over = __builtin_add_overflow((wide)a, (wide)b, &signed_result);
            show(over, (uwide)signed_result);
            over = __builtin_sub_overflow((wide)a, (wide)b, &signed_result);
            show(over, (uwide)signed_result);
            over = __builtin_mul_overflow((wide)a, (wide)b, &signed_result);
            show(over, (uwide)signed_result);
        }
    return 0;
}
