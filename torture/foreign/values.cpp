// Values of JavaScript that a host throws through frames of C++.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#define HOST(name) __attribute__((import_module("host"), import_name(#name)))

extern "C" {
HOST(throw_value) void throw_value(int which);
HOST(call) int call(int which);
HOST(values) int values();
void back(int which) __attribute__((export_name("back"), noinline));
}

static const char *const ENDINGS[] = {"returned", "threw the same value", "threw a C++ exception", "trapped", "threw another value"};

struct Noisy {
  std::string name;
  explicit Noisy(std::string name) : name(std::move(name)) {}
  ~Noisy() { std::printf("  -%s\n", name.c_str()); }
};

static volatile int value;

static void plain() {
  Noisy outer("outer");
  Noisy inner("inner");
  throw_value(value);
}

static void past_handlers() {
  Noisy guard("guard");
  try {
    try {
      Noisy inner("inner");
      throw_value(value);
    } catch (int) {
      std::puts("  caught an int");
    } catch (const std::exception &) {
      std::puts("  caught a standard exception");
    }
  } catch (...) {
    std::puts("  caught everything");
  }
  std::puts("  went on");
}

static void only_everything() {
  try {
    throw_value(value);
  } catch (...) {
    std::puts("  caught everything");
    throw;
  }
}

// A handler is left: what it caught is destroyed.
static void in_handler() {
  try {
    throw Noisy("exception");
  } catch (const Noisy &caught) {
    Noisy guard("guard of " + caught.name);
    std::printf("  uncaught: %d\n", std::uncaught_exceptions());
    throw_value(value);
  }
}

struct Careful {
  ~Careful() {
    try {
      Noisy inner("in the destructor");
      throw std::runtime_error("from the destructor");
    } catch (const std::exception &error) {
      std::printf("  cleaned up after %s\n", error.what());
    }
  }
};

// A cleanup throws and catches an exception of its own on the way.
static void through_careful() {
  Careful careful;
  Noisy guard("guard");
  throw_value(value);
}

// Cleanups in a loop with several exits, one of which another exception takes.
static void from_a_loop() {
  for (int round = 0; round < 4; round++) {
    Noisy guard("round " + std::to_string(round));
    try {
      if (round == 1) continue;
      if (round == value) throw round;
      if (round == 3) throw_value(value);
    } catch (int thrown) {
      std::printf("  caught %d\n", thrown);
      if (thrown == 2) break;
    }
  }
}

static void from_a_function_try() {
  struct Base {
    Noisy member{"member"};
    Base() { throw_value(value); }
  };
  struct Derived : Base {
    Derived() try : Base() {
    } catch (...) {
      std::puts("  caught in the constructor");
    }
  };
  Derived made;
}

static void in_construction_of_an_array() {
  static int made;
  struct Part {
    int number = made++;
    Part() {
      if (number == 2) throw_value(value);
    }
    ~Part() { std::printf("  -part %d\n", number); }
  };
  made = 0;
  Part parts[4];
}

static int depth(int left) {
  Noisy guard("depth " + std::to_string(left));
  if (left == 0) throw_value(value);
  return depth(left - 1) + 1;
}

static void from_deep() { depth(5); }

static void in_a_library() {
  std::vector<int> numbers{3, 1, 2};
  Noisy guard("guard");
  for (std::string text{"x"}; text.size() < 100; text += text)
    if (text.size() > 50) throw_value(value + static_cast<int>(numbers.size()) - 3);
}

static void returns_normally() {
  try {
    Noisy guard("guard");
    throw std::string("a string");
  } catch (const std::string &text) {
    std::printf("  caught %s\n", text.c_str());
  }
}

using Case = void (*)();
static const struct {
  const char *name;
  Case run;
} CASES[] = {
    {"plain", plain},
    {"past handlers", past_handlers},
    {"only everything", only_everything},
    {"in a handler", in_handler},
    {"through careful", through_careful},
    {"from a loop", from_a_loop},
    {"from a function try", from_a_function_try},
    {"construction of an array", in_construction_of_an_array},
    {"from deep", from_deep},
    {"in a library", in_a_library},
    {"returns normally", returns_normally},
};

void back(int which) { CASES[which].run(); }

int main() {
  for (value = 0; value < values(); value = value + 1)
    for (unsigned which = 0; which < sizeof CASES / sizeof *CASES; which++) {
      std::printf("value %d, %s\n", value, CASES[which].name);
      int ending = call(static_cast<int>(which));
      std::printf("  %s, uncaught: %d\n", ENDINGS[ending], std::uncaught_exceptions());
    }
}
