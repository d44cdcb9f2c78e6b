// Arrays of variable length around handlers, in them, and in scopes that an exception leaves.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>

static volatile int zero = 0;

__attribute__((noinline)) static int thrower(int depth, int kind) {
  volatile unsigned char room[512];
  room[depth] = static_cast<unsigned char>(depth);
  if (depth == 0) {
    if (kind == 1) throw 7;
    if (kind == 2) throw 2.5;
    return 1;
  }
  return thrower(depth - 1, kind) + room[depth];
}

// Writes all over what lies below the caller's frame.
__attribute__((noinline)) static int scribble(int value) {
  volatile unsigned char room[3000];
  for (int i = 0; i < 3000; i++) room[i] = static_cast<unsigned char>(value + i);
  return room[2999];
}

__attribute__((noinline)) static unsigned check(const unsigned char *text, int length, int value) {
  unsigned wrong = 0;
  for (int i = 0; i < length; i++) wrong += text[i] != static_cast<unsigned char>(value);
  return wrong;
}

__attribute__((noinline)) static uintptr_t depth() {
  volatile char here = 0;
  return reinterpret_cast<uintptr_t>(&here);
}

// An array lives on both sides of a handler, and what the handler calls must not reach it.
__attribute__((noinline)) static unsigned around(int length, int kind) {
  unsigned char outer[length];
  std::memset(outer, length, length);
  unsigned wrong = 0;
  try {
    wrong += static_cast<unsigned>(thrower(4, kind)) & 0;
  } catch (int number) {
    scribble(number);
    unsigned char inner[length + number];
    std::memset(inner, number, sizeof inner);
    scribble(number + 1);
    wrong += check(inner, length + number, number);
  } catch (double number) {
    wrong += static_cast<unsigned>(scribble(static_cast<int>(number))) & 0;
  }
  scribble(length);
  return wrong + check(outer, length, length);
}

// An exception leaves the scopes of two arrays, and a third one begins behind the handler.
__attribute__((noinline)) static unsigned left(int length, int kind) {
  unsigned wrong = 0;
  for (int round = 1; round <= 40; round++) {
    unsigned char first[length];
    std::memset(first, round, length);
    try {
      unsigned char second[length * 2];
      std::memset(second, round + 1, length * 2);
      {
        unsigned char third[round];
        std::memset(third, round + 2, round);
        thrower(3, round % 3 == 0 ? kind : zero);
        wrong += check(third, round, round + 2);
      }
      scribble(round);
      wrong += check(second, length * 2, round + 1);
    } catch (...) {
      scribble(round);
      unsigned char again[length];
      std::memset(again, round + 3, length);
      scribble(round + 1);
      wrong += check(again, length, round + 3);
    }
    wrong += check(first, length, round);
  }
  return wrong;
}

// Every round throws from a deep frame: what the stack loses by it adds up.
__attribute__((noinline)) static bool keeps_depth(int length, int rounds) {
  uintptr_t lowest = UINTPTR_MAX, highest = 0;
  for (int round = 0; round < rounds; round++) {
    unsigned char text[length];
    std::memset(text, round, length);
    try {
      thrower(6, 1 + round % 2);
    } catch (int) {
      text[0]++;
    } catch (double) {
      text[0]--;
    }
    uintptr_t now = depth();
    lowest = now < lowest ? now : lowest;
    highest = now > highest ? now : highest;
  }
  return lowest == highest;
}

// A cleanup on the way to a handler of the caller restores what a handler of its own needs.
struct Guard {
  unsigned char *text;
  int length, value;
  unsigned *wrong;
  ~Guard() {
    scribble(value);
    try {
      thrower(2, 2);
    } catch (double) {
      *wrong += check(text, length, value);
    }
  }
};

__attribute__((noinline)) static void guarded(int length, int kind, unsigned *wrong) {
  unsigned char text[length];
  std::memset(text, 33, length);
  Guard guard{text, length, 33, wrong};
  unsigned char more[length + 5];
  std::memset(more, 44, length + 5);
  Guard other{more, length + 5, 44, wrong};
  thrower(2, kind);
}

int main() {
  uintptr_t before = depth();
  for (int kind = 0; kind <= 2; kind++) {
    unsigned wrong = 0;
    for (int length : {1, 15, 16, 17, 100}) {
      wrong += around(length, kind);
      wrong += left(length, kind);
      try {
        guarded(length, kind, &wrong);
      } catch (...) {
        wrong += scribble(length) < 0;
      }
    }
    std::printf("%d: %u wrong, %d\n", kind, wrong, before == depth());
  }
  std::printf("%d\n", keeps_depth(30, 2000));
  return zero;
}
