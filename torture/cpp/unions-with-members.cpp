// Unions whose members have constructors: a tagged value that is copied, moved, assigned and visited.
#include <cstdio>
#include <new>
#include <string>
#include <utility>
#include <vector>

volatile int input = 3;

class Value {
public:
    enum class Kind : unsigned char { none, number, text, list };
    Value() : kind(Kind::none), none() {}
    Value(double d) : kind(Kind::number), number(d) {}
    Value(const char *t) : kind(Kind::text), text(t) {}
    Value(std::vector<Value> l) : kind(Kind::list), list(std::move(l)) {}
    Value(const Value &o) : Value() { take(o); }
    Value(Value &&o) noexcept : Value() { take(std::move(o)); }
    Value &operator=(const Value &o) { return *this = Value(o); }
    Value &operator=(Value &&o) noexcept {
        // It may be inside this one.
        Value taken(std::move(o));
        clear();
        take(std::move(taken));
        return *this;
    }
    ~Value() { clear(); }
    std::string show() const {
        switch (kind) {
        case Kind::none: return "null";
        case Kind::number: { char b[32]; std::snprintf(b, sizeof b, "%g", number); return b; }
        case Kind::text: return '"' + text + '"';
        case Kind::list: {
            std::string s = "[";
            for (const Value &v : list)
                s += (s.size() > 1 ? "," : "") + v.show();
            return s + "]";
        }
        }
        return "?";
    }
    Value &operator[](std::size_t n) {
        if (kind != Kind::list) *this = std::vector<Value>();
        if (n >= list.size()) list.resize(n + 1);
        return list[n];
    }
    int depth() const {
        int most = 0;
        if (kind == Kind::list)
            for (const Value &v : list)
                most = std::max(most, 1 + v.depth());
        return most;
    }

private:
    template <class V> void take(V &&o) {
        kind = o.kind;
        switch (o.kind) {
        case Kind::none: break;
        case Kind::number: number = o.number; break;
        case Kind::text: new (&text) std::string(std::forward<V>(o).text); break;
        case Kind::list: new (&list) std::vector<Value>(std::forward<V>(o).list); break;
        }
    }
    void clear() {
        if (kind == Kind::text) text.~basic_string();
        if (kind == Kind::list) list.~vector();
        kind = Kind::none;
    }
    Kind kind;
    union {
        char none;
        double number;
        std::string text;
        std::vector<Value> list;
    };
};

union Bytes {
    unsigned long long whole;
    struct { unsigned char low; unsigned char rest[7]; } parts;
    Bytes(unsigned long long n) : whole(n) {}
    __attribute__((noinline)) unsigned long long with(unsigned char b) const { Bytes copy = *this; copy.parts.low = b; return copy.whole; }
};

int main() {
    Value v = std::vector<Value>{1.5, "two", {}, std::vector<Value>{3.0, "four"}};
    std::printf("%s\n", v.show().c_str());
    Value copy = v;
    copy[3][1] = copy[0];
    copy[5] = "a text that is too long for a short string";
    copy[1] = std::move(copy[3]);
    std::printf("%s\n%s\n", copy.show().c_str(), v.show().c_str());
    v = v[3];
    std::printf("%s\n", v.show().c_str());
    for (int i = 0; i < input; i++)
        v = std::vector<Value>{v, static_cast<double>(i), v};
    std::printf("%s %d\n", v.show().c_str(), v.depth());
    v[0] = v;
    std::printf("%d\n", v.depth());
    std::printf("%llx\n", Bytes(0x1122334455667788).with(static_cast<unsigned char>(input)));
}
