// Sorting that keeps the order of equal elements, merging in place, partial sorting, elements that only move.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

volatile int input = 97;

struct Entry { int key; int order; std::string text; };
struct Handle {
    std::unique_ptr<int> n;
    explicit Handle(int v) : n(new int(v)) {}
    Handle(Handle &&) = default;
    Handle &operator=(Handle &&) = default;
    friend bool operator<(const Handle &a, const Handle &b) { return *a.n < *b.n; }
};
static unsigned state;
static int next(int limit) { state = state * 1664525u + 1013904223u; return static_cast<int>(state >> 16) % limit; }

template <class T> __attribute__((noinline)) unsigned digest(const std::vector<T> &v) {
    unsigned d = 17;
    for (const auto &e : v)
        d = d * 31 + static_cast<unsigned>(e.key * 1000 + e.order) + static_cast<unsigned>(e.text.size());
    return d;
}

int main() {
    state = static_cast<unsigned>(input);
    std::vector<Entry> entries;
    for (int i = 0; i < 500; i++)
        entries.push_back({next(20), i, std::string(static_cast<unsigned>(next(40)), 'x')});
    auto by_key = [](const Entry &a, const Entry &b) { return a.key < b.key; };
    auto copy = entries;
    std::stable_sort(copy.begin(), copy.end(), by_key);
    bool is_stable = true;
    for (std::size_t i = 1; i < copy.size(); i++)
        is_stable &= copy[i - 1].key < copy[i].key || (copy[i - 1].key == copy[i].key && copy[i - 1].order < copy[i].order);
    std::printf("%d %u\n", is_stable, digest(copy));
    copy = entries;
    auto middle = copy.begin() + 200;
    std::stable_sort(copy.begin(), middle, by_key);
    std::stable_sort(middle, copy.end(), by_key);
    std::inplace_merge(copy.begin(), middle, copy.end(), by_key);
    std::printf("%u\n", digest(copy));
    auto half = std::stable_partition(copy.begin(), copy.end(), [](const Entry &e) { return e.order % 3 == 0; });
    std::printf("%d %u\n", static_cast<int>(half - copy.begin()), digest(copy));
    std::vector<Handle> handles;
    for (int i = 0; i < 300; i++)
        handles.emplace_back(next(1000));
    std::nth_element(handles.begin(), handles.begin() + 150, handles.end());
    std::printf("%d\n", *handles[150].n);
    std::partial_sort(handles.begin(), handles.begin() + 10, handles.end());
    std::printf("%d %d\n", *handles[0].n, *handles[9].n);
    std::sort(handles.begin(), handles.end(), [](const Handle &a, const Handle &b) { return b < a; });
    std::printf("%d %d %d\n", *handles.front().n, *handles.back().n, std::is_sorted(handles.rbegin(), handles.rend()));
    std::vector<std::pair<double, int>> pairs;
    for (int i = 0; i < 64; i++) {
        double first = next(9) / 4.0;
        pairs.emplace_back(first, next(5));
    }
    std::sort(pairs.begin(), pairs.end());
    double sum = 0;
    for (auto [d, n] : pairs)
        sum = sum * 0.75 + d + n;
    std::printf("%.6f\n", sum);
}
