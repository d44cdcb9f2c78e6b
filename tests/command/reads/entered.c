// Loops that test at the end of each round, and of which is known that the test holds before the
// first one. entered.ll is what clang 19 makes of this file:
// clang-19 --target=wasm32 -O1 -g -S -emit-llvm -fno-ident entered.c

int sum(const int *p, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += p[i];
  return sum;
}

void fill(int *p) {
  for (int i = 0; i < 100; i++) p[i] = i;
}

int sum_below(const int *p, unsigned from, unsigned to) {
  int sum = 0;
  for (unsigned i = from; i < to; i++) sum += p[i];
  return sum;
}

void print(int number);

void print_all(const char *text) {
  while (*text) print(*text++);
}

void print_often(const char *text) {
  for (int i = 0; i < 100; i++)
    for (const char *c = text; *c; c++) print(*c);
}

// The condition need not hold before the first round.
void print_number(unsigned number) {
  do {
    print(number % 10);
    number /= 10;
  } while (number);
}
