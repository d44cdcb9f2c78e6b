// Comma operators and GNU statement expressions, nested and with jumps out of them.
#include <stdint.h>
#include <stdio.h>

#define MAXIMUM(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })

static __attribute__((noinline)) int search(const int *values, int count, int wanted) {
    int steps = 0;
    for (int at = 0, limit = count * 2; at < limit; steps++, at += 1 + (at & 1)) {
        int value = ({
            if (at >= count)
                break;
            if (values[at] == 0)
                continue;
            if (values[at] == wanted)
                return steps * 100 + at;
            values[at] * 2;
        });
        steps += value > wanted ? ({ int sum = 0; for (int by = 0; by < 3; by++) sum += by * value; sum & 3; }) : 0;
    }
    return -steps;
}

int main(void) {
    static const int values[] = {5, 3, 0, 9, 12, 0, 7, 1};
    int x = 1, y;
    for (volatile int wanted = 0; wanted < 13; wanted++) {
        y = (x += 2, x *= 3, x % 17);
        printf("%d %d %d\n", search(values, 8, wanted), y, MAXIMUM(y, MAXIMUM(wanted, 4)));
        printf("%d\n", (x++, y--, x + y));
        x %= 50;
    }
    return 0;
}
