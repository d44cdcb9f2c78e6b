// Computed goto with label differences, a label stored in a variable, and labels in a struct.
#include <stdio.h>

static __attribute__((noinline)) int walk(int start, int steps) {
    static const struct { const void *label; int cost; } table[] = {{&&first, 1}, {&&second, 10}, {&&third, 100}};
    const void *saved = &&first;
    int total = 0, at = start;
again:
    if (steps-- <= 0)
        return total;
    total += table[at].cost;
    goto *table[at].label;
first:
    at = 1;
    saved = &&third;
    goto again;
second:
    at = total & 1 ? 2 : 0;
    goto *saved;
third:
    total += 3;
    at = (at + 1) % 3;
    saved = total % 5 ? &&first : &&again;
    goto again;
}

int main(void) {
    for (volatile int start = 0; start < 3; start++)
        for (int steps = 0; steps < 12; steps++)
            printf("%d\n", walk(start, steps));
    return 0;
}
