// Calls that may throw and give results of many types, which are used on both paths.
#include <cstdio>
struct Pair { int a; double b; }; struct Large { int x[9]; };
static int i32(int n) { if (n == 1) throw n; return n + 1; }
static long long i64(int n) { if (n == 2) throw n; return (long long)n << 40; }
static float f32(int n) { if (n == 3) throw n; return n / 2.0f; }
static double f64(int n) { if (n == 4) throw n; return n / 4.0; }
static Pair pair(int n) { if (n == 5) throw n; return {n, n * 1.5}; }
static Large large(int n) { if (n == 6) throw n; Large l; for (int i = 0; i < 9; i++) l.x[i] = n * i; return l; }
static bool flag(int n) { if (n == 7) throw n; return n & 1; }
static unsigned char byte(int n) { if (n == 8) throw n; return 250 + n; }
static const char *text(int n) { if (n == 9) throw n; return "text" + (n & 3); }
static int (*chosen(int n))(int) { if (n == 10) throw n; return i32; }
static double run(int n) {
    double total = 1; int where = 0;
    try {
        where = 1; total += i32(n); where = 2; total += (double)i64(n); where = 3; total += f32(n);
        where = 4; total *= f64(n); where = 5; Pair p = pair(n); total += p.a + p.b;
        where = 6; Large l = large(n); total += l.x[8]; where = 7; if (flag(n)) total += 7;
        where = 8; total += byte(n); where = 9; total += text(n)[0]; where = 10; total += chosen(n)(n);
        total = n > 5 ? total : total + i32(n + 20);
    } catch (int c) { std::printf("caught %d at %d\n", c, where); return -total; }
    return total;
}
int main() { for (int n = 0; n < 12; n++) std::printf("%d: %.10g\n", n, run(n)); }
