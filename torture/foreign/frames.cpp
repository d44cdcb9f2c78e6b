// Exceptions of C++ that pass frames of JavaScript, and traps that pass frames of C++.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

#define HOST(name) __attribute__((import_module("host"), import_name(#name)))

extern "C" {
HOST(throw_value) void throw_value(int which);
HOST(call) int call(int which);
HOST(call_through) void call_through(int which);
HOST(throw_kept) void throw_kept();
HOST(passed) int passed();
void back(int which) __attribute__((export_name("back"), noinline));
}

static const char *const ENDINGS[] = {"returned", "threw the same value", "threw a C++ exception", "trapped", "threw another value"};

struct Noisy {
  std::string name;
  explicit Noisy(std::string name) : name(std::move(name)) {}
  ~Noisy() { std::printf("  -%s\n", name.c_str()); }
};

enum What { THROW_INT, THROW_ERROR, THROW_VALUE, TRAP, NEST, CATCH_ALL_TRAP };

void back(int which) {
  Noisy guard("frame below " + std::to_string(which));
  switch (which) {
    case THROW_INT: throw 7;
    case THROW_ERROR: throw std::runtime_error("an error");
    case THROW_VALUE: throw_value(0); break;
    case TRAP: __builtin_trap();
    case NEST:
      try {
        call_through(THROW_INT);
      } catch (int number) {
        std::printf("  nested %d\n", number);
        throw std::logic_error("after " + std::to_string(number));
      }
      break;
    case CATCH_ALL_TRAP:
      try {
        call_through(TRAP);
      } catch (...) {
        std::puts("  a trap was caught");
      }
  }
}

static void through(int which) {
  std::printf("through %d\n", which);
  try {
    Noisy guard("frame above");
    call_through(which);
    std::puts("  returned");
  } catch (int number) {
    std::printf("  int %d, %d passed\n", number, passed());
  } catch (const std::logic_error &error) {
    std::printf("  logic error %s, %d passed\n", error.what(), passed());
  } catch (const std::exception &error) {
    std::printf("  %s, %d passed\n", error.what(), passed());
  }
}

// What JavaScript caught is thrown again, and is what it was.
static void kept(int which) {
  std::printf("kept %d\n", which);
  std::printf("  %s\n", ENDINGS[call(which)]);
  try {
    Noisy guard("frame above");
    throw_kept();
  } catch (int number) {
    std::printf("  int %d\n", number);
  } catch (const std::exception &error) {
    std::printf("  %s\n", error.what());
  }
}

static void ending(int which) {
  std::printf("call %d\n", which);
  std::printf("  %s\n", ENDINGS[call(which)]);
}

static void no_exceptions() noexcept {
  Noisy guard("frame without exceptions");
  throw_value(1);
}

int main() {
  for (int which : {THROW_INT, THROW_ERROR, NEST}) through(which);
  for (int which : {THROW_INT, THROW_ERROR}) kept(which);
  for (int which : {THROW_VALUE, TRAP, CATCH_ALL_TRAP}) ending(which);
  std::set_terminate([] {
    std::puts("  terminated");
    std::fflush(stdout);
    std::_Exit(3);
  });
  std::puts("noexcept");
  no_exceptions();
}
