// Types at run time: dynamic_cast down, across and to nothing, typeid, type_index.
#include <cstdio>
#include <map>
#include <typeindex>
#include <typeinfo>

volatile int input = 4;

struct A { virtual ~A() = default; };
struct B : A { int b = 1; };
struct C { virtual ~C() = default; int c = 2; };
struct D : B, private C { C *inner() { return this; } };
struct E : B, C {};

__attribute__((noinline)) A *make(int kind) {
    switch (kind) {
    case 0: return new A;
    case 1: return new B;
    case 2: return new D;
    default: return new E;
    }
}

int main() {
    std::map<std::type_index, int> names{{typeid(A), 1}, {typeid(B), 2}, {typeid(D), 3}, {typeid(E), 4}};
    for (int i = 0; i < input; i++) {
        A *a = make(i);
        B *b = dynamic_cast<B *>(a);
        C *c = dynamic_cast<C *>(a);
        D *d = dynamic_cast<D *>(a);
        std::printf("%d: %d %d %d, %d", i, b != nullptr, c != nullptr, d != nullptr, names[typeid(*a)]);
        if (c)
            std::printf(", %d back %d", c->c, dynamic_cast<A *>(c) == a);
        if (d)
            std::printf(", whole %d", dynamic_cast<void *>(d->inner()) == d);
        std::printf("\n");
        delete a;
    }
}
