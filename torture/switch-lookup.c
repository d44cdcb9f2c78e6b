// Switches that only choose a constant, a string or a function: compilers make tables of them.
#include <stdio.h>

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int negate(int x) { return -x; }

static __attribute__((noinline)) const char *name(int month) {
    switch (month) {
    case 1: return "January";
    case 2: return "February";
    case 3: return "March";
    case 4: return "April";
    case 5: return "May";
    case 6: return "June";
    }
    return "later";
}

static __attribute__((noinline)) int (*function(int which))(int) {
    switch (which) {
    case 0: return twice;
    case 1: return square;
    case 2: return negate;
    case 3: return twice;
    default: return 0;
    }
}

static __attribute__((noinline)) double factor(unsigned level) {
    double chosen;
    switch (level) {
    case 0: chosen = 0.5; break;
    case 1: chosen = 1.25; break;
    case 2: chosen = -7; break;
    case 3: chosen = 1e9; break;
    case 4: chosen = 0; break;
    default: chosen = 2; break;
    }
    return chosen * 2;
}

int main(void) {
    for (volatile int at = 0; at < 8; at++) {
        int (*chosen)(int) = function(at);
        printf("%s %d %.3g\n", name(at), chosen ? chosen(at + 5) : -1, factor((unsigned)at));
    }
    return 0;
}
