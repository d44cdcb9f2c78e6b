// Calls that throw in loops with two entries.
#include <cstdio>
static int fuel;
static int tick(int where) { std::printf("%d ", where); if (--fuel == 0) throw where; return fuel; }
static int run(int entry, int start) {
    fuel = start;
    int state = entry;
    try {
        if (entry & 1) goto second;
    first:
        state = state * 3 + tick(1);
        if (state % 4 == 0) goto out;
        if (state % 3 == 0) goto third;
    second:
        try { state += tick(2); }
        catch (int w) { std::printf("[caught %d] ", w); fuel = 3; state++; if (state & 2) goto third; }
        if (state % 5 == 0) goto first;
    third:
        state -= tick(3);
        if (state > 500) goto out;
        if (state & 1) goto first;
        goto second;
    } catch (int where) {
        std::printf("left at %d ", where);
        return -state;
    }
out:
    return state;
}
int main() {
    for (int entry = 0; entry < 4; entry++)
        for (int start = 1; start < 12; start++) { int r = run(entry, start); std::printf("= %d\n", r); }
}
