// Constructors that throw: what is built is destroyed, in arrays and members and bases too.
#include <cstdio>
#include <memory>
static int budget;
struct Part {
    int number; static int next;
    Part() : number(next++) { if (budget-- == 0) { std::printf("fail %d\n", number); throw number; } std::printf("+%d\n", number); }
    ~Part() { std::printf("-%d\n", number); }
};
int Part::next;
struct Base { Part part; virtual ~Base() { std::printf("~Base\n"); } };
struct Whole : Base { Part first; Part array[3]; Part last; Whole() { std::printf("Whole\n"); Part inside; } };
int main() {
    for (int b = 0; b < 8; b++) {
        budget = b; Part::next = 0;
        try { std::unique_ptr<Base> whole(new Whole); std::printf("built\n"); }
        catch (int i) { std::printf("budget %d: %d\n", b, i); }
    }
    for (int b = 0; b < 4; b++) {
        budget = b; Part::next = 100;
        try { Part *parts = new Part[3]; delete[] parts; }
        catch (int i) { std::printf("array budget %d: %d\n", b, i); }
    }
}
