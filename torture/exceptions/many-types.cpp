// Many types in one handler, each with its number in the table.
#include <cstdio>
template <int N> struct Kind { int value = N * N; };
template <int N> static void raise(int what) { if (what == N) throw Kind<N>(); if constexpr (N > 0) raise<N - 1>(what); }
#define HANDLE(n) catch (Kind<n> &k) { return 1000 * n + k.value; }
static int run(int what) {
    try { raise<24>(what); }
    HANDLE(0) HANDLE(1) HANDLE(2) HANDLE(3) HANDLE(4) HANDLE(5) HANDLE(6) HANDLE(7) HANDLE(8) HANDLE(9)
    HANDLE(10) HANDLE(11) HANDLE(12) HANDLE(13) HANDLE(14) HANDLE(15) HANDLE(16) HANDLE(17) HANDLE(18) HANDLE(19)
    catch (...) { return -1; }
    return 0;
}
static int again(int what) {
    try { return run(what); }
    HANDLE(3) HANDLE(5)
}
static int some(int what) {
    try { try { raise<24>(what); } HANDLE(20) HANDLE(3) } HANDLE(21) HANDLE(3) HANDLE(7) catch (...) { return -2; }
    return 0;
}
int main() { for (int i = 0; i < 28; i++) std::printf("%d %d %d\n", run(i), again(i), some(i)); }
