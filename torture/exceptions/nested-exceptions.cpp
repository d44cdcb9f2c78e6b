// std::nested_exception: causes of causes, through templates and several levels of calls.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <system_error>

struct Plain {
  int code;
};

struct Final final {
  int code;
};

struct WithContext : std::runtime_error, std::nested_exception {
  int depth;
  WithContext(int depth) : std::runtime_error("context " + std::to_string(depth)), depth(depth) {}
};

[[gnu::noinline]] static void fail(int depth, int kind) {
  if (depth == 0) switch (kind % 5) {
      case 0: throw std::out_of_range("at the bottom");
      case 1: throw Plain{kind};
      case 2: throw kind;
      case 3: throw std::system_error(std::make_error_code(std::errc::invalid_argument));
      default: std::throw_with_nested(Plain{-1});
    }
  try {
    fail(depth - 1, kind);
  } catch (...) {
    switch (depth % 4) {
      case 0: throw;
      case 1: throw WithContext(depth);
      case 2: std::throw_with_nested(std::logic_error("logic " + std::to_string(depth)));
      default: std::throw_with_nested(Plain{depth});
    }
  }
}

static void tell(int indent);

template <typename Error>
static void tell_causes(const Error &error, int indent) {
  try {
    std::rethrow_if_nested(error);
  } catch (...) {
    tell(indent + 1);
  }
}

// Tells of the exception that is being handled.
static void tell(int indent) {
  std::printf("%*s", 2 * indent, "");
  try {
    throw;
  } catch (const WithContext &error) {
    std::printf("%s (%d)\n", error.what(), error.depth);
    tell_causes(error, indent);
  } catch (const std::system_error &error) {
    std::printf("system %d\n", error.code() == std::errc::invalid_argument);
    tell_causes(error, indent);
  } catch (const std::exception &error) {
    std::printf("%s\n", error.what());
    tell_causes(error, indent);
  } catch (const Plain &plain) {
    std::printf("plain %d\n", plain.code);
    if (auto *nested = dynamic_cast<const std::nested_exception *>(static_cast<const std::exception *>(nullptr)))
      std::printf("never %p\n", static_cast<const void *>(nested));
    tell_causes(plain, indent);
  } catch (int number) {
    std::printf("int %d\n", number);
  }
}

static void without_a_cause() {
  try {
    std::throw_with_nested(Plain{9});
  } catch (const std::nested_exception &nested) {
    std::printf("cause is null: %d\n", nested.nested_ptr() == nullptr);
  }
  try {
    std::throw_with_nested(Final{8});
  } catch (const std::nested_exception &) {
    std::printf("not for a final class\n");
  } catch (const Final &thrown) {
    std::printf("final %d\n", thrown.code);
  }
}

int main() {
  for (int depth = 0; depth < 7; depth++)
    for (int kind = 0; kind < 5; kind++) {
      std::printf("depth %d, kind %d\n", depth, kind);
      try {
        fail(depth, kind);
      } catch (...) {
        tell(1);
      }
    }
  without_a_cause();
}
