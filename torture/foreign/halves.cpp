// A program of two halves, each of which throws to the other: for a module with both forms of the instructions.
#include <cstdio>

int other(int number);
struct Guard {
  int number;
  ~Guard() { std::printf("guard %d\n", number); }
};

#if HALF == 0
int main() {
  for (int number = 0; number < 4; number++) try {
      Guard guard{number};
      std::printf("returned %d\n", other(number));
    } catch (int caught) {
      std::printf("main caught %d\n", caught);
    }
}
#else
static int last(int number) {
  if (number > 0) throw number;
  return number;
}
int other(int number) {
  Guard guard{10 + number};
  try {
    return last(number);
  } catch (int caught) {
    if (number == 1) return caught * 100;
    if (number == 2) throw caught * 1000;
    throw;
  }
}
#endif
