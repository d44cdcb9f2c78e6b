// Static variables of functions whose initializers throw and are tried again; thread-local ones, and those of templates.
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

static std::string trace;
static int attempts;

struct Heavy {
  std::string name;
  Heavy(const char *which, int needed) : name(which) {
    trace += which[0];
    if (++attempts < needed) throw attempts;
    trace += '.';
  }
};

static const Heavy &single(int needed) {
  static Heavy one("single", needed);
  return one;
}

template <int Number>
static int several() {
  static const int first = Number * 2;
  static std::vector<Heavy> list{Heavy("list", Number), Heavy("list", Number + 2)};
  static thread_local int calls = [] {
    if (attempts < Number + 4) throw std::runtime_error("calls " + std::to_string(attempts++));
    return 100;
  }();
  return first + static_cast<int>(list.size()) + ++calls;
}

struct Registry {
  std::map<std::string, int> entries;
  static Registry &instance() {
    static Registry registry;
    return registry;
  }
  int add(const std::string &name) {
    if (name.size() > 4) throw std::length_error(name);
    return entries[name] = static_cast<int>(entries.size());
  }
};

// One that needs another, which fails first.
static int chained(int depth) {
  static int zero = [] {
    if (attempts++ < 2) throw 'z';
    return 5;
  }();
  static int one = zero + [depth] {
    if (attempts++ < 4) throw depth;
    return 10;
  }();
  return one;
}

struct WithStatics {
  inline static int made = 0;
  inline static const int order = ++made;
  static std::unique_ptr<int> &slot() {
    static std::unique_ptr<int> kept = [] {
      auto value = std::make_unique<int>(7);
      if (made++ < 3) throw std::move(*value);
      return value;
    }();
    return kept;
  }
};

template <typename Work>
static void attempt(const char *name, Work work) {
  std::printf("%s:", name);
  for (int i = 0; i < 6; i++) {
    trace.clear();
    try {
      std::printf(" %d", work(i));
    } catch (int number) {
      std::printf(" !%d", number);
    } catch (char letter) {
      std::printf(" !%c", letter);
    } catch (const std::exception &error) {
      std::printf(" !(%s)", error.what());
    }
    std::printf("%s", trace.c_str());
  }
  std::printf("\n");
}

int main() {
  attempt("single", [](int) { return static_cast<int>(single(3).name.size()); });
  attempts = 0;
  attempt("several 1", [](int) { return several<1>(); });
  attempts = 0;
  attempt("several 3", [](int) { return several<3>(); });
  attempts = 0;
  attempt("chained", [](int i) { return chained(i); });
  attempt("registry", [](int i) { return Registry::instance().add(std::string(static_cast<std::size_t>(i * 2), 'x')); });
  std::printf("%d entries\n", static_cast<int>(Registry::instance().entries.size()));
  attempt("slot", [](int) { return ++*WithStatics::slot(); });
  std::printf("%d %d\n", WithStatics::order, WithStatics::made);
}
