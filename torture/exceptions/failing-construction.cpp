// Construction that fails at each of its steps in turn: bases, virtual bases, members, arrays, delegation.
#include <array>
#include <cstdio>
#include <string>
#include <vector>

static int step, failing, alive;
static std::string order;

static void next(char name) {
  if (step++ == failing) {
    order += '!';
    throw step;
  }
  order += name;
  alive++;
}
static void gone(char name) {
  order += static_cast<char>(name - 'A' + 'a');
  alive--;
}

template <char Name>
struct Part {
  Part() { next(Name); }
  Part(const Part &) { next(Name); }
  ~Part() { gone(Name); }
};

struct Top : Part<'T'> {
  Part<'M'> member;
  virtual ~Top() = default;
};
struct A : virtual Top {
  Part<'A'> part;
};
struct B : virtual Top, Part<'V'> {
  Part<'B'> part[2];
};
struct Whole : A, B {
  Part<'X'> first;
  std::array<Part<'Y'>, 3> several;
  Part<'Z'> last;
  Whole() { next('W'); }
  ~Whole() override { gone('W'); }
};
struct Delegating {
  Part<'D'> part;
  Delegating() { next('E'); }
  explicit Delegating(int) : Delegating() { next('F'); alive--; }
  ~Delegating() { gone('E'); }
};
struct Defaulted {
  Part<'P'> part;
  Part<'Q'> other = make();
  std::vector<Part<'R'>> list{2};
  static Part<'Q'> make() { return Part<'Q'>(); }
};
struct Tree {
  Part<'N'> part;
  Tree *children[2] = {};
  explicit Tree(int depth) try : children{} {
    if (depth == 0) return;
    for (Tree *&child : children) child = new Tree(depth - 1);
  } catch (int &number) {
    number += 100;
  }
  ~Tree() {
    for (Tree *child : children) delete child;
  }
};

template <typename Make>
static void all(const char *name, Make make) {
  for (failing = 0;; failing++) {
    step = 0;
    order.clear();
    bool failed = true;
    try {
      make();
      failed = false;
    } catch (int number) {
      order += " threw " + std::to_string(number);
    }
    std::printf("%s %d: %s (%d alive)\n", name, failing, order.c_str(), alive);
    alive = 0;
    if (!failed) break;
  }
}

int main() {
  all("whole", [] { Whole whole; });
  all("on the heap", [] { delete new Whole; });
  all("delegating", [] { Delegating made(1); });
  all("defaulted", [] { Defaulted made; });
  all("copied", [] {
    Defaulted made;
    Defaulted copy = made;
  });
  all("array", [] {
    Delegating *several = new Delegating[3];
    delete[] several;
  });
  all("nested arrays", [] { Part<'K'> grid[2][3]; });
  all("tree", [] { Tree tree(2); });
  all("list", [] { std::vector<Part<'L'>> list{Part<'L'>(), Part<'L'>()}; });
  all("captures", [] {
    Part<'G'> one;
    Part<'H'> two;
    auto both = [one, two] { return sizeof one + sizeof two; };
    auto again = both;
    (void)again();
  });
}
