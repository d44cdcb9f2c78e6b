// Jumps into and out of loops with guards: cleanups on edges of loops with several entries, and exceptions from all of them.
#include <cstdio>
#include <string>

static std::string trace;
static unsigned seed;

static unsigned draw() {
  seed = seed * 1664525u + 1013904223u;
  return seed >> 24;
}

struct Guard {
  char name;
  explicit Guard(char name) : name(name) {
    trace += name;
    if (draw() % 23 == 0) throw name;
  }
  ~Guard() { trace += static_cast<char>(name + 32); }
};

[[gnu::noinline]] static int work(int limit) {
  unsigned drawn = draw();
  if (drawn % 17 == 0) throw static_cast<int>(drawn);
  return static_cast<int>(drawn) % limit;
}

// Labels are in the scope outside of all guards, so that a goto to one leaves what it has to.
[[gnu::noinline]] static int tangle(int start) {
  int fuel = 40, state = start;
  switch (start % 4) {
    case 0: goto a;
    case 1: goto b;
    case 2: goto c;
  }
d:
  if (--fuel < 0) return state;
  {
    Guard guard('D');
    state += work(5);
    if (state & 1) goto b;
    for (int i = 0; i < 3; i++) {
      Guard inner('I');
      switch (work(6)) {
        case 0: goto a;
        case 1: continue;
        case 2: goto out;
        case 3: goto c;
        case 4: break;
      }
      if (work(4) == 3) break;
    }
  }
a:
  if (--fuel < 0) return -state;
  try {
    Guard guard('A');
    state ^= work(7);
    if (state % 3 == 0) goto c;
    while (work(3)) {
      Guard inner('W');
      if (work(5) == 0) goto d;
    }
  } catch (char name) {
    trace += '(';
    trace += name;
    trace += ')';
    Guard handler('H');
    if (state & 2) goto b;
    if (state & 4) throw;
  }
b:
  if (--fuel < 0) return state * 2;
  {
    Guard first('B'), second('E');
    try {
      state += work(9) - 3;
      if (state % 5 == 0) goto a;
    } catch (int number) {
      state = number;
      if (number & 64) goto d;
      if (number & 32) goto out;
      Guard handler('F');
      work(2);
    }
  }
c:
  if (--fuel < 0) return -2 * state;
  do {
    Guard guard('C');
    try {
      try {
        state -= work(4);
        if (state % 7 == 0) goto d;
      } catch (char) {
        goto b;
      }
    } catch (int number) {
      if (number % 2) throw state;
      continue;
    }
    if (state < -20) goto out;
  } while (work(8) > 2);
  goto a;
out:
  return state + 1000;
}

int main() {
  unsigned long long sum = 0;
  int thrown = 0, named = 0;
  for (unsigned round = 0; round < 4000; round++) {
    seed = round * 2654435761u;
    trace.clear();
    int result = 0;
    try {
      result = tangle(static_cast<int>(round % 11));
    } catch (int number) {
      result = number;
      thrown++;
    } catch (char name) {
      result = name;
      named++;
    }
    for (char c : trace) sum = sum * 31 + static_cast<unsigned char>(c);
    sum = sum * 31 + static_cast<unsigned>(result);
    int open = 0;
    for (char c : trace) open += c >= 'A' && c <= 'Z' ? 1 : c >= 'a' && c <= 'z' ? -1 : 0;
    if (round % 400 == 0) std::printf("%u: %d %d %s\n", round, result, open, trace.substr(0, 60).c_str());
  }
  std::printf("%llu %d %d\n", sum, thrown, named);
}
