// Through several frames with objects in each, and recursion.
#include <cstdio>
#include <string>
#include <vector>
struct Trace { std::string name; Trace(const std::string &n) : name(n) { std::printf("+%s\n", name.c_str()); } ~Trace() { std::printf("-%s\n", name.c_str()); } };
static int depth_of(int depth, int fails) {
    Trace trace("depth" + std::to_string(depth));
    char text[64];
    std::snprintf(text, sizeof text, "at %d", depth);
    if (depth == fails) throw std::string(text);
    std::vector<int> numbers(depth + 1, depth);
    int below = depth < 6 ? depth_of(depth + 1, fails) : 0;
    for (int n : numbers) below += n;
    return below + text[3];
}
int main() {
    for (int fails = 0; fails < 9; fails += 2) {
        try { std::printf("%d\n", depth_of(0, fails)); }
        catch (std::string &s) { std::printf("caught %s\n", s.c_str()); }
    }
}
