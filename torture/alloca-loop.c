// alloca in a loop: every piece stays until the function returns.
#include <stdint.h>
#include <stdio.h>

struct node { struct node *next; int32_t value; };

static __attribute__((noinline)) int64_t chain(int count) {
    struct node *first = 0;
    for (int at = 0; at < count; at++) {
        struct node *node = __builtin_alloca(sizeof *node + (unsigned)(at % 5) * 8);
        node->next = first;
        node->value = at * at;
        first = node;
    }
    int64_t sum = 0;
    for (struct node *node = first; node; node = node->next)
        sum = sum * 3 % 1000000007 + node->value;
    return sum;
}

static __attribute__((noinline)) char *copy_into(char *to, int count) {
    char *mine = __builtin_alloca((unsigned)count + 1);
    for (int at = 0; at < count; at++)
        mine[at] = (char)('a' + at % 26);
    mine[count] = 0;
    for (int at = 0; at <= count; at++)
        to[at] = mine[at];
    return to;
}

int main(void) {
    char text[64];
    for (int round = 0; round < 100; round++)
        if (round % 20 == 0)
            printf("%lld %s\n", (long long)chain(round * 10), copy_into(text, round / 2));
        else
            chain(1000);
    return 0;
}
