// Variants, optionals and anys whose changes throw: valueless variants, bad accesses, visits that throw.
#include <any>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

static int alive;

struct Fragile {
  int number;
  Fragile(int number) : number(number) {
    if (number < 0) throw std::invalid_argument(std::to_string(number));
    alive++;
  }
  Fragile(const Fragile &other) : number(other.number) {
    if (number % 5 == 0) throw std::runtime_error("copied " + std::to_string(number));
    alive++;
  }
  Fragile(Fragile &&other) : number(other.number) {
    if (number % 7 == 0) throw std::runtime_error("moved " + std::to_string(number));
    alive++;
  }
  Fragile &operator=(const Fragile &) = default;
  ~Fragile() { alive--; }
};

using Either = std::variant<std::string, int, Fragile>;

static std::string shown(const Either &either) {
  if (either.valueless_by_exception()) return "valueless";
  struct Visitor {
    std::string operator()(const std::string &text) const { return '"' + text + '"'; }
    std::string operator()(int number) const {
      if (number > 50) throw number;
      return std::to_string(number);
    }
    std::string operator()(const Fragile &fragile) const { return "fragile " + std::to_string(fragile.number); }
  };
  return std::visit(Visitor(), either);
}

template <typename Work>
static void attempt(const char *name, Work work) {
  std::printf("%s: ", name);
  try {
    work();
  } catch (const std::bad_variant_access &) {
    std::printf("bad variant access");
  } catch (const std::bad_optional_access &) {
    std::printf("bad optional access");
  } catch (const std::bad_any_cast &) {
    std::printf("bad any cast");
  } catch (const std::exception &error) {
    std::printf("%s", error.what());
  } catch (int number) {
    std::printf("int %d", number);
  }
  std::printf(" (%d alive)\n", alive);
}

static void variants(int number) {
  Either either = "text";
  attempt("emplace", [&] { either.emplace<Fragile>(number); });
  attempt("shown", [&] { std::printf("%s", shown(either).c_str()); });
  attempt("get", [&] { std::printf("%d", std::get<Fragile>(either).number); });
  attempt("get another", [&] { std::printf("%s", std::get<std::string>(either).c_str()); });
  attempt("assign", [&] { either = Fragile(number + 1); });
  attempt("shown", [&] { std::printf("%s", shown(either).c_str()); });
  attempt("copy", [&] {
    Either copy = either;
    std::printf("%s", shown(copy).c_str());
  });
  attempt("visit two", [&] {
    Either other = number * 4;
    std::printf("%d", std::visit([](const auto &a, const auto &b) { return static_cast<int>(sizeof a > sizeof b); }, either, other));
    std::printf(" %s", shown(other).c_str());
  });
  attempt("after", [&] {
    either = 7;
    std::printf("%s %d", shown(either).c_str(), static_cast<int>(either.index()));
  });
}

static void optionals(int number) {
  std::optional<Fragile> maybe;
  attempt("value", [&] { std::printf("%d", maybe.value().number); });
  attempt("emplace", [&] { std::printf("%d", maybe.emplace(number).number); });
  attempt("copy", [&] {
    std::optional<Fragile> copy = maybe;
    std::printf("%d", copy.has_value());
  });
  attempt("emplace again", [&] { maybe.emplace(-number); });
  attempt("has value", [&] { std::printf("%d", maybe.has_value()); });
  attempt("value or", [&] { std::printf("%d", maybe.value_or(Fragile(number)).number); });
}

static void anys(int number) {
  std::any thing = std::string("text");
  attempt("cast", [&] { std::printf("%d", std::any_cast<int>(thing)); });
  attempt("emplace", [&] { thing.emplace<Fragile>(number); });
  attempt("has value", [&] { std::printf("%d", thing.has_value()); });
  attempt("copy", [&] {
    std::any copy = thing;
    std::printf("%d", std::any_cast<const Fragile &>(copy).number);
  });
  attempt("by value", [&] { std::printf("%d", std::any_cast<Fragile>(thing).number); });
  attempt("list", [&] {
    std::vector<std::any> all{1, std::string("two"), 3.0, Fragile(number)};
    double sum = 0;
    for (const auto &one : all) sum += one.type() == typeid(double) ? std::any_cast<double>(one) : 1;
    std::printf("%g", sum);
  });
}

int main() {
  for (int number : {1, 4, 5, 6, 7, 14, 35, -3}) {
    std::printf("number %d\n", number);
    variants(number);
    optionals(number);
    anys(number);
  }
}
