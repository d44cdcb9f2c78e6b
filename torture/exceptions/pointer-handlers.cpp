// Handlers for pointers: qualifiers, null, pointers to members and to functions, arrays and functions that decay.
#include <cstddef>
#include <cstdio>

struct Class {
  int first = 1;
  int second = 2;
  int get() const { return first; }
  int set(int value) { return first = value; }
};

static int function(int number) { return number * 2; }
static int quiet(int number) noexcept { return number * 3; }
static int numbers[3] = {4, 5, 6};
static volatile int which;

[[gnu::noinline]] static void thrower() {
  static Class object;
  static int number = 9;
  static int *pointer = &number;
  static const int constant = 8;
  switch (which) {
    case 0: throw &number;
    case 1: throw &constant;
    case 2: throw &pointer;
    case 3: throw nullptr;
    case 4: throw &Class::second;
    case 5: throw &Class::get;
    case 6: throw &Class::set;
    case 7: throw function;
    case 8: throw quiet;
    case 9: throw numbers;
    case 10: throw "text";
    case 11: throw &object;
    case 12: throw static_cast<const volatile Class *>(&object);
    case 13: throw static_cast<void *>(&number);
    case 14: throw static_cast<int Class::*>(nullptr);
    case 15: throw static_cast<unsigned char>(200);
    case 16: throw 'c';
    case 17: throw static_cast<short>(-3);
    case 18: throw 1.5f;
    case 19: throw static_cast<const int *const *>(&pointer);
  }
}

static void first() {
  Class object;
  try {
    thrower();
    std::printf("nothing\n");
  } catch (int *number) {
    std::printf("int * %d\n", number ? *number : -1);
  } catch (const int *number) {
    std::printf("const int * %d\n", *number);
  } catch (int *const *pointer) {
    std::printf("int *const * %d\n", **pointer);
  } catch (int Class::*member) {
    std::printf("member %d\n", member ? object.*member : -1);
  } catch (int (Class::*member)() const) {
    std::printf("member function %d\n", (object.*member)());
  } catch (int (Class::*member)(int)) {
    std::printf("changing function %d\n", (object.*member)(5));
  } catch (int (*called)(int)) {
    std::printf("function %d\n", called(7));
  } catch (const char *text) {
    std::printf("text %s\n", text);
  } catch (const volatile Class *) {
    std::printf("class\n");
  } catch (const void *) {
    std::printf("void\n");
  } catch (std::nullptr_t) {
    std::printf("null\n");
  } catch (unsigned char number) {
    std::printf("unsigned char %d\n", number);
  } catch (char letter) {
    std::printf("char %c\n", letter);
  } catch (...) {
    std::printf("another\n");
  }
}

// Fewer handlers: each takes what the ones before it would have.
static void second() {
  try {
    thrower();
  } catch (const int *const *pointer) {
    std::printf("const int *const * %d\n", pointer ? **pointer : -1);
  } catch (const Class *object) {
    std::printf("const class %d\n", object ? object->second : -1);
  } catch (int number) {
    std::printf("int %d\n", number);
  } catch (void *) {
    std::printf("void\n");
  } catch (const void *pointer) {
    std::printf("const void %d\n", pointer == nullptr);
  } catch (float number) {
    std::printf("float %g\n", number);
  } catch (...) {
    std::printf("another\n");
  }
}

int main() {
  for (which = 0; which < 20; which = which + 1) {
    std::printf("%d: ", static_cast<int>(which));
    first();
    second();
  }
}
