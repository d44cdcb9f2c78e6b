// What both files of the program have: each compiles its own copy, and one of each is linked.
#include <cstdio>
#include <map>
#include <string>
#include <vector>

struct Shape {
    virtual ~Shape() = default;
    virtual int area() const { return 0; }
    virtual const char *name() const { return "shape"; }
};

struct Square : Shape {
    int side;
    explicit Square(int side) : side(side) {}
    int area() const override { return side * side; }
    const char *name() const override { return "square"; }
};

// One counter for the whole program.
inline int next() {
    static int count = 0;
    return ++count;
}

inline std::vector<std::string> log_lines;

template <typename T> struct Registry {
    static std::map<std::string, T> entries;
    static T &at(const std::string &key) { return entries[key]; }
};
template <typename T> std::map<std::string, T> Registry<T>::entries;

struct Noted {
    explicit Noted(const char *what) { log_lines.push_back(std::string(what) + std::to_string(next())); }
};

Shape *make(int kind, int size);
int total(const std::vector<Shape *> &shapes);
