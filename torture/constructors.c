// Constructors and destructors with priorities run in order, around main.
#include <stdio.h>

static int order;

__attribute__((constructor(300))) static void third(void) { printf("third %d\n", order = order * 10 + 3); }
__attribute__((constructor(101))) static void first(void) { printf("first %d\n", order = order * 10 + 1); }
__attribute__((constructor(200))) static void second(void) { printf("second %d\n", order = order * 10 + 2); }
__attribute__((constructor)) static void last(void) { printf("last %d\n", order = order * 10 + 4); }
__attribute__((destructor(200))) static void after_all(void) { printf("after %d\n", order); }
__attribute__((destructor)) static void before_that(void) { printf("before %d\n", order++); }

int main(void) {
    printf("main %d\n", order);
    order += 5;
    return order % 100;
}
