// Exceptions told apart by functions that throw them again: chains of handlers made by templates, and tables of translators.
#include <cstdio>
#include <exception>
#include <functional>
#include <ios>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <tuple>
#include <typeindex>
#include <typeinfo>
#include <unordered_map>
#include <vector>

template <int Number>
struct Kind {
  int value;
  Kind(int value = Number) : value(value) {}
  virtual ~Kind() = default;
  virtual int number() const { return value * 10 + Number; }
};
template <int Number>
struct Sub : Kind<Number / 2>, Kind<Number / 2 + 50> {
  int number() const override { return -Number; }
};

// Tries the types in turn, each in a function of its own.
template <typename... Types>
struct Dispatcher;
template <>
struct Dispatcher<> {
  template <typename Visit>
  static bool run(Visit &) { return false; }
};
template <typename First, typename... Rest>
struct Dispatcher<First, Rest...> {
  template <typename Visit>
  static bool run(Visit &visit) {
    try {
      throw;
    } catch (const First &error) {
      visit(error);
      return true;
    } catch (...) {
      return Dispatcher<Rest...>::run(visit);
    }
  }
};

// The same with the nest around a single rethrow.
template <typename Visit>
static bool nested(Visit &) { throw; }
template <typename First, typename... Rest, typename Visit>
static bool nested(Visit &visit) {
  try {
    return nested<Rest...>(visit);
  } catch (const First &error) {
    visit(error);
    return true;
  }
}

[[gnu::noinline]] static void raise(int which) {
  switch (which) {
    case 0: throw Kind<0>();
    case 1: throw Kind<1>(7);
    case 2: throw Kind<2>();
    case 3: throw Sub<3>();
    case 4: throw Sub<4>();
    case 5: throw Kind<50>();
    case 6: throw std::out_of_range("range");
    case 7: throw std::bad_alloc();
    case 8: throw std::system_error(EDOM, std::generic_category());
    case 9: throw which;
    case 10: throw std::string("string");
  }
}

struct Visitor {
  int sum = 0;
  template <int Number>
  void operator()(const Kind<Number> &kind) { sum += 1000 + kind.number(); }
  void operator()(const std::exception &) { sum += 2000; }
  void operator()(const std::logic_error &error) { sum += 3000 + static_cast<int>(std::string(error.what()).size()); }
  void operator()(int number) { sum += 4000 + number; }
};

// Translators that are registered by whoever knows a type; the last one is asked first.
static std::vector<std::function<std::string(std::exception_ptr)>> translators;
static std::string translated(const std::exception_ptr &error) {
  for (auto it = translators.rbegin(); it != translators.rend(); ++it) try {
      return (*it)(error);
    } catch (...) {
    }
  return "unknown";
}
template <typename Type>
static void translate(std::string (*how)(const Type &)) {
  translators.push_back([how](std::exception_ptr error) -> std::string {
    try {
      std::rethrow_exception(error);
    } catch (const Type &thrown) {
      return how(thrown);
    }
  });
}

int main() {
  translate<std::exception>(+[](const std::exception &) -> std::string { return "exception"; });
  translate<Kind<1>>(+[](const Kind<1> &kind) -> std::string { return "one, " + std::to_string(kind.number()); });
  translate<std::logic_error>(+[](const std::logic_error &error) -> std::string { return error.what(); });
  translate<std::string>(+[](const std::string &text) -> std::string { throw text; });
  translate<int>(+[](const int &number) -> std::string {
    if (number == 9) throw std::runtime_error("nine");
    return "int";
  });
  std::unordered_map<std::type_index, std::string> by_type{{typeid(Kind<2>), "kind 2"}, {typeid(Sub<4>), "sub 4"}, {typeid(std::out_of_range), "range"}};
  for (int which = 0; which < 12; which++) {
    Visitor first, second;
    std::exception_ptr kept;
    bool found = false, again = false;
    std::string type = "none";
    try {
      raise(which);
    } catch (...) {
      kept = std::current_exception();
      found = Dispatcher<Kind<0>, Kind<1>, Kind<50>, std::logic_error, std::exception, int>::run(first);
      try {
        again = nested<Kind<0>, Kind<1>, Kind<50>, std::exception, std::logic_error, int>(second);
      } catch (const std::string &) {
        second.sum = -1;
      } catch (const Kind<2> &kind) {
        second.sum = -kind.number();
        auto known = by_type.find(typeid(kind));
        if (known != by_type.end()) type = known->second;
      } catch (...) {
        second.sum = -2;
      }
    }
    std::string name = kept ? translated(kept) : "nothing";
    std::printf("%d: %d %d, %d %d, %s, %s\n", which, found, first.sum, again, second.sum, type.c_str(), name.c_str());
  }
}
