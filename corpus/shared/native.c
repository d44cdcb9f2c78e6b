// The host of a native program.
#include <stdio.h>

void run(void);

void say(const char *name, int number) { printf("%s %d\n", name, number); }

int main(void) {
    run();
    return 0;
}
