// Type erasure by hand: tables of functions made by templates, values in place or on the heap, moved and cloned.
#include <cstddef>
#include <cstdio>
#include <new>
#include <string>
#include <utility>
#include <vector>

volatile int input = 3;

class Drawable {
    struct Table {
        void (*move)(void *to, void *from);
        void (*destroy)(void *);
        int (*draw)(const void *, int);
        bool is_small;
    };
    template <class T> static constexpr bool fits = sizeof(T) <= 24 && alignof(T) <= alignof(double);
    template <class T> static constexpr Table table_of = {
        [](void *to, void *from) {
            if constexpr (fits<T>) {
                new (to) T(std::move(*static_cast<T *>(from)));
                static_cast<T *>(from)->~T();
            } else {
                *static_cast<T **>(to) = *static_cast<T **>(from);
            }
        },
        [](void *p) {
            if constexpr (fits<T>) static_cast<T *>(p)->~T();
            else delete *static_cast<T **>(p);
        },
        [](const void *p, int n) {
            if constexpr (fits<T>) return static_cast<const T *>(p)->draw(n);
            else return (*static_cast<T *const *>(p))->draw(n);
        },
        fits<T>};
    alignas(double) unsigned char bytes[24];
    const Table *table;

public:
    template <class T> Drawable(T t) : table(&table_of<T>) {
        if constexpr (fits<T>) new (bytes) T(std::move(t));
        else *reinterpret_cast<T **>(bytes) = new T(std::move(t));
    }
    Drawable(Drawable &&o) noexcept : table(o.table) {
        if (table) table->move(bytes, o.bytes);
        o.table = nullptr;
    }
    Drawable &operator=(Drawable &&o) noexcept {
        if (this != &o) {
            this->~Drawable();
            new (this) Drawable(std::move(o));
        }
        return *this;
    }
    ~Drawable() { if (table) table->destroy(bytes); }
    __attribute__((noinline)) int draw(int n) const { return table ? table->draw(bytes, n) : -1; }
    bool is_small() const { return table && table->is_small; }
};

static int alive;
struct Dot { int draw(int n) const { return n; } };
struct Line { double length; int draw(int n) const { return static_cast<int>(length * n); } };
struct Text {
    std::string text;
    long long padding[4] = {};
    explicit Text(std::string t) : text(std::move(t)) { alive++; }
    Text(Text &&o) noexcept : text(std::move(o.text)) { alive++; }
    ~Text() { alive--; }
    int draw(int n) const { return static_cast<int>(text.size()) + n; }
};

int main() {
    std::vector<Drawable> all;
    for (int i = 0; i < input; i++) {
        all.emplace_back(Dot());
        all.emplace_back(Line{i + 0.5});
        all.emplace_back(Text(std::string(static_cast<unsigned>(i) * 10, '-')));
    }
    int sum = 0, small = 0;
    for (const Drawable &d : all)
        sum = sum * 3 + d.draw(input), small += d.is_small();
    std::printf("%d %d %d\n", sum, small, alive);
    all[0] = std::move(all[8]);
    std::swap(all[1], all[2]);
    std::printf("%d %d %d %d\n", all[0].draw(1), all[1].draw(1), all[2].draw(1), all[8].draw(1));
    all.erase(all.begin() + 2, all.begin() + 6);
    std::printf("%zu %d\n", all.size(), alive);
    all.clear();
    std::printf("%d\n", alive);
}
