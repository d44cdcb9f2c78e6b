// Initialisation of statics that fails first, templates, and exceptions as values.
#include <cstdio>
#include <exception>
#include <optional>
#include <utility>
static int attempts;
static int slow() { if (attempts++ < 2) throw attempts; return 77; }
static int once() { static int value = slow(); return value; }
template <class F> static auto guarded(F f) -> std::optional<decltype(f())> { try { return f(); } catch (const std::pair<int, int> &p) { std::printf("pair %d %d\n", p.first, p.second); return {}; } }
template <class T> static T checked(T t) { if (t < T(0)) throw std::make_pair(int(t), int(sizeof(T))); return t; }
struct Nested : std::nested_exception { int level; Nested(int l) : level(l) {} };
static void wrap(int level) { try { if (level == 0) throw 5; wrap(level - 1); } catch (...) { throw Nested(level); } }
static void unwrap(const Nested &n) { std::printf("level %d\n", n.level); try { n.rethrow_nested(); } catch (const Nested &m) { unwrap(m); } catch (int i) { std::printf("root %d\n", i); } }
int main() {
    for (int i = 0; i < 5; i++) { try { std::printf("%d\n", once()); } catch (int n) { std::printf("attempt %d\n", n); } }
    std::printf("%d\n", guarded([] { return checked(4); }).value_or(-9));
    std::printf("%d\n", guarded([] { return checked(-4); }).value_or(-9));
    std::printf("%g\n", guarded([] { return checked(-2.5); }).value_or(-9));
    try { wrap(3); } catch (const Nested &n) { unwrap(n); }
}
