// An interpreter of expressions with closures, in which break, continue, return and errors of the program are exceptions.
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

struct Scope;
using Node = std::function<long(Scope &)>;

struct Break {};
struct Continue {};
struct Return {
  long value;
};
struct Thrown {
  long value;
  int depth;
};

struct Scope {
  std::map<std::string, long> names;
  Scope *outer;
  int depth;
  static int open;
  explicit Scope(Scope *outer) : outer(outer), depth(outer ? outer->depth + 1 : 0) { open++; }
  ~Scope() { open--; }
  long &find(const std::string &name) {
    for (Scope *scope = this; scope; scope = scope->outer) {
      auto found = scope->names.find(name);
      if (found != scope->names.end()) return found->second;
    }
    throw std::out_of_range("no name " + name);
  }
};
int Scope::open;

static Node number(long value) {
  return [=](Scope &) { return value; };
}
static Node name(std::string name) {
  return [=](Scope &scope) { return scope.find(name); };
}
static Node set(std::string name, Node value) {
  return [=](Scope &scope) { return scope.find(name) = value(scope); };
}
static Node let(std::string name, Node value) {
  return [=](Scope &scope) { return scope.names[name] = value(scope); };
}
static Node binary(char which, Node left, Node right) {
  return [=](Scope &scope) -> long {
    long a = left(scope), b = right(scope);
    switch (which) {
      case '+': return a + b;
      case '-': return a - b;
      case '*': return a * b;
      case '<': return a < b;
      case '=': return a == b;
      case '%':
        if (b == 0) throw std::domain_error("division by zero");
        return a % b;
      default: throw std::logic_error("no operator");
    }
  };
}
static Node block(std::vector<Node> nodes) {
  return [=](Scope &outer) {
    Scope scope(&outer);
    long last = 0;
    for (const Node &node : nodes) last = node(scope);
    return last;
  };
}
static Node when(Node condition, Node then, Node otherwise) {
  return [=](Scope &scope) { return condition(scope) ? then(scope) : otherwise(scope); };
}
static Node loop(Node condition, Node body) {
  return [=](Scope &scope) {
    long rounds = 0;
    while (condition(scope)) {
      rounds++;
      try {
        body(scope);
      } catch (Continue) {
        continue;
      } catch (Break) {
        break;
      }
    }
    return rounds;
  };
}
static Node leave() {
  return [](Scope &) -> long { throw Break(); };
}
static Node next() {
  return [](Scope &) -> long { throw Continue(); };
}
static Node give(Node value) {
  return [=](Scope &scope) -> long { throw Return{value(scope)}; };
}
static Node raise(Node value) {
  return [=](Scope &scope) -> long { throw Thrown{value(scope), scope.depth}; };
}
static Node guarded(Node body, Node handler, Node last) {
  return [=](Scope &scope) {
    struct Last {
      const Node &node;
      Scope &scope;
      ~Last() noexcept(false) { node(scope); }
    };
    Last runs_in_the_end{last, scope};
    try {
      return body(scope);
    } catch (const Thrown &thrown) {
      Scope inner(&scope);
      inner.names["error"] = thrown.value * 100 + thrown.depth;
      return handler(inner);
    } catch (const std::domain_error &) {
      Scope inner(&scope);
      inner.names["error"] = -1;
      return handler(inner);
    }
  };
}

static std::map<std::string, std::pair<std::vector<std::string>, Node>> functions;
static Node call(std::string which, std::vector<Node> arguments) {
  return [=](Scope &scope) {
    auto &[names, body] = functions.at(which);
    Scope inner(&scope);
    if (inner.depth > 200) throw std::length_error("too deep");
    for (std::size_t i = 0; i < names.size(); i++) inner.names[names[i]] = arguments.at(i)(scope);
    try {
      return body(inner);
    } catch (const Return &returned) {
      return returned.value;
    }
  };
}

int main() {
  auto n = [](const char *which) { return name(which); };
  functions["fib"] = {{"n"}, block({when(binary('<', n("n"), number(2)), give(n("n")), number(0)),
                                    binary('+', call("fib", {binary('-', n("n"), number(1))}), call("fib", {binary('-', n("n"), number(2))}))})};
  functions["forever"] = {{"n"}, call("forever", {binary('+', n("n"), number(1))})};
  functions["sum"] = {{"n", "bad"},
                      block({let("total", number(0)), let("i", number(0)),
                             loop(number(1), block({set("i", binary('+', n("i"), number(1))),
                                                    when(binary('<', n("n"), n("i")), leave(), number(0)),
                                                    when(binary('=', binary('%', n("i"), number(3)), number(0)), next(), number(0)),
                                                    when(binary('=', n("i"), n("bad")), raise(n("total")), number(0)),
                                                    set("total", binary('+', n("total"), n("i")))})),
                             n("total")})};
  functions["safe"] = {{"n", "bad"},
                       block({let("log", number(0)),
                              let("result", guarded(binary('%', call("sum", {n("n"), n("bad")}), binary('-', n("bad"), number(5))),
                                                    block({set("log", number(7)), when(binary('<', n("error"), number(0)), give(number(-5)), n("error"))}),
                                                    set("log", binary('+', n("log"), number(1000))))),
                              binary('+', n("result"), n("log"))})};
  Scope global(nullptr);
  auto run = [&](const char *which, std::vector<long> values) {
    std::vector<Node> arguments;
    for (long value : values) arguments.push_back(number(value));
    std::printf("%s:", which);
    for (long value : values) std::printf(" %ld", value);
    try {
      std::printf(" = %ld", call(which, arguments)(global));
    } catch (const Thrown &thrown) {
      std::printf(" threw %ld at %d", thrown.value, thrown.depth);
    } catch (const std::out_of_range &) {
      std::printf(" out of range");
    } catch (const std::exception &error) {
      std::printf(" %s", error.what());
    } catch (Break) {
      std::printf(" break outside of a loop");
    }
    std::printf(", %d open\n", Scope::open);
  };
  functions["break"] = {{}, leave()};
  functions["no name"] = {{}, n("nothing")};
  for (long i : {1, 5, 10, 14}) run("fib", {i});
  for (long bad : {0, 2, 4, 6, 8, 20}) run("sum", {10, bad});
  for (long bad : {0, 2, 4, 5, 6, 8}) run("safe", {10, bad});
  run("forever", {0});
  run("break", {});
  run("no name", {});
  run("no function", {});
  run("sum", {1});
}
