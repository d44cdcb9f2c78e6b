// Handlers of everything, alone, last, and around each other.
#include <cstdio>
#include <exception>
#include <string>
static void raise(int what) { if (what == 1) throw 1; if (what == 2) throw std::string("two"); if (what == 3) throw 3.0f; }
static std::exception_ptr kept;
static int run(int what) {
    try {
        try { raise(what); return 0; }
        catch (...) { kept = std::current_exception(); if (what == 3) throw; std::printf("inner %d\n", what); }
        raise(what + 1);
    } catch (...) { std::printf("outer %d\n", what); return 2; }
    return 1;
}
int main() {
    for (int what = 0; what < 4; what++) std::printf("%d -> %d\n", what, run(what));
    try { std::rethrow_exception(kept); }
    catch (float f) { std::printf("kept %g\n", f); }
    catch (...) { std::printf("kept other\n"); }
}
