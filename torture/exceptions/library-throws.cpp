// What the compiled parts of the library throw: containers, conversions, streams, regular expressions.
#include <charconv>
#include <cstdio>
#include <functional>
#include <ios>
#include <limits>
#include <memory>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

template <typename Expected, typename Work>
static void expect(const char *name, Work work) {
  try {
    work();
    std::printf("%s: nothing\n", name);
  } catch (const Expected &) {
    std::printf("%s: as expected\n", name);
  } catch (const std::exception &) {
    std::printf("%s: another exception\n", name);
  }
}

static int depth(const std::exception &error) {
  try {
    std::rethrow_if_nested(error);
  } catch (const std::exception &inner) {
    return 1 + depth(inner);
  }
  return 0;
}

static void nest(int levels) {
  try {
    if (levels == 0) throw std::range_error("innermost");
    nest(levels - 1);
  } catch (...) {
    std::throw_with_nested(std::runtime_error("level " + std::to_string(levels)));
  }
}

int main() {
  std::vector<int> numbers{1, 2, 3};
  std::string text = "text";
  expect<std::out_of_range>("vector::at", [&] { numbers.at(3); });
  expect<std::length_error>("vector::reserve", [&] { numbers.reserve(numbers.max_size() + 1); });
  expect<std::out_of_range>("string::substr", [&] { text.substr(9); });
  expect<std::length_error>("string::resize", [&] { text.resize(text.max_size() + 1); });
  expect<std::invalid_argument>("stoi", [] { (void)std::stoi("none"); });
  expect<std::out_of_range>("stoi, large", [] { (void)std::stoi("99999999999999"); });
  expect<std::invalid_argument>("stod", [] { (void)std::stod("none"); });
  expect<std::regex_error>("regex", [] { std::regex wrong("(open"); });
  expect<std::bad_function_call>("function", [] { std::function<int()>()(); });
  expect<std::bad_variant_access>("variant", [] { (void)std::get<int>(std::variant<int, char>('c')); });
  expect<std::bad_weak_ptr>("weak_ptr", [] { std::shared_ptr<int>{std::weak_ptr<int>{}}; });
  expect<std::ios_base::failure>("ios", [] {
    std::istringstream stream("letters");
    stream.exceptions(std::ios::failbit);
    int number;
    stream >> number;
  });
  expect<std::system_error>("system_error", [] { throw std::system_error(std::make_error_code(std::errc::io_error)); });
  expect<std::bad_alloc>("new", [] { void *volatile made = ::operator new(std::numeric_limits<std::size_t>::max() - 64); });
  try {
    nest(5);
  } catch (const std::exception &error) {
    std::printf("%s, and %d within\n", error.what(), depth(error));
  }
  std::exception_ptr kept;
  try {
    numbers.at(77);
  } catch (...) {
    kept = std::current_exception();
  }
  expect<std::out_of_range>("exception_ptr", [&] { std::rethrow_exception(kept); });
}
