// Constant evaluation against the same at run time: tables, strings, allocation, consteval and constinit.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <type_traits>

volatile int input = 30;

constexpr std::uint32_t crc_of(std::string_view text) {
    std::uint32_t crc = ~0u;
    for (char c : text) {
        crc ^= static_cast<unsigned char>(c);
        for (int i = 0; i < 8; i++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}
constexpr auto primes = [] {
    std::array<int, 60> found{};
    int count = 0;
    for (int n = 2; count < 60; n++)
        if (std::none_of(found.begin(), found.begin() + count, [&](int p) { return n % p == 0; }))
            found[static_cast<unsigned>(count++)] = n;
    return found;
}();
struct Matrix {
    long long m[2][2];
    constexpr Matrix operator*(const Matrix &o) const {
        Matrix r{};
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                for (int k = 0; k < 2; k++)
                    r.m[i][j] += m[i][k] * o.m[k][j];
        return r;
    }
};
constexpr long long fibonacci(int n) {
    Matrix result{{{1, 0}, {0, 1}}}, base{{{1, 1}, {1, 0}}};
    for (; n; n /= 2) {
        if (n % 2) result = result * base;
        if (n > 1) base = base * base;
    }
    return result.m[0][1];
}
struct Node { int value; Node *next; constexpr virtual int weight() const { return value; } constexpr virtual ~Node() = default; };
struct Heavy : Node { constexpr explicit Heavy(int v) : Node() { value = v; next = nullptr; } constexpr ~Heavy() override {} constexpr int weight() const override { return value * 10; } };
constexpr int list_sum(int n) {
    Node *head = nullptr;
    for (int i = 0; i < n; i++) {
        Node *node = i % 3 ? new Node : new Heavy(i);
        node->value = i;
        node->next = head;
        head = node;
    }
    int sum = 0;
    while (head) {
        Node *next = head->next;
        sum += head->weight();
        delete head;
        head = next;
    }
    return sum;
}
consteval int at_compile_time(int n) { return n * n; }
constexpr int either(int n) { return std::is_constant_evaluated() ? n + 1000 : n; }
constinit int counter = at_compile_time(12);
constexpr double root(double d) { double r = d; for (int i = 0; i < 30; i++) r = (r + d / r) / 2; return r; }

int main() {
    static_assert(crc_of("123456789") == 0xcbf43926u && fibonacci(50) == 12586269025 && list_sum(10) == 207);
    std::printf("%x\n", crc_of(std::string_view("123456789", static_cast<unsigned>(input) / 10 * 3)));
    std::printf("%d %d\n", primes[59], primes[static_cast<unsigned>(input)]);
    constexpr long long early = fibonacci(90);
    std::printf("%lld %lld\n", early, fibonacci(input * 3));
    std::printf("%d %d\n", list_sum(input), counter++);
    constexpr int folded = either(1);
    std::printf("%d %d %d\n", folded, either(input), counter);
    constexpr double two = root(2);
    std::printf("%d %.15f\n", two == root(input / 15.0), two);
}
