// Handlers for bases: virtual, repeated, private and ambiguous ones; references and pointers.
#include <cstdio>
#include <stdexcept>

struct Root {
  int root = 1;
  virtual ~Root() = default;
  virtual int number() const { return root; }
};
struct Left : virtual Root {
  int left = 2;
  int number() const override { return 10 + left; }
};
struct Right : virtual Root {
  int right = 3;
};
struct Diamond : Left, Right {
  int own = 4;
  Diamond() { root = 5; }
  int number() const override { return 100 + own + root; }
};
struct Twice1 : Root {
  int one = 6;
};
struct Twice2 : Root {
  int two = 7;
};
struct Twice : Twice1, Twice2 {
  int both = 8;
};
struct Hidden : private Root, Right {
  int hidden = 9;
};
struct Protected : protected Left {
  int inside = 10;
};
struct Deep : Diamond, virtual Twice2 {
  int deep = 11;
};

template <typename T>
[[gnu::noinline]] static void throw_value() {
  throw T();
}
template <typename T>
[[gnu::noinline]] static void throw_pointer() {
  static T made;
  throw &made;
}
template <typename T>
[[gnu::noinline]] static void throw_constant_pointer() {
  static const T made{};
  throw &made;
}

static int caught(void (*thrower)()) {
  try {
    thrower();
  } catch (Twice2 &error) {
    return 1000 + error.two;
  } catch (Right &error) {
    return 2000 + error.right + error.number();
  } catch (Root &error) {
    return 3000 + error.root;
  } catch (Right *error) {
    return 4000 + error->right + error->number();
  } catch (const Left *error) {
    return 5000 + error->left;
  } catch (Root *error) {
    return 6000 + error->number();
  } catch (const Root *error) {
    return 7000 + error->number();
  } catch (const void *) {
    return 8000;
  } catch (...) {
    return 9000;
  }
  return 0;
}

// By value, which slices.
static int sliced(void (*thrower)()) {
  try {
    thrower();
  } catch (Left error) {
    return 100 * error.number() + error.root;
  } catch (Root error) {
    return 10000 + error.number();
  } catch (...) {
    return -1;
  }
  return 0;
}

template <typename T>
static void all(const char *name) {
  std::printf("%s: %d %d %d %d\n", name, caught(throw_value<T>), caught(throw_pointer<T>), caught(throw_constant_pointer<T>),
              sliced(throw_value<T>));
}

// The handler of a virtual base changes what the outer handler sees.
static void changed() {
  try {
    try {
      throw Diamond();
    } catch (Root &root) {
      root.root = 77;
      throw;
    }
  } catch (Left &left) {
    std::printf("changed: %d %d\n", left.root, left.number());
  }
}

int main() {
  all<Root>("root");
  all<Left>("left");
  all<Right>("right");
  all<Diamond>("diamond");
  all<Twice>("twice");
  all<Twice1>("twice1");
  all<Hidden>("hidden");
  all<Protected>("protected");
  all<Deep>("deep");
  all<int>("int");
  changed();
}
