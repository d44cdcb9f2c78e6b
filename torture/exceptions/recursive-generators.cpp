// Generators that yield from generators, with exceptions that cross several of their frames.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

static int frames;

template <typename T>
class Generator {
 public:
  struct promise_type {
    T value{};
    std::exception_ptr error;
    Generator *nested = nullptr;
    promise_type() { frames++; }
    ~promise_type() { frames--; }
    Generator get_return_object() { return Generator(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T yielded) {
      value = std::move(yielded);
      return {};
    }
    struct Inner {
      Generator generator;
      promise_type *outer = nullptr;
      explicit Inner(Generator &&generator) : generator(std::move(generator)) {}
      bool await_ready() { return !generator.advance(); }
      void await_suspend(std::coroutine_handle<promise_type> handle) {
        outer = &handle.promise();
        outer->nested = &generator;
      }
      // What the inner one threw goes on in the outer one.
      void await_resume() {
        if (outer) outer->nested = nullptr;
        generator.check();
      }
    };
    Inner yield_value(Generator &&inner) { return Inner(std::move(inner)); }
    void return_void() {}
    void unhandled_exception() { error = std::current_exception(); }
  };

  explicit Generator(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Generator(Generator &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  ~Generator() {
    if (handle_) handle_.destroy();
  }
  // True if there is a value. Errors wait for `check`.
  bool advance() {
    promise_type &promise = handle_.promise();
    if (promise.nested && promise.nested->advance()) return true;
    handle_.resume();
    return !handle_.done();
  }
  bool next() {
    bool has_value = advance();
    check();
    return has_value;
  }
  void check() {
    if (handle_.promise().error) std::rethrow_exception(std::exchange(handle_.promise().error, nullptr));
  }
  const T &value() const {
    const promise_type &promise = handle_.promise();
    return promise.nested ? promise.nested->value() : promise.value;
  }

 private:
  std::coroutine_handle<promise_type> handle_;
};

struct Tree {
  int key;
  Tree *left = nullptr, *right = nullptr;
};

static Generator<int> keys(const Tree *tree, int bad) {
  if (!tree) co_return;
  co_yield keys(tree->left, bad);
  if (tree->key == bad) throw std::out_of_range("key " + std::to_string(bad));
  co_yield int(tree->key);
  bool failed = false;
  try {
    co_yield keys(tree->right, bad);
  } catch (const std::out_of_range &) {
    if (tree->key % 3 == 0) throw;
    failed = true;
  }
  if (!failed) co_return;
  co_yield -tree->key;
  if (tree->key % 3 == 1) throw std::runtime_error("from " + std::to_string(tree->key));
}

static Tree *insert(Tree *tree, int key) {
  if (!tree) return new Tree{key};
  (key < tree->key ? tree->left : tree->right) = insert(key < tree->key ? tree->left : tree->right, key);
  return tree;
}

static Generator<std::string> words(int depth) {
  std::string own = std::string(static_cast<std::size_t>(depth), '.') + "w";
  if (depth == 4) throw depth;
  co_yield std::string(own);
  for (int i = 0; i < 2; i++) {
    int caught = 0;
    try {
      co_yield words(depth + 1);
    } catch (int number) {
      caught = number;
    }
    if (caught == 0) continue;
    co_yield own + std::to_string(caught);
    if (i == depth % 2) throw caught + 1;
  }
}

int main() {
  Tree *tree = nullptr;
  for (int key : {50, 30, 70, 21, 40, 61, 80, 10, 25, 35, 45, 56, 65, 75, 90}) tree = insert(tree, key);
  for (int bad : {0, 10, 25, 40, 45, 50, 56, 65, 75, 90}) {
    std::printf("bad %d:", bad);
    try {
      Generator<int> all = keys(tree, bad);
      while (all.next()) std::printf(" %d", all.value());
    } catch (const std::exception &error) {
      std::printf(" (%s)", error.what());
    }
    std::printf(" %d frames\n", frames);
  }
  try {
    Generator<std::string> all = words(0);
    while (all.next()) std::printf("%s ", all.value().c_str());
    std::printf("end\n");
  } catch (int number) {
    std::printf("int %d, %d frames\n", number, frames);
  }
  {
    Generator<int> left = keys(tree, 0);
    for (int i = 0; i < 5; i++) left.next();
    std::printf("left at %d with %d frames\n", left.value(), frames);
  }
  std::printf("%d frames\n", frames);
}
