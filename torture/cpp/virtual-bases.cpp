// Virtual bases: one of each, found through tables, with casts both ways.
#include <cstdio>

volatile int input = 5;

struct Base {
    int value;
    explicit Base(int value) : value(value) {}
    virtual ~Base() { std::printf("~Base %d\n", value); }
    virtual int get() const { return value; }
};

struct Left : virtual Base {
    int left = 11;
    explicit Left(int n) : Base(n) {}
    int get() const override { return value + left; }
};

struct Right : virtual Base {
    int right = 13;
    explicit Right(int n) : Base(n) {}
    virtual int other() const { return value * right; }
};

struct Both : Left, Right {
    int own = 17;
    explicit Both(int n) : Base(n), Left(n + 1), Right(n + 2) {}
    int get() const override { return Left::get() + other() + own; }
    int other() const override { return right - value; }
};

__attribute__((noinline)) int through(Base *base) { return base->get(); }
__attribute__((noinline)) Right *cross(Left *left) { return dynamic_cast<Right *>(left); }

int main() {
    Both both(input);
    Left left(input + 1);
    std::printf("%d %d\n", through(&both), through(&left));
    Right *right = cross(&both);
    std::printf("%d %d\n", right->other(), right->value);
    std::printf("%d %d\n", cross(&left) == nullptr, static_cast<Base *>(right) == &both);
    Base *heap = new Both(40);
    std::printf("%d\n", through(heap));
    delete heap;
}
