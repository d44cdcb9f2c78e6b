// Containers whose elements, comparisons, hashes and allocators throw at each of their steps in turn: nothing leaks, and what the standard keeps is kept.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

static int budget, alive, blocks;
static bool is_armed;

static void spend() {
  if (is_armed && budget-- == 0) throw 1;
}

struct Value {
  int number;
  Value(int number) : number(number) {
    spend();
    alive++;
  }
  Value(const Value &other) : number(other.number) {
    spend();
    alive++;
  }
  Value &operator=(const Value &other) {
    spend();
    number = other.number;
    return *this;
  }
  ~Value() { alive--; }
  friend bool operator<(const Value &a, const Value &b) {
    spend();
    return a.number < b.number;
  }
  friend bool operator==(const Value &a, const Value &b) {
    spend();
    return a.number == b.number;
  }
};

struct Hash {
  std::size_t operator()(const Value &value) const {
    spend();
    return static_cast<std::size_t>(value.number) % 7;
  }
};

template <typename T>
struct Allocator {
  using value_type = T;
  Allocator() = default;
  template <typename U>
  Allocator(const Allocator<U> &) {}
  T *allocate(std::size_t count) {
    if (is_armed && budget-- == 0) throw std::bad_alloc();
    blocks++;
    return static_cast<T *>(::operator new(count * sizeof(T)));
  }
  void deallocate(T *place, std::size_t) {
    blocks--;
    ::operator delete(place);
  }
  template <typename U>
  bool operator==(const Allocator<U> &) const { return true; }
};

template <typename Container>
static unsigned sum(const Container &container) {
  unsigned total = 0;
  for (const auto &one : container) {
    if constexpr (requires { one.second; }) total = total * 3 + static_cast<unsigned>(one.first.number * 10 + one.second.number);
    else total = total * 3 + static_cast<unsigned>(one.number);
  }
  return total;
}

// Does something to a container with less and less luck. `is_strong` says whether a failure leaves it as it was.
template <typename Container, typename Fill, typename Change>
static void all(const char *name, bool is_strong, Fill fill, Change change) {
  int failures = 0, whole = 0;
  unsigned after = 0;
  for (int allowed = 0; allowed < 1000; allowed++) {
    Container container;
    is_armed = false;
    fill(container);
    unsigned before = sum(container);
    std::size_t size = container.size();
    is_armed = true;
    budget = allowed;
    bool failed = true;
    try {
      change(container);
      failed = false;
    } catch (int) {
    } catch (const std::bad_alloc &) {
    }
    is_armed = false;
    if (!failed) {
      after = sum(container);
      break;
    }
    failures++;
    whole += sum(container) == before && container.size() == size;
  }
  // How many steps there are is the library's choice.
  std::printf("%s: %d %d, %u, alive %d, blocks %d\n", name, failures > 0, is_strong ? failures == whole : -1, after, alive, blocks);
}

using Vector = std::vector<Value, Allocator<Value>>;
using Deque = std::deque<Value, Allocator<Value>>;
using List = std::list<Value, Allocator<Value>>;
using Map = std::map<Value, Value, std::less<Value>, Allocator<std::pair<const Value, Value>>>;
using Set = std::set<Value, std::less<Value>, Allocator<Value>>;
using Table = std::unordered_map<Value, Value, Hash, std::equal_to<Value>, Allocator<std::pair<const Value, Value>>>;

static const auto fill = [](auto &container) {
  for (int i = 0; i < 9; i++) container.push_back(Value(i * 7 % 10));
};
static const auto fill_set = [](auto &container) {
  for (int i = 0; i < 9; i++) container.insert(Value(i * 7 % 10));
};
static const auto fill_map = [](auto &container) {
  for (int i = 0; i < 9; i++) container.emplace(i * 7 % 10, i);
};

int main() {
  all<Vector>("vector push_back", true, fill, [](auto &c) { c.push_back(Value(5)); });
  all<Vector>("vector reserve", true, fill, [](auto &c) { c.reserve(100); });
  all<Vector>("vector insert", false, fill, [](auto &c) { c.insert(c.begin() + 2, 3, Value(6)); });
  all<Vector>("vector erase", false, fill, [](auto &c) { c.erase(c.begin() + 1, c.begin() + 3); });
  all<Vector>("vector copy", true, fill, [](auto &c) { Vector copy = c; });
  all<Vector>("vector assign", false, fill, [](auto &c) { c = Vector(4, Value(3)); });
  all<Vector>("vector sort", false, fill, [](auto &c) { std::sort(c.begin(), c.end()); });
  all<Vector>("vector stable sort", false, fill, [](auto &c) { std::stable_sort(c.begin(), c.end()); });
  all<Deque>("deque push_front", true, fill, [](auto &c) { c.push_front(Value(5)); });
  all<Deque>("deque resize", false, fill, [](auto &c) { c.resize(300, Value(1)); });
  all<List>("list push_back", true, fill, [](auto &c) { c.push_back(Value(5)); });
  all<List>("list insert", true, fill, [](auto &c) { c.insert(c.begin(), 3, Value(5)); });
  all<List>("list sort", false, fill, [](auto &c) { c.sort(); });
  all<Set>("set insert", true, fill_set, [](auto &c) { c.insert(Value(4)); });
  all<Set>("set copy", true, fill_set, [](auto &c) { Set copy(c); });
  all<Map>("map emplace", true, fill_map, [](auto &c) { c.emplace(4, 44); });
  all<Map>("map index", true, fill_map, [](auto &c) { c.insert_or_assign(Value(11), Value(12)); });
  all<Map>("map erase", true, fill_map, [](auto &c) { c.erase(Value(7)); });
  all<Table>("table count", true, fill_map, [](auto &c) {
    if (c.count(Value(7)) != 1) std::puts("lost");
  });
  all<Vector>("shared", true, fill, [](auto &c) {
    std::vector<std::shared_ptr<Value>, Allocator<std::shared_ptr<Value>>> shared;
    for (const Value &one : c) shared.push_back(std::allocate_shared<Value>(Allocator<Value>(), one));
    std::vector<std::shared_ptr<Value>> others;
    for (const Value &one : c) others.emplace_back(new Value(one), std::default_delete<Value>(), Allocator<Value>());
  });
}
