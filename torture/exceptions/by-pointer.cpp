// Pointers, with the conversions that a handler makes; null and pointers to members.
#include <cstdio>
struct Base { int x = 5; }; struct Other { int y = 6; }; struct Derived : Other, Base { int z = 7; };
static Derived derived;
static void raise(int what) {
    switch (what) {
    case 0: throw &derived;
    case 1: throw (Base *)&derived;
    case 2: throw (const Derived *)&derived;
    case 3: throw nullptr;
    case 4: throw (void *)&derived;
    case 5: throw &Base::x;
    case 6: throw (const char *)"text";
    case 7: throw (int (*)(const char *, ...))std::printf;
    }
}
int main() {
    for (int what = 0; what < 8; what++) {
        try { raise(what); }
        catch (Base *base) { std::printf("%d: Base %d\n", what, base ? base->x : -1); }
        catch (const Other *other) { std::printf("%d: const Other %d\n", what, other ? other->y : -1); }
        catch (int Base::*member) { std::printf("%d: member %d\n", what, derived.*member); }
        catch (const void *any) { std::printf("%d: void %d\n", what, any != nullptr); }
        catch (...) { std::printf("%d: other\n", what); }
    }
}
