// Static objects: their order, local ones on first use, and destruction in reverse at exit.
#include <cstdio>
#include <cstdlib>

struct Named {
    const char *name;
    int number;
    Named(const char *name, int number) : name(name), number(number) { std::printf("made %s %d\n", name, number); }
    ~Named() { std::printf("gone %s %d\n", name, number); }
};

int next() {
    static int count = 10;
    return count++;
}

Named first("first", next());
static Named second("second", next() + first.number);
template <typename T> struct Holder { static int *held; };
template <typename T> int *Holder<T>::held = new int(5);
inline int *shared = new int(7);
volatile int input = 2;

__attribute__((noinline)) Named &local(int n) {
    static Named once("once", n);
    static Named *leaked = new Named("leaked", n + 1);
    leaked->number++;
    once.number += leaked->number;
    return once;
}

int main() {
    std::printf("main %d\n", *Holder<int>::held + *shared);
    for (int i = 0; i < input; i++)
        std::printf("%d\n", local(i).number);
    std::atexit([] { std::printf("at exit\n"); });
    static Named last("last", input);
    std::exit(last.number + 1);
}
