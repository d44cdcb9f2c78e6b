// Handlers by a base class, with virtual and multiple inheritance.
#include <cstdio>
#include <stdexcept>
struct A { int a = 1; virtual ~A() {} virtual const char *name() const { return "A"; } };
struct B : virtual A { int b = 2; const char *name() const override { return "B"; } };
struct C : virtual A { int c = 3; const char *name() const override { return "C"; } };
struct D : B, C { int d = 4; const char *name() const override { return "D"; } };
struct E : private A {};
static void raise(int what) {
    switch (what) {
    case 0: throw A();
    case 1: throw B();
    case 2: throw C();
    case 3: throw D();
    case 4: throw E();
    case 5: throw std::out_of_range("range");
    case 6: throw std::runtime_error("runtime");
    }
}
int main() {
    for (int what = 0; what < 8; what++) {
        try { raise(what); std::printf("nothing\n"); }
        catch (const C &c) { std::printf("C as %s %d %d\n", c.name(), c.a, c.c); }
        catch (B &b) { std::printf("B as %s %d %d\n", b.name(), b.a, b.b); }
        catch (A &a) { std::printf("A as %s %d\n", a.name(), a.a); }
        catch (std::logic_error &e) { std::printf("logic %s\n", e.what()); }
        catch (std::exception &e) { std::printf("exception %s\n", e.what()); }
        catch (...) { std::printf("other\n"); }
    }
}
