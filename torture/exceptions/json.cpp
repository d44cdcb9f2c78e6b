// A reader of JSON by recursive descent that reports errors by exceptions, with context added on the way out.
#include <charconv>
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

struct Value;
using List = std::vector<Value>;
using Table = std::map<std::string, Value, std::less<>>;
struct Value {
  std::variant<std::nullptr_t, bool, double, std::string, std::unique_ptr<List>, std::unique_ptr<Table>> data;
};

class SyntaxError : public std::runtime_error {
 public:
  SyntaxError(std::size_t at, const std::string &what) : std::runtime_error(what), at(at) {}
  std::size_t at;
  std::string path;
};

struct TooDeep {};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Value read() {
    Value value = any(0);
    blank();
    if (at_ < text_.size()) fail("more after the end");
    return value;
  }

 private:
  [[noreturn]] void fail(const std::string &what) const { throw SyntaxError(at_, what); }
  void blank() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) at_++;
  }
  char peek() {
    blank();
    if (at_ == text_.size()) fail("the end is too early");
    return text_[at_];
  }
  void expect(char c) {
    if (peek() != c) fail(std::string("no '") + c + "'");
    at_++;
  }
  bool word(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  Value any(int depth) {
    if (depth > 20) throw TooDeep();
    switch (peek()) {
      case '[': return list(depth);
      case '{': return table(depth);
      case '"': return Value{string()};
      case 't':
        if (word("true")) return Value{true};
        break;
      case 'f':
        if (word("false")) return Value{false};
        break;
      case 'n':
        if (word("null")) return Value{nullptr};
        break;
      default: return Value{number()};
    }
    fail("no such word");
  }
  double number() {
    int integer = 0, digits = 0;
    bool negative = word("-");
    auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), integer);
    if (error == std::errc::result_out_of_range) fail("a number is too large");
    if (error != std::errc()) fail("no value");
    at_ = static_cast<std::size_t>(end - text_.data());
    double value = integer, scale = 1;
    if (word(".")) {
      for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; at_++, digits++) value += (scale /= 10) * (text_[at_] - '0');
      if (digits == 0) fail("no digits after the point");
    }
    return negative ? -value : value;
  }
  std::string string() {
    std::string result;
    for (at_++; at_ < text_.size(); at_++) {
      char c = text_[at_];
      if (c == '"') {
        at_++;
        return result;
      }
      if (c == '\\') {
        if (++at_ == text_.size()) break;
        if (text_[at_] == 'u') fail("no escapes by number");
        c = text_[at_] == 'n' ? '\n' : text_[at_];
      }
      result += c;
    }
    fail("a string has no end");
  }
  Value list(int depth) {
    auto values = std::make_unique<List>();
    expect('[');
    while (peek() != ']') try {
        if (!values->empty()) expect(',');
        values->push_back(any(depth + 1));
      } catch (SyntaxError &error) {
        error.path = "[" + std::to_string(values->size()) + "]" + error.path;
        throw;
      }
    at_++;
    return Value{std::move(values)};
  }
  Value table(int depth) {
    auto values = std::make_unique<Table>();
    expect('{');
    while (peek() != '}') {
      if (!values->empty()) expect(',');
      if (peek() != '"') fail("no key");
      std::string key = string();
      expect(':');
      try {
        if (!values->emplace(key, any(depth + 1)).second) fail("the same key again");
      } catch (SyntaxError &error) {
        error.path = "." + key + error.path;
        throw;
      } catch (const TooDeep &) {
        if (depth > 3) throw;
        fail("too deep");
      }
    }
    at_++;
    return Value{std::move(values)};
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

static void print(const Value &value) {
  struct Printer {
    void operator()(std::nullptr_t) const { std::printf("null"); }
    void operator()(bool is) const { std::printf(is ? "true" : "false"); }
    void operator()(double number) const { std::printf("%g", number); }
    void operator()(const std::string &text) const { std::printf("'%s'", text.c_str()); }
    void operator()(const std::unique_ptr<List> &list) const {
      std::printf("(");
      for (const Value &one : *list) print(one), std::printf(" ");
      std::printf(")");
    }
    void operator()(const std::unique_ptr<Table> &table) const {
      std::printf("<");
      for (const auto &[key, one] : *table) std::printf("%s=", key.c_str()), print(one), std::printf(" ");
      std::printf(">");
    }
  };
  std::visit(Printer(), value.data);
}

int main() {
  std::vector<std::string> texts{
      R"({"a": [1, 2.5, -3], "b": {"c": null, "d": "x\ny"}, "e": true})",
      "[1, 2, [3, [4, x]]]", R"({"a": {"b": [0, {"c" 1}]}})", R"({"a": 1, "a": 2})", "[1 2]", "\"open", "[tru]", "99999999999",
      R"([{"x": [1.]}])", R"(["\u0041"])", "[] []", "", "{1: 2}", "-", R"([[], {}, [[]]])",
      std::string(30, '[') + std::string(30, ']'), std::string(18, '[') + std::string(18, ']'), R"({"k":)" + std::string(25, '[') + "}",
  };
  // One text with every byte left out in turn.
  std::string base = R"({"a":[1,{"b":null}],"c":"d"})";
  for (std::size_t i = 0; i < base.size(); i++) texts.push_back(base.substr(0, i) + base.substr(i + 1));
  for (const auto &text : texts) {
    try {
      print(Reader(text).read());
      std::printf("\n");
    } catch (const SyntaxError &error) {
      std::printf("%d, at %s: %s\n", static_cast<int>(error.at), error.path.c_str(), error.what());
    } catch (const TooDeep &) {
      std::printf("too deep\n");
    }
  }
}
