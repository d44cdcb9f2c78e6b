// Numbers to characters and back: all bases, shortest and fixed floating-point forms, ranges that overflow.
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>

volatile int input = 10;

template <class T> __attribute__((noinline)) std::string text(T value, int base) {
    char buffer[70];
    auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value, base);
    return error == std::errc() ? std::string(buffer, end) : "error";
}
template <class T> __attribute__((noinline)) void parse(const std::string &s, int base) {
    T value = 42;
    auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value, base);
    std::printf("%s: %lld %d %d\n", s.c_str(), static_cast<long long>(value), static_cast<int>(end - s.data()), error == std::errc::result_out_of_range ? 1 : error == std::errc() ? 0 : 2);
}
__attribute__((noinline)) void number(double d) {
    char buffer[128];
    auto print = [&](std::to_chars_result r) { std::printf("%.*s ", static_cast<int>(r.ptr - buffer), buffer); };
    print(std::to_chars(buffer, buffer + 128, d));
    print(std::to_chars(buffer, buffer + 128, d, std::chars_format::scientific, 4));
    print(std::to_chars(buffer, buffer + 128, d, std::chars_format::fixed, 2));
    print(std::to_chars(buffer, buffer + 128, d, std::chars_format::hex));
    print(std::to_chars(buffer, buffer + 128, static_cast<float>(d)));
    std::printf("\n");
}

int main() {
    for (int base : {2, 8, static_cast<int>(input), 16, 36})
        std::printf("%s %s %s\n", text(-123456789, base).c_str(), text(std::uint64_t{18446744073709551557u}, base).c_str(), text(static_cast<signed char>(-128), base).c_str());
    parse<int>("2147483647x", 10);
    parse<int>("2147483648", 10);
    parse<int>("-2147483648", 10);
    parse<unsigned char>("ff", 16);
    parse<unsigned char>("100", 16);
    parse<short>("-zz", 36);
    parse<long long>("-9223372036854775808", 10);
    parse<unsigned>("+5", 10);
    for (double d : {0.1, 1.0 / 3, 123456.789, 1e22, 5e-324, 1.7976931348623157e308 / 1e300, -2.5, 0.0})
        number(d);
    char small[2];
    std::printf("%d\n", std::to_chars(small, small + 2, 100 * input).ec == std::errc::value_too_large);
    std::printf("%.17g %a\n", std::stod("2.2250738585072014e-308"), std::stof("0.3"));
}
