// Functions that leave `try` by several returns of the same value.
// They follow calls with results and without, from switches, loops and nested blocks: the edges of
// these calls bring the same numbers.
#include <cstdio>
#include <stdexcept>

static int calls;

[[gnu::noinline]] static int parse(int n) {
    ++calls;
    if (n % 7 == 3) throw n;
    return n % 5 == 0 ? n : 0;
}

[[gnu::noinline]] static void note(int n) {
    ++calls;
    if (n % 11 == 4) throw std::runtime_error("note");
}

[[gnu::noinline]] static bool check(int n) {
    ++calls;
    if (n % 13 == 6) throw 1L;
    return n % 3 != 0;
}

static int both(bool a, bool b, int n) {
    try {
        if (a) { note(n); return 7; }
        if (b) { note(n + 1); return 8; }
        switch (n) {
        case 0: case 1: case 23: note(n + 2);
        }
    } catch (...) {
    }
    return 0;
}

static int same(bool a, bool b, int n) {
    try {
        if (a) { note(n); return 0; }
        if (b) { check(n); return 0; }
        switch (n % 4) {
        case 0: case 3: parse(n); return 0;
        case 1: note(n + 2); return 0;
        }
    } catch (...) {
    }
    return 0;
}

static int results(int n) {
    try {
        int code = parse(n);
        if (code != 0) { check(code); return code; }
        const int r = parse(n + 1);
        if (r) return r;
        if (check(n)) return parse(n + 2);
    } catch (int) {
        return 1;
    } catch (const std::exception &) {
        return 1;
    }
    return 0;
}

static int looped(int n) {
    for (int k = 0; k < 6; ++k) {
        try {
            if (k == n % 6) { note(n + k); return -1; }
            if (check(n + k)) continue;
            if (parse(n + k)) { note(k); return -1; }
        } catch (long) {
            if (k > 3) return -1;
        }
        try {
            if (parse(k + 1)) return -1;
            note(n + 3 * k);
        } catch (int thrown) {
            if (thrown > 9) return -1;
        } catch (const std::runtime_error &) {
            return -1;
        }
    }
    return 0;
}

static int nested(int n) {
    int found = 5;
    try {
        try {
            if (check(n)) { found = 2; note(n); return 3; }
            if (parse(n)) { found = 2; return 3; }
            found = 2;
            note(n + 1);
        } catch (int) {
            note(n + 2);
            return 3;
        }
        if (parse(n + 4)) return 3;
    } catch (...) {
        return found;
    }
    return 4;
}

int main() {
    for (int n = 0; n < 60; ++n) {
        for (int flags = 0; flags < 4; ++flags) {
            std::printf("%d %d ", both(flags & 1, flags & 2, n), same(flags & 1, flags & 2, n));
        }
        int sums[3] = {9, 9, 9};
        try { sums[0] = results(n); } catch (long) { sums[0] = -9; }
        try { sums[1] = looped(n); } catch (...) { sums[1] = -9; }
        try { sums[2] = nested(n); } catch (...) { sums[2] = -9; }
        std::printf("%d %d %d, %d\n", sums[0], sums[1], sums[2], calls);
    }
}
