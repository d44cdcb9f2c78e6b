// Packs: folds, index sequences, recursive tuples, and functions of any number of arguments.
#include <array>
#include <cstdio>
#include <string>
#include <tuple>
#include <utility>

volatile int input = 3;

template <class... T> __attribute__((noinline)) auto sum(T... values) { return (values + ... + 0); }
template <class... T> __attribute__((noinline)) bool all_less(int limit, T... values) { return ((values < limit) && ...); }
template <class F, class... T> void each(F f, T &&...values) { (f(std::forward<T>(values)), ...); }

template <class... T> struct Row;
template <> struct Row<> { static constexpr int size = 0; int total() const { return 0; } };
template <class H, class... T> struct Row<H, T...> : Row<T...> {
    H head;
    explicit Row(H h, T... t) : Row<T...>(t...), head(h) {}
    static constexpr int size = 1 + Row<T...>::size;
    int total() const { return static_cast<int>(head) + 2 * Row<T...>::total(); }
};
template <class... T> Row(T...) -> Row<T...>;

template <std::size_t... I> constexpr auto squares(std::index_sequence<I...>) { return std::array<int, sizeof...(I)>{static_cast<int>(I * I)...}; }
template <class Tuple, std::size_t... I> std::string show(const Tuple &t, std::index_sequence<I...>) {
    std::string out;
    ((out += (I ? "," : "") + std::to_string(std::get<I>(t))), ...);
    return out;
}
template <class... A, class... B> auto joined(std::tuple<A...> a, std::tuple<B...> b) { return std::tuple_cat(b, a, std::make_tuple(sizeof...(A), sizeof...(B))); }
template <template <class> class... W> struct Wrappers { template <class T> static int count(T t) { return (W<T>{t}.get() + ...); } };
template <class T> struct Plain { T t; int get() { return t; } };
template <class T> struct Tenfold { T t; int get() { return t * 10; } };

int main() {
    std::printf("%d %d %d\n", sum(), sum(input), sum(input, 'a', 10L == 10L, static_cast<short>(7)));
    std::printf("%d %d\n", all_less(5, input, 4, 1), all_less(5, input, 5, 1));
    int total = 0;
    each([&](auto x) { total = total * 3 + static_cast<int>(x); }, input, 2.9, 'A', 5u);
    std::printf("%d\n", total);
    Row row(input, 2.5, 'b', 4LL);
    std::printf("%d %d\n", row.total(), row.size);
    constexpr auto table = squares(std::make_index_sequence<9>());
    std::printf("%d %zu\n", table[static_cast<unsigned>(input) + 4], table.size());
    auto tuple = joined(std::make_tuple(input, 2), std::make_tuple(7.5, 'c', 9));
    std::printf("%s\n", show(tuple, std::make_index_sequence<std::tuple_size_v<decltype(tuple)>>()).c_str());
    std::printf("%d\n", (Wrappers<Plain, Tenfold, Plain>::count(input)));
}
