// Inherited and delegating constructors, defaulted ones, and members that are moved.
#include <cstdio>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

volatile int input = 5;

struct Base {
    std::vector<int> values;
    std::string log;
    Base(std::initializer_list<int> list) : values(list), log("list") {}
    Base(int n, int x) : values(n, x), log("count") {}
    Base(const Base &other) : values(other.values), log(other.log + " copied") {}
    Base(Base &&other) noexcept : values(std::move(other.values)), log(std::move(other.log) + " moved") {}
    Base &operator=(const Base &) = default;
    Base &operator=(Base &&) = default;
    virtual ~Base() = default;
};

struct Derived : Base {
    int extra = 10;
    using Base::Base;
    Derived(const char *text) : Derived(static_cast<int>(std::string(text).size()), 1) { extra++; }
    int sum() const {
        int sum = extra;
        for (int value : values)
            sum += value;
        return sum;
    }
};

__attribute__((noinline)) Derived choose(int n) {
    Derived a{1, 2, 3}, b(n, n), c("delegated");
    if (n % 3 == 0)
        return a;
    if (n % 3 == 1)
        return std::move(b);
    return c;
}

int main() {
    Derived last{0};
    for (int i = 0; i < input; i++) {
        Derived derived = choose(i), copy(derived);
        std::printf("%d %s|%s\n", derived.sum(), derived.log.c_str(), copy.log.c_str());
        last = std::move(copy);
    }
    return last.sum();
}
