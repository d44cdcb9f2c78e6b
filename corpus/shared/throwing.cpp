// A library that throws. There is no runtime library: what is thrown is taken by whoever catches all.
#include "shared.h"
#include "leaving.h"

// No object of it has to be left, because clang takes the builtin for what does not unwind.
static __attribute__((noinline)) void thrown(int number) {
#ifdef __wasm__
    static int box;
    box = number;
    __builtin_wasm_throw(0, &box);
#else
    throw number;
#endif
}

static __attribute__((noinline)) void raise(int number) {
    Leaving own(number + 100);
    thrown(number);
}

PUBLIC int thrower(int number) {
    Leaving own(number);
    if (number > 1) raise(number);
    try {
        if (number > 0) raise(number + 50);
    } catch (...) {
        say("caught where it was thrown", number);
    }
    return number + 1;
}

PUBLIC function passed = thrower;
