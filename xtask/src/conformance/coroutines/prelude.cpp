// What random coroutines need of a library, for any machine.
extern "C" {
void *malloc(__SIZE_TYPE__);
void free(void *);
}
void *operator new(__SIZE_TYPE__ size) { return malloc(size); }
void operator delete(void *place) noexcept { free(place); }
void operator delete(void *place, __SIZE_TYPE__) noexcept { free(place); }

namespace std {
template <class Result, class...> struct coroutine_traits {
  using promise_type = typename Result::promise_type;
};
template <class Promise = void> struct coroutine_handle;
template <> struct coroutine_handle<void> {
  void *frame = nullptr;
  static coroutine_handle from_address(void *frame) noexcept {
    coroutine_handle handle;
    handle.frame = frame;
    return handle;
  }
  void *address() const noexcept { return frame; }
  void resume() const { __builtin_coro_resume(frame); }
  void destroy() const { __builtin_coro_destroy(frame); }
  bool done() const { return __builtin_coro_done(frame); }
};
template <class Promise> struct coroutine_handle : coroutine_handle<> {
  static coroutine_handle from_address(void *frame) noexcept {
    coroutine_handle handle;
    handle.frame = frame;
    return handle;
  }
  static coroutine_handle from_promise(Promise &promise) noexcept {
    return from_address(__builtin_coro_promise((char *)&promise, alignof(Promise), true));
  }
  Promise &promise() const {
    return *(Promise *)__builtin_coro_promise(frame, alignof(Promise), false);
  }
};
struct suspend_always {
  bool await_ready() noexcept { return false; }
  void await_suspend(coroutine_handle<>) noexcept {}
  void await_resume() noexcept {}
};
} // namespace std

static int fuel;
static unsigned long long sum;
__attribute__((noinline)) static void note(int place, unsigned long long value) {
  sum = (sum ^ (unsigned)place) * 1099511628211ull;
  sum = (sum ^ value ^ value >> 29) * 1099511628211ull;
}

// Tells when it ends.
struct Guard {
  int place;
  unsigned value;
  ~Guard() { note(place, value); }
};

// A value that comes at once, or after a suspension.
struct Later {
  unsigned value;
  bool await_ready() noexcept { return value & 1; }
  bool await_suspend(std::coroutine_handle<>) noexcept { return value & 2; }
  unsigned await_resume() noexcept { return value >> 1; }
};

class Numbers {
public:
  struct promise_type {
    unsigned long long value = 0;
    Numbers get_return_object() {
      return Numbers(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(unsigned long long next) noexcept {
      value = next;
      return {};
    }
    void return_void() noexcept {}
    void unhandled_exception() noexcept {}
  };
  Numbers(const Numbers &) = delete;
  ~Numbers() { handle.destroy(); }
  bool next() {
    if (handle.done()) return false;
    handle.resume();
    return !handle.done();
  }
  unsigned long long value() const { return handle.promise().value; }

private:
  explicit Numbers(std::coroutine_handle<promise_type> made) : handle(made) {}
  std::coroutine_handle<promise_type> handle;
};
