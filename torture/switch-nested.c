// Switches inside switches inside loops, with jumps out of all of them.
#include <stdio.h>

static __attribute__((noinline)) int machine(const char *program) {
    int state = 0, total = 0;
    for (const char *at = program; *at; at++) {
        switch (state) {
        case 0:
            switch (*at) {
            case 'a': state = 1; break;
            case 'b': state = 2; continue;
            case 'c': goto done;
            default: total++;
            }
            total += 10;
            break;
        case 1:
            switch (*at) {
            case 'a': switch (total & 3) { case 0: total += 7; break; case 1: state = 0; break; default: state = 2; } break;
            case 'b': state = 0; continue;
            default: total -= 3; break;
            }
            break;
        case 2:
            if (*at == 'c')
                state = 0;
            else
                total += *at - 'a';
            break;
        }
        total = total * 3 % 1009;
    }
    total += 5000;
done:
    return total * 10 + state;
}

int main(void) {
    static const char *const programs[] = {"", "abc", "aaaaabbbcc", "bbbcac", "zzzaaaabz", "bacabacabazaabbccz"};
    for (int at = 0; at < 6; at++)
        printf("%d\n", machine(programs[at]));
    return 0;
}
