// Enumerations: negative and large values, in switches, arrays, bit masks and as indices.
#include <stdint.h>
#include <stdio.h>

enum level { low = -2, none, middle = 5, high, most = 1000000 };
enum mask { read = 1 << 0, write = 1 << 1, execute = 1 << 2, all = read | write | execute };
enum __attribute__((packed)) tiny { first, second, third };

struct item { enum tiny kind; enum level level; enum tiny other; };

static __attribute__((noinline)) enum level next(enum level level) {
    switch (level) {
    case low: return none;
    case none: return middle;
    case middle: return high;
    case high: return most;
    case most: return low;
    }
    return high;
}

static const char *const names[] = {[first] = "first", [third] = "third", [second] = "second"};

int main(void) {
    volatile enum level start = low;
    enum level level = start;
    struct item item = {third, high, first};
    for (int round = 0; round < 7; round++) {
        level = next(level);
        item.kind = (enum tiny)((item.kind + 1) % 3);
        item.level = level;
        enum mask mask = (enum mask)(all & ~(1 << round % 3));
        printf("%d %s %d %d %s\n", (int)item.level, names[item.kind], (int)mask, !!(mask & write), names[item.other]);
    }
    return (int)sizeof(struct item);
}
