// Tables of pointers to members, as a state machine, with bases at other addresses and virtual functions.
#include <cstdio>
#include <cstring>
#include <initializer_list>

volatile int input = 0;

struct Counter { int count = 0; int hit(char c) { return count += c; } };
struct Output { int lines = 0; virtual int emit(char c) { return lines += c == '\n'; } virtual ~Output() = default; };
struct Machine : Counter, Output {
    using State = int (Machine::*)(char);
    State state = &Machine::start;
    int words = 0;
    int start(char c) { if (c != ' ' && c != '\n') { words++; state = &Machine::word; } return emit(c); }
    int word(char c) { if (c == ' ' || c == '\n') state = &Machine::start; return hit(c == 'e'); }
    int emit(char c) override { return Output::emit(c) * 2; }
};
struct Loud : Machine { int emit(char c) override { return 100 + Machine::emit(c); } };

static const Machine::State table[] = {&Machine::start, &Machine::word, &Machine::hit, &Machine::emit, nullptr};
static int Machine::*const fields[] = {&Machine::words, &Machine::lines, &Machine::count};

__attribute__((noinline)) int call(Machine &m, Machine::State s, char c) { return s ? (m.*s)(c) : -1; }
__attribute__((noinline)) int get(const Machine &m, int Machine::*f) { return m.*f; }
__attribute__((noinline)) int Machine::*upcast(int Output::*f) { return f; }

int main() {
    const char *text = "the end\nof every line\n  here\n";
    Machine plain;
    Loud loud;
    unsigned check = 0;
    for (Machine *m : {&plain, static_cast<Machine *>(&loud)})
        for (std::size_t i = input; i < std::strlen(text); i++)
            check = check * 3 + static_cast<unsigned>((m->*m->state)(text[i]));
    std::printf("%u\n", check);
    for (auto s : table)
        std::printf("%d %d\n", call(plain, s, '\n'), call(loud, s, 'e'));
    for (auto f : fields)
        std::printf("%d %d\n", get(plain, f), get(loud, f));
    std::printf("%d %d\n", plain.state == table[0], plain.state == table[1]);
    std::printf("%d %d %d\n", upcast(&Output::lines) == fields[1], upcast(nullptr) == nullptr, table[4] == nullptr);
    int (Output::*virtual_member)(char) = &Output::emit;
    Machine::State adjusted = virtual_member;
    std::printf("%d %d\n", (loud.*adjusted)('\n'), adjusted == table[3]);
}
