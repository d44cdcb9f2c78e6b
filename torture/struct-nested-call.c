// Calls that return structs as arguments of calls that take structs; members of what a call returns.
#include <stdint.h>
#include <stdio.h>

struct point { int32_t x, y; };
struct box { struct point low, high; };

static __attribute__((noinline)) struct point point(int32_t x, int32_t y) { return (struct point){x, y}; }
static __attribute__((noinline)) struct point add(struct point a, struct point b) { return point(a.x + b.x, a.y + b.y); }
static __attribute__((noinline)) struct box box(struct point low, struct point high) { return (struct box){low, high}; }
static __attribute__((noinline)) struct box cover(struct box a, struct box b) {
    return box(point(a.low.x < b.low.x ? a.low.x : b.low.x, a.low.y < b.low.y ? a.low.y : b.low.y),
               point(a.high.x > b.high.x ? a.high.x : b.high.x, a.high.y > b.high.y ? a.high.y : b.high.y));
}
static __attribute__((noinline)) int32_t area(struct box box) {
    return (box.high.x - box.low.x) * (box.high.y - box.low.y);
}

static volatile int32_t side = 3;

int main(void) {
    struct box all = box(point(0, 0), point(side, side));
    for (int32_t at = 1; at < 8; at++) {
        all = cover(all, box(add(point(-at, at), point(1, 1)), add(point(at * at, side), point(at, -at))));
        printf("%d %d %d\n", area(all), add(all.low, all.high).x, cover(all, all).high.y);
    }
    return 0;
}
