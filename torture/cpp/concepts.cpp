// Concepts: overloads by constraint, subsumption, requires clauses, constrained members and packs.
#include <concepts>
#include <cstdio>
#include <iterator>
#include <list>
#include <string>
#include <vector>

volatile int input = 6;

template <class T> concept Sized = requires(const T &t) { { t.size() } -> std::convertible_to<std::size_t>; };
template <class T> concept Text = Sized<T> && requires(T t) { t += 'c'; { t.c_str() } -> std::same_as<const char *>; };
template <class T> concept Small = sizeof(T) <= 4;
template <class T> concept SmallNumber = Small<T> && std::integral<T>;

template <class T> __attribute__((noinline)) int kind(const T &) { return 0; }
template <Sized T> __attribute__((noinline)) int kind(const T &t) { return 100 + static_cast<int>(t.size()); }
template <Text T> __attribute__((noinline)) int kind(const T &t) { return 200 + t.c_str()[0]; }
template <Small T> __attribute__((noinline)) int kind(const T &) { return 300; }
template <SmallNumber T> __attribute__((noinline)) int kind(const T &t) { return 400 + static_cast<int>(t); }

template <std::input_iterator I> __attribute__((noinline)) int advance_by(I i, int n) { int sum = 0; for (; n--; ++i) sum += *i; return sum; }
template <std::random_access_iterator I> __attribute__((noinline)) int advance_by(I i, int n) { return 1000 + *(i + n); }

template <class T> struct Box {
    T value;
    int get() const requires std::integral<T> { return static_cast<int>(value) + 1; }
    int get() const requires(!std::integral<T>) { return -1; }
    template <class U> requires std::constructible_from<T, U> Box &set(U u) { value = T(u); return *this; }
    auto operator+(const auto &other) const requires requires { value + other.value; } { return Box<decltype(value + other.value)>{value + other.value}; }
};
auto maximum(std::totally_ordered auto first, std::same_as<decltype(first)> auto... rest) {
    auto best = first;
    ((best = best < rest ? rest : best), ...);
    return best;
}
template <class T> constexpr bool can_add = requires(T a, T b) { a + b; };

int main() {
    struct Large { char c[9]; };
    std::printf("%d %d %d\n", kind(Large()), kind(std::vector<int>(static_cast<unsigned>(input))), kind(std::string("x")));
    std::printf("%d %d\n", kind(1.5f), kind(static_cast<short>(input)));
    std::vector<int> vector{1, 2, 3, 4};
    std::list<int> list(vector.begin(), vector.end());
    std::printf("%d %d\n", advance_by(vector.begin(), 2), advance_by(list.begin(), 3));
    Box<int> box{input};
    Box<std::string> text{"t"};
    std::printf("%d %d %s\n", box.get(), text.get(), text.set("set").value.c_str());
    std::printf("%.2f\n", (box + Box<double>{0.25}).value);
    std::printf("%d\n", box.set('a').value);
    std::printf("%d %s\n", maximum(3, static_cast<int>(input), 5), maximum(std::string("b"), std::string("c"), std::string("a")).c_str());
    std::printf("%d %d\n", can_add<std::string>, can_add<Large>);
}
