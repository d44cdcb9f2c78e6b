// Iterators and views of one's own in the library's algorithms and ranges.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <numeric>
#include <ranges>
#include <string>
#include <vector>

volatile int input = 5;

template <class T> class Strided {
    T *at = nullptr;
    std::ptrdiff_t stride = 1;

public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = T *;
    using reference = T &;
    Strided() = default;
    Strided(T *p, std::ptrdiff_t s) : at(p), stride(s) {}
    T &operator*() const { return *at; }
    T *operator->() const { return at; }
    T &operator[](difference_type n) const { return at[n * stride]; }
    Strided &operator+=(difference_type n) { at += n * stride; return *this; }
    Strided &operator-=(difference_type n) { return *this += -n; }
    Strided &operator++() { return *this += 1; }
    Strided &operator--() { return *this -= 1; }
    Strided operator++(int) { auto old = *this; ++*this; return old; }
    Strided operator--(int) { auto old = *this; --*this; return old; }
    friend Strided operator+(Strided a, difference_type n) { return a += n; }
    friend Strided operator+(difference_type n, Strided a) { return a += n; }
    friend Strided operator-(Strided a, difference_type n) { return a -= n; }
    friend difference_type operator-(const Strided &a, const Strided &b) { return (a.at - b.at) / a.stride; }
    friend bool operator==(const Strided &a, const Strided &b) { return a.at == b.at; }
    friend auto operator<=>(const Strided &a, const Strided &b) { return a - b <=> 0; }
};
static_assert(std::random_access_iterator<Strided<int>>);

struct Collatz : std::ranges::view_interface<Collatz> {
    long long start;
    explicit Collatz(long long n) : start(n) {}
    struct Iterator {
        using value_type = long long;
        using difference_type = std::ptrdiff_t;
        long long n = 1;
        bool ended = false;
        long long operator*() const { return n; }
        Iterator &operator++() { ended = n == 1; n = n % 2 ? 3 * n + 1 : n / 2; return *this; }
        Iterator operator++(int) { auto old = *this; ++*this; return old; }
        bool operator==(const Iterator &o) const { return n == o.n && ended == o.ended; }
        bool operator==(std::default_sentinel_t) const { return ended; }
    };
    Iterator begin() const { return {start, false}; }
    std::default_sentinel_t end() const { return {}; }
};

int main() {
    std::vector<int> grid(60);
    std::iota(grid.begin(), grid.end(), 0);
    for (int &n : grid)
        n = n * 37 % 61;
    for (std::ptrdiff_t column = 0; column < input; column++) {
        Strided<int> begin(grid.data() + column, 6), end = begin + 10;
        if (column % 2) std::sort(begin, end); else std::stable_sort(begin, end, std::greater<>());
        std::rotate(begin, begin + column, end);
        std::printf("%d %d %d\n", begin[0], *(end - 1), std::accumulate(begin, end, 0, [](int a, int b) { return (a * 5 + b) % 9973; }));
    }
    Strided<int> last(grid.data() + 59, -1);
    std::printf("%d %d\n", last[3], std::binary_search(last, last + 1, grid[59]));
    auto even = Collatz(27) | std::views::filter([](long long n) { return n % 2 == 0; }) | std::views::take(6);
    for (long long n : even)
        std::printf("%lld ", n);
    std::printf("| %d %lld\n", static_cast<int>(std::ranges::distance(Collatz(97))), std::ranges::max(Collatz(27)));
    auto squares = std::views::iota(1, input + 1) | std::views::transform([](int n) { return n * n; }) | std::views::reverse;
    std::string text;
    for (int n : squares)
        text += std::to_string(n) + ",";
    for (auto part : text | std::views::split(','))
        std::printf("[%.*s]", static_cast<int>(std::ranges::distance(part)), part.empty() ? "" : &*part.begin());
    std::vector<std::vector<int>> nested{{1, 2}, {}, {3}, {4, 5, 6}};
    int sum = 0;
    for (int n : nested | std::views::join | std::views::drop(1))
        sum = sum * 7 + n;
    std::printf(" %d\n", sum);
    std::ranges::sort(nested, std::ranges::greater(), [](const auto &v) { return v.size(); });
    std::printf("%zu %zu\n", nested[0].size(), nested[3].size());
}
