// Exceptions in loops with several exits.
#include <cstdio>
static int value(int i) { if (i % 7 == 3) throw i; if (i % 11 == 5) throw (long)i; return i * i; }
static long sum(int limit, int stop) {
    long total = 0;
    for (int i = 0; i < limit; i++) {
        try {
            int v = value(i);
            if (v == stop) break;
            if (v % 5 == 1) continue;
            total += v;
            for (int j = i; j < i + 3; j++) {
                if (j == stop) return -total;
                total += value(j);
            }
        } catch (int caught) {
            total += 1000 * caught;
            if (caught > 30) goto out;
        } catch (long caught) {
            total -= caught;
            if (caught == 27) return total;
        }
    }
out:
    return total * 2;
}
int main() {
    for (int limit = 0; limit < 60; limit += 7)
        for (int stop = 0; stop < 40; stop += 3) std::printf("%d %d: %ld\n", limit, stop, sum(limit, stop));
}
