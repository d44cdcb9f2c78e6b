// va_copy: the copy goes on from where it was made, twice over the same arguments.
#include <stdarg.h>
#include <stdio.h>

static __attribute__((noinline)) double variance(int count, ...) {
    va_list first, second;
    double mean = 0, total = 0;
    va_start(first, count);
    int skipped = va_arg(first, int);
    va_copy(second, first);
    for (int at = 0; at < count; at++)
        mean += va_arg(first, double) / count;
    va_end(first);
    for (int at = 0; at < count; at++) {
        double difference = va_arg(second, double) - mean;
        total += difference * difference;
    }
    va_end(second);
    return total / count + skipped;
}

int main(void) {
    printf("%.4f\n", variance(4, 100, 1.0, 2.0, 3.0, 4.0));
    printf("%.4f\n", variance(1, -1, 1e6));
    printf("%.4f\n", variance(2, 0, -0.5, 0.5));
    return 0;
}
