#include <stdbool.h>
#include <stdio.h>

char hidden[3];
extern const unsigned c;
void *where(void);
unsigned use(bool), bare(unsigned), unknown(unsigned);
bool flag(unsigned, unsigned);
void lanes(void *);

int main(void) {
  static unsigned long long out[4] __attribute__((aligned(16)));
  lanes(out);
  printf("%d %u %d %d ", where() == hidden, use(0), flag(1, 1), flag(1, 2));
  printf("%u %u\n", bare(4), unknown(7));
  printf("%llu %d ", out[0], out[1] == (unsigned long long)&c);
  printf("%llu %d\n", out[2], out[3] == (unsigned long long)&c);
  return 0;
}
