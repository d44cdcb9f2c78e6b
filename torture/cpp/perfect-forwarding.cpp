// Forwarding: what each reference binds to, how often objects are copied and moved on the way, emplacement.
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

volatile int input = 2;

struct Counted {
    static int copies, moves;
    int n;
    Counted(int v) : n(v) {}
    Counted(const Counted &o) : n(o.n) { copies++; }
    Counted(Counted &&o) noexcept : n(o.n) { o.n = -1; moves++; }
    Counted &operator=(const Counted &o) { n = o.n; copies += 100; return *this; }
    Counted &operator=(Counted &&o) noexcept { n = std::exchange(o.n, -1); moves += 100; return *this; }
};
int Counted::copies, Counted::moves;
static void counts(const char *what) { std::printf("%s %d %d\n", what, Counted::copies, Counted::moves); Counted::copies = Counted::moves = 0; }

__attribute__((noinline)) int which(Counted &) { return 1; }
__attribute__((noinline)) int which(const Counted &) { return 2; }
__attribute__((noinline)) int which(Counted &&) { return 3; }
__attribute__((noinline)) int which(const Counted &&) { return 4; }
template <class T> int forward(T &&t) { return which(std::forward<T>(t)); }
template <class T> int twice_forwarded(T &&t) { return forward(std::forward<T>(t)) * 10 + forward(t); }
struct Self {
    int which() & { return 1; }
    int which() const & { return 2; }
    int which() && { return 3; }
    int which() const && { return 4; }
};
template <class... A> std::unique_ptr<std::tuple<std::decay_t<A>...>> pack(A &&...a) { return std::make_unique<std::tuple<std::decay_t<A>...>>(std::forward<A>(a)...); }
struct Sink {
    std::vector<Counted> all;
    template <class T> Sink &put(T &&t) & { all.push_back(std::forward<T>(t)); return *this; }
    std::vector<Counted> take() && { return std::move(all); }
};
decltype(auto) same(auto &&t) { return std::forward<decltype(t)>(t); }

int main() {
    Counted a(input);
    const Counted b(3);
    std::printf("%d %d %d %d\n", forward(a), forward(b), forward(Counted(1)), forward(std::move(b)));
    std::printf("%d %d %d\n", twice_forwarded(a), twice_forwarded(b), twice_forwarded(Counted(1)));
    Self s;
    const Self t;
    std::printf("%d %d %d %d\n", s.which(), t.which(), Self().which(), std::move(t).which());
    counts("none");
    Counted e(6);
    auto packed = pack(a, b, Counted(7), "text", std::move(e));
    counts("packed");
    std::printf("%d %d %d %s %d\n", std::get<0>(*packed).n, std::get<1>(*packed).n, std::get<2>(*packed).n, std::get<3>(*packed), e.n);
    Sink sink;
    sink.all.reserve(8);
    sink.put(a).put(Counted(4)).put(b);
    sink.all.emplace_back(9);
    counts("put");
    std::vector<Counted> taken = std::move(sink).take();
    std::printf("%zu %zu %d\n", taken.size(), sink.all.size(), taken[3].n);
    counts("taken");
    std::optional<Counted> maybe;
    maybe.emplace(5);
    maybe = b;
    auto moved = std::move(maybe).value();
    counts("optional");
    taken.insert(taken.begin() + 1, moved);
    taken.erase(taken.begin());
    std::printf("%d %zu\n", taken[0].n, taken.size());
    Counted::copies = Counted::moves = 0;
    same(a).n = 11;
    Counted c = same(Counted(12));
    std::swap(a, c);
    std::printf("%d %d\n", a.n, c.n);
    counts("swapped");
}
