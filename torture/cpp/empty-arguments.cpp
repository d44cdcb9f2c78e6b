// Empty classes passed by value, alone, among others and as results, to functions of all kinds.
#include <cstdarg>
#include <cstdio>

volatile int input = 6;

struct Nothing {};
struct Nothings { Nothing a, b; };
struct Inherits : Nothing { int n; };
struct Tracked {
    static int alive;
    Tracked() { alive++; }
    Tracked(const Tracked &) { alive++; }
    ~Tracked() { alive--; }
};
int Tracked::alive;

__attribute__((noinline)) int among(Nothing, int a, Nothings, double b, Nothing, long long c, Nothing) {
    return static_cast<int>(a + b * 10 + static_cast<double>(c));
}
__attribute__((noinline)) Nothing make(int *count) { ++*count; return {}; }
__attribute__((noinline)) Nothings make_two(int *count) { *count += 2; return {}; }
__attribute__((noinline)) Inherits pass(Inherits in, Nothing) { in.n *= 3; return in; }
__attribute__((noinline)) int tracked(Tracked a, int n, Tracked) { (void)a; return Tracked::alive * n; }
__attribute__((noinline)) int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int total = 0;
    for (int i = 0; i < count; i++)
        total = total * 7 + va_arg(list, int);
    va_end(list);
    return total;
}
struct Callable { int operator()(Nothing, int n, Nothing) const { return n + 1; } };
template <class F> __attribute__((noinline)) int call(F f, int n) { return f(Nothing(), n, Nothing()); }

int main() {
    int count = 0;
    std::printf("%d\n", among(make(&count), input, make_two(&count), 1.5, {}, 70000, {}));
    std::printf("%d\n", count);
    std::printf("%d\n", pass(Inherits{{}, input}, Nothing()).n);
    int alive = tracked(Tracked(), input, Tracked());
    std::printf("%d %d\n", alive, Tracked::alive);
    std::printf("%d\n", sum(3, input, input + 1, 2));
    std::printf("%d %d\n", call(Callable(), input), call([](Nothing, int n, Nothing) { return n * n; }, input));
    int (*volatile pointer)(Nothing, int, Nothings, double, Nothing, long long, Nothing) = among;
    std::printf("%d\n", pointer({}, 1, {}, 2.5, {}, 3, {}));
}
