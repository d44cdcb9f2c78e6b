// Exceptions that leave coroutines, enter them, and end them. As C++20.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <utility>

struct Noisy {
  const char *name;
  explicit Noisy(const char *name) : name(name) { std::printf("  +%s\n", name); }
  ~Noisy() { std::printf("  -%s\n", name); }
};

class Sequence {
 public:
  struct promise_type {
    int current = 0;
    std::exception_ptr failure;
    Sequence get_return_object() { return Sequence(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int value) {
      if (value == 13) throw std::out_of_range("thirteen");
      current = value;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { failure = std::current_exception(); }
  };

  explicit Sequence(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Sequence(Sequence &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  ~Sequence() {
    if (handle_) handle_.destroy();
  }

  bool next() {
    handle_.resume();
    if (handle_.promise().failure) std::rethrow_exception(std::exchange(handle_.promise().failure, nullptr));
    return !handle_.done();
  }
  int value() const { return handle_.promise().current; }

 private:
  std::coroutine_handle<promise_type> handle_;
};

static Sequence count(int from, int to) {
  Noisy outer("outer");
  for (int i = from; i < to; ++i) {
    Noisy inner("inner");
    try {
      co_yield i;
    } catch (const std::out_of_range &error) {
      std::printf("  within: %s\n", error.what());
      if (from == 12) throw;
    }
    if (i == 5) throw i;
  }
}

// Hands on what another coroutine gives, and its exceptions changed.
static Sequence doubled(Sequence source) {
  Noisy guard("guard");
  try {
    while (source.next()) co_yield 2 * source.value();
  } catch (int number) {
    throw std::runtime_error(number == 5 ? "five" : "another");
  }
}

static void run(const char *title, Sequence sequence) {
  std::printf("%s\n", title);
  try {
    while (sequence.next()) std::printf("  %d\n", sequence.value());
    std::printf("  end\n");
  } catch (const std::exception &error) {
    std::printf("  %s\n", error.what());
  } catch (int number) {
    std::printf("  int %d\n", number);
  }
}

int main() {
  run("short", count(0, 2));
  run("throws", count(4, 9));
  run("caught within", count(13, 15));
  run("rethrown", count(12, 15));
  run("doubled", doubled(count(1, 4)));
  run("doubled throws", doubled(count(3, 9)));
  {
    Sequence left = count(20, 30);
    left.next();
    std::printf("left at %d\n", left.value());
  }
}
