// Integers of 128 bits in templates, overloads, tables and hashes; rational numbers and modular arithmetic on them.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

volatile int input = 3;
using Wide = __int128;
using Unsigned = unsigned __int128;

std::string text(Unsigned n) { std::string s; do s += static_cast<char>('0' + static_cast<int>(n % 10)); while (n /= 10); std::reverse(s.begin(), s.end()); return s; }
std::string text(Wide n) { return n < 0 ? "-" + text(-static_cast<Unsigned>(n)) : text(static_cast<Unsigned>(n)); }

template <class T> __attribute__((noinline)) T power(T base, unsigned n) {
    T r = 1;
    for (; n; n >>= 1) {
        if (n & 1) r *= base;
        if (n > 1) base *= base;
    }
    return r;
}
template <std::uint64_t M> struct Modular {
    std::uint64_t n;
    Modular(std::uint64_t v = 0) : n(v % M) {}
    Modular &operator*=(Modular o) { n = static_cast<std::uint64_t>(static_cast<Unsigned>(n) * o.n % M); return *this; }
    friend Modular operator+(Modular a, Modular b) { return static_cast<std::uint64_t>((static_cast<Unsigned>(a.n) + b.n) % M); }
};
struct Fraction {
    Wide top, bottom;
    Fraction(Wide t, Wide b = 1) : top(t), bottom(b) {
        Wide x = top < 0 ? -top : top, y = bottom;
        while (y) x = std::exchange(y, x % y);
        if (x > 1) top /= x, bottom /= x;
    }
    friend Fraction operator+(Fraction a, Fraction b) { return {a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom}; }
    friend Fraction operator*(Fraction a, Fraction b) { return {a.top * b.top, a.bottom * b.bottom}; }
    friend bool operator<(Fraction a, Fraction b) { return a.top * b.bottom < b.top * a.bottom; }
};
__attribute__((noinline)) int kind(Wide) { return 1; }
__attribute__((noinline)) int kind(Unsigned) { return 2; }
__attribute__((noinline)) int kind(long long) { return 3; }
__attribute__((noinline)) std::pair<Wide, int> pair(Wide a, char b, Wide c) { return {a - c, b}; }

int main() {
    std::printf("%s %s\n", text(power<Wide>(-7, 41)).c_str(), text(power<Unsigned>(static_cast<unsigned>(input), 80)).c_str());
    std::printf("%llu %llu\n", static_cast<unsigned long long>(power<Modular<1000000007>>(2, 1000000).n), static_cast<unsigned long long>(power<Modular<0xffffffffffffffc5>>(static_cast<unsigned>(input), 12345).n));
    Fraction sum = 0;
    for (int i = 1; i <= 40; i++)
        sum = sum + Fraction(i % 2 ? 1 : -1, i);
    std::printf("%s/%s %d\n", text(sum.top).c_str(), text(sum.bottom).c_str(), sum < Fraction(7, 10));
    std::printf("%d %d %d\n", kind(static_cast<Wide>(input)), kind(static_cast<Unsigned>(input) * 2), kind(input * 2LL));
    std::map<Wide, int> map;
    for (int i = 0; i < 20; i++)
        map[(static_cast<Wide>(i * 7 % 20 - 10) << 70) + i] = i;
    std::string order;
    for (auto &[key, n] : map)
        order += std::to_string(n) + " ";
    std::printf("%s%s\n", order.c_str(), text(map.begin()->first).c_str());
    auto [difference, b] = pair(static_cast<Wide>(1) << 100, 'x', -input);
    std::printf("%s %c\n", text(difference).c_str(), b);
    Unsigned bits = ~static_cast<Unsigned>(0) / 7 ^ static_cast<Unsigned>(input) << 90;
    std::printf("%s %s %d\n", text(bits >> 65).c_str(), text(static_cast<Wide>(bits) >> 100).c_str(), static_cast<int>(bits % 1000));
    std::printf("%.6e %.6e %s\n", static_cast<double>(power<Unsigned>(3, 75)), static_cast<double>(-(static_cast<Wide>(1) << 99)), text(static_cast<Wide>(1e25)).c_str());
}
