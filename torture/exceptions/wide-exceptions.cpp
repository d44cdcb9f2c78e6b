// Exception objects that are large, over-aligned, polymorphic with many bases, or hold what was thrown before them.
#include <array>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <vector>

struct Large {
  std::array<std::uint64_t, 4096> words;
  explicit Large(unsigned seed) {
    for (auto &word : words) word = seed = seed * 1664525u + 1013904223u;
  }
  std::uint64_t sum() const {
    std::uint64_t total = 0;
    for (auto word : words) total = total * 31 + word;
    return total;
  }
};

struct alignas(16) Aligned {
  long double real;
  unsigned char bytes[48];
  bool is_aligned() const { return reinterpret_cast<std::uintptr_t>(this) % 16 == 0; }
};

template <int N>
struct Base {
  virtual ~Base() = default;
  virtual int value() const { return N; }
  int field = N * 3;
};
struct Many : Base<1>, Base<2>, virtual Base<3>, Base<4>, virtual Base<5> {
  int value() const override { return 99; }
};

// A list of what was thrown, each of which owns the one before.
struct Link {
  int number;
  std::shared_ptr<Link> before;
  std::exception_ptr cause;
};

[[gnu::noinline]] static void chain(int depth) {
  if (depth == 0) throw Link{0, nullptr, nullptr};
  try {
    chain(depth - 1);
  } catch (Link &link) {
    throw Link{depth, std::make_shared<Link>(link), std::current_exception()};
  }
}

static int causes(const std::exception_ptr &cause) {
  int count = 0;
  for (std::exception_ptr at = cause; at;) try {
      std::rethrow_exception(at);
    } catch (const Link &link) {
      count = count * 2 + link.number + 1;
      at = link.cause;
    }
  return count;
}

template <int N>
static void as_base() {
  try {
    throw Many();
  } catch (const Base<N> &base) {
    std::printf("base %d: %d %d\n", N, base.value(), base.field);
  }
}

// Many exceptions are alive at the same time.
static std::uint64_t nested(int depth) {
  try {
    throw Large(static_cast<unsigned>(depth));
  } catch (const Large &large) {
    std::uint64_t inner = depth ? nested(depth - 1) : 0;
    return inner * 7 + large.sum();
  }
}

int main() {
  try {
    throw Large(7);
  } catch (const Large &large) {
    std::printf("%llu\n", static_cast<unsigned long long>(large.sum()));
  }
  try {
    throw Aligned{2.5L, {1, 2, 3}};
  } catch (Aligned &aligned) {
    std::printf("%d %d %d\n", aligned.is_aligned(), static_cast<int>(aligned.real * 2), aligned.bytes[2]);
  }
  as_base<1>();
  as_base<2>();
  as_base<3>();
  as_base<4>();
  as_base<5>();
  std::printf("%llu\n", static_cast<unsigned long long>(nested(12)));
  try {
    chain(12);
  } catch (const Link &link) {
    int length = 0;
    for (const Link *at = &link; at; at = at->before.get()) length = length * 3 + at->number;
    std::printf("%d %d\n", length, causes(link.cause));
  }
  std::vector<std::exception_ptr> kept;
  for (unsigned i = 0; i < 20; i++) kept.push_back(std::make_exception_ptr(Large(i)));
  std::uint64_t total = 0;
  for (const auto &one : kept) try {
      std::rethrow_exception(one);
    } catch (const Large &large) {
      total += large.sum();
    }
  std::printf("%llu\n", static_cast<unsigned long long>(total));
}
