// What noexcept decides: moves or copies in growing vectors, overloads, traits, wrappers, and conditional specifications.
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

static int copied, moved;

template <bool CanMoveSafely>
struct Element {
  int number;
  Element(int number) : number(number) {}
  Element(const Element &other) : number(other.number) { copied++; }
  Element(Element &&other) noexcept(CanMoveSafely) : number(other.number) {
    moved++;
    if (!CanMoveSafely && number == 3 && other.number-- > 100) throw number;
  }
};
struct MoveOnly {
  std::unique_ptr<int> held;
  MoveOnly(int number) : held(std::make_unique<int>(number)) {}
  MoveOnly(MoveOnly &&other) noexcept(false) : held(std::move(other.held)) { moved++; }
};

template <typename T>
static void grow(const char *name) {
  copied = moved = 0;
  std::vector<T> list;
  list.reserve(4);
  for (int i = 0; i < 4; i++) list.emplace_back(i);
  list.reserve(64);
  std::printf("%s: copied %d, moved %d\n", name, copied, moved);
}

template <typename F, typename... Arguments>
constexpr bool is_safe = noexcept(std::declval<F>()(std::declval<Arguments>()...));

template <typename T>
struct Box {
  T value;
  void swap(Box &other) noexcept(std::is_nothrow_move_constructible_v<T>) {
    T kept = std::move_if_noexcept(value);
    value.~T();
    new (&value) T(std::move_if_noexcept(other.value));
    other.value.~T();
    new (&other.value) T(std::move(kept));
  }
};

static int safe(int number) noexcept { return number + 1; }
static int unsafe(int number) {
  if (number > 5) throw number;
  return number + 2;
}

template <int (*Function)(int) noexcept>
static const char *chosen() { return "safe"; }
static const char *overload(int (*)(int) noexcept) { return "noexcept"; }
static const char *overload(int (*)(int)) { return "may throw"; }

// Calls without a handler if none is needed.
template <typename Function>
static int called(Function function, int number) {
  if constexpr (is_safe<Function, int>) {
    return function(number);
  } else {
    try {
      return function(number);
    } catch (int thrown) {
      return -thrown;
    }
  }
}

struct Virtual {
  virtual ~Virtual() noexcept(false) {}
  virtual int run(int number) { return unsafe(number); }
};
struct Quiet final : Virtual {
  ~Quiet() noexcept override {}
  int run(int number) noexcept override { return number < 0 ? called(unsafe, -number) : safe(number); }
};
struct Loud final : Virtual {
  bool *is_armed;
  explicit Loud(bool *is_armed) : is_armed(is_armed) {}
  ~Loud() noexcept(false) override {
    if (*is_armed) throw std::logic_error("from a destructor");
  }
};

int main() {
  grow<Element<true>>("safe moves");
  grow<Element<false>>("unsafe moves");
  grow<MoveOnly>("only moves");
  std::printf("%d %d %d %d\n", is_safe<decltype(&safe), int>, is_safe<decltype(&unsafe), int>, noexcept(Box<int>().swap(std::declval<Box<int> &>())),
              noexcept(std::declval<Box<Element<false>> &>().swap(std::declval<Box<Element<false>> &>())));
  std::printf("%s %s %s\n", chosen<safe>(), overload(safe), overload(unsafe));
  auto lambda = [](int number) noexcept(sizeof(int) == 4) { return number * 3; };
  auto other = [](auto number) noexcept(std::is_integral_v<decltype(number)>) {
    if constexpr (!std::is_integral_v<decltype(number)>) throw 1;
    return 4;
  };
  std::printf("%d %d %d\n", is_safe<decltype(lambda), int>, is_safe<decltype(other), int>, is_safe<decltype(other), double>);
  for (int i = 4; i < 8; i++) std::printf("%d %d %d ", called(safe, i), called(unsafe, i), called(lambda, i));
  std::printf("\n");
  Quiet quiet;
  Virtual &base = quiet;
  for (int number : {-9, -2, 4, 6}) std::printf("%d ", base.run(number));
  std::printf("%d %d\n", noexcept(quiet.run(1)), noexcept(base.run(1)));
  for (bool is_armed : {false, true}) try {
      std::optional<Box<std::string>> kept(Box<std::string>{"kept"});
      Loud loud(&is_armed);
      std::unique_ptr<Virtual> owned = std::make_unique<Quiet>();
      std::printf("%d ", loud.run(1));
    } catch (const std::logic_error &error) {
      std::printf("%s", error.what());
    }
  std::printf("\n");
  Box<Element<false>> left{1}, right{2};
  left.swap(right);
  std::printf("%d %d\n", left.value.number, right.value.number);
}
