// A `throw` without an exception to throw again ends the program, after what does have one.
#include <cstdio>
#include <cstdlib>
#include <exception>

static void again() { throw; }

struct Again {
  ~Again() {
    try {
      throw 'c';
    } catch (...) {
      try {
        again();
      } catch (char letter) {
        std::printf("again %c\n", letter);
      }
    }
  }
};

int main() {
  std::set_terminate([] {
    std::printf("terminated: %d\n", std::current_exception() == nullptr);
    std::fflush(stdout);
    std::_Exit(9);
  });
  for (int i = 0; i < 3; i++) try {
      Again guard;
      try {
        throw i;
      } catch (int) {
        if (i == 1) again();
        std::printf("kept %d\n", i);
      }
    } catch (int number) {
      std::printf("outside %d\n", number);
    }
  try {
    again();
  } catch (...) {
    std::printf("not reached\n");
  }
}
