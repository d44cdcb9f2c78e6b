// Objects in loops that are left in several ways, with switches and jumps past destructors.
#include <cstdio>
#include <string>

volatile int input = 7;

struct Mark {
    std::string text;
    explicit Mark(const char *kind, int n) : text(kind + std::to_string(n)) {}
    ~Mark() { std::printf("%s ", text.c_str()); }
};

__attribute__((noinline)) int run(int n) {
    int steps = 0;
again:
    Mark round("r", steps);
    for (int i = 0;; i++) {
        Mark inner("i", i);
        switch ((i + n) % 5) {
        case 0: {
            Mark zero("z", i);
            if (++steps < 3)
                goto again;
            return steps * 100 + i;
        }
        case 1:
            continue;
        case 2:
            if (Mark("t", i).text.size() > 2)
                break;
            [[fallthrough]];
        default:
            steps++;
        }
        if (steps > 6)
            break;
        do {
            Mark last("d", steps);
            if (steps % 2)
                goto out;
        } while (steps++ < 4);
    }
out:
    return steps;
}

int main() {
    for (int i = 0; i < input; i++)
        std::printf("= %d\n", run(i));
}
