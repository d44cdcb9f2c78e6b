// Bit-fields of type _Bool and of an enum type.
#include <stdbool.h>
#include <stdio.h>

enum colour { red, green, blue, black };

struct flags {
    bool first : 1;
    bool second : 1;
    enum colour colour : 3;
    bool third : 1;
};

static volatile int inputs[] = {0, 1, 2, 256, -1};
static volatile double real = 0.25;

int main(void) {
    struct flags flags = {false, true, blue, false};
    for (int at = 0; at < 5; at++) {
        flags.first = inputs[at];
        flags.second = !flags.second;
        flags.third = real * inputs[at] != 0;
        flags.colour = (enum colour)((flags.colour + 1) % 4);
        printf("%d %d %d %d\n", flags.first, flags.second, (int)flags.colour, flags.third);
        if (flags.first && flags.colour == red)
            printf("red\n");
    }
    return flags.first + 2 * flags.second + 4 * flags.third;
}
