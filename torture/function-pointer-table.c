// Function pointers: constant tables, returned from functions, compared with each other and with null.
#include <stdio.h>

typedef int unary(int);

static int increment(int x) { return x + 1; }
static int decrement(int x) { return x - 1; }
static int halve(int x) { return x / 2; }

static unary *const table[] = {increment, decrement, halve, 0, increment};

static __attribute__((noinline)) unary *choose(int which) { return which < 0 || which > 4 ? 0 : table[which]; }
static __attribute__((noinline)) int apply(unary *function, int times, int x) {
    while (times--)
        x = function(x);
    return x;
}
static __attribute__((noinline)) unary *(*chooser(int which))(int) { return which ? choose : 0; }

int main(void) {
    for (volatile int which = -1; which < 6; which++) {
        unary *function = chooser(1)(which);
        printf("%d %d %d %d\n", function == increment, function != table[1], !function, function ? apply(function, 3, 100) : -1);
    }
    printf("%d %d\n", choose(0) == choose(4), chooser(0) == 0);
    return apply(halve, 2, 80);
}
