// Arguments by value that are copied, moved and destroyed: how often, and that each is gone at the end.
#include <cstdio>
#include <utility>

volatile int input = 5;

struct Token {
    static int alive, copies, moves;
    int value;
    Token *self;
    explicit Token(int v) : value(v), self(this) { alive++; }
    Token(const Token &o) : value(o.value), self(this) { alive++; copies++; }
    Token(Token &&o) noexcept : value(std::exchange(o.value, -1)), self(this) { alive++; moves++; }
    ~Token() { alive--; if (self != this) std::printf("moved bytes\n"); }
};
int Token::alive, Token::copies, Token::moves;

__attribute__((noinline)) int one(Token t) { return t.value + (t.self == &t ? 1000 : 0); }
__attribute__((noinline)) int two(Token a, int n, Token b) { a.value += n; return a.value * b.value; }
__attribute__((noinline)) int forwards(Token t) { return one(std::move(t)) + t.value; }
__attribute__((noinline)) int many(Token a, Token b, Token c, double d, Token e) {
    return a.value + b.value * 2 + c.value * 3 + e.value * 4 + static_cast<int>(d);
}
struct Holder {
    Token token;
    explicit Holder(Token t) : token(std::move(t)) {}
    int take(Token t) const { return token.value - t.value; }
    virtual int virtual_take(Token t) { return token.value + t.value; }
    virtual ~Holder() = default;
};
static void show(int n) { std::printf("%d: %d alive %d copies %d moves\n", n, Token::alive, Token::copies, Token::moves); }

int main() {
    Token token(input);
    show(one(token));
    show(one(Token(input + 1)));
    show(two(token, 3, Token(4)));
    show(forwards(token));
    show(many(token, Token(1), token, 2.5, Token(7)));
    {
        Holder holder(std::move(token));
        Token other(2);
        show(holder.take(other));
        Holder *volatile pointer = &holder;
        show(pointer->virtual_take(Token(9)));
        int (Holder::*member)(Token) = &Holder::virtual_take;
        show((pointer->*member)(other));
        int (*volatile function)(Token) = one;
        show(function(std::move(other)));
    }
    show(token.value);
}
