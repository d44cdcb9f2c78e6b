// Strings: short and long ones, searching, replacing, conversions, views.
#include <cstdio>
#include <string>
#include <string_view>

volatile int input = 7;

__attribute__((noinline)) std::string repeated(std::string_view text, int n) {
    std::string result;
    for (int i = 0; i < n; i++)
        result += text, result += ' ';
    return result;
}

__attribute__((noinline)) int words(std::string_view text) {
    int count = 0;
    while (!text.empty()) {
        auto end = text.find(' ');
        count += end != 0;
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return count;
}

int main() {
    std::string text = repeated("the cat", input);
    std::printf("%s|%zu %d\n", text.c_str(), text.size(), words(text));
    for (std::size_t at = 0; (at = text.find("cat", at)) != std::string::npos; at += 4)
        text.replace(at, 3, at % 3 ? "bird" : "ox");
    std::printf("%s|%zu\n", text.c_str(), text.rfind("the"));
    text.insert(5, 3, '*').erase(0, 2);
    std::string copy = text.substr(2, 10), moved = std::move(text);
    std::printf("%s|%d %d\n", copy.c_str(), copy < moved, moved.compare(2, 10, copy));
    std::printf("%d %g %s\n", std::stoi("  12x"), std::stod("2.5e3"), std::to_string(input * 1000).c_str());
    std::wstring wide = L"wide";
    wide += L"\u20ac";
    std::printf("%zu %d\n", wide.size(), static_cast<int>(wide.back()));
}
