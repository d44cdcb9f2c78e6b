// What the headers of the library throw, and containers that stay whole.
#include <cstdio>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>
#include <typeinfo>
struct Thing { static int left; int v; Thing(int v) : v(v) {} Thing(const Thing &o) : v(o.v) { if (left-- == 0) throw std::bad_alloc(); } };
int Thing::left = 1000;
struct Poly { virtual ~Poly() {} }; struct Sub : Poly {};
int main() {
    std::vector<int> v{1, 2, 3};
    try { std::printf("%d\n", v.at(5)); } catch (std::out_of_range &) { std::printf("out of range\n"); }
    std::map<std::string, int> m{{"a", 1}};
    try { std::printf("%d\n", m.at("b")); } catch (std::exception &) { std::printf("no key\n"); }
    std::vector<Thing> things; things.reserve(4);
    for (int i = 0; i < 4; i++) things.push_back(Thing(i));
    Thing::left = 2;
    try { things.push_back(Thing(9)); } catch (std::bad_alloc &) { std::printf("things %zu last %d\n", things.size(), things.back().v); }
    Poly poly; Poly &reference = poly;
    try { dynamic_cast<Sub &>(reference); } catch (std::bad_cast &) { std::printf("bad cast\n"); }
    Poly *none = nullptr;
    try { std::printf("%s\n", typeid(*none).name()); } catch (std::bad_typeid &) { std::printf("bad typeid\n"); }
}
