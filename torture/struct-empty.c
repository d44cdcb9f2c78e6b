// A struct without members (GNU C), as member, argument and result, takes no room.
#include <stdint.h>
#include <stdio.h>

struct empty {};
struct around { int32_t before; struct empty nothing; int32_t after; };
struct only_array { int32_t none[0]; };

static __attribute__((noinline)) struct empty pass(int32_t a, struct empty empty, int32_t b) {
    printf("%d %d\n", a, b);
    return empty;
}

static __attribute__((noinline)) int32_t sum(struct around around, struct only_array none) {
    (void)none;
    return around.before * 10 + around.after;
}

static volatile int32_t four = 4;

int main(void) {
    struct empty empty = {};
    struct only_array none;
    struct around around = {four, empty, four + 1};
    printf("%d %d %d\n", (int)sizeof empty, (int)sizeof around, (int)sizeof none);
    pass(four, pass(1, empty, 2), four * 2);
    around.nothing = empty;
    printf("%d\n", sum(around, none));
    return 0;
}
