// What runs at exit: functions and destructors registered in turn, also by each other, and exit in a call.
#include <cstdio>
#include <cstdlib>

volatile int input = 2;

struct Tell {
    const char *name;
    explicit Tell(const char *n) : name(n) { std::printf("+%s\n", name); }
    ~Tell() { std::printf("-%s\n", name); }
};
static void late() { std::printf("late\n"); }
static void first() {
    std::printf("first\n");
    static Tell in_handler("in handler");
    std::atexit(late);
}
static void second() { std::printf("second\n"); }

static Tell global("global");
static int registered = std::atexit(first);
static Tell global_two("global two");

__attribute__((noinline)) void deeper(int n) {
    Tell automatic("never destroyed");
    if (n == 0) {
        static Tell local("local");
        std::atexit(second);
        std::exit(registered + 3);
    }
    deeper(n - 1);
}

int main() {
    Tell in_main("in main");
    { Tell scope("scope"); }
    deeper(input - 2);
    std::printf("not reached\n");
}
