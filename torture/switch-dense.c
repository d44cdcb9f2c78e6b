// A dense switch whose cases compute, share bodies and have holes.
#include <stdio.h>

static __attribute__((noinline)) int operate(int code, int a, int b) {
    switch (code) {
    case 0: return a + b;
    case 1: return a - b;
    case 2:
    case 3: return a * b;
    case 4: if (b) return a / b; break;
    case 5: a ^= b; break;
    case 7: return b ? a % b : -2;
    case 8: case 9: case 10: return a * (1 << (b & 7));
    case 12: while (b-- > 0) a = a * 3 + 1; break;
    case 15: return ~a;
    }
    return a - 1000;
}

static volatile int limit = 18;

int main(void) {
    for (int code = -2; code < limit; code++)
        printf("%d %d %d\n", operate(code, 17, 5), operate(code, -9, 0), operate(code, code, 3));
    return 0;
}
