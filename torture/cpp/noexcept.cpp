// noexcept functions, what they call, and what the operator says of them.
#include <cstdio>
#include <utility>
#include <vector>

volatile int input = 9;

__attribute__((noinline)) int may(int n) {
    if (n < 0)
        std::printf("negative\n");
    return n + 1;
}

__attribute__((noinline)) int never(int n) noexcept { return may(n) * may(n + 1); }
__attribute__((noinline)) int sometimes(int n) noexcept(false) { return never(n) - may(n); }

struct Moved {
    std::vector<int> data;
    Moved(std::vector<int> data) : data(std::move(data)) {}
    Moved(Moved &&) noexcept = default;
    Moved &operator=(Moved &&other) noexcept {
        std::swap(data, other.data);
        may(data.size());
        return *this;
    }
    ~Moved() { may(static_cast<int>(data.size())); }
};

template <typename T> __attribute__((noinline)) void exchange(T &a, T &b) noexcept(noexcept(std::swap(a, b))) { std::swap(a, b); }

int main() {
    std::printf("%d %d\n", never(input), sometimes(input));
    std::printf("%d%d%d\n", noexcept(never(1)), noexcept(sometimes(1)), noexcept(std::declval<Moved &>() = std::declval<Moved>()));
    Moved a({1, 2, 3}), b({4});
    exchange(a, b);
    std::printf("%zu %zu %d\n", a.data.size(), b.data.size(), b.data[2]);
    return never(1);
}
