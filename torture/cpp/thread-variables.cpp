// Variables of the thread in a program with one: dynamic initialization, in functions, classes and templates.
#include <array>
#include <cstdio>
#include <cstring>

volatile int input = 3;

struct Tell {
    int id;
    explicit Tell(int n) : id(n) { std::printf("+%d\n", id); }
};
struct Text {
    char text[32];
    explicit Text(const char *t) { std::strcpy(text, t); }
    Text &operator+=(const char *t) { std::strcat(text, t); return *this; }
};
thread_local int plain = 41;
thread_local int computed = input * 7;
static thread_local Tell tell(input - 2);
struct Holder { static thread_local std::array<int, 4> numbers; static thread_local int count; };
thread_local std::array<int, 4> Holder::numbers{1, 2, input};
thread_local int Holder::count = static_cast<int>(Holder::numbers[2]) + 1;
template <class T> struct Each { static inline thread_local T value = static_cast<T>(input) / 2; };
constinit thread_local const char *constant = "constant";

__attribute__((noinline)) Text &buffer(const char *add) {
    thread_local Text text("start");
    thread_local Tell inner(2);
    text += add;
    return text;
}
__attribute__((noinline)) int *address() { return &plain; }
__attribute__((noinline)) int next() { static thread_local int n; return ++n * tell.id; }

int main() {
    ++*address();
    std::printf("%d %d\n", plain, computed);
    plain++;
    std::printf("%d\n", *address());
    buffer("-one");
    std::printf("%s\n", buffer("-two").text);
    next();
    std::printf("%d %s\n", next(), constant);
    Holder::numbers[3] = Holder::count;
    std::printf("%d %d\n", Holder::numbers[0], Holder::numbers[3]);
    Each<int>::value += 10;
    std::printf("%d %.2f\n", Each<int>::value, Each<double>::value);
}
