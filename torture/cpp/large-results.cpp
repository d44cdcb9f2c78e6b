// Results and arguments in memory: structures by value, elided copies, references that bind to temporaries.
#include <cstdio>
#include <string>

volatile int input = 3;

struct Large {
    int numbers[10];
    std::string text;
};

struct Small { short a; char b; };
struct Floats { float x; double y; };

__attribute__((noinline)) Large make(int n) {
    Large large{};
    for (int i = 0; i < 10; i++)
        large.numbers[i] = n * i;
    large.text = std::string(n, 'x');
    return large;
}

__attribute__((noinline)) Large changed(Large large, Small small, const Floats &floats) {
    large.numbers[small.b] += small.a;
    large.text += std::to_string(static_cast<int>(floats.x * floats.y));
    return large;
}

__attribute__((noinline)) Small pack(Small a, Small b) { return {static_cast<short>(a.a * b.a), static_cast<char>(a.b + b.b)}; }
__attribute__((noinline)) const std::string &pick(bool first, const std::string &a, const std::string &b) { return first ? a : b; }

int main() {
    Large large = changed(make(input), pack({7, 2}, {3, 3}), {1.5f, 4.5});
    int sum = 0;
    for (int n : large.numbers)
        sum = 5 * sum + n;
    std::printf("%d %s\n", sum, large.text.c_str());
    std::printf("%s\n", std::string(pick(input == 3, large.text + "!", "other")).c_str());
    auto [numbers, text] = make(input + 1);
    std::printf("%d %s\n", numbers[9], text.c_str());
}
