// Mutual recursion of three functions, Ackermann's function, and the towers of Hanoi.
#include <stdint.h>
#include <stdio.h>

static int even(int n);
static int odd(int n);
static __attribute__((noinline)) int third(int n) { return n <= 0 ? 7 : even(n - 3); }
static __attribute__((noinline)) int odd(int n) { return n == 0 ? 0 : n % 5 == 3 ? third(n - 1) : even(n - 1); }
static __attribute__((noinline)) int even(int n) { return n == 0 ? 1 : n < 0 ? 3 : odd(n - 1); }

static __attribute__((noinline)) uint32_t ackermann(uint32_t m, uint32_t n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static uint32_t moves, hash;

static void hanoi(int disks, int from, int to, int over) {
    if (disks == 0)
        return;
    hanoi(disks - 1, from, over, to);
    moves++;
    hash = hash * 31 + (uint32_t)(disks * 100 + from * 10 + to);
    hanoi(disks - 1, over, to, from);
}

int main(void) {
    for (volatile int n = 0; n < 30; n++)
        printf("%d%d ", even(n), odd(n));
    printf("\n%u %u\n", ackermann(2, 9), ackermann(3, 5));
    hanoi(12, 1, 3, 2);
    printf("%u %u\n", moves, hash);
    return 0;
}
