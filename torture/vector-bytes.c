// GNU vectors of sixteen bytes and eight halves: wrapping, comparison, saturation by masks, shuffles.
#include <stdint.h>
#include <stdio.h>

typedef uint8_t bytes __attribute__((vector_size(16)));
typedef int8_t signed_bytes __attribute__((vector_size(16)));
typedef int16_t signed_halves __attribute__((vector_size(16)));
typedef uint16_t halves __attribute__((vector_size(16)));

static void show(bytes v) {
    for (int at = 0; at < 16; at++)
        printf("%02x", v[at]);
    printf("\n");
}

static __attribute__((noinline)) bytes saturating(bytes a, bytes b) {
    bytes sum = a + b;
    return sum | (bytes)(sum < a);
}

int main(void) {
    bytes a, b;
    for (volatile int at = 0; at < 16; at++)
        a[at] = (uint8_t)(at * 17), b[at] = (uint8_t)(200 - at * 9);
    for (int round = 0; round < 3; round++) {
        show(a + b), show(a - b), show(a * b), show(saturating(a, b)), show(a >> 3), show((bytes)((signed_bytes)a >> 2)), show(b << 1);
        show((bytes)(a > b)), show((bytes)((signed_bytes)a > (signed_bytes)b));
        show(__builtin_shufflevector(a, b, 15, 14, 13, 12, 0, 16, 1, 17, 2, 18, 3, 19, 31, 30, 29, 28));
        halves c = (halves)a, d = (halves)b;
        show((bytes)(c * d)), show((bytes)(c + (d >> 4))), show((bytes)(c < d)), show((bytes)((signed_halves)c < (signed_halves)d));
        a = __builtin_shufflevector(a, a, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0);
        b ^= a;
    }
    return 0;
}
