// Operators: arithmetic, comparison, calls, indices and conversions of one's own.
#include <compare>
#include <cstdio>

volatile int input = 12;

struct Ratio {
    int up, down;
    Ratio(int up, int down = 1) : up(up), down(down) { reduce(); }
    void reduce() {
        int a = up < 0 ? -up : up, b = down;
        while (b) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        if (a)
            up /= a, down /= a;
    }
    Ratio operator+(Ratio o) const { return {up * o.down + o.up * down, down * o.down}; }
    Ratio operator*(Ratio o) const { return {up * o.up, down * o.down}; }
    Ratio operator-() const { return {-up, down}; }
    Ratio &operator+=(Ratio o) { return *this = *this + o; }
    Ratio operator++(int) { Ratio old = *this; *this += 1; return old; }
    auto operator<=>(const Ratio &o) const { return up * o.down <=> o.up * down; }
    bool operator==(const Ratio &o) const { return up == o.up && down == o.down; }
    explicit operator double() const { return static_cast<double>(up) / down; }
};

struct Grid {
    int cells[4][4] = {};
    int *operator[](int i) { return cells[i]; }
    int operator()(int i, int j) const { return cells[i][j]; }
    Grid *operator->() { return this; }
};

inline Ratio operator""_over12(unsigned long long n) { return {static_cast<int>(n), 12}; }

__attribute__((noinline)) Ratio harmonic(int n) {
    Ratio sum = 0;
    for (int i = 1; i <= n; i++)
        sum += Ratio(1, i);
    return sum;
}

int main() {
    Ratio h = harmonic(input - 3), x = 9_over12;
    std::printf("%d/%d %d/%d\n", h.up, h.down, x.up, x.down);
    Ratio old = x++;
    std::printf("%d%d%d %g\n", old < x, old == 9_over12, h >= x, static_cast<double>(-x * old));
    Grid grid;
    grid[1][2] = input;
    grid->cells[3][3] = grid(1, 2) + 1;
    std::printf("%d\n", grid(3, 3));
}
