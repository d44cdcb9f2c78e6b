// Functions with C's names between C++ code: callbacks, variable arguments, static linkage.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

volatile int input = 9;

extern "C" {
typedef int (*Visit)(void *context, int value);
__attribute__((noinline)) int each(const int *values, int count, Visit visit, void *context) {
    for (int i = 0; i < count; i++)
        if (int stop = visit(context, values[i]))
            return stop;
    return 0;
}
static int compare(const void *a, const void *b) { return *static_cast<const int *>(a) - *static_cast<const int *>(b); }
}

__attribute__((noinline)) std::string format(const char *pattern, ...) {
    va_list arguments;
    va_start(arguments, pattern);
    char buffer[80];
    std::vsnprintf(buffer, sizeof buffer, pattern, arguments);
    va_end(arguments);
    return buffer;
}

struct Collector {
    std::vector<std::string> lines;
    static int visit(void *self, int value) {
        auto &lines = static_cast<Collector *>(self)->lines;
        lines.push_back(format("%d:%s:%g", value, std::string(value % 4, '+').c_str(), value / 8.0));
        return lines.size() == 6 ? value : 0;
    }
};

int main() {
    int values[9];
    for (int i = 0; i < input; i++)
        values[i] = i * 7 % 10;
    std::qsort(values, input, sizeof(int), compare);
    Collector collector;
    int stopped = each(values, input, Collector::visit, &collector);
    for (auto &line : collector.lines)
        std::printf("%s ", line.c_str());
    std::printf("%d\n", stopped);
}
