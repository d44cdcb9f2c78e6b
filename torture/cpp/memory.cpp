// Memory: placement new, operators new of a class, alignment, and unions with members.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

volatile int input = 4;

struct Pooled {
    static inline int made = 0, gone = 0;
    int value;
    explicit Pooled(int value) : value(value) {}
    static void *operator new(std::size_t size) { made++; return std::malloc(size); }
    static void operator delete(void *p) { gone++; std::free(p); }
};

struct alignas(64) Line { char bytes[64]; };

union Either {
    std::string text;
    int number;
    Either() : number(0) {}
    ~Either() {}
};

int main() {
    Pooled *all[8];
    for (int i = 0; i < input; i++)
        all[i] = new Pooled(i * i);
    int sum = 0;
    for (int i = 0; i < input; i++)
        sum += all[i]->value, delete all[i];
    std::printf("%d %d %d\n", sum, Pooled::made, Pooled::gone);
    alignas(std::string) unsigned char place[2 * sizeof(std::string)];
    auto *text = new (place + sizeof(std::string)) std::string("placed in an array of bytes");
    *text += std::to_string(input);
    std::printf("%s\n", text->c_str());
    text->~basic_string();
    Line *lines = new Line[3];
    std::printf("%d\n", static_cast<int>(reinterpret_cast<std::uintptr_t>(lines) % 64));
    delete[] lines;
    Either either;
    new (&either.text) std::string(30, 'e');
    std::printf("%zu\n", either.text.size());
    either.text.~basic_string();
    int *none = new (std::nothrow) int[input]();
    std::printf("%d\n", none[input - 1]);
    delete[] none;
}
