// Arrays of structs with variable length, passed on by pointer, with members that are arrays.
#include <stdint.h>
#include <stdio.h>

struct row { int32_t cells[3]; double weight; char tag; };

static __attribute__((noinline)) double fold(int count, const struct row rows[count]) {
    double total = 0;
    for (int at = count; at-- > 0;)
        total = total / 2 + rows[at].weight * rows[at].cells[at % 3] + rows[at].tag;
    return total;
}

static __attribute__((noinline)) double build(int count) {
    struct row rows[count], *last = &rows[count - 1];
    for (struct row *row = rows; row <= last; row++) {
        int at = (int)(row - rows);
        *row = (struct row){{at, at * 2, at - 5}, at * 0.5, (char)(at % 100)};
    }
    struct row kept = rows[0];
    rows[0] = *last;
    *last = kept;
    return fold(count, rows);
}

int main(void) {
    for (volatile int count = 1; count < 50; count += 6)
        printf("%.6f\n", build(count));
    return 0;
}
