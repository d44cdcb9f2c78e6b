// A parser of expressions with string views, nodes of several classes, and an evaluator and a printer over them.
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

volatile int input = 3;

struct Scope { std::map<std::string, double, std::less<>> names; int depth = 0; };
struct Node {
    virtual ~Node() = default;
    virtual double value(Scope &) const = 0;
    virtual void print(std::string &out, int outer) const = 0;
};
using Tree = std::unique_ptr<Node>;
struct Number : Node {
    double n;
    explicit Number(double d) : n(d) {}
    double value(Scope &) const override { return n; }
    void print(std::string &out, int) const override { char b[32]; std::snprintf(b, sizeof b, "%g", n); out += b; }
};
struct Name : Node {
    std::string name;
    explicit Name(std::string_view v) : name(v) {}
    double value(Scope &s) const override { auto at = s.names.find(name); return at == s.names.end() ? 0 : at->second; }
    void print(std::string &out, int) const override { out += name; }
};
struct Binary : Node {
    char op;
    Tree left, right;
    Binary(char o, Tree l, Tree r) : op(o), left(std::move(l)), right(std::move(r)) {}
    static int level(char o) { return o == '=' ? 0 : o == '+' || o == '-' ? 1 : o == '^' ? 3 : 2; }
    double value(Scope &s) const override {
        if (op == '=')
            if (auto *name = dynamic_cast<Name *>(left.get())) return s.names[name->name] = right->value(s);
        double a = left->value(s), b = right->value(s);
        switch (op) {
        case '+': return a + b;
        case '-': return a - b;
        case '*': return a * b;
        case '/': return b == 0 ? 0 : a / b;
        case '^': return std::pow(a, b);
        default: return -1;
        }
    }
    void print(std::string &out, int outer) const override {
        bool wrapped = level(op) < outer;
        if (wrapped) out += '(';
        left->print(out, level(op) + (op == '^'));
        out += op;
        right->print(out, level(op) + (op != '^' && op != '='));
        if (wrapped) out += ')';
    }
};
struct Call : Node {
    std::string name;
    std::vector<Tree> arguments;
    double value(Scope &s) const override {
        double r = name == "max" ? -1e9 : 0;
        for (auto &a : arguments) {
            double v = a->value(s);
            r = name == "max" ? std::max(r, v) : r + v;
        }
        return r;
    }
    void print(std::string &out, int) const override {
        out += name + '(';
        for (auto &a : arguments)
            a->print(out, 0), out += ' ';
        out.back() = ')';
    }
};
class Parser {
    std::string_view rest;
    void blanks() { while (!rest.empty() && rest[0] == ' ') rest.remove_prefix(1); }
    char peek() { blanks(); return rest.empty() ? '\0' : rest[0]; }
    bool eat(char c) { if (peek() != c) return false; rest.remove_prefix(1); return true; }
    Tree primary() {
        if (eat('(')) { Tree t = expression(0); return eat(')') ? std::move(t) : nullptr; }
        if (eat('-')) { Tree t = primary(); return t ? std::make_unique<Binary>('-', std::make_unique<Number>(0), std::move(t)) : nullptr; }
        std::size_t n = 0;
        if (std::isdigit(static_cast<unsigned char>(peek()))) {
            while (n < rest.size() && (std::isdigit(static_cast<unsigned char>(rest[n])) || rest[n] == '.')) n++;
            double d = std::strtod(std::string(rest.substr(0, n)).c_str(), nullptr);
            rest.remove_prefix(n);
            return std::make_unique<Number>(d);
        }
        while (n < rest.size() && std::isalpha(static_cast<unsigned char>(rest[n]))) n++;
        if (n == 0) return nullptr;
        std::string_view name = rest.substr(0, n);
        rest.remove_prefix(n);
        if (!eat('(')) return std::make_unique<Name>(name);
        auto call = std::make_unique<Call>();
        call->name = name;
        do {
            Tree t = expression(0);
            if (!t) return nullptr;
            call->arguments.push_back(std::move(t));
        } while (eat(','));
        return eat(')') ? std::move(call) : nullptr;
    }
    Tree expression(int level) {
        Tree left = primary();
        while (left) {
            char op = peek();
            if (op == '\0' || std::string_view("=+-*/^").find(op) == std::string_view::npos || Binary::level(op) < level) break;
            eat(op);
            Tree right = expression(Binary::level(op) + (op != '^' && op != '='));
            if (!right) return nullptr;
            left = std::make_unique<Binary>(op, std::move(left), std::move(right));
        }
        return left;
    }

public:
    std::optional<Tree> parse(std::string_view text) {
        rest = text;
        Tree t = expression(0);
        if (!t || peek() != '\0') return std::nullopt;
        return t;
    }
};

int main() {
    Scope scope;
    scope.names["in"] = input;
    Parser parser;
    for (const char *text : {"1 + 2 * in", "x = y = 2 ^ 3 ^ 2 / 64", "(x - y) - (x - in) - 1", "max(1, x, sum(in, in * 2, -4)) * 2.5", "((in))", "2 +", "f(", "-(-(in)) ^ 2", "1 / (in - 3)", "a b"}) {
        auto tree = parser.parse(text);
        std::string out;
        if (tree) (*tree)->print(out, 0);
        std::printf("%s -> %s = %g\n", text, tree ? out.c_str() : "error", tree ? (*tree)->value(scope) : 0);
    }
}
