// Structs assigned to themselves, swapped, and copied between elements of one array.
#include <stdint.h>
#include <stdio.h>

struct item { int64_t key; char name[12]; float weight; };

static __attribute__((noinline)) void exchange(struct item *a, struct item *b) {
    struct item kept = *a;
    *a = *b;
    *b = kept;
}

int main(void) {
    struct item items[6] = {{5, "five", 0.5f}, {3, "three", 0.3f}, {9, "nine", 0.9f},
                            {1, "one", 0.1f},  {7, "seven", 0.7f}, {2, "two", 0.2f}};
    for (int end = 5; end > 0; end--)
        for (int at = 0; at < end; at++)
            if (items[at].key > items[at + 1].key)
                exchange(&items[at], &items[at + 1]);
    exchange(&items[2], &items[2]);
    items[3] = items[3];
    *(&items[0] + 1) = items[5];
    for (int at = 0; at < 6; at++)
        printf("%lld %s %.1f\n", (long long)items[at].key, items[at].name, items[at].weight);
    return 0;
}
