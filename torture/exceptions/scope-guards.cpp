// Guards that tell by std::uncaught_exceptions whether their scope is left by an exception.
#include <cstdio>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

static std::string trace;

template <typename Action, bool OnSuccess, bool OnFailure>
class Guard {
 public:
  explicit Guard(Action action) : action_(std::move(action)), before_(std::uncaught_exceptions()) {}
  Guard(const Guard &) = delete;
  ~Guard() noexcept(false) {
    bool failed = std::uncaught_exceptions() > before_;
    if (failed ? OnFailure : OnSuccess) action_();
  }

 private:
  Action action_;
  int before_;
};

template <bool OnSuccess, bool OnFailure, typename Action>
static Guard<Action, OnSuccess, OnFailure> guard(Action action) {
  return Guard<Action, OnSuccess, OnFailure>(std::move(action));
}

static void note(char c) { trace += c; }

[[gnu::noinline]] static void step(int number, int failing) {
  auto always = guard<true, true>([&] { note(static_cast<char>('a' + number)); });
  auto success = guard<true, false>([&] { note('+'); });
  auto failure = guard<false, true>([&] { note('-'); });
  if (number == failing) throw std::runtime_error(std::to_string(number));
}

// A destructor that runs code which throws and catches, while an exception is on its way.
struct Rollback {
  std::vector<std::function<void()>> undo;
  bool is_kept = false;
  ~Rollback() {
    if (is_kept) return;
    for (auto it = undo.rbegin(); it != undo.rend(); ++it) try {
        (*it)();
      } catch (const std::exception &error) {
        note('!');
        trace += error.what();
        trace += std::to_string(std::uncaught_exceptions());
      }
  }
};

static void transaction(int failing) {
  Rollback rollback;
  for (int i = 0; i < 5; i++) {
    rollback.undo.push_back([i, failing] {
      note(static_cast<char>('A' + i));
      step(i, failing - 2);
    });
    step(i, failing);
  }
  rollback.is_kept = true;
}

// The guard of success throws itself.
static int commits(int failing) {
  try {
    auto commit = guard<true, false>([&] {
      note('c');
      if (failing == 7) throw 7;
    });
    if (failing == 8) throw 8;
    if (failing == 9) return 9;
  } catch (int number) {
    return -number;
  }
  return 0;
}

int main() {
  for (int failing = 0; failing < 8; failing++) {
    trace.clear();
    try {
      transaction(failing);
      note('.');
    } catch (const std::exception &error) {
      trace += '=';
      trace += error.what();
    }
    std::printf("%s (%d)\n", trace.c_str(), std::uncaught_exceptions());
  }
  for (int failing = 6; failing < 11; failing++) {
    trace.clear();
    int result = commits(failing);
    std::printf("%s %d\n", trace.c_str(), result);
  }
}
