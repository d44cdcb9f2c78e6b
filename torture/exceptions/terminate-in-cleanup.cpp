// A destructor that throws while another exception is on its way ends the program; one that throws and catches does not.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>

static int depth;
static bool ends;

struct Contained {
  ~Contained() {
    depth++;
    try {
      if (depth < 5) {
        Contained inner;
        throw std::runtime_error("contained");
      }
    } catch (const std::exception &error) {
      std::printf("%s at %d, uncaught %d\n", error.what(), depth, std::uncaught_exceptions());
    }
    depth--;
  }
};

struct Escaping {
  ~Escaping() noexcept(false) {
    // Whether cleanups run before the end is the compiler's choice.
    if (!ends) std::printf("escaping, uncaught %d\n", std::uncaught_exceptions());
    throw 2;
  }
};

static void alone() {
  try {
    Escaping escaping;
  } catch (int number) {
    std::printf("alone: %d\n", number);
  }
}

int main() {
  std::set_terminate([] {
    std::printf("terminated\n");
    std::fflush(stdout);
    std::_Exit(7);
  });
  try {
    Contained contained;
    throw 1;
  } catch (int number) {
    std::printf("caught %d\n", number);
  }
  alone();
  ends = true;
  try {
    Escaping escaping;
    throw 1;
  } catch (...) {
    std::printf("not reached\n");
  }
}
