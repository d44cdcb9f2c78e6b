// Variable arguments in C++: members, classes that can be copied as bytes, lists that are passed on.
#include <cstdarg>
#include <cstdio>
#include <string>

volatile int input = 12;

struct Point { int x, y; };
struct Wide { double d; char c; long long l; };

__attribute__((noinline)) double mixed(const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    double sum = 0;
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'i': sum += va_arg(list, int); break;
        case 'l': sum += static_cast<double>(va_arg(list, long long)) * 2; break;
        case 'd': sum += va_arg(list, double) * 3; break;
        case 'p': { Point p = va_arg(list, Point); sum += p.x * 5 + p.y * 7; break; }
        case 'w': { Wide w = va_arg(list, Wide); sum += w.d + w.c + static_cast<double>(w.l); break; }
        case 's': sum += va_arg(list, const char *)[1]; break;
        case 'L': sum += static_cast<double>(va_arg(list, long double)); break;
        case 'u': sum += va_arg(list, unsigned); break;
        }
    va_end(list);
    return sum;
}

struct Formatter {
    std::string out;
    __attribute__((noinline)) Formatter &add(const char *format, ...) {
        va_list list, again;
        va_start(list, format);
        va_copy(again, list);
        int size = std::vsnprintf(nullptr, 0, format, list);
        va_end(list);
        std::string text(static_cast<std::size_t>(size), ' ');
        std::vsnprintf(text.data(), text.size() + 1, format, again);
        va_end(again);
        out += text;
        return *this;
    }
};

template <class... T> double forwarded(const char *kinds, T... values) { return mixed(kinds, values...); }

int main() {
    std::printf("%.3f\n", mixed("idlp", input, 0.5, 1LL << 40, Point{input, 2}));
    std::printf("%.3f\n", mixed("wisw", Wide{1.5, 'a', 1000}, -3, "abc", Wide{-1.5, 'b', -7}));
    std::printf("%.3f\n", mixed("dLuuL", 1.25, 2.5L, 4000000000u, 7u, -0.5L));
    std::printf("%.3f\n", forwarded("idi", static_cast<short>(3), 2.5f, 'c'));
    Formatter formatter;
    formatter.add("%d-%s ", input, "twelve").add("%.2f %c %llx", 1.005 * 2, 'z', 0xfedcba9876543210ULL);
    std::printf("%s %zu\n", formatter.out.c_str(), formatter.out.size());
}
