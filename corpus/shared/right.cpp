// A library of C++, with tables of virtual functions.
#include "shared.h"

// That of `left` comes first.
int counter = 77777;

int Shape::corners() const { return 0; }

namespace {
class Square : public Shape {
    int side;

public:
    explicit Square(int side) : side(side) {}
    int corners() const override { return 4; }
    int area() const override { return side * side; }
};

class Point : public Shape {
public:
    int area() const override { return *unique(); }
};

const Square of_three(3);
Point point;
const Shape *const shapes[] = {&of_three, &point};
int plus(int number) { return number + counter; }
} // namespace

class PUBLIC Named : public Shape {
public:
    virtual const char *name() const { return "named"; }
    int area() const override { return 6; }
};

// Where its table is.
void *table_of_right() {
    static Named named;
    return *reinterpret_cast<void **>(&named);
}

int by_right(int number) { return number * 2 + counter; }
int call_chosen(int number) { return chosen(number) + rows[1].compute(number) + *rows[2].place; }

int shapes_of_right(int number) {
    int sum = number;
    for (const Shape *shape : shapes) sum = sum * 10 + shape->corners() + shape->twice();
    *unique() += number;
    return sum;
}

int *unique_of_right() { return unique(); }
function address_in_right(int which) { return which == 0 ? choose : which == 1 ? by_left : which == 2 ? plus : by_right; }
