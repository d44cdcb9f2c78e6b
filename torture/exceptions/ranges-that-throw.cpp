// Views and algorithms whose functions throw: what was consumed until then, what is destroyed, and what can go on.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <numeric>
#include <ranges>
#include <stdexcept>
#include <string>
#include <vector>

namespace views = std::views;
static int calls, alive;

struct Item {
  int key;
  explicit Item(int key) : key(key) { alive++; }
  Item(const Item &other) : key(other.key) {
    if (key == 13) throw std::runtime_error("copied 13");
    alive++;
  }
  Item(Item &&other) noexcept : key(other.key) { alive++; }
  Item &operator=(const Item &) = default;
  Item &operator=(Item &&) noexcept = default;
  ~Item() { alive--; }
};

template <typename Work>
static void attempt(const char *name, Work work) {
  calls = 0;
  std::printf("%s: ", name);
  try {
    work();
  } catch (const std::exception &error) {
    std::printf("(%s)", error.what());
  } catch (int number) {
    std::printf("!%d", number);
  }
  std::printf(" after %d, %d alive\n", calls, alive);
}

static int picky(int number) {
  calls++;
  if (number == 6) throw number;
  return number * 10;
}

int main() {
  std::vector<int> numbers(12);
  std::iota(numbers.begin(), numbers.end(), 0);
  attempt("transform", [&] {
    for (int one : numbers | views::transform(picky) | views::filter([](int value) { return value % 20 == 0; })) std::printf("%d ", one);
  });
  attempt("short of it", [&] {
    for (int one : numbers | views::take(6) | views::reverse | views::transform(picky)) std::printf("%d ", one);
  });
  attempt("going on", [&] {
    auto view = numbers | views::transform(picky);
    for (auto it = view.begin(); it != view.end(); ++it) try {
        std::printf("%d ", *it);
      } catch (int number) {
        std::printf("[%d] ", number);
      }
  });
  attempt("lazy split", [&] {
    std::string text = "10,20,x,40";
    for (auto part : text | views::split(',')) {
      std::string word(part.begin(), part.end());
      calls++;
      try {
        std::printf("%d ", std::stoi(word));
      } catch (const std::invalid_argument &) {
        std::printf("<%s> ", word.c_str());
      }
    }
  });
  attempt("sort by a projection", [&] {
    std::vector<int> copy{5, 3, 9, 1, 7};
    std::ranges::sort(copy, std::ranges::greater(), [](int value) {
      calls = 1;
      if (value == 9) throw std::domain_error("nine");
      return value;
    });
  });
  attempt("copy of items", [&] {
    std::vector<Item> items;
    for (int key : {11, 12, 13, 14}) items.emplace_back(key);
    std::list<Item> copies;
    try {
      std::ranges::copy(items, std::back_inserter(copies));
    } catch (const std::runtime_error &error) {
      std::printf("%d copied, %s ", static_cast<int>(copies.size()), error.what());
    }
    std::ranges::move(items, std::back_inserter(copies));
    std::printf("%d moved", static_cast<int>(copies.size()));
  });
  attempt("uninitialized", [&] {
    std::vector<Item> items;
    for (int key : {1, 2, 13}) items.emplace_back(key);
    std::allocator<Item> allocator;
    Item *place = allocator.allocate(3);
    try {
      std::uninitialized_copy(items.begin(), items.end(), place);
    } catch (const std::runtime_error &) {
      std::printf("%d alive within", alive);
    }
    allocator.deallocate(place, 3);
  });
  attempt("accumulate", [&] {
    std::printf("%d ", std::accumulate(numbers.begin(), numbers.end(), 0, [](int sum, int one) {
      calls++;
      if (sum > 30) throw sum;
      return sum + one;
    }));
  });
  attempt("for each of a map", [&] {
    std::map<std::string, int> table{{"a", 1}, {"b", 2}, {"c", 3}};
    std::ranges::for_each(table | views::values, [](int &value) {
      calls++;
      if (value == 3) throw std::out_of_range("three");
      value *= 2;
    });
  });
  attempt("partition", [&] {
    auto copy = numbers;
    std::ranges::stable_partition(copy, [](int value) {
      calls++;
      return value % 3 == 0;
    });
    for (int one : copy) std::printf("%d ", one);
    calls = 0;
  });
  attempt("iota until", [&] {
    int last = 0;
    for (int one : views::iota(1) | views::transform([](int value) { return value * value; }) | views::take_while([](int value) {
                     calls++;
                     if (value > 200) throw value;
                     return true;
                   }))
      last = one;
    std::printf("%d ", last);
  });
}
