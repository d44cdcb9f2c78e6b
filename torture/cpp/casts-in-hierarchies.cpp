// dynamic_cast and typeid in large hierarchies: ambiguous, hidden and repeated bases, to the whole object.
#include <cstdio>
#include <string>
#include <typeinfo>

volatile int input = 1;

struct Root { int root = 1; virtual ~Root() = default; };
struct L1 : Root { int l = 2; };
struct L2 : L1 { int l2 = 3; };
struct R1 : Root { int r = 4; };
struct Twice : L2, R1 { int t = 5; };
struct V1 : virtual Root { int v1 = 6; };
struct V2 : virtual Root { int v2 = 7; };
struct Mixed : V1, L2, V2 { int m = 8; };
struct Side { int side = 9; virtual ~Side() = default; };
struct Hidden : private Side, V1 { Side *get() { return this; } };
struct Open : public Side, Hidden {};
struct Other { virtual ~Other() = default; };
template <int N> struct Deep : Deep<N - 1> {};
template <> struct Deep<0> { virtual int n() const { return 0; } virtual ~Deep() = default; };

template <class To, class From> __attribute__((noinline)) To *as(From *p) { return dynamic_cast<To *>(p); }
__attribute__((noinline)) const void *whole(const Root *r) { return dynamic_cast<const void *>(r); }
template <class T> __attribute__((noinline)) bool is_exactly(const Root &r) { return typeid(r) == typeid(T); }

int main() {
    Twice twice;
    R1 *r = &twice;
    L1 *l = &twice;
    std::printf("%d %d\n", as<L2>(r)->l2, as<R1>(l)->r);
    std::printf("%d %d\n", as<Twice>(static_cast<Root *>(r))->t, as<Twice>(static_cast<Root *>(l))->t);
    std::printf("%d %d %d\n", whole(r) == &twice, whole(l) == &twice, as<Other>(l) == nullptr);
    Side *side_of_twice = as<Side>(r);
    std::printf("%d %d %d\n", side_of_twice == nullptr, is_exactly<Twice>(*r), is_exactly<R1>(*r));
    Mixed mixed;
    V1 *v = &mixed;
    std::printf("%d %d %d\n", as<V2>(v)->v2, as<L2>(v)->l2, as<Mixed>(static_cast<Root *>(v))->m);
    Root *ambiguous = as<Root>(static_cast<L2 *>(&mixed));
    std::printf("%d %d\n", ambiguous->root, whole(static_cast<Root *>(v)) == &mixed);
    Hidden hidden;
    std::printf("%d %d %d\n", as<Hidden>(hidden.get()) == nullptr, as<Side>(static_cast<V1 *>(&hidden)) == nullptr, hidden.get()->side);
    L2 plain;
    std::printf("%d %d %d\n", as<Twice>(&plain) == nullptr, as<L2>(static_cast<Root *>(&plain))->l2, as<R1>(&plain) == nullptr);
    Deep<12> deep;
    Deep<0> *base = &deep;
    Deep<5> half;
    std::printf("%d %d %d\n", as<Deep<7>>(base) != nullptr, as<Deep<7>>(static_cast<Deep<0> *>(&half)) == nullptr, as<Deep<5>>(static_cast<Deep<2> *>(&half)) == &half);
    std::printf("%s %s %d\n", typeid(int *).name(), typeid(const Deep<3> &).name(), typeid(Deep<3>).before(typeid(Deep<3>)));
    Root *null = input ? nullptr : r;
    std::printf("%d %d\n", as<Twice>(null) == nullptr, typeid(L1) == typeid(*l));
    const std::type_info &first = typeid(mixed), &second = typeid(*v);
    std::printf("%d %d\n", first == second, first.hash_code() == second.hash_code());
}
