// Empty bases and members: where they share an address with others, and that they are constructed.
#include <cstddef>
#include <cstdio>

volatile int input = 4;
static int constructed;

struct Empty {
    Empty() { constructed++; }
    Empty(const Empty &) { constructed += 10; }
    int twice(int n) const { return 2 * n; }
};
struct OtherEmpty { int thrice(int n) const { return 3 * n; } };
struct Derived : Empty, OtherEmpty { int value; };
struct Repeated : Empty { Empty first; int value; };
struct Compressed {
    [[no_unique_address]] Empty empty;
    [[no_unique_address]] OtherEmpty other;
    short value;
};
template <int N> struct Chain : Chain<N - 1> { int depth() const { return N + Chain<N - 1>::depth(); } };
template <> struct Chain<0> { int depth() const { return 0; } };
struct Tail { Tail() {} int a; char b; };
struct Reused : Tail { char c; };

__attribute__((noinline)) int use(const Derived &d, const Empty &e) { return d.twice(d.value) + e.twice(1); }
__attribute__((noinline)) bool same(const void *a, const void *b) { return a == b; }
__attribute__((noinline)) Reused make(int n) {
    Reused r;
    r.a = n;
    r.b = static_cast<char>(n + 1);
    r.c = static_cast<char>(n + 2);
    return r;
}

int main() {
    Derived d;
    d.value = input;
    Repeated r;
    r.value = input + 1;
    Compressed c;
    c.value = static_cast<short>(input + 2);
    std::printf("%d %d %d\n", use(d, r), d.thrice(d.value), constructed);
    std::printf("%d %d %d\n", sizeof(Derived) == sizeof(int), sizeof(Compressed) == sizeof(short), sizeof(Repeated) > sizeof(int));
    std::printf("%d %d\n", same(static_cast<Empty *>(&r), &r.first), same(static_cast<Empty *>(&d), &d.value));
    Compressed copy = c;
    std::printf("%d %d %d\n", constructed, copy.value, copy.other.thrice(copy.empty.twice(copy.value)));
    std::printf("%d %zu\n", Chain<6>().depth(), sizeof(Chain<6>));
    Reused made = make(input);
    Tail &tail = made;
    tail.a = 9;
    std::printf("%d %d %d %zu\n", made.a, made.b, made.c, sizeof(Reused) - sizeof(Tail));
}
