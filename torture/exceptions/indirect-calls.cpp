// Virtual calls, calls of pointers and members, of lambdas and std::function, that throw.
#include <cstdio>
#include <functional>
#include <stdexcept>
struct Shape { virtual ~Shape() {} virtual int area(int k) = 0; };
struct Square : Shape { int area(int k) override { if (k == 2) throw std::runtime_error("square"); return k * k; } };
struct Circle : Shape { int area(int k) override { if (k == 3) throw std::logic_error("circle"); return 3 * k * k; } int more(int k) { if (k == 4) throw k; return k; } };
static int plain(int k) { if (k == 5) throw 5u; return k; }
int main() {
    Square square; Circle circle; Shape *shapes[] = {&square, &circle};
    int (*pointer)(int) = plain; int (Circle::*member)(int) = &Circle::more;
    std::function<int(int)> function = [&](int k) { if (k == 6) throw 6.5; return pointer(k) + (circle.*member)(k); };
    for (int k = 0; k < 8; k++) {
        int total = 0;
        try { for (Shape *shape : shapes) total += shape->area(k); total += function(k); }
        catch (std::runtime_error &e) { std::printf("runtime %s ", e.what()); }
        catch (std::logic_error &e) { std::printf("logic %s ", e.what()); }
        catch (int i) { std::printf("int %d ", i); }
        catch (unsigned u) { std::printf("unsigned %u ", u); }
        catch (double d) { std::printf("double %g ", d); }
        std::printf("%d\n", total);
    }
}
