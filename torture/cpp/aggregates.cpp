// Aggregates: designated members, bases, brace elision, parentheses, bindings, defaults that use other members.
#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <tuple>
#include <utility>

volatile int input = 8;

struct Limits { int low = -1, high = low + 100; };
struct Base { int id; const char *name; };
struct Derived : Base, Limits { double rate; int table[3]; std::string text = "default"; };
struct Nested { struct { int x, y; } points[2]; Limits limits; union { int i; float f; }; };
template <class T, class U> struct Both { T first; U second; };
template <class T, class U> Both(T, U) -> Both<T, U>;
struct Packet { unsigned kind : 3, length : 9; unsigned char payload[5]; };
namespace named { struct Pair { int a; std::string b; };
template <std::size_t I> decltype(auto) get(const Pair &p) { if constexpr (I == 0) return p.a * 2; else return (p.b); } }
template <> struct std::tuple_size<named::Pair> : std::integral_constant<std::size_t, 2> {};
template <> struct std::tuple_element<0, named::Pair> { using type = int; };
template <> struct std::tuple_element<1, named::Pair> { using type = const std::string &; };

__attribute__((noinline)) Derived make(int n) { return {{n, "made"}, {.high = n}, n / 4.0, {n, n + 1}}; }
__attribute__((noinline)) int sum(const Derived &d) { return d.id + d.low * 10 + d.high + d.table[0] + d.table[1] * 2 + d.table[2] * 3 + static_cast<int>(d.text.size()); }
__attribute__((noinline)) Packet packet(unsigned kind) { return {.kind = kind, .length = kind * 100, .payload = {1, 2, 3}}; }

int main() {
    Derived d = make(input);
    std::printf("%d %s %.2f\n", sum(d), d.name, d.rate);
    Derived empty{};
    std::printf("%d %d %d\n", sum(empty), empty.name == nullptr, empty.high);
    Nested n{1, 2, 3, input, {}, {.f = 1.5f}};
    std::printf("%d %d %.1f\n", n.points[1].x + n.points[1].y, n.limits.high, n.f);
    Limits parentheses(input);
    Both both{input, std::string("text")};
    auto &[first, second] = both;
    second += std::to_string(first++);
    std::printf("%d %d %s\n", parentheses.high, both.first, both.second.c_str());
    Packet p = packet(5);
    auto [kind, length, payload] = p;
    p.payload[4] = 9;
    std::printf("%u %u %d %d\n", static_cast<unsigned>(kind), static_cast<unsigned>(length), payload[2], payload[4]);
    auto [doubled, text] = named::Pair{input, "get"};
    std::printf("%d %s\n", doubled, text.c_str());
    std::map<std::string, std::array<int, 2>> map{{"b", {1, 2}}, {"a", {3}}};
    for (const auto &[key, value] : map) {
        auto [x, y] = value;
        std::printf("%s%d%d ", key.c_str(), x, y);
    }
    int grid[2][3] = {{1}, {4, 5}};
    auto &[row0, row1] = grid;
    row0[2] = row1[1] + input;
    std::printf("%d %d\n", grid[0][2], grid[1][2]);
    auto [it, inserted] = map.insert({"c", {}});
    auto lambda = [&, inserted = inserted] { return it->second[0] + inserted; };
    std::printf("%d\n", lambda());
}
