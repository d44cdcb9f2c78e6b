// Numbers of any length as a class: operators, conversions, literals, division, in streams.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

volatile int input = 60;

class Big {
    std::vector<std::uint32_t> digits;
    void trim() { while (!digits.empty() && digits.back() == 0) digits.pop_back(); }

public:
    Big(std::uint64_t n = 0) { for (; n; n >>= 32) digits.push_back(static_cast<std::uint32_t>(n)); }
    explicit Big(const std::string &text) { for (char c : text) *this = *this * 10 + static_cast<std::uint64_t>(c - '0'); }
    explicit operator bool() const { return !digits.empty(); }
    friend Big operator+(const Big &a, const Big &b) {
        Big r;
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < std::max(a.digits.size(), b.digits.size()) || carry; i++) {
            carry += (i < a.digits.size() ? a.digits[i] : 0ULL) + (i < b.digits.size() ? b.digits[i] : 0ULL);
            r.digits.push_back(static_cast<std::uint32_t>(carry));
            carry >>= 32;
        }
        return r;
    }
    friend Big operator-(const Big &a, const Big &b) {
        Big r;
        std::int64_t borrow = 0;
        for (std::size_t i = 0; i < a.digits.size(); i++) {
            std::int64_t d = static_cast<std::int64_t>(a.digits[i]) - (i < b.digits.size() ? b.digits[i] : 0) + borrow;
            borrow = d < 0 ? -1 : 0;
            r.digits.push_back(static_cast<std::uint32_t>(d));
        }
        r.trim();
        return r;
    }
    friend Big operator*(const Big &a, const Big &b) {
        Big r;
        r.digits.resize(a.digits.size() + b.digits.size());
        for (std::size_t i = 0; i < a.digits.size(); i++) {
            std::uint64_t carry = 0;
            for (std::size_t j = 0; j < b.digits.size() || carry; j++) {
                carry += r.digits[i + j] + static_cast<std::uint64_t>(a.digits[i]) * (j < b.digits.size() ? b.digits[j] : 0);
                r.digits[i + j] = static_cast<std::uint32_t>(carry);
                carry >>= 32;
            }
        }
        r.trim();
        return r;
    }
    std::uint32_t divide(std::uint32_t by) {
        std::uint64_t rest = 0;
        for (std::size_t i = digits.size(); i--;) {
            rest = rest << 32 | digits[i];
            digits[i] = static_cast<std::uint32_t>(rest / by);
            rest %= by;
        }
        trim();
        return static_cast<std::uint32_t>(rest);
    }
    Big operator<<(unsigned n) const { Big r = *this; for (; n--;) r = r + r; return r; }
    friend bool operator<(const Big &a, const Big &b) {
        if (a.digits.size() != b.digits.size()) return a.digits.size() < b.digits.size();
        return std::lexicographical_compare(a.digits.rbegin(), a.digits.rend(), b.digits.rbegin(), b.digits.rend());
    }
    friend bool operator==(const Big &a, const Big &b) { return a.digits == b.digits; }
    friend std::ostream &operator<<(std::ostream &out, Big b) {
        if (!b) return out << '0';
        std::string text;
        while (b) text += static_cast<char>('0' + b.divide(10));
        return out << std::string(text.rbegin(), text.rend());
    }
    friend std::istream &operator>>(std::istream &in, Big &b) { std::string t; if (in >> t) b = Big(t); return in; }
};
Big operator""_big(const char *text) { return Big(std::string(text)); }

int main() {
    Big factorial = 1, fibonacci = 0, next = 1;
    for (int i = 1; i <= input; i++) {
        factorial = factorial * static_cast<std::uint64_t>(i);
        std::swap(fibonacci, next);
        next = next + fibonacci;
    }
    std::cout << factorial << '\n' << fibonacci << ' ' << next << '\n';
    std::cout << 123456789012345678901234567890_big * 987654321098765432109876543210_big << '\n';
    std::cout << (1_big << 200u) - 1 << ' ' << ((1_big << 64u) < 18446744073709551616_big) << ((1_big << 64u) == 18446744073709551616_big) << '\n';
    std::istringstream in("99999999999999999999 1 0");
    Big a, b, c;
    in >> a >> b >> c;
    std::cout << a + b << ' ' << c << ' ' << (a + b - a) << ' ' << !c << '\n';
    std::uint32_t rest = factorial.divide(1000003);
    std::cout << rest << ' ' << factorial << '\n';
}
