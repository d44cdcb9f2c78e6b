// Classes: constructors, destructors and members in their order, with early returns.
#include <cstdio>

volatile int one = 1;

struct Noisy {
    int id;
    explicit Noisy(int id) : id(id) { std::printf("+%d ", id); }
    Noisy(const Noisy &other) : id(other.id + 100) { std::printf("c%d ", id); }
    ~Noisy() { std::printf("-%d ", id); }
};

struct Pair {
    Noisy second, first;
    Pair(int a, int b) : second(b), first(a) {}
};

__attribute__((noinline)) int nested(int n) {
    Noisy outer(n);
    if (n == 1)
        return outer.id;
    for (int i = 0; i < n; i++) {
        Noisy inner(10 * n + i);
        if (i == 2)
            return inner.id;
        if (i == 1)
            continue;
        Noisy last(inner);
    }
    return -1;
}

int main() {
    for (int i = one; i < 5; i++)
        std::printf("= %d\n", nested(i));
    Pair pair(one, one + 1);
    Noisy *many = new Noisy[2]{Noisy(7), Noisy(8)};
    delete[] many;
    std::printf("end\n");
}
