// setjmp in functions with handlers and cleanups, and jumps out of both.
#include <csetjmp>
#include <cstdio>
static jmp_buf env, outer;
static int made, gone;
struct Noted { int n; Noted(int n) : n(n) { ++made; } ~Noted() { ++gone; std::printf("~%d\n", n); } };
[[gnu::noinline]] void act(int what) {
  std::printf("act %d\n", what);
  if (what == 1) throw 17;
  if (what == 2) std::longjmp(env, 5);
  if (what == 3) throw "text";
  if (what == 4) std::longjmp(outer, 0);
}
[[gnu::noinline]] int handles(int first, int second) {
  volatile int round = 0;
  int keep = first * 100 + second;
  int r = setjmp(env);
  round = round + 1;
  if (round > 4) return -keep;
  try {
    if (r == 0) act(first);
    else act(second == 2 ? 0 : second);
    std::printf("normal %d\n", r);
  } catch (int n) {
    std::printf("caught %d after %d\n", n, r);
    if (round < 3) act(second);
    std::printf("handled\n");
  }
  return keep + r;
}
[[gnu::noinline]] int cleans(int what) {
  volatile int round = 0;
  int r = setjmp(env);
  round = round + 1;
  if (round > 2) return 99;
  if (r == 0 && what == 2) act(2);
  Noted noted(round);
  act(r ? 1 : what);
  return r;
}
[[gnu::noinline]] int nested(int what) {
  volatile int round = 0;
  int r = setjmp(env);
  round = round + 1;
  if (round > 3) return 77;
  try {
    Noted a(10 + round);
    try { act(what == 2 ? 1 : what == 4 ? 0 : what); } catch (const char *s) { std::printf("inner %s\n", s); act(1); }
  } catch (int n) {
    std::printf("outer %d\n", n);
    if (round < 3) act(2);
  }
  return r;
}
int main() {
  for (int a = 0; a < 3; ++a) for (int b = 0; b < 3; ++b) {
    try { std::printf("= %d\n", handles(a, b)); } catch (int n) { std::printf("main %d\n", n); }
  }
  if (setjmp(outer) == 0) { try { handles(3, 0); } catch (const char *s) { std::printf("main %s\n", s); } }
  for (int what = 0; what < 4; ++what) {
    try { std::printf("= %d\n", cleans(what)); } catch (...) { std::printf("main caught\n"); }
    try { std::printf("= %d\n", nested(what)); } catch (...) { std::printf("main caught\n"); }
  }
  if (setjmp(outer) == 0) { nested(4); act(4); } else std::printf("outer\n");
  std::printf("%d %d\n", made, gone);
}
