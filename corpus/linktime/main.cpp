// The file with main.
#include "shared.h"

static Noted noted("main ");

__attribute__((weak)) int chosen() { return 1; }

int main(int argc, char **) {
    std::vector<Shape *> shapes{make(0, 3), new Square(4), make(1, 5)};
    for (auto *shape : shapes) std::printf("%s %d\n", shape->name(), shape->area());
    Registry<int>::at("main") = next();
    for (auto &[key, value] : Registry<int>::entries) std::printf("%s=%d\n", key.c_str(), value);
    for (auto &line : log_lines) std::printf("%s\n", line.c_str());
    std::printf("%d %d %d\n", total(shapes), chosen(), next());
    for (auto *shape : shapes) delete shape;
    return argc == 1 ? 7 : 1;
}
