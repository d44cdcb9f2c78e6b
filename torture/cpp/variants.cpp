// Variants, optionals, tuples and any: what they hold is visited, replaced and destroyed.
#include <any>
#include <cstdio>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

volatile int input = 8;

using Value = std::variant<std::monostate, int, double, std::string, std::vector<int>>;
template <typename... T> struct Overloaded : T... { using T::operator()...; };

__attribute__((noinline)) Value make(int kind) {
    switch (kind % 5) {
    case 1: return kind * 2;
    case 2: return kind / 2.0;
    case 3: return std::string(kind, 's');
    case 4: return std::vector<int>(kind, kind);
    default: return {};
    }
}

__attribute__((noinline)) std::optional<std::string> maybe(int n) {
    if (n % 3 == 0)
        return std::nullopt;
    return "number " + std::to_string(n);
}

int main() {
    Value kept;
    for (int i = 0; i < input; i++) {
        Value value = make(i);
        int size = std::visit(Overloaded{[](std::monostate) { return -1; }, [](int n) { return n; }, [](double d) { return static_cast<int>(d * 10); },
                                         [](const auto &list) { return static_cast<int>(list.size()); }}, value);
        std::printf("%zu:%d:%s ", value.index(), size, maybe(i).value_or("none").c_str());
        if (i % 2)
            kept = std::move(value);
    }
    std::printf("\n%zu %d\n", kept.index(), std::holds_alternative<double>(kept));
    auto tuple = std::tuple_cat(std::tuple(1, std::string("two")), std::pair(3.0, 'f'));
    std::printf("%s %g %d\n", std::get<1>(tuple).c_str(), std::get<double>(tuple), tuple < std::tuple(1, "two!", 0.0, 'a'));
    std::any any = std::string("text");
    std::printf("%d", std::any_cast<int>(&any) == nullptr);
    any = input;
    std::printf("%d\n", *std::any_cast<int>(&any));
}
