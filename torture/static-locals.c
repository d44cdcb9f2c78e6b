// static locals keep their values: one in each function, one in each scope, shared by recursion.
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) int next(void) {
    static int value = 10;
    {
        static int value = 1000;
        value += 5;
        if (value % 10)
            return value;
    }
    return value++;
}

static __attribute__((noinline)) int depth(int n) {
    static int most;
    static const char *const names[] = {"none", "one", "two"};
    if (n > most)
        most = n;
    if (n > 0)
        depth(n - 1);
    else
        printf("%s\n", names[most % 3]);
    return most;
}

static __attribute__((noinline)) uint32_t random_number(void) {
    static uint64_t state = 42;
    state = state * 6364136223846793005u + 1;
    return (uint32_t)(state >> 33);
}

int main(void) {
    for (int round = 0; round < 6; round++)
        printf("%d %d %u\n", next(), depth(round * 2 % 5), random_number());
    return 0;
}
