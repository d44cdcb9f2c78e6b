// Handlers with loops and switches, values that live across calls, and returns from everywhere.
#include <cstdio>
static int check(int n, int m) { if ((n * 7 + m * 3) % 5 == 0) throw n - m; return n + m; }
static int run(int n) {
    int a = n, b = 2 * n, c = 3 * n, result = 0;
    for (int i = 0; i < 6; i++) {
        try {
            a = check(a, i); b = check(b, a); c = check(c, b);
            switch (c % 6) { case 0: result += a; break; case 1: result -= b; continue; case 2: return result + c; case 3: throw c; default: result ^= c; }
        } catch (int e) {
            for (int k = 0; k < 4; k++) {
                try { e = check(e, k); }
                catch (int f) {
                    switch (f & 3) { case 0: result += f; break; case 1: if (k == 3) return result; continue; case 2: throw; default: k++; }
                    e -= f;
                }
                if (e > 90) return e + result;
            }
            a = e; b += 1; result += 3 * e;
        }
    }
    return result;
}
int main() { for (int n = -30; n < 30; n++) { try { std::printf("%d: %d\n", n, run(n)); } catch (int e) { std::printf("%d: escaped %d\n", n, e); } } }
