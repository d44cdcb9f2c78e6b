// Overriders that return a derived class, at another address than the base: thunks adjust the result.
#include <cstdio>

volatile int input = 2;

struct Shape {
    int id = 1;
    virtual ~Shape() = default;
    virtual int area() const { return 0; }
};
struct Named {
    int name = 7;
    virtual ~Named() = default;
    virtual Named *self() { return this; }
    virtual const Named &copy_of(int n) { name += n; return *this; }
};
struct Square : Shape, Named {
    int side;
    explicit Square(int n) : side(n) {}
    int area() const override { return side * side; }
    Square *self() override { side++; return this; }
    const Square &copy_of(int n) override { side += n; return *this; }
};
struct VirtualSquare : virtual Named, Shape {
    int side = 5;
    int area() const override { return side + name; }
    VirtualSquare *self() override { side *= 2; return this; }
};
struct Deep : Shape, VirtualSquare { Deep *self() override { VirtualSquare::side++; return this; } };

__attribute__((noinline)) Named *through(Named *named) { return named->self(); }
__attribute__((noinline)) const Named &by_reference(Named &named, int n) { return named.copy_of(n); }
__attribute__((noinline)) Square *exact(Square *square) { return square->self(); }

int main() {
    Square square(input);
    Named *named = through(&square);
    std::printf("%d %d %d\n", named == &square, named->name, square.side);
    bool is_same = exact(&square) == &square;
    std::printf("%d %d\n", is_same, square.area());
    const Named &reference = by_reference(square, 10);
    std::printf("%d %d %d\n", &reference == static_cast<Named *>(&square), reference.name, square.side);
    VirtualSquare virtual_square;
    named = through(&virtual_square);
    std::printf("%d %d %d\n", named == &virtual_square, named->name, virtual_square.area());
    Deep deep;
    named = through(&deep);
    std::printf("%d %d\n", named == static_cast<Named *>(&deep), static_cast<VirtualSquare &>(deep).area());
    Named plain;
    std::printf("%d %d\n", through(&plain) == &plain, by_reference(plain, 3).name);
}
