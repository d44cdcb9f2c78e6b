// Lambdas: captures by value and reference, mutable and generic ones, std::function.
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>

volatile int input = 5;

__attribute__((noinline)) std::function<int(int)> adder(int n) {
    return [n](int x) { return n + x; };
}

__attribute__((noinline)) std::function<int()> counter(int start) {
    auto state = std::make_shared<int>(start);
    return [state]() mutable { return (*state)++; };
}

template <typename F> __attribute__((noinline)) int repeat(int n, F &&f) {
    int last = 0;
    for (int i = 0; i < n; i++)
        last = f(i);
    return last;
}

int main() {
    int sum = 0;
    auto add = [&sum](auto x) { return sum += static_cast<int>(x); };
    repeat(input, add);
    add(2.75);
    auto next = counter(input);
    auto again = next;
    int one = next(), two = again(), three = next();
    std::printf("%d %d %d %d\n", sum, one, two, three);
    std::vector<std::function<int(int)>> all;
    for (int i = 0; i < input; i++)
        all.push_back(i % 2 ? adder(i) : std::function<int(int)>([i](int x) { return i * x; }));
    for (auto &f : all)
        std::printf("%d ", f(10));
    std::function<int(int)> fib = [&fib](int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); };
    int (*plain)(int) = [](int x) { return -x; };
    auto big = [a = std::vector<int>{1, 2, 3}, big = std::make_unique<int>(7)](int i) { return a[i] + *big; };
    std::printf("\n%d %d %d %d\n", fib(2 * input), plain(input), big(2), bool(std::function<void()>()));
}
