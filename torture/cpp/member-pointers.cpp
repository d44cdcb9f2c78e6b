// Pointers to members: data, functions and virtual functions, also through bases.
#include <cstdio>

volatile int input = 1;

struct First { virtual ~First() = default; int pad = 1; };
struct Second {
    int a = 2, b = 3;
    virtual int twice(int n) { return 2 * n + a; }
    int thrice(int n) const { return 3 * n + b; }
    virtual ~Second() = default;
};
struct Third : First, Second {
    int c = 4;
    int twice(int n) override { return 20 * n + c; }
    int own(int n) { return n - c; }
};

__attribute__((noinline)) int call(Second *object, int (Second::*function)(int), int n) { return (object->*function)(n); }
__attribute__((noinline)) int call(Third *object, int (Third::*function)(int), int n) { return (object->*function)(n); }
__attribute__((noinline)) int read(Third *object, int Third::*member) { return object->*member; }

int main() {
    Second second;
    Third third;
    std::printf("%d %d\n", call(&second, &Second::twice, input), call(static_cast<Second *>(&third), &Second::twice, input));
    std::printf("%d %d\n", call(&third, &Third::own, input), call(&third, static_cast<int (Third::*)(int)>(&Second::twice), input));
    int (Second::*constant)(int) const = &Second::thrice;
    std::printf("%d\n", (third.*constant)(input));
    int Third::*members[] = {&Third::pad, &Third::a, &Third::b, &Third::c, nullptr};
    for (auto member : members)
        std::printf("%d ", member ? read(&third, member) : -1);
    std::printf("%d\n", &Third::a == static_cast<int Third::*>(&Second::a));
}
