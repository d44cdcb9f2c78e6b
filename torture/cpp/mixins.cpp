// Classes that are given themselves as an argument: mixins, counters for each class, static polymorphism.
#include <cstdio>
#include <string>
#include <type_traits>

volatile int input = 7;

template <class T> struct Counted {
    static int alive;
    Counted() { alive++; }
    Counted(const Counted &) { alive++; }
    ~Counted() { alive--; }
};
template <class T> int Counted<T>::alive = 0;

template <class T> struct Comparable {
    friend bool operator>(const T &a, const T &b) { return b < a; }
    friend bool operator<=(const T &a, const T &b) { return !(b < a); }
};
template <class T> struct Arithmetic {
    friend T operator+(T a, const T &b) { return a += b; }
    friend T operator*(T a, int n) { T sum = a; for (int i = 1; i < n; i++) sum += a; return sum; }
};
template <class T, template <class> class... M> struct Mixed : M<T>... {
    T &self() { return static_cast<T &>(*this); }
    const T &self() const { return static_cast<const T &>(*this); }
    __attribute__((noinline)) std::string show() const { return self().name() + std::to_string(self().value()); }
};
struct Meters : Mixed<Meters, Counted, Comparable, Arithmetic> {
    int n;
    explicit Meters(int m) : n(m) {}
    Meters &operator+=(const Meters &o) { n += o.n; return *this; }
    friend bool operator<(const Meters &a, const Meters &b) { return a.n < b.n; }
    std::string name() const { return "m"; }
    int value() const { return n; }
};
struct Text : Mixed<Text, Counted, Arithmetic> {
    std::string s;
    explicit Text(std::string t) : s(std::move(t)) {}
    Text &operator+=(const Text &o) { s += o.s; return *this; }
    std::string name() const { return s; }
    int value() const { return static_cast<int>(s.size()); }
};
template <class Derived> struct Visitor {
    int walk(int depth) {
        auto &self = static_cast<Derived &>(*this);
        int sum = self.enter(depth);
        for (int i = 0; i < depth; i++)
            sum += walk(depth - 1 - i);
        return self.leave(sum);
    }
    int enter(int) { return 1; }
    int leave(int n) { return n; }
};
struct Nodes : Visitor<Nodes> {};
struct Weights : Visitor<Weights> { int calls = 0; int enter(int n) { calls++; return n * n; } int leave(int n) { return n % 1009; } };

int main() {
    Meters a(input), b(input * 2);
    std::printf("%d %d %d\n", a < b, a > b, b <= a);
    std::printf("%s %s\n", (a + b).show().c_str(), (b * 5).show().c_str());
    Text t("ab");
    std::printf("%s\n", (t * input).show().c_str());
    std::printf("%d %d\n", Counted<Meters>::alive, Counted<Text>::alive);
    Weights weights;
    int walked = weights.walk(input + 2);
    std::printf("%d %d %d\n", Nodes().walk(input), walked, weights.calls);
    std::printf("%d\n", std::is_base_of_v<Counted<Text>, Text> && !std::is_base_of_v<Comparable<Text>, Text>);
}
