// Tentative definitions, extern in a block, shadowed names, const objects and zero-initialised tables.
#include <stdint.h>
#include <stdio.h>

int shared;
int shared;
extern int shared;
static int32_t zeros[1000];
const int32_t fixed[] = {1, 2, 3};
int shared = 4;

static __attribute__((noinline)) int shadow(int shared) {
    int total = shared;
    {
        extern int shared;
        total = total * 10 + shared;
        {
            int shared = 7;
            total = total * 10 + shared++;
        }
        shared++;
    }
    for (int shared = 0; shared < 3; shared++)
        total += shared;
    return total;
}

static inline int later(int x);
static int earlier(int x) { return x > 5 ? x : later(x); }
static inline int later(int x) { return earlier(x + 3) * 2; }

int main(void) {
    for (volatile int at = 0; at < 4; at++) {
        zeros[at * 300] += shadow(at);
        printf("%d %d %d\n", zeros[at * 300], shared, earlier(at) + fixed[at % 3]);
    }
    return zeros[999];
}
