// GNU vectors in arrays, structs and unions, loaded from addresses that are not aligned for them.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int32_t ints __attribute__((vector_size(16)));
typedef int32_t loose __attribute__((vector_size(16), aligned(4)));
struct holder { char tag; ints values; int32_t after; };
union view { ints whole; int32_t parts[4]; uint8_t bytes[16]; };

static int32_t data[40];
static struct holder holders[3] = {{'a', {1, 2, 3, 4}, 5}, {'b', {6}, 7}};

static __attribute__((noinline)) ints sum(const int32_t *from, int count) {
    ints total = {0};
    for (int at = 0; at < count; at++)
        total += *(const loose *)(from + at);
    return total;
}
static __attribute__((noinline)) struct holder turn(struct holder holder) {
    holder.values = __builtin_shufflevector(holder.values, holder.values, 3, 2, 1, 0);
    holder.after++;
    return holder;
}

int main(void) {
    for (int at = 0; at < 40; at++)
        data[at] = at * at - 100;
    for (volatile int at = 0; at < 5; at++) {
        union view view = {sum(data + at, 10 + at)};
        view.bytes[at] ^= 1;
        holders[at % 3].values += view.whole;
        holders[(at + 1) % 3] = turn(holders[at % 3]);
        memcpy(&data[at * 3], &holders[(at + 1) % 3].values, 16);
        printf("%d %d %d %d %d\n", view.parts[0], view.parts[3], holders[0].values[1], holders[1].values[2], holders[2].after);
    }
    return 0;
}
