// Virtual calls while objects with virtual bases are constructed and destroyed: each stage has its own tables.
#include <cstdio>

volatile int input = 1;
static int step;

struct Root {
    const char *tag;
    explicit Root(const char *t) : tag(t) { say("Root"); }
    virtual ~Root() { say("~Root"); }
    virtual int who() const { return 1; }
    void say(const char *where) const { std::printf("%d %s %s %d\n", ++step, where, tag, who()); }
};
struct Left : virtual Root {
    int l;
    explicit Left(int n) : Root("left"), l(n) { say("Left"); }
    ~Left() override { say("~Left"); }
    int who() const override { return 10 + l; }
};
struct Right : virtual Root {
    int r;
    explicit Right(int n) : Root("right"), r(n) { say("Right"); }
    ~Right() override { say("~Right"); }
};
struct Bottom : Left, Right {
    Bottom(int n) : Root("bottom"), Left(n), Right(n + 1) { say("Bottom"); }
    ~Bottom() override { say("~Bottom"); }
    int who() const override { return 100 + l + r; }
};
struct Last : Bottom {
    int extra;
    explicit Last(int n) : Root("last"), Bottom(n), extra(n) { say("Last"); }
    ~Last() override { extra = -1; say("~Last"); }
    int who() const override { return 1000 + extra; }
};

int main() {
    { Left left(input); }
    { Right right(input); }
    Root *root = new Last(input + 1);
    root->say("main");
    delete root;
    Bottom *bottom = new Bottom(input);
    bottom->say("main");
    delete static_cast<Right *>(bottom);
}
