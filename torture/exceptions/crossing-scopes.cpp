// Calls of one scope between those of others, and jumps out of scopes.
#include <cstdio>
static int count;
static void step(int where, int fails) {
    std::printf("step %d\n", where);
    count += where;
    if (where == fails) throw where;
}
static int run(int fails) {
    for (int round = 0; round < 3; round++) {
        step(1 + 10 * round, fails);
        try {
            step(2 + 10 * round, fails);
            if (round == 1) goto middle;
            try {
                step(3 + 10 * round, fails);
                if (round == 2) break;
            } catch (int i) {
                std::printf("inner %d\n", i);
                if (i == 3) continue;
                throw;
            }
        middle:
            step(4 + 10 * round, fails);
        } catch (int i) {
            std::printf("outer %d\n", i);
            if (i % 10 == 4) return -i;
        }
        step(5 + 10 * round, fails);
    }
    return count;
}
int main() {
    for (int fails = 0; fails < 30; fails++) {
        count = 0;
        try {
            std::printf("%d gives %d\n", fails, run(fails));
        } catch (int i) {
            std::printf("%d escapes with %d\n", fails, i);
        }
    }
}
