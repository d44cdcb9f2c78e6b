// Tail calls with accumulators: as deep as a loop is long when they are turned into one, and correct when not.
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) uint64_t sum(uint32_t n, uint64_t total) { return n ? sum(n - 1, total + n) : total; }
static __attribute__((noinline)) uint32_t gcd(uint32_t a, uint32_t b) { return b ? gcd(b, a % b) : a; }
static __attribute__((noinline)) int find(const int *values, int count, int wanted) {
    if (count == 0)
        return -1;
    if (values[0] == wanted)
        return 0;
    int rest = find(values + 1, count - 1, wanted);
    return rest < 0 ? rest : rest + 1;
}

static volatile uint32_t deep = 5000;

int main(void) {
    int values[300];
    for (int at = 0; at < 300; at++)
        values[at] = at * 7 % 300;
    printf("%llu %u\n", (unsigned long long)sum(deep, 0), gcd(deep * 36, 1260));
    printf("%d %d\n", find(values, 300, 299), find(values, 300, 1000));
    return 0;
}
