// What leaves a function that may not throw ends the program, by the handler.
#include <cstdio>
#include <cstdlib>
#include <exception>
static void raise(int i) { if (i == 3) throw i; std::printf("raise %d\n", i); }
static void quiet(int i) noexcept { raise(i); }
int main() {
    std::set_terminate([] {
        std::printf("terminate\n");
        std::fflush(stdout);
        std::_Exit(7);
    });
    try { for (int i = 0; i < 5; i++) quiet(i); }
    catch (...) { std::printf("not here\n"); }
}
