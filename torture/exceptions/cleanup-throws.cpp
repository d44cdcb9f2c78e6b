// Destructors that throw, while nothing unwinds, and that throw and catch while something does.
#include <cstdio>
#include <exception>
struct Loud {
    int number; bool fails;
    Loud(int n, bool f) : number(n), fails(f) {}
    ~Loud() noexcept(false) {
        std::printf("~%d unwinding %d\n", number, std::uncaught_exceptions());
        if (fails && std::uncaught_exceptions() == 0) throw number;
    }
};
struct Careful {
    int number;
    ~Careful() {
        try { Loud loud(number, false); throw number * 2; }
        catch (int i) { std::printf("careful %d, still %d\n", i, std::uncaught_exceptions()); }
    }
};
static void work(int what) {
    Careful careful{what};
    Loud first(1, what & 1);
    Loud second(2, what & 2);
    if (what & 4) throw 40;
    std::printf("end of work\n");
}
int main() {
    for (int what = 0; what < 8; what++) {
        try { work(what); std::printf("%d fine\n", what); }
        catch (int i) { std::printf("%d caught %d\n", what, i); }
    }
}
