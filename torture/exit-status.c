// The status of the process comes from nested calls, by exit, without main returning.
#include <stdio.h>
#include <stdlib.h>

static _Noreturn __attribute__((noinline)) void leave(int status) {
    printf("leaving with %d\n", status);
    exit(status);
}

static __attribute__((noinline)) int check(int value) {
    if (value > 20)
        leave(value * 2 + 1);
    return value + 3;
}

int main(void) {
    volatile int value = 1;
    for (;;) {
        value = check(value);
        printf("%d\n", value);
    }
}
