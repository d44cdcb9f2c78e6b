// Regular expressions: groups, alternatives, repetition, back references, replacing, iterating over matches.
#include <cstdio>
#include <regex>
#include <string>

volatile int input = 2;

__attribute__((noinline)) void match(const char *pattern, const std::string &text) {
    std::regex regex(pattern);
    std::smatch m;
    bool whole = std::regex_match(text, m, regex);
    bool part = std::regex_search(text, m, regex);
    std::printf("%s in %s: %d %d", pattern, text.c_str(), whole, part);
    for (const auto &group : m)
        std::printf(" [%s]", group.matched ? group.str().c_str() : "-");
    std::printf("\n");
}

int main() {
    match("(a+)(b*)", "xaabbb");
    match("(\\d{2,4})-(\\d\\d)(-(\\d\\d))?", "on 2026-11 at");
    match("^(\\w+)\\s+\\1$", "again again");
    match("(cat|dog|bird)s?(?!y)", "catsy dogs");
    match("[^[:space:]]+@([a-z]+\\.)+[a-z]{2,}", "to me@host.example.org now");
    match("(a|ab)(c|bcd)(d*)", "abcd");
    match("x*", "");
    match("([a-c]|[x-z])*?q", "abxyq");
    std::string text = "one 1, two 22, three 333";
    std::printf("%s\n", std::regex_replace(text, std::regex("(\\w+) (\\d+)"), "$2=$1").c_str());
    std::printf("%s\n", std::regex_replace(text, std::regex("[aeiou]"), "", std::regex_constants::format_first_only).c_str());
    std::regex numbers("\\d+");
    int sum = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), numbers), end; at != end; ++at)
        sum = sum * input + static_cast<int>(at->position()) + std::stoi(at->str());
    std::printf("%d\n", sum);
    std::regex comma(",\\s*");
    for (std::sregex_token_iterator at(text.begin(), text.end(), comma, -1), end; at != end; ++at)
        std::printf("<%s>", at->str().c_str());
    std::printf("\n%d\n", std::regex_match("HELLO", std::regex("hel+o", std::regex::icase)));
}
