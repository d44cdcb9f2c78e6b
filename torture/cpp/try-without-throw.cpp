// Handlers that nothing reaches: what is thrown elsewhere only, nested, in loops and functions.
#include <cstdio>
#include <stdexcept>
#include <string>

volatile int input = 4;

struct Guard {
    const char *name;
    ~Guard() { std::printf("-%s ", name); }
};

__attribute__((noinline)) int check(int n) {
    if (n > 1000)
        throw std::runtime_error("too large " + std::to_string(n));
    return n * 3;
}

__attribute__((noinline)) int search(int n) {
    int found = 0;
    for (int i = 0; i < n; i++) {
        try {
            Guard guard{"inner"};
            found += check(i);
            if (i == 2)
                continue;
            try {
                Guard deeper{"deeper"};
                found ^= check(found);
                if (found > 50)
                    return found;
            } catch (const std::logic_error &) {
                found = -1;
                throw;
            }
        } catch (const std::exception &error) {
            std::printf("%s\n", error.what());
            return -2;
        } catch (...) {
            break;
        }
    }
    return found;
}

struct Parts {
    Guard first{"first"};
    int value;
    Guard second{"second"};
    explicit Parts(int n) try : value(check(n)) {
    } catch (int) {
        std::printf("never\n");
    }
};

int main() {
    std::printf("= %d\n", search(input));
    std::printf("= %d\n", search(input + 9));
    Parts parts(input);
    std::printf("%d\n", parts.value);
    return parts.value;
}
