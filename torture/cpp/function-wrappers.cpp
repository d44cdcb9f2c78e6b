// std::function, bind, mem_fn and references to functions: small and large targets, copied and replaced.
#include <array>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

volatile int input = 4;

struct Target {
    static int alive;
    int base;
    std::array<long long, 6> more{};
    explicit Target(int n) : base(n) { alive++; more[5] = n; }
    Target(const Target &o) : base(o.base + 1), more(o.more) { alive++; }
    Target(Target &&o) noexcept : base(o.base), more(o.more) { alive++; }
    ~Target() { alive--; }
    int operator()(int n) const { return base * n + static_cast<int>(more[5]); }
};
int Target::alive;
struct Account {
    int balance = 0;
    int pay(int n) { return balance -= n; }
    virtual int rate(double d) const { return static_cast<int>(balance * d); }
    virtual ~Account() = default;
};
struct Gold : Account { explicit Gold(int n) { balance = n; } int rate(double d) const override { return 2 * Account::rate(d); } };

static int plain(int n) { return n + 1; }
__attribute__((noinline)) int applied(const std::function<int(int)> &f, int n) { return f ? f(n) : -1; }
__attribute__((noinline)) std::function<int(int)> composed(std::function<int(int)> f, std::function<int(int)> g) {
    return [f = std::move(f), g = std::move(g)](int n) { return g(f(n)); };
}
__attribute__((noinline)) int by_pointer(int (*f)(int), int n) { return f(f(n)); }

int main() {
    std::function<int(int)> f;
    std::printf("%d\n", applied(f, 1));
    f = plain;
    std::printf("%d\n", applied(f, input));
    f = Target(input);
    auto g = f;
    std::printf("%d %d %d\n", applied(f, 3), applied(g, 3), Target::alive);
    f = composed(std::move(g), [k = input](int n) { return n * k; });
    std::printf("%d %d\n", applied(f, 2), Target::alive);
    f = nullptr;
    std::printf("%d\n", Target::alive);
    std::function<double(double)> recursive = [&](double n) { return n < 2 ? 1 : n * recursive(n - 1); };
    std::printf("%.0f\n", recursive(15));
    Gold gold(1000);
    auto pay = std::mem_fn(&Account::pay);
    auto rate = std::mem_fn(&Account::rate);
    std::printf("%d\n", pay(gold, 100));
    std::printf("%d %d\n", rate(&gold, 0.5), std::invoke(&Account::balance, std::ref(gold)));
    using namespace std::placeholders;
    auto bound = std::bind(&Account::pay, std::ref(gold), std::bind(plain, _2));
    std::printf("%d\n", bound(1, 2));
    std::printf("%d\n", gold.balance);
    auto swapped = std::bind([](int a, const std::string &s, int b) { return std::to_string(a - b) + s; }, _2, std::string("!"), _1);
    std::printf("%s\n", swapped(1, 50).c_str());
    std::vector<std::reference_wrapper<int>> references;
    int numbers[] = {3, 2, 1};
    for (int &n : numbers)
        references.push_back(n);
    for (int &n : references)
        n *= input;
    std::printf("%d %d %d\n", numbers[0], numbers[1], numbers[2]);
    std::printf("%d %d\n", by_pointer([](int n) { return n * n; }, 3), by_pointer(plain, 3));
    std::printf("%d\n", std::not_fn([](int n) { return n > 3; })(static_cast<int>(input)));
}
