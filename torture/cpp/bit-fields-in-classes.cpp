// Bit-fields in classes: signed, bool and enumerations, defaults, across units, in bases, by reference to const.
#include <cstdio>

volatile int input = 5;

enum class Mode : unsigned { off, slow, fast, turbo };
struct Header {
    unsigned version : 4 = 3;
    signed level : 5 = -7;
    bool urgent : 1 = true;
    Mode mode : 2 = Mode::fast;
    unsigned long long size : 37;
    Header(unsigned long long s) : size(s) {}
    int sum() const { return static_cast<int>(version) + level + urgent + static_cast<int>(mode); }
    void bump() { version++; level += 9; urgent ^= true; size += 1ULL << 36; }
};
struct Extended : Header {
    short tail : 9;
    char : 0;
    unsigned char flags : 3;
    Extended(unsigned long long s, int t) : Header(s), tail(static_cast<short>(t)), flags(5) {}
    virtual int value() const { return tail * 8 + flags; }
    virtual ~Extended() = default;
};
template <unsigned N> struct Field {
    unsigned value : N;
    __attribute__((noinline)) unsigned add(unsigned n) { value += n; return value; }
    __attribute__((noinline)) unsigned shift(unsigned n) { value <<= n; return value--; }
};

__attribute__((noinline)) Header changed(Header h) { h.bump(); h.mode = Mode::turbo; return h; }
__attribute__((noinline)) int read(const int &n) { return n * 2; }
__attribute__((noinline)) void exchange(Extended &e) {
    auto t = e.tail;
    e.tail = static_cast<short>(e.flags);
    e.flags = static_cast<unsigned char>(t);
}

int main() {
    Header h(static_cast<unsigned long long>(input) << 33 | 12345);
    std::printf("%d %llu\n", h.sum(), static_cast<unsigned long long>(h.size));
    for (int i = 0; i < 4; i++)
        h.bump();
    std::printf("%d %d %d %llu\n", static_cast<int>(h.version), static_cast<int>(h.level), static_cast<int>(h.urgent), static_cast<unsigned long long>(h.size));
    Header c = changed(h);
    std::printf("%d %d %d\n", c.sum(), static_cast<int>(c.mode), read(c.level));
    Extended e(1, -200 + input);
    Extended *volatile p = &e;
    std::printf("%d\n", p->value());
    exchange(e);
    std::printf("%d %d\n", p->value(), p->sum());
    Field<7> f7{static_cast<unsigned>(input)};
    Field<31> f31{0x7ffffff0u};
    unsigned sums[] = {f7.add(200), f7.shift(3), f31.add(100), f31.shift(20)};
    std::printf("%u %u %u %u\n", sums[0], sums[1], sums[2], sums[3]);
    std::printf("%u %u\n", static_cast<unsigned>(f7.value), static_cast<unsigned>(f31.value));
}
