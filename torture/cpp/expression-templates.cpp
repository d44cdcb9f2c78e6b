// Expression templates: vectors whose sums are evaluated element by element without temporaries.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <type_traits>

volatile int input = 4;
static int evaluated;

template <class E> struct Expression { const E &self() const { return static_cast<const E &>(*this); } };
template <class T, std::size_t N> struct Vector : Expression<Vector<T, N>> {
    std::array<T, N> data{};
    Vector() = default;
    template <class E> Vector(const Expression<E> &e) { *this = e; }
    template <class E> Vector &operator=(const Expression<E> &e) {
        for (std::size_t i = 0; i < N; i++)
            data[i] = static_cast<T>(e.self()[i]);
        evaluated++;
        return *this;
    }
    T operator[](std::size_t i) const { return data[i]; }
    T &operator[](std::size_t i) { return data[i]; }
};
template <class E> using Held = std::conditional_t<(sizeof(E) > 64), const E &, E>;
template <class A, class B, class Op> struct Binary : Expression<Binary<A, B, Op>> {
    Held<A> a;
    Held<B> b;
    Op op;
    Binary(const A &x, const B &y, Op o) : a(x), b(y), op(o) {}
    auto operator[](std::size_t i) const { return op(a[i], b[i]); }
};
template <class T> struct Constant : Expression<Constant<T>> { T t; explicit Constant(T x) : t(x) {} T operator[](std::size_t) const { return t; } };
template <class A, class F> struct Mapped : Expression<Mapped<A, F>> {
    Held<A> a;
    F f;
    Mapped(const A &x, F g) : a(x), f(g) {}
    auto operator[](std::size_t i) const { return f(a[i]); }
};
struct Add { auto operator()(auto a, auto b) const { return a + b; } };
struct Multiply { auto operator()(auto a, auto b) const { return a * b; } };
template <class A, class B> auto operator+(const Expression<A> &a, const Expression<B> &b) { return Binary(a.self(), b.self(), Add()); }
template <class A, class B> auto operator*(const Expression<A> &a, const Expression<B> &b) { return Binary(a.self(), b.self(), Multiply()); }
template <class A> auto operator*(double d, const Expression<A> &a) { return Binary(Constant(d), a.self(), Multiply()); }
template <class A, class F> auto map(const Expression<A> &a, F f) { return Mapped(a.self(), f); }
template <std::size_t N, class E> __attribute__((noinline)) double sum(const Expression<E> &e) {
    double s = 0;
    for (std::size_t i = 0; i < N; i++)
        s += static_cast<double>(e.self()[i]);
    return s;
}

int main() {
    Vector<double, 50> a, b;
    Vector<int, 50> c;
    for (std::size_t i = 0; i < 50; i++) {
        a[i] = static_cast<double>(i) / input;
        b[i] = std::sqrt(static_cast<double>(i));
        c[i] = static_cast<int>(i) % 7 - 3;
    }
    Vector<double, 50> r = a + b * c + 0.5 * (a * a);
    std::printf("%.6f %d\n", sum<50>(r), evaluated);
    std::printf("%.6f %d\n", sum<50>(map(a + b, [](double d) { return std::floor(d); }) * c), evaluated);
    Vector<int, 50> rounded = map(2.0 * r, [k = input](double d) { return d * k; });
    long long check = 0;
    for (std::size_t i = 0; i < 50; i++)
        check = check * 3 % 1000003 + rounded[i];
    std::printf("%lld %d\n", check, evaluated);
    r = r + r;
    a = Vector<double, 50>(c + c) * r;
    std::printf("%.6f %.6f %d\n", sum<50>(r), sum<50>(a), evaluated);
}
