// Ranges: views that are composed and evaluated lazily, and algorithms on them.
#include <algorithm>
#include <cstdio>
#include <ranges>
#include <string>
#include <vector>

volatile int input = 30;

int main() {
    int n = input, calls = 0;
    auto odd = std::views::iota(1, n) | std::views::filter([](int x) { return x % 2; });
    auto squares = odd | std::views::transform([&calls](int x) { calls++; return x * x; }) | std::views::take(5);
    for (int x : squares)
        std::printf("%d ", x);
    std::printf("after %d\n", calls);
    std::vector<std::string> words{"pear", "fig", "apple", "kiwi", "plum"};
    std::ranges::sort(words, {}, [](const std::string &word) { return word.size() * 100 + word[0]; });
    for (const auto &word : words | std::views::reverse | std::views::drop(1))
        std::printf("%s ", word.c_str());
    std::string text = "a-bc--def";
    for (auto part : text | std::views::split('-'))
        std::printf("[%.*s]", static_cast<int>(std::ranges::distance(part)), part.empty() ? "" : &*part.begin());
    auto found = std::ranges::find_if(odd, [n](int x) { return x * x > n * 4; });
    std::printf("\n%d %d\n", *found, static_cast<int>(std::ranges::count_if(words, [](auto &word) { return word.size() == 4; })));
}
