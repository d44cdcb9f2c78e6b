// Visitors: over classes with virtual accept functions, over variants, and tables by type, all with the same answers.
#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <typeindex>
#include <utility>
#include <variant>
#include <vector>

volatile int input = 5;

struct Rock; struct Paper; struct Scissors;
struct Visitor { virtual int visit(const Rock &) = 0; virtual int visit(const Paper &) = 0; virtual int visit(const Scissors &) = 0; virtual ~Visitor() = default; };
struct Item { virtual int accept(Visitor &) const = 0; virtual int against(const Item &) const = 0; virtual ~Item() = default; };
template <class Me> struct Against;
template <class T> struct Accepts : Item {
    int accept(Visitor &v) const override { return v.visit(static_cast<const T &>(*this)); }
    int against(const Item &o) const override;
};
struct Rock : Accepts<Rock> { int weight = 3; };
struct Paper : Accepts<Paper> { char text[9] = "paper"; };
struct Scissors : Accepts<Scissors> { double edge = 0.5; };
template <class A, class B> int beats(const A &, const B &) { return -1; }
template <class A> int beats(const A &, const A &) { return 0; }
int beats(const Rock &r, const Scissors &) { return r.weight; }
int beats(const Paper &p, const Rock &) { return p.text[1] == 'a' ? 4 : 5; }
int beats(const Scissors &s, const Paper &) { return static_cast<int>(s.edge * 12); }
template <class Me> struct Against : Visitor {
    const Me &me;
    explicit Against(const Me &m) : me(m) {}
    int visit(const Rock &o) override { return beats(me, o); }
    int visit(const Paper &o) override { return beats(me, o); }
    int visit(const Scissors &o) override { return beats(me, o); }
};
template <class T> int Accepts<T>::against(const Item &o) const { Against<T> visitor(static_cast<const T &>(*this)); return o.accept(visitor); }

using Variant = std::variant<Rock, Paper, Scissors>;
using Key = std::pair<std::type_index, std::type_index>;
static std::map<Key, std::function<int(const Item &, const Item &)>> table;
template <class A, class B> void enter() {
    table[{typeid(A), typeid(B)}] = [](const Item &a, const Item &b) { return beats(static_cast<const A &>(a), static_cast<const B &>(b)); };
}
template <class A> void row() { enter<A, Rock>(); enter<A, Paper>(); enter<A, Scissors>(); }
static std::unique_ptr<Item> make(int n) {
    if (n % 3 == 0) return std::make_unique<Rock>();
    if (n % 3 == 1) return std::make_unique<Paper>();
    return std::make_unique<Scissors>();
}
static Variant make_variant(int n) { return n % 3 == 0 ? Variant(Rock()) : n % 3 == 1 ? Variant(Paper()) : Variant(Scissors()); }

int main() {
    row<Rock>();
    row<Paper>();
    row<Scissors>();
    std::vector<std::unique_ptr<Item>> items;
    std::vector<Variant> variants;
    for (int i = 0; i < 9; i++) {
        items.push_back(make(i * input + i / 3));
        variants.push_back(make_variant(i * input + i / 3));
    }
    std::array<int, 3> sums{};
    for (std::size_t i = 0; i < items.size(); i++)
        for (std::size_t j = 0; j < items.size(); j++) {
            const Item &a = *items[i], &b = *items[j];
            int results[] = {a.against(b), std::visit([](const auto &x, const auto &y) { return beats(x, y); }, variants[i], variants[j]), table.at({typeid(a), typeid(b)})(a, b)};
            for (std::size_t k = 0; k < 3; k++)
                sums[k] = sums[k] * 3 % 100003 + results[k];
        }
    std::printf("%d %d %d\n", sums[0], sums[1], sums[2]);
    std::printf("%d %d %d\n", Rock().against(Scissors()), Paper().against(Rock()), Scissors().against(Paper()));
    Variant v = Paper();
    v.emplace<2>().edge = 2;
    std::printf("%zu %d %.1f\n", v.index(), std::holds_alternative<Paper>(v), std::get_if<Scissors>(&v)->edge);
}
