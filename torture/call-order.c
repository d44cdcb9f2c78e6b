// Calls in operands and conditions where C orders them: commas, &&, loops, statement by statement; effects are traced.
#include <stdio.h>

static char trace[200];
static int length;
static __attribute__((noinline)) int mark(char name, int value) {
    if (length < 199)
        trace[length++] = name;
    return value;
}

int main(void) {
    for (volatile int round = 0; round < 4; round++) {
        int total = 0;
        for (int at = mark('a', 0); mark('b', at < 3); mark('c', at++)) {
            if (mark('d', at == round))
                continue;
            total += (mark('e', 1), mark('f', at));
            if (mark('g', total) > 3 || mark('h', round) == 3)
                break;
        }
        do
            total = mark('i', total) ? mark('j', total / 2) : mark('k', -1);
        while (mark('l', total > 0));
        int values[3] = {0};
        values[mark('m', round % 3)]++;
        values[1] += mark('n', 5);
        switch (mark('o', round)) {
        case 1: mark('p', 0); break;
        default: mark('q', values[round % 3]);
        }
        printf("%d %d\n", total, values[0] + values[1] * 10 + values[2] * 100);
    }
    trace[length] = 0;
    printf("%s\n", trace);
    return 0;
}
