// _Thread_local variables: initialised, zero, arrays, static in a function, and their addresses.
#include <stdint.h>
#include <stdio.h>

static _Thread_local int counter = 5;
_Thread_local int64_t zero;
static _Thread_local char text[8] = "local";

static __attribute__((noinline)) int next(void) {
    static _Thread_local int calls = 100;
    counter += 2;
    zero -= counter;
    return calls++;
}

static __attribute__((noinline)) int *address(void) { return &counter; }

int main(void) {
    for (int round = 0; round < 5; round++) {
        text[round % 5] = (char)(text[round % 5] - 'a' + 'A');
        int call = next();
        printf("%d %d %lld %s\n", call, counter, (long long)zero, text);
        *address() += round;
    }
    return counter;
}
