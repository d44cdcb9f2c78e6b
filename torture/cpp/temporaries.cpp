// Temporaries: how long each lives, in expressions, references, loops, conditions, arguments and defaults.
#include <cstdio>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

volatile int input = 2;
static std::string trace;

struct T {
    char c;
    T(char k) : c(k) { trace += c; }
    T(const T &o) : c(static_cast<char>(o.c - 32)) { trace += c; }
    ~T() { trace += '~'; trace += c; }
    T &operator()(const T &o) { trace += '('; trace += o.c; trace += ')'; return *this; }
    T operator+(const T &o) const { trace += '+'; return T(static_cast<char>(o.c + 1)); }
    explicit operator bool() const { trace += '?'; return c < 'm'; }
    const char *begin() const { return &c; }
    const char *end() const { return &c + 1; }
};

__attribute__((noinline)) const T &same(const T &t) { return t; }
__attribute__((noinline)) char by_default(char k, const T &t = T('d')) { return static_cast<char>(t.c + k - k); }
__attribute__((noinline)) T made(char k) { return T(k); }
static void line(const char *what) { std::printf("%-12s %s\n", what, trace.c_str()); trace.clear(); }

int main() {
    { T('a')(T('b'))(T('c')); trace += ';'; }
    line("full");
    { const T &r = made('a'); trace += ';'; trace += r.c; }
    line("reference");
    { T a('a'); T &&r = a + T('b'); trace += ';'; trace += r.c; }
    line("sum");
    { char c = same(T('x')).c; trace += c; }
    line("same");
    for (char c : made('l'))
        trace += c;
    line("range");
    for (int i = 0; i < input; i++) {
        if (T t = made(i ? 'z' : 'a')) trace += '!';
        else trace += 'n';
        while (bool b = i == 0 && T('w').c == 'v') trace += b ? '1' : '0';
    }
    line("conditions");
    { trace += by_default('q'); trace += by_default('q', T('e')); }
    line("default");
    { const T &r = input > 1 ? static_cast<const T &>(T('i')) : T('j'); trace += ';'; (void)&r; }
    line("chosen");
    { bool b = T('a') && (T('z') || T('b')); trace += b ? '1' : '0'; }
    line("logic");
    {
        std::initializer_list<T> list = {T('p'), 'q'};
        trace += ';';
        for (const T &t : list)
            trace += t.c;
    }
    line("list");
    { auto [x, y] = std::pair<T, int>('s', 3); trace += ';'; trace += x.c; (void)y; }
    line("binding");
    { [t = T('k')] { trace += t.c; }(); trace += ';'; }
    line("capture");
    switch (T t('a'); t.c) { case 'a': trace += ';'; break; default: trace += '.'; }
    line("switch");
    { T array[3] = {'1', '2', '3'}; trace += ';'; if (input == 2) goto out; trace += array[0].c; }
out:
    line("array");
}
