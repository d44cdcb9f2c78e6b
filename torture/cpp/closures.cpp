// Closures: of this and of copies, packs, structured bindings, in members and templates, recursion, conversion.
#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

volatile int input = 5;

template <class F> struct Fix {
    F f;
    template <class... A> decltype(auto) operator()(A &&...a) const { return f(*this, std::forward<A>(a)...); }
};
template <class F> Fix(F) -> Fix<F>;
template <class... F> struct Overloaded : F... { using F::operator()...; };
template <class... F> Overloaded(F...) -> Overloaded<F...>;

struct Counter {
    int n = 0;
    std::string name = "counter";
    auto by_this() { return [this](int k) { n += k; return n; }; }
    auto by_copy() { return [*this](int k) mutable { n += k; return name + std::to_string(n); }; }
    auto both() { return [=, m = n * 2, this] { return n * 1000 + m; }; }
};
template <class... T> auto later(T... values) { return [... held = std::move(values)](auto f) { return f(held...); }; }
template <class A, class B> auto then(A a, B b) { return [=](auto... x) { return b(a(x...)); }; }
static int called(int (*f)(int, int), int a) { return f(a, a + 1); }
using Steps = std::array<int (*)(int), 3>;
__attribute__((noinline)) Steps steps() { return {[](int n) { return n + 1; }, [](int n) { return n * n; }, +[](int n) { return -n; }}; }

int main() {
    Fix fibonacci{[](auto &self, int n) -> int { return n < 2 ? n : self(n - 1) + self(n - 2); }};
    std::printf("%d\n", fibonacci(input * 4));
    Counter c;
    auto by_this = c.by_this();
    auto by_copy = c.by_copy();
    by_this(3);
    auto both = c.both();
    by_this(input);
    std::string copied = by_copy(1);
    std::printf("%d %s %d\n", c.n, copied.c_str(), both());
    Overloaded kinds{[](int n) { return n + 1; }, [](double d) { return static_cast<int>(d * 10); }, [](const char *t) { return static_cast<int>(t[0]); }};
    std::printf("%d %d %d\n", kinds(input), kinds(2.5), kinds("A"));
    auto held = later(std::make_unique<int>(input), std::string("text"), 2.5);
    std::printf("%d\n", held([](auto &p, auto &s, double d) { return *p + static_cast<int>(s.size()) + static_cast<int>(d * 4); }));
    auto chained = then(then([](int a, int b) { return a * b; }, [](int n) { return n + 0.5; }), [](double d) { return d * 2; });
    std::printf("%.1f\n", chained(3, static_cast<int>(input)));
    std::printf("%d\n", called([](int a, int b) { return a * 10 + b; }, input));
    int n = input;
    for (auto f : steps())
        n = f(n);
    std::printf("%d\n", n);
    std::vector<int> v{5, 3, 8, 1};
    int comparisons = 0;
    std::sort(v.begin(), v.end(), [&comparisons, sign = input > 3 ? -1 : 1](int a, int b) { comparisons++; return a * sign < b * sign; });
    std::printf("%d %d %d\n", v[0], v[3], comparisons > 2);
    auto [x, y] = std::pair(input, 2);
    auto bound = [&x = x, y = y]() mutable { return x++ * y++; };
    bound();
    int product = bound();
    std::printf("%d %d %d\n", product, x, y);
    auto nested = [](int a) { return [a](int b) { return [=](int d) { return a * 100 + b * 10 + d; }; }; };
    std::printf("%d\n", nested(1)(2)(static_cast<int>(input)));
    auto counter = [i = 0]() mutable { return i++; };
    auto other = counter;
    counter();
    counter();
    int third = counter();
    std::printf("%d %d\n", third, other());
    std::printf("%d\n", []<class T, std::size_t N>(const std::array<T, N> &a) { return static_cast<int>(N) + a[0]; }(std::array{input + 1, 2, 3}));
}
