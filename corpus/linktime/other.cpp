// The other file: what it defines replaces what is weak in the first.
#include "shared.h"

static Noted noted("other ");

int chosen() { return 2; }

namespace {
struct Wide : Square {
    using Square::Square;
    int area() const override { return 2 * Square::area(); }
    ~Wide() override { std::printf("wide %d\n", next()); }
};
}

Shape *make(int kind, int size) {
    Registry<int>::at("other") += next();
    if (kind == 0) return new Square(size);
    return new Wide(size);
}

int total(const std::vector<Shape *> &shapes) {
    int sum = 0;
    for (auto *shape : shapes) sum += shape->area();
    return sum;
}
