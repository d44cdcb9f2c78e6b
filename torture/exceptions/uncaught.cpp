// Scope guards that ask whether something unwinds, and an exception that nothing may catch.
#include <cstdio>
#include <cstdlib>
#include <exception>
struct Guard { const char *name; int before = std::uncaught_exceptions(); ~Guard() { std::printf("%s %s\n", name, std::uncaught_exceptions() > before ? "fails" : "ends"); } };
static void work(int n) { Guard outer{"outer"}; try { Guard inner{"inner"}; if (n == 1) throw 1; if (n == 2) throw 2L; } catch (int) { Guard handler{"handler"}; } }
int main() {
    std::set_terminate([] { std::printf("terminate\n"); std::fflush(stdout); std::_Exit(3); });
    work(0); work(1);
    try { work(2); } catch (long l) { std::printf("long %ld\n", l); }
    [](int n) noexcept { work(n); }(2);
}
