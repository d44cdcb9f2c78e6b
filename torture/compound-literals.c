// Compound literals: of structs, arrays and scalars, changed, and their addresses passed on.
#include <stdint.h>
#include <stdio.h>

struct pair { int32_t a, b; };

static __attribute__((noinline)) int32_t sum(const int32_t *values, int count) {
    int32_t total = 0;
    for (int at = 0; at < count; at++)
        total += values[at] * (at + 1);
    return total;
}
static __attribute__((noinline)) int32_t product(struct pair *pair) { return pair->a++ * pair->b--; }

static int32_t *const table = (int32_t[]){5, 6, 7};
static struct pair *shared = &(struct pair){.b = 9};

int main(void) {
    for (volatile int32_t round = 0; round < 4; round++) {
        printf("%d %d\n", sum((int32_t[]){round, round * 2, 3}, 3), product(&(struct pair){round, 4}));
        table[round % 3] += round;
        shared->a += shared->b;
        struct pair *pair = &(struct pair){round, round};
        pair->a += product(pair) + product(pair);
        printf("%d %d %d %s\n", pair->a, pair->b, *&(int32_t){round + 1}, (char[]){'o', 'k', (char)('0' + round), 0});
    }
    printf("%d %d\n", sum(table, 3), shared->a);
    return 0;
}
