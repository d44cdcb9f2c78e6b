// Calls with a handler that pass and return everything: wide integers, classes in memory, variable arguments, members, lambdas.
#include <cstdarg>
#include <cstdio>
#include <functional>
#include <string>

struct Large {
  long long fields[9];
};
struct Small {
  float x, y;
};
struct Empty {};
using Wide = __int128;

static volatile int failing;

static void maybe(int where) {
  if (failing == where) throw where;
}

[[gnu::noinline]] static Large large(Large by_value, int where) {
  by_value.fields[where % 9] += where;
  maybe(where);
  return by_value;
}
[[gnu::noinline]] static Wide wide(Wide a, long double b, Wide c) {
  maybe(2);
  return a * c + static_cast<Wide>(b);
}
[[gnu::noinline]] static Small small(Small s, Empty, double d, unsigned char c, bool b) {
  maybe(3);
  return {s.x + static_cast<float>(d), s.y + c + b};
}
[[gnu::noinline]] static long double sum(int count, ...) {
  std::va_list list;
  va_start(list, count);
  long double total = 0;
  for (int i = 0; i < count; i++) switch (i % 4) {
      case 0: total += va_arg(list, int); break;
      case 1: total += static_cast<long double>(va_arg(list, double)); break;
      case 2: total += static_cast<long double>(va_arg(list, long long)); break;
      case 3: {
        struct End {
          std::va_list &list;
          ~End() { maybe(99); }
        };
        total += va_arg(list, long double);
        if (failing == 4 + i) {
          va_end(list);
          throw static_cast<int>(total);
        }
      }
    }
  va_end(list);
  return total;
}

struct Interface {
  virtual ~Interface() = default;
  virtual Large get(int) = 0;
  virtual int many(int, long, short, char, float, double, Small, const char *, Wide) = 0;
};
struct Implementation : virtual Interface {
  int state = 3;
  Large get(int where) override {
    Large result{};
    for (auto &field : result.fields) field = state++;
    maybe(where);
    return result;
  }
  int many(int a, long b, short c, char d, float e, double f, Small g, const char *h, Wide i) override {
    maybe(12);
    return static_cast<int>(a + b + c + d + static_cast<int>(e + f + g.x + g.y) + h[0] + static_cast<int>(i >> 64));
  }
  int member(Large &by_reference) {
    by_reference.fields[0] = -1;
    maybe(13);
    return 1;
  }
};

// Values that were there before a call have to be there in its handler, and those of several calls in what follows.
[[gnu::noinline]] static unsigned long long everything(Interface &interface, Implementation &implementation) {
  Large kept{{1, 2, 3, 4, 5, 6, 7, 8, 9}};
  Wide number = static_cast<Wide>(1) << 70;
  long double real = 0.5L;
  Small pair{1.5f, 2.5f};
  unsigned long long mixed = 0;
  int caught = 0;
  auto mix = [&](unsigned long long value) { mixed = mixed * 1000003u + value; };
  for (int round = 0; round < 3; round++) {
    try {
      kept = large(kept, 1);
      number = wide(number, real, 3) + round;
      pair = small(pair, Empty(), 0.25, 200, true);
      real += sum(8, 1, 2.5, 3LL, 4.5L, 5, 6.5, 7LL, 8.25L);
      kept = interface.get(10 + round % 2);
      mix(static_cast<unsigned>(interface.many(1, 2, 3, 4, 5.5f, 6.5, pair, "text", number)));
      int (Implementation::*member)(Large &) = &Implementation::member;
      mix(static_cast<unsigned>((implementation.*member)(kept)));
      std::function<Wide(Wide)> function = [&](Wide value) {
        maybe(14);
        return value + number;
      };
      number = function(number);
    } catch (int where) {
      caught += where;
      mix(static_cast<unsigned>(where));
      number -= where;
    }
    for (long long field : kept.fields) mix(static_cast<unsigned long long>(field));
    mix(static_cast<unsigned long long>(number >> 3));
    mix(static_cast<unsigned long long>(number >> 67));
    mix(static_cast<unsigned long long>(static_cast<long long>(real * 4)));
    mix(static_cast<unsigned long long>(static_cast<long long>(pair.x * 8)));
    mix(static_cast<unsigned long long>(static_cast<long long>(pair.y * 8)));
  }
  return mixed + static_cast<unsigned>(caught);
}

int main() {
  for (failing = 0; failing < 16; failing = failing + 1) {
    Implementation implementation;
    unsigned long long mixed = everything(implementation, implementation);
    std::printf("%d: %llu %d\n", static_cast<int>(failing), mixed, implementation.state);
  }
}
