// A program that catches what its libraries throw.
#include "shared.h"
#include "leaving.h"

static int own_thrower(int number) { return thrower(number + 1); }

C PUBLIC void run(void) {
    const function functions[] = {thrower, passed, own_thrower};
    for (int number = 0; number < 9; number++) {
        try {
            Leaving own(number + 300);
            say("returned", between(functions[number % 3], number / 3));
        } catch (...) {
            say("caught", number);
        }
    }
}
