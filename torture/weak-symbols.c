// Weak functions and variables, and the address of a weak undefined one compared with null.
#include <stdio.h>

extern int nowhere(int) __attribute__((weak));
extern int no_variable __attribute__((weak));
__attribute__((weak)) int somewhere(int x) { return x * 2; }
__attribute__((weak)) int variable = 42;
extern int variable_elsewhere __attribute__((weak));

static __attribute__((noinline)) int call(int (*function)(int), int x) { return function ? function(x) : -x; }

int main(void) {
    printf("%d %d\n", nowhere == 0, &no_variable == 0);
    printf("%d %d\n", call(nowhere, 5), call(somewhere, 5));
    if (nowhere)
        printf("%d\n", nowhere(1));
    printf("%d %d\n", somewhere(variable), &variable_elsewhere ? variable_elsewhere : 7);
    return variable;
}
