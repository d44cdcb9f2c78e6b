// Try scopes inside each other: each exception goes to the innermost that handles it.
#include <cstdio>
static void raise(int what) {
    switch (what) {
    case 1: throw 1;
    case 2: throw 2L;
    case 3: throw 3.5;
    case 4: throw "four";
    default: break;
    }
}
static int run(int what) {
    int seen = 0;
    try {
        seen += 1;
        try {
            seen += 10;
            try {
                seen += 100;
                raise(what);
                seen += 1000;
            } catch (int i) {
                std::printf("int %d\n", i);
                seen += 20000;
            }
            seen += 100000;
        } catch (long l) {
            std::printf("long %ld\n", l);
            seen += 2000000;
        }
    } catch (double d) {
        std::printf("double %g\n", d);
        seen += 30000000;
    } catch (const char *text) {
        std::printf("text %s\n", text);
        seen += 40000000;
    }
    return seen;
}
int main() {
    for (int what = 0; what < 5; what++) std::printf("%d: %d\n", what, run(what));
}
