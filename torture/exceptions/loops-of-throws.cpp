// Many exceptions: nothing is lost or left over.
#include <cstdio>
#include <cstdint>
static std::uint32_t seed = 12345;
static std::uint32_t next() { seed = seed * 1664525u + 1013904223u; return seed >> 8; }
struct Counter { static int alive; Counter() { alive++; } Counter(const Counter &) { alive++; } ~Counter() { alive--; } };
int Counter::alive;
struct Small { Counter c; std::uint32_t v; };
static std::uint32_t leaf(int depth) {
    Counter here;
    std::uint32_t n = next();
    if (n % 5 == 0) throw Small{Counter(), n};
    if (n % 7 == 0) throw n;
    if (depth == 0) return n;
    try { return leaf(depth - 1) ^ leaf(depth - 1); }
    catch (std::uint32_t u) { if (u % 3 == 0) throw; return u; }
    catch (Small &s) { if (s.v % 2 == 0) throw std::uint32_t(s.v / 2); return s.v; }
}
int main() {
    std::uint32_t sum = 0; int escaped = 0;
    for (int i = 0; i < 3000; i++) {
        try { sum += leaf(4); } catch (std::uint32_t u) { sum ^= u; escaped++; } catch (Small &s) { sum -= s.v; escaped++; }
    }
    std::printf("%u %d %d\n", sum, escaped, Counter::alive);
}
