// Three-way comparison: defaulted, partial, weak, rewritten operators, members and bases in order.
#include <array>
#include <compare>
#include <cstdio>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

volatile int input = 2;

struct Version {
    int major, minor;
    std::string tag;
    auto operator<=>(const Version &) const = default;
};
struct Reading : Version {
    double value;
    std::array<int, 2> rest;
    std::partial_ordering operator<=>(const Reading &) const = default;
};
struct Insensitive {
    std::string text;
    std::weak_ordering operator<=>(const Insensitive &o) const {
        for (std::size_t i = 0; i < text.size() && i < o.text.size(); i++)
            if (int a = text[i] | 32, b = o.text[i] | 32; a != b)
                return a < b ? std::weak_ordering::less : std::weak_ordering::greater;
        return text.size() <=> o.text.size();
    }
    bool operator==(const Insensitive &o) const { return *this <=> o == 0; }
};
struct Money {
    long long cents;
    std::strong_ordering operator<=>(double d) const { return cents <=> static_cast<long long>(d * 100); }
    bool operator==(double d) const { return cents == static_cast<long long>(d * 100); }
};

template <class T> __attribute__((noinline)) int order(const T &a, const T &b) {
    auto c = a <=> b;
    return c < 0 ? -1 : c > 0 ? 1 : c == 0 ? 0 : 2;
}
template <class A, class B> __attribute__((noinline)) int bits(const A &a, const B &b) {
    return (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5;
}

int main() {
    Version one{1, input, "a"}, two{1, input, "b"};
    std::printf("%d %d %d\n", order(one, two), order(two, one), bits(one, one));
    double nan = std::numeric_limits<double>::quiet_NaN();
    Reading r{{1, 2, "x"}, 1.5, {1, 2}}, s{{1, 2, "x"}, nan, {1, 2}}, t{{1, 2, "x"}, 1.5, {1, input + 1}};
    std::printf("%d %d %d %d\n", order(r, s), order(r, t), bits(r, s), bits(t, r));
    std::printf("%d %d\n", order(Insensitive{"Abc"}, Insensitive{"aBD"}), bits(Insensitive{"SAME"}, Insensitive{"same"}));
    std::printf("%d %d %d\n", bits(Money{250}, 2.5), bits(2.5, Money{251}), bits(Money{-1}, 0.0));
    std::printf("%d %d\n", order(-0.0, 0.0), order(nan, 1.0));
    std::vector<int> short_list{1, 2}, long_list{1, 2, 0};
    std::printf("%d %d\n", order(short_list, long_list), bits(std::tuple(1, 'a', 2.5), std::tuple(1L, 'b', 0.5)));
    std::printf("%d %d\n", order(&short_list, &short_list), std::is_lteq(input <=> 2));
    std::printf("%d\n", std::strong_order(-0.0, 0.0) < 0);
}
