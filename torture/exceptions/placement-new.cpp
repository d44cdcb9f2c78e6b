// What operator delete gets when a constructor throws: plain, placed, aligned, arrays, of a class, with arguments.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>

static int failing, count;

struct Arena {
  alignas(64) unsigned char bytes[4096];
  std::size_t used = 0;
  int given = 0, returned = 0;
};

static void *take(Arena &arena, std::size_t size, std::size_t alignment) {
  arena.used = (arena.used + alignment - 1) / alignment * alignment;
  if (arena.used + size > sizeof arena.bytes) throw std::bad_alloc();
  void *place = arena.bytes + arena.used;
  arena.used += size;
  arena.given++;
  return place;
}

void *operator new(std::size_t size, Arena &arena) { return take(arena, size, 16); }
void *operator new[](std::size_t size, Arena &arena) { return take(arena, size, 16); }
void *operator new(std::size_t size, std::align_val_t alignment, Arena &arena) {
  return take(arena, size, static_cast<std::size_t>(alignment));
}
void operator delete(void *, Arena &arena) noexcept {
  std::printf("[placed delete] ");
  arena.returned++;
}
void operator delete[](void *, Arena &arena) noexcept {
  std::printf("[placed delete[]] ");
  arena.returned++;
}
void operator delete(void *, std::align_val_t alignment, Arena &arena) noexcept {
  std::printf("[aligned placed delete %d] ", static_cast<int>(alignment));
  arena.returned++;
}

struct Thing {
  int number = count++;
  Thing() {
    if (number == failing) throw number;
  }
  ~Thing() { std::printf("~%d ", number); }
};
struct alignas(64) Wide : Thing {
  char more[64];
};
struct Own {
  Thing thing;
  static void *operator new(std::size_t size) {
    std::printf("[own new] ");
    return std::malloc(size);
  }
  static void operator delete(void *place, std::size_t size) {
    std::printf("[own delete %d] ", size == sizeof(Own));
    std::free(place);
  }
  static void *operator new(std::size_t size, int tag) {
    std::printf("[tagged new %d] ", tag);
    return std::malloc(size);
  }
  static void operator delete(void *place, int tag) {
    std::printf("[tagged delete %d] ", tag);
    std::free(place);
  }
  static void *operator new[](std::size_t size) {
    std::printf("[own new[]] ");
    return std::malloc(size);
  }
  static void operator delete[](void *place) {
    std::printf("[own delete[]] ");
    std::free(place);
  }
};
struct Polymorphic {
  Thing first;
  virtual ~Polymorphic() = default;
};
struct Longer : Polymorphic {
  Thing second;
  static void operator delete(Longer *place, std::destroying_delete_t) {
    std::printf("[destroying] ");
    place->~Longer();
    ::operator delete(place);
  }
};

template <typename Make>
static void all(const char *name, Make make) {
  for (failing = 0; failing < 5; failing += 2) {
    count = 0;
    Arena arena;
    std::printf("%s %d: ", name, failing);
    try {
      make(arena);
    } catch (int number) {
      std::printf("threw %d ", number);
    } catch (const std::bad_alloc &) {
      std::printf("no memory ");
    }
    std::printf("given %d, returned %d\n", arena.given, arena.returned);
  }
}

int main() {
  all("placed", [](Arena &arena) { (new (arena) Thing)->~Thing(); });
  all("placed array", [](Arena &arena) {
    Thing *things = new (arena) Thing[4];
    for (int i = 4; i-- > 0;) things[i].~Thing();
  });
  all("aligned", [](Arena &arena) { (new (std::align_val_t(64), arena) Wide)->~Wide(); });
  all("too large", [](Arena &arena) { new (arena) Thing[5000]; });
  all("own", [](Arena &) { delete new Own; });
  all("tagged", [](Arena &) { delete new (7) Own; });
  all("own array", [](Arena &) { delete[] new Own[3]; });
  all("global aligned", [](Arena &) { delete new Wide; });
  all("polymorphic", [](Arena &) {
    Polymorphic *made = new Longer;
    delete made;
  });
  all("nothrow", [](Arena &) { delete new (std::nothrow) Thing; });
}
