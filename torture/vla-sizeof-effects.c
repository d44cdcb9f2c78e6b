// sizeof of a variable-length type evaluates its size, with side effects; typedefs keep the size of their time.
#include <stdio.h>

static volatile int start = 3;

int main(void) {
    int count = start;
    int size = (int)sizeof(char[count++]);
    printf("%d %d\n", size, count);
    typedef short row[count];
    count = 100;
    row values;
    printf("%d\n", (int)(sizeof values / sizeof(short)));
    for (int at = 0; at < 4; at++)
        values[at] = (short)(at * at);
    printf("%d %d\n", values[3], (int)sizeof(row[2]));
    int plain = 5;
    printf("%d %d\n", (int)sizeof(plain++), plain);
    return 0;
}
