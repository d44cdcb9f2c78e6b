// Tasks that await tasks by symmetric transfer: exceptions through chains of awaits and retries.
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

static int allocations_left = -1, frames;
static std::deque<std::coroutine_handle<>> ready;

template <typename T>
class Task {
 public:
  struct promise_type {
    std::variant<std::monostate, T, std::exception_ptr> result;
    std::coroutine_handle<> waiting = std::noop_coroutine();

    static void *operator new(std::size_t size) {
      if (allocations_left >= 0 && allocations_left-- == 0) throw std::bad_alloc();
      frames++;
      return std::malloc(size);
    }
    static void operator delete(void *frame) {
      frames--;
      std::free(frame);
    }
    Task get_return_object() { return Task(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    auto final_suspend() noexcept {
      struct Transfer {
        bool await_ready() noexcept { return false; }
        std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> handle) noexcept { return handle.promise().waiting; }
        void await_resume() noexcept {}
      };
      return Transfer{};
    }
    template <typename U>
    void return_value(U &&value) {
      result.template emplace<1>(std::forward<U>(value));
    }
    void unhandled_exception() { result.template emplace<2>(std::current_exception()); }
  };

  explicit Task(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Task(Task &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  ~Task() {
    if (handle_) handle_.destroy();
  }
  bool await_ready() const { return handle_.done(); }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiting) {
    handle_.promise().waiting = waiting;
    return handle_;
  }
  T await_resume() {
    auto &result = handle_.promise().result;
    if (auto *error = std::get_if<2>(&result)) std::rethrow_exception(*error);
    return std::move(std::get<1>(result));
  }
  T run() {
    ready.push_back(handle_);
    while (!ready.empty()) {
      auto next = ready.front();
      ready.pop_front();
      next.resume();
    }
    return await_resume();
  }

 private:
  std::coroutine_handle<promise_type> handle_;
};

// Waits for its turn; may throw before and after.
struct Turn {
  int how;
  bool await_ready() {
    if (how == 1) throw std::logic_error("not ready");
    return how == 0;
  }
  void await_suspend(std::coroutine_handle<> handle) {
    if (how == 2) throw std::logic_error("not suspended");
    ready.push_back(handle);
  }
  int await_resume() {
    if (how == 3) throw std::logic_error("not resumed");
    return how;
  }
};

static Task<int> leaf(int how) {
  int turn = co_await Turn{how};
  if (turn == 4) throw std::runtime_error("leaf");
  co_return turn * 10;
}

static Task<std::string> described(int how) {
  try {
    co_return std::to_string(co_await leaf(how));
  } catch (const std::logic_error &error) {
    co_return std::string("(") + error.what() + ")";
  }
}

static Task<int> total(int from, int to) {
  int sum = 0;
  for (int i = from; i < to; i++) {
    std::string kept = std::to_string(i);
    try {
      sum += co_await leaf(i);
    } catch (const std::exception &error) {
      sum += static_cast<int>(std::string(error.what()).size());
      if (i == 4 && from == 1) throw std::domain_error(kept + " after " + std::to_string(sum));
    }
    co_await Turn{5};
  }
  co_return sum;
}

static Task<int> deep(int depth) {
  if (depth == 0) throw depth;
  try {
    co_return 1 + co_await deep(depth - 1);
  } catch (int number) {
    if (number < depth / 2) throw number + 1;
    co_return number * 100;
  }
}

static Task<std::optional<int>> retried(int times) {
  for (int i = 0; i < times; i++) {
    std::optional<int> found;
    try {
      found = co_await total(1 - i % 2, 6);
    } catch (const std::domain_error &error) {
      std::printf("[%s] ", error.what());
    }
    if (found) co_return found;
  }
  co_return std::nullopt;
}

int main() {
  for (int how = 0; how < 6; how++) try {
      std::printf("%s\n", described(how).run().c_str());
    } catch (const std::exception &error) {
      std::printf("%s\n", error.what());
    }
  std::printf("%d\n", total(0, 6).run());
  for (int times = 0; times < 3; times++) std::printf("%d\n", retried(times).run().value_or(-1));
  for (int depth : {1, 2, 5, 40, 1000}) try {
      std::printf("deep %d: %d\n", depth, deep(depth).run());
    } catch (int number) {
      std::printf("deep %d threw %d\n", depth, number);
    }
  for (int left = 0; left < 9; left++) {
    allocations_left = left;
    try {
      std::printf("%d left: %d, ", left, total(0, 6).run());
    } catch (const std::bad_alloc &) {
      std::printf("%d left: no memory, ", left);
    }
    allocations_left = -1;
    std::printf("%d frames\n", frames);
  }
}
