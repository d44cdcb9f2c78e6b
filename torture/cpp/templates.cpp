// Templates: specialisations, packs, folds and recursion over types.
#include <array>
#include <cstdio>
#include <tuple>
#include <type_traits>
#include <utility>

volatile int input = 6;

template <typename T> struct Kind { static constexpr char letter = '?'; };
template <> struct Kind<int> { static constexpr char letter = 'i'; };
template <> struct Kind<double> { static constexpr char letter = 'd'; };
template <typename T> struct Kind<T *> { static constexpr char letter = 'p'; };
template <typename T, std::size_t N> struct Kind<T[N]> { static constexpr char letter = '0' + N; };

template <typename... T> __attribute__((noinline)) int letters(const T &...) {
    int sum = 0;
    ((sum = 31 * sum + Kind<T>::letter), ...);
    return sum;
}

template <int N> struct Power {
    template <typename T> static T of(T x) { return x * Power<N - 1>::of(x); }
};
template <> struct Power<0> {
    template <typename T> static T of(T) { return 1; }
};

template <typename Tuple, std::size_t... I>
__attribute__((noinline)) double total(const Tuple &tuple, std::index_sequence<I...>) {
    return (0.0 + ... + static_cast<double>(std::get<I>(tuple)));
}

template <typename T> __attribute__((noinline)) auto twice(T x) {
    if constexpr (std::is_pointer_v<T>)
        return *x + *x;
    else
        return x + x;
}

int main() {
    int x = input;
    double d = input / 4.0;
    int array[3] = {};
    std::printf("%d\n", letters(x, d, &x, array, 'c'));
    std::printf("%d %g\n", Power<5>::of(x), Power<3>::of(d));
    std::printf("%g\n", total(std::tuple(x, d, 1.5f, 'a'), std::make_index_sequence<4>()));
    std::printf("%d %g\n", twice(&x), twice(d));
    std::array<int, 5> squares{};
    for (int i = 0; int &square : squares)
        square = i * i, i += x;
    auto [a, b, c, e, f] = squares;
    std::printf("%d\n", a + b + c + e + f);
}
