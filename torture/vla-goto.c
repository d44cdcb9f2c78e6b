// Variable-length arrays left by goto, continue and break: the stack goes back every time.
#include <stdio.h>

static __attribute__((noinline)) int spin(int rounds) {
    int total = 0, round = 0;
again:
    if (round < rounds) {
        int size = 1000 + round % 7 * 100;
        int block[size];
        block[0] = round;
        block[size - 1] = total;
        round++;
        if (round % 3 == 0)
            goto again;
        for (int at = 0; at < 5; at++) {
            char small[at * 100 + 1];
            small[at * 100] = (char)at;
            if (at == round % 4)
                continue;
            if (at == 4 && round % 5 == 0)
                break;
            total += small[at * 100];
        }
        total += block[0] % 10 + (block[size - 1] & 1);
        goto again;
    }
    return total;
}

int main(void) {
    printf("%d\n", spin(20));
    printf("%d\n", spin(20000));
    return 0;
}
