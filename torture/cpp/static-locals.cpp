// Static variables with guards: in functions, templates, classes and lambdas, first used in any order.
#include <cstdio>
#include <map>
#include <string>

volatile int input = 3;
static int made;

struct Noisy {
    int id;
    explicit Noisy(int n) : id(n * 10 + made++) { std::printf("make %d\n", id); }
    ~Noisy() { std::printf("gone %d\n", id); }
};

__attribute__((noinline)) Noisy &local(int n) { static Noisy noisy(n); return noisy; }
template <class T> __attribute__((noinline)) int &counter() { static int count = input * static_cast<int>(sizeof(T)); return count; }
template <int N> struct Table { static int get() { static Noisy entry{N}; return entry.id; } };
inline Noisy &shared() { static Noisy noisy(7); return noisy; }
__attribute__((noinline)) int recursive(int n) {
    static int depth = input;
    return n == 0 ? depth++ : recursive(n - 1) + depth;
}
__attribute__((noinline)) const std::string &name(int n) {
    static std::map<int, std::string> names{{1, "one"}, {2, "two"}};
    auto [at, is_new] = names.try_emplace(n, "number " + std::to_string(names.size()));
    return at->second;
}
struct Registry {
    static Registry &instance() { static Registry registry; return registry; }
    int sum = 0;
    ~Registry() { std::printf("registry %d\n", sum); }
};
static struct Early { Early() { Registry::instance().sum += local(1).id; } } early;

int main() {
    std::printf("main\n");
    local(5).id++;
    std::printf("%d\n", local(6).id);
    counter<char>()++;
    counter<short>() += 2;
    std::printf("%d %d %d\n", counter<char>(), counter<short>(), counter<char[16]>());
    if (input == 4)
        std::printf("%d\n", shared().id);
    std::printf("%d\n", Table<8>::get());
    std::printf("%d\n", recursive(input));
    auto lambda = [](int n) { static Noisy inner(n); return inner.id; };
    std::printf("%d\n", lambda(2));
    std::printf("%d\n", lambda(4));
    std::printf("%s\n", name(2).c_str());
    std::printf("%s\n", name(9).c_str());
    std::printf("%s\n", name(9).c_str());
    Registry::instance().sum += 5;
}
