// Exceptions that are kept in std::exception_ptr, handed on, compared and thrown again.
#include <cstdio>
#include <deque>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

static int alive;

struct Counted {
  int number;
  explicit Counted(int number) : number(number) { alive++; }
  Counted(const Counted &other) : number(other.number) { alive++; }
  ~Counted() { alive--; }
};

[[gnu::noinline]] static std::exception_ptr taken(volatile int &what) {
  try {
    switch (what) {
      case 0: throw Counted(10);
      case 1: throw std::range_error("range");
      case 2: throw 42;
      case 3: throw "text";
      default: return nullptr;
    }
  } catch (...) {
    return std::current_exception();
  }
}

static std::string described(const std::exception_ptr &kept) {
  if (!kept) return "nothing";
  try {
    std::rethrow_exception(kept);
  } catch (const Counted &counted) {
    return "counted " + std::to_string(counted.number);
  } catch (const std::exception &error) {
    return error.what();
  } catch (int number) {
    return "int " + std::to_string(number);
  } catch (...) {
    return "something";
  }
}

static void many_owners() {
  std::deque<std::exception_ptr> owners;
  volatile int what = 0;
  owners.push_back(taken(what));
  for (int i = 0; i < 5; i++) owners.push_back(owners.front());
  std::printf("alive %d, %d\n", alive, owners.front() == owners.back());
  owners.push_back(taken(what));
  std::printf("alive %d, %d\n", alive, owners.front() == owners.back());
  while (!owners.empty()) {
    std::printf("%s, ", described(owners.front()).c_str());
    owners.pop_front();
  }
  std::printf("alive %d\n", alive);
}

// What is changed through one handler is seen in the next.
static void changed_in_place() {
  std::exception_ptr kept = std::make_exception_ptr(Counted(1));
  for (int i = 0; i < 4; i++) try {
      std::rethrow_exception(kept);
    } catch (Counted &counted) {
      counted.number = counted.number * 3 + i;
      kept = std::current_exception();
    }
  std::printf("%s, alive %d\n", described(kept).c_str(), alive);
}

// In a handler within a handler, the current exception is the inner one, and then the outer one again.
static void within_handlers() {
  std::vector<std::exception_ptr> seen;
  try {
    throw 1;
  } catch (...) {
    seen.push_back(std::current_exception());
    try {
      throw std::logic_error("inner");
    } catch (...) {
      seen.push_back(std::current_exception());
      try {
        std::rethrow_exception(seen[0]);
      } catch (int &number) {
        number += 100;
        seen.push_back(std::current_exception());
      }
      seen.push_back(std::current_exception());
    }
    seen.push_back(std::current_exception());
  }
  seen.push_back(std::current_exception());
  for (const auto &one : seen) std::printf("%s; ", described(one).c_str());
  std::printf("%d %d\n", seen[0] == seen[4], seen[1] == seen[3]);
}

// All of several tasks are run, and the first failure is thrown in the end.
static void run_all(int failing) {
  std::exception_ptr first;
  int done = 0;
  for (int task = 0; task < 6; task++) try {
      if (failing >> task & 1) throw std::runtime_error("task " + std::to_string(task));
      done++;
    } catch (...) {
      if (!first) first = std::current_exception();
    }
  std::printf("%d done; ", done);
  if (first) std::rethrow_exception(first);
}

int main() {
  for (volatile int what = 0; what < 5; what = what + 1) std::printf("%s\n", described(taken(what)).c_str());
  many_owners();
  changed_in_place();
  within_handlers();
  for (int failing = 0; failing < 64; failing += 9) try {
      run_all(failing);
      std::printf("fine\n");
    } catch (const std::exception &error) {
      std::printf("%s\n", error.what());
    }
  std::printf("alive %d\n", alive);
}
