// Exceptions in the middle of expressions: temporaries, arguments, conditional operands, initialiser lists.
#include <cstdio>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

static int budget;
static std::string trace;

struct T {
  int value;
  T(int value) : value(value) {
    if (budget-- == 0) {
      trace += '!';
      throw value;
    }
    trace += '+';
    trace += std::to_string(value);
  }
  T(const T &other) : T(other.value + 10) {}
  ~T() {
    trace += '-';
    trace += std::to_string(value);
  }
  // A call, whose object is made before its arguments.
  T plus(const T &other) const { return T(value + other.value); }
  T &operator+=(const T &other) {
    value += T(other.value * 2).value;
    return *this;
  }
  explicit operator bool() const { return value % 2 != 0; }
  const T &self() const { return *this; }
};

[[gnu::noinline]] static int sum(const T &a, T b, T &&c) { return a.value + b.value + c.value + T(50).value; }

struct List {
  std::vector<int> values;
  List(std::initializer_list<T> list) {
    for (const T &one : list) values.push_back(T(one.value + 100).value);
  }
};

struct Aggregate {
  T first;
  T second[2];
  T third = first.plus(second[0]);
};

static volatile int two = 2;

static int expressions(int which) {
  switch (which) {
    case 0: return T(1).plus(T(two)).self().value;
    case 1: {
      const T &kept = T(1);
      T other = T(two) += kept;
      return other.value;
    }
    case 2: return two == 2 ? T(3).value : T(4).value;
    case 3: return (T(two) && T(3)) || T(5) ? 1 : 0;
    case 4: {
      T one{1};
      return one.value + (two == 2 ? static_cast<const T &>(T(two)) : one).value;
    }
    case 5: return static_cast<int>(List{T(1), T(two), 3}.values.size());
    case 6: {
      Aggregate made{T(1), {T(two), 3}};
      return made.third.value;
    }
    case 7: {
      T array[4] = {1, two, 3, 4};
      return array[2].value;
    }
    case 8: {
      std::pair<T, T> pair{T(1), T(two)};
      auto [left, right] = pair;
      return left.value + right.value;
    }
    case 9: {
      int total = 0;
      for (const T &one : {T(1), T(two), T(3)}) total += one.plus(one).value;
      return total;
    }
    case 10: {
      T *heap = new T(T(two).plus(T(1)));
      int value = heap->value;
      delete heap;
      return value;
    }
    case 11: {
      auto closure = [one = T(1), other = T(two)](int more) { return one.plus(T(more)).value + other.value; };
      return closure(4);
    }
    case 12: {
      if (T condition(two + 1); condition) return T(7).value;
      return 0;
    }
    case 13: {
      while (T condition = T(two)) return 1;
      return 2;
    }
    case 14: return T(1).value, T(two).value, (T(3), T(4)).value;
    default: return -1;
  }
}

int main() {
  for (int which = 0; which < 15; which++)
    for (int allowed = 0; allowed < 40; allowed++) {
      budget = allowed;
      trace.clear();
      int result;
      bool failed = false;
      try {
        result = expressions(which);
      } catch (int value) {
        result = -value;
        failed = true;
      }
      std::printf("%d/%d: %s = %d\n", which, allowed, trace.c_str(), result);
      if (!failed) break;
    }
  // The order of arguments is the compiler's, so only what is left over counts.
  for (int allowed = 0; allowed < 6; allowed++) {
    budget = allowed;
    trace.clear();
    int result = 0;
    try {
      T one(1);
      result = sum(one, one, T(two));
    } catch (int) {
      result = -1;
    }
    int made = 0, gone = 0;
    for (char c : trace) made += c == '+', gone += c == '-';
    std::printf("%d: %d %d %d\n", allowed, made == gone, made == allowed || result > 0, result > 0 ? result : -1);
  }
}
