// How often exceptions are copied and moved, and when they are destroyed.
#include <cstdio>
#include <exception>
#include <utility>

static int copies, moves, destroyed, made;

struct Traced {
  int value;
  explicit Traced(int value) : value(value) { made++; }
  Traced(const Traced &other) : value(other.value + 1000) { copies++; }
  Traced(Traced &&other) noexcept : value(other.value + 1) {
    other.value = -1;
    moves++;
  }
  ~Traced() { destroyed++; }
};

struct Derived : Traced {
  int more = 3;
  using Traced::Traced;
};

static void reset() { copies = moves = destroyed = made = 0; }
static void tell(const char *name, int value) {
  std::printf("%s: %d; made %d, copied %d, moved %d, destroyed %d\n", name, value, made, copies, moves, destroyed);
}

[[gnu::noinline]] static void prvalue(int v) { throw Traced(v); }
[[gnu::noinline]] static void local(int v) {
  Traced one(v);
  throw std::move(one);
}
[[gnu::noinline]] static void constant(int v) {
  const Traced one(v);
  throw one;
}
[[gnu::noinline]] static void parameter(Traced one) { throw std::as_const(one); }
[[gnu::noinline]] static void referred(const Traced &one) { throw one; }
[[gnu::noinline]] static void derived(int v) { throw Derived(v); }
[[gnu::noinline]] static void sliced(int v) {
  Derived one(v);
  Traced &base = one;
  throw base;
}

template <typename Thrower>
static void each(const char *name, Thrower thrower) {
  int value = 0;
  reset();
  try {
    thrower();
  } catch (const Traced &one) {
    value = one.value;
    std::printf("in the handler, destroyed %d\n", destroyed);
  }
  tell(name, value);
  reset();
  try {
    thrower();
  } catch (Traced one) {
    value = one.value;
  }
  tell("  by value", value);
  reset();
  try {
    try {
      thrower();
    } catch (Traced &one) {
      one.value += 7;
      throw;
    }
  } catch (Traced &one) {
    value = one.value;
  }
  tell("  again", value);
  reset();
  try {
    try {
      thrower();
    } catch (Traced &one) {
      throw one;
    }
  } catch (Derived &one) {
    value = one.more;
  } catch (Traced &one) {
    value = one.value;
  }
  tell("  anew", value);
  reset();
  {
    std::exception_ptr kept;
    try {
      thrower();
    } catch (...) {
      kept = std::current_exception();
    }
    std::printf("kept, destroyed %d\n", destroyed);
  }
  std::printf("let go, balance %d\n", made + copies + moves - destroyed);
}

int main() {
  volatile int v = 5;
  each("prvalue", [&] { prvalue(v); });
  each("local", [&] { local(v); });
  each("constant", [&] { constant(v); });
  each("parameter", [&] { parameter(Traced(v)); });
  each("referred", [&] { referred(Traced(v)); });
  each("derived", [&] { derived(v); });
  each("sliced", [&] { sliced(v); });
}
