// Rethrow out of nested handlers: the one that is handled last is thrown again.
#include <cstdio>
#include <exception>
struct Note { int number; Note(int n) : number(n) {} Note(const Note &o) : number(o.number) { std::printf("copy %d\n", number); } ~Note() { std::printf("drop %d\n", number); } };
static void inner(int depth) {
    try {
        throw Note(depth);
    } catch (Note &note) {
        std::printf("caught %d\n", note.number);
        note.number += 100;
        try {
            if (depth > 0) inner(depth - 1);
        } catch (Note &other) {
            std::printf("from below %d\n", other.number);
            if (depth == 2) throw;
        }
        std::printf("again %d\n", note.number);
        throw;
    }
}
int main() {
    for (int depth = 0; depth < 4; depth++) {
        try {
            inner(depth);
        } catch (const Note &note) {
            std::printf("top %d uncaught %d\n", note.number, std::uncaught_exceptions());
        }
    }
}
