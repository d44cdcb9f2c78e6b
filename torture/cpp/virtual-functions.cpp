// Virtual functions: calls through tables, also in constructors and destructors.
#include <cstdio>
#include <memory>

volatile int input = 3;

struct Shape {
    Shape() { std::printf("made %s\n", name()); }
    virtual ~Shape() { std::printf("gone %s\n", name()); }
    virtual const char *name() const { return "shape"; }
    virtual int area() const = 0;
};

struct Square : Shape {
    int side;
    explicit Square(int side) : side(side) { std::printf("made %s\n", name()); }
    ~Square() override { std::printf("gone %s\n", name()); }
    const char *name() const override { return "square"; }
    int area() const override { return side * side; }
};

struct Box final : Square {
    int height;
    Box(int side, int height) : Square(side), height(height) {}
    const char *name() const override { return "box"; }
    int area() const override { return 2 * Square::area() + 4 * side * height; }
};

__attribute__((noinline)) std::unique_ptr<Shape> make(int kind) {
    if (kind % 2)
        return std::make_unique<Square>(kind);
    return std::make_unique<Box>(kind, kind + 1);
}

int main() {
    int sum = 0;
    for (int i = 0; i < input; i++) {
        auto shape = make(i);
        sum = 7 * sum + shape->area();
        std::printf("%s %d\n", shape->name(), sum);
    }
    return sum % 64;
}
