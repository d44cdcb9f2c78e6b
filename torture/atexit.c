// Functions registered for the end run in reverse order, after main returns and on exit.
#include <stdio.h>
#include <stdlib.h>

static int count;

static void first(void) { printf("first %d\n", ++count); }
static void second(void) { printf("second %d\n", ++count); }

int main(int arguments, char **values) {
    (void)values;
    atexit(first);
    atexit(second);
    atexit(first);
    printf("main %d\n", count);
    if (arguments < 100)
        exit(9);
    return 1;
}
