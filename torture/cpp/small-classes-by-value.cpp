// Small classes by value: one member of every kind, wrapped and inherited, and two or more.
#include <cstdio>

volatile int input = 3;

template <class T> struct One { T value; };
template <class T> struct Wrapped { One<T> inner; };
template <class T> struct Child : One<T> {};
template <class T> struct Listed { T list[1]; };
template <class T> struct Two { T a, b; };
struct Mixed { char c; float f; };
struct Bits { unsigned a : 3; unsigned b : 13; };
struct Private { Private(int n) : n(n) {} int get() const { return n; } private: int n; };
union Either { int i; float f; };
enum class Color : unsigned char { red = 1, blue = 200 };

template <class T> __attribute__((noinline)) One<T> one(One<T> x, T n) { x.value = static_cast<T>(x.value + n); return x; }
template <class T> __attribute__((noinline)) Wrapped<T> wrapped(Wrapped<T> x) { x.inner.value = static_cast<T>(x.inner.value * 2); return x; }
template <class T> __attribute__((noinline)) Child<T> child(T n, Child<T> x) { x.value = static_cast<T>(n - x.value); return x; }
template <class T> __attribute__((noinline)) Listed<T> listed(Listed<T> x) { x.list[0] = static_cast<T>(x.list[0] + 1); return x; }
template <class T> __attribute__((noinline)) Two<T> two(Two<T> x, T n) { return {static_cast<T>(x.b + n), x.a}; }

template <class T> void all(const char *name) {
    T n = static_cast<T>(input + 100);
    std::printf("%s %.2f %.2f", name, static_cast<double>(one(One<T>{n}, n).value), static_cast<double>(wrapped(Wrapped<T>{{n}}).inner.value));
    Child<T> c;
    c.value = n;
    Two<T> t = two(Two<T>{n, 1}, n);
    std::printf(" %.2f %.2f", static_cast<double>(child(static_cast<T>(120), c).value), static_cast<double>(listed(Listed<T>{{n}}).list[0]));
    std::printf(" %.2f %.2f\n", static_cast<double>(t.a), static_cast<double>(t.b));
}
__attribute__((noinline)) Mixed mixed(Mixed m, Bits b, Either e) { return {static_cast<char>(m.c + b.a), m.f * static_cast<float>(b.b) + e.f}; }
__attribute__((noinline)) Private hidden(Private p, Color c, One<Color> d) { return p.get() + static_cast<int>(c) * static_cast<int>(d.value); }
__attribute__((noinline)) One<bool> flag(One<bool> b) { return {!b.value}; }
__attribute__((noinline)) One<const char *> text(One<const char *> t) { return {t.value + 1}; }

int main() {
    all<signed char>("char");
    all<unsigned char>("unsigned char");
    all<short>("short");
    all<unsigned short>("unsigned short");
    all<int>("int");
    all<unsigned>("unsigned");
    all<long long>("long long");
    all<float>("float");
    all<double>("double");
    Either e;
    e.f = 0.25f;
    Mixed m = mixed({'a', 1.5f}, {static_cast<unsigned>(input), 4000}, e);
    std::printf("%c %.2f\n", m.c, m.f);
    std::printf("%d\n", hidden(Private(input), Color::blue, {Color::blue}).get());
    std::printf("%d %d %s\n", flag({input == 3}).value, flag({input == 4}).value, text({"xyz"}).value);
}
