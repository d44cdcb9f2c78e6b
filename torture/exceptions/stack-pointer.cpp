// What throws has moved the stack pointer: after the handler it must be where it was.
#include <cstdio>
#include <cstring>
#include <alloca.h>
static int deep(int n) {
    volatile char room[2000]; room[n] = (char)n;
    if (n == 0) throw 1;
    return deep(n - 1) + room[n];
}
__attribute__((noinline)) static unsigned long mark() { volatile int local = 0; return (unsigned long)&local; }
static int fixed(int n) {
    int numbers[16]; for (int i = 0; i < 16; i++) numbers[i] = i * n;
    for (int round = 0; round < 200; round++) { try { deep(20); } catch (int i) { numbers[round % 16] += i; } }
    int sum = 0; for (int v : numbers) sum += v; return sum;
}
static int moving(int n) {
    int sum = 0;
    for (int round = 1; round < 50; round++) {
        char *text = (char *)alloca(round * 16);
        std::memset(text, round, round * 16);
        try { sum += deep(n); } catch (int i) { char *more = (char *)alloca(64); std::memset(more, 99, 64); sum += i + text[0] + text[round * 16 - 1]; }
    }
    return sum;
}
int main() {
    unsigned long before = mark();
    std::printf("%d\n", fixed(3));
    std::printf("%d\n", before == mark());
    std::printf("%d\n", moving(10));
    std::printf("%d\n", before == mark());
}
