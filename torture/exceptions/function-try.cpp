// Function-try blocks, of functions and constructors.
#include <cstdio>
static int fail(int i) { if (i < 0) throw i; return i * 2; }
struct Member { int v; Member(int i) : v(fail(i)) {} ~Member() { std::printf("~Member %d\n", v); } };
struct Holder {
    Member one, two;
    Holder(int a, int b) try : one(a), two(b) { std::printf("held %d %d\n", one.v, two.v); if (a == b) throw a; }
    catch (int i) { std::printf("constructor caught %d\n", i); }
};
static int function(int i) try { return fail(i) + 1; } catch (int j) { std::printf("function caught %d\n", j); return j; }
int main() {
    std::printf("%d %d\n", function(4), function(-4));
    int pairs[][2] = {{1, 2}, {-1, 2}, {1, -2}, {3, 3}};
    for (auto &p : pairs) {
        try { Holder holder(p[0], p[1]); std::printf("fine\n"); }
        catch (int i) { std::printf("main caught %d\n", i); }
    }
}
