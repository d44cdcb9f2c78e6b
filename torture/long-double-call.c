// long double as argument, result, struct member and array element, and as a variable argument.
#include <stdarg.h>
#include <stdio.h>

struct reading { char name; long double value; int count; };

static __attribute__((noinline)) struct reading scale(struct reading reading, long double by) {
    reading.value *= by;
    reading.count++;
    return reading;
}

static __attribute__((noinline)) long double sum(int count, ...) {
    va_list arguments;
    long double total = 0;
    va_start(arguments, count);
    for (int at = 0; at < count; at++) {
        int weight = va_arg(arguments, int);
        total += weight * va_arg(arguments, long double);
    }
    va_end(arguments);
    return total;
}

static long double table[] = {0.25L, 0.5L, -2.0L};
static long double (*volatile pointer)(int, ...) = sum;

int main(void) {
    struct reading reading = {'a', 1.5L, 0};
    for (int at = 0; at < 6; at++) {
        reading = scale(reading, table[at % 3] * 3);
        printf("%c %.10g %d\n", reading.name, (double)reading.value, reading.count);
    }
    printf("%.10g\n", (double)pointer(3, 1, 2.5L, 2, reading.value, -3, table[2]));
    return 0;
}
