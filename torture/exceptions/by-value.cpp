// Copies: of what is thrown, and of what is caught by value.
#include <cstdio>
static int alive;
struct Big {
    int data[40];
    Big(int n) { for (int i = 0; i < 40; i++) data[i] = n + i; alive++; }
    Big(const Big &o) { for (int i = 0; i < 40; i++) data[i] = o.data[i] + 1; alive++; std::printf("copy\n"); }
    ~Big() { alive--; }
    int sum() const { int s = 0; for (int d : data) s += d; return s; }
};
static void raise(int n) { Big big(n); throw big; }
int main() {
    for (int n = 0; n < 4; n++) {
        try { raise(n); }
        catch (Big big) { big.data[0] = -5; std::printf("%d alive %d\n", big.sum(), alive); }
        std::printf("alive %d\n", alive);
    }
    try { try { raise(9); } catch (Big big) { big.data[1] = 1000; throw; } }
    catch (Big &big) { std::printf("%d\n", big.sum()); }
    std::printf("alive %d\n", alive);
}
