// A variadic function that calls itself, through a pointer as well.
#include <stdarg.h>
#include <stdio.h>

typedef int variadic(int depth, ...);

static __attribute__((noinline)) int walk(int depth, ...) {
    va_list arguments;
    va_start(arguments, depth);
    int first = va_arg(arguments, int);
    double second = va_arg(arguments, double);
    variadic *next = va_arg(arguments, variadic *);
    va_end(arguments);
    if (depth == 0)
        return first + (int)second;
    return next(depth - 1, first + depth, second * 2, next) + 1;
}

int main(void) {
    for (int depth = 0; depth < 12; depth++)
        printf("%d\n", walk(depth, depth, 1.5, walk));
    return 0;
}
