// Aliases of functions and variables, strong and weak, called directly and through pointers.
#include <stdio.h>

int original(int x) { return x + 100; }
int second(int x) __attribute__((alias("original")));
int third(int x) __attribute__((weak, alias("original")));
int table[3] = {10, 20, 30};
extern int other_table[3] __attribute__((alias("table")));
static int hidden(int x) { return x * x; }
int shown(int x) __attribute__((alias("hidden")));

static int (*volatile pointers[])(int) = {original, second, third, shown};

int main(void) {
    for (int at = 0; at < 4; at++)
        printf("%d %d\n", pointers[at](at + 1), pointers[at] == original);
    printf("%d %d %d\n", second(1), third(2), shown(3));
    other_table[1] = 77;
    printf("%d %d\n", table[1], &other_table[0] == &table[0]);
    return other_table[2];
}
