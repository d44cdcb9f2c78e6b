// Objects with tables of function pointers, in two levels, changed as the program runs.
#include <stdio.h>

struct shape;
struct methods { double (*area)(const struct shape *); void (*grow)(struct shape *, double); const char *name; };
struct shape { const struct methods *methods; double a, b; };

static double rectangle_area(const struct shape *shape) { return shape->a * shape->b; }
static double triangle_area(const struct shape *shape) { return shape->a * shape->b / 2; }
static void grow_both(struct shape *shape, double by) { shape->a += by; shape->b += by; }
static void grow_first(struct shape *shape, double by) { shape->a += by; }
static const struct methods rectangle = {rectangle_area, grow_both, "rectangle"};
static const struct methods triangle = {triangle_area, grow_first, "triangle"};
static const struct methods flat = {rectangle_area, grow_first, "flat"};

int main(void) {
    struct shape shapes[3] = {{&rectangle, 2, 3}, {&triangle, 4, 5}, {&flat, 1, 0.5}};
    for (int round = 0; round < 5; round++)
        for (int at = 0; at < 3; at++) {
            struct shape *shape = &shapes[at];
            shape->methods->grow(shape, round * 0.5);
            printf("%s %.3f\n", shape->methods->name, shape->methods->area(shape));
            if (round == 2 && at == 1)
                shape->methods = &rectangle;
        }
    return 0;
}
