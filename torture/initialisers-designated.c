// Designated initialisers: out of order, overriding, ranges (GNU), nested, arrays of structs.
#include <stdint.h>
#include <stdio.h>

struct point { int32_t x, y, z; };
struct shape { const char *name; struct point points[3]; union { double real; int64_t whole; } extra; };

static const int32_t sparse[] = {[7] = 70, 80, [2] = 20, 30, [9] = 5, [3] = 33};
static const uint8_t ranges[20] = {[0 ... 3] = 1, [10 ... 14] = 7, [12] = 9};
static struct shape shapes[] = {
    [1] = {.points[1].y = 5, .name = "second", .points[2] = {.z = 9, .x = 1}, .extra.whole = -7},
    [0] = {"first", {{1, 2, 3}, {4}}, {.real = 2.5}},
    [3].points[0].z = 11,
};

static volatile int32_t seven = 7;

int main(void) {
    for (unsigned at = 0; at < sizeof sparse / sizeof *sparse; at++)
        printf("%d ", sparse[at]);
    for (int at = 0; at < 20; at++)
        printf("%d", ranges[at]);
    printf("\n");
    for (int at = 0; at < 4; at++)
        printf("%s %d %d %d %d\n", shapes[at].name ? shapes[at].name : "none", shapes[at].points[0].z, shapes[at].points[1].y,
               shapes[at].points[2].z, (int)shapes[at].points[2].x);
    struct point local = {.z = seven, .x = seven * 2};
    int32_t values[6] = {[4] = seven, [1] = seven + 1};
    printf("%.2f %lld %d %d %d %d\n", shapes[0].extra.real, (long long)shapes[1].extra.whole, local.y, local.z, values[4], values[5]);
    return 0;
}
