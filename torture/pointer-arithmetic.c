// Pointers: differences, comparison, negative steps, to the end, pointers to pointers, through integers.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct three { int8_t a[3]; };

static int32_t values[10];
static struct three threes[10];

static __attribute__((noinline)) ptrdiff_t distance(const struct three *from, const struct three *to) { return to - from; }
static __attribute__((noinline)) int32_t *find(int32_t *from, int32_t *end, int32_t wanted) {
    while (from != end && *from != wanted)
        from++;
    return from;
}

int main(void) {
    for (int at = 0; at < 10; at++)
        values[at] = at * at;
    int32_t *pointers[3] = {values + 9, values, 0}, **at = pointers;
    for (volatile int step = 1; step < 4; step++) {
        int32_t *low = values + step, *high = &values[9] - step;
        printf("%d %d %d %d ", (int)(high - low), high > low, low[-step], *(high + step));
        printf("%d %d ", (int)distance(threes + step, threes + 9), (int)distance(&threes[9], &threes[step]));
        printf("%d %d\n", (int)(find(values, values + 10, step * step) - values), find(values, values + 10, 3) == values + 10);
        *(int32_t *)((uintptr_t)low + 4) += 100;
        (*at)[step == 1 ? 0 : 1]++;
        if (at[1])
            at++;
    }
    char *bytes = (char *)values;
    printf("%d %d %d\n", *(int32_t *)(bytes + 8), (int)((char *)&values[7] - bytes), !pointers[2]);
    int32_t(*whole)[10] = &values;
    printf("%d\n", (int)((int32_t *)(whole + 1) - values));
    return 0;
}
