// Results that are constructed in the caller's place: named ones, temporaries, branches and conversions.
#include <cstdio>
#include <utility>

volatile int input = 5;

struct Result {
    static int made, copied, moved, gone;
    int value;
    const void *place;
    explicit Result(int v) : value(v), place(this) { made++; }
    Result(const Result &o) : value(o.value), place(this) { copied++; }
    Result(Result &&o) noexcept : value(o.value), place(this) { o.value = 0; moved++; }
    Result &operator=(Result o) { std::swap(value, o.value); return *this; }
    ~Result() { gone++; }
};
int Result::made, Result::copied, Result::moved, Result::gone;

__attribute__((noinline)) Result temporary(int n) { return Result(n); }
__attribute__((noinline)) Result through(int n) { return temporary(n + 1); }
__attribute__((noinline)) Result chosen(bool b, int n) { return b ? Result(n) : temporary(-n); }
__attribute__((noinline)) Result of_member(std::pair<Result, int> pair) { return std::move(pair.first); }
__attribute__((noinline)) Result copied_from(const Result &r) { return r; }
struct Source {
    int n;
    operator Result() const { return Result(n * 2); }
    Result operator+(int m) const & { return Result(n + m); }
    Result operator()(int m) && { return Result(n * m); }
};
static void show(const Result &r) {
    std::printf("%d %d: %d %d %d %d\n", r.value, r.place == &r, Result::made, Result::copied, Result::moved, Result::gone);
}

int main() {
    show(temporary(input));
    Result kept = through(input);
    show(kept);
    show(chosen(input == 5, 3));
    show(chosen(input == 6, 3));
    show(of_member({temporary(8), 1}));
    show(copied_from(kept));
    Source source{input};
    Result converted = source;
    show(converted);
    show(source + 4);
    show(Source{3}(input));
    kept = temporary(11);
    show(kept);
    Result list[] = {temporary(1), through(1), Result(source)};
    int sum = 0;
    for (const Result &r : list)
        sum = sum * 10 + r.value;
    std::printf("%d\n", sum);
}
