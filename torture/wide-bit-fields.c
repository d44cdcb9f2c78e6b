// Bit-fields that compilers read and write together, as one integer of more than 128 bits.
#include <stdio.h>

struct fields {
  unsigned a : 30;
  signed b : 9;
  unsigned long long c : 42;
  signed d : 28;
  unsigned e : 4;
  long long f : 52;
  unsigned g : 6;
} __attribute__((packed));

struct hidden {
  char before;
  volatile struct {
    long long a : 61;
    unsigned b : 17;
    signed c : 3;
    unsigned long long d : 62;
    signed e : 30;
  } __attribute__((packed)) inside;
  char after;
};

static struct fields all[3] = {{1, -2, 3, -4, 5, -6, 7},
                               {0x3fffffff, -256, 0x1ffffffffff, -0x4000000, 7, -0x8000000000000, 63}};
static struct hidden hidden[2] = {{'a', {-1, 2, -2, 4, -5}, 'b'}, {'c', {1, 0x1ffff, 1, 0x3fffffffffffffff, 9}, 'd'}};

static __attribute__((noinline)) void show(const struct fields *p) {
  printf("%u %d %llu %d %u %lld %u\n", p->a, p->b, (unsigned long long)p->c, p->d, p->e, (long long)p->f, p->g);
}

static __attribute__((noinline)) void change(struct fields *p, const struct fields *q, unsigned n) {
  p->a += (unsigned)q->b * n;
  p->b ^= q->d;
  p->c = (unsigned long long)p->c - (unsigned long long)q->f;
  p->d = (int)(q->a >> (n & 7));
  p->e++;
  p->f = (long long)((unsigned long long)p->f * 5 + (unsigned long long)q->c);
  p->g = q->g < n;
}

static __attribute__((noinline)) void change_hidden(struct hidden *p, long long n) {
  p->inside.a = (long long)p->inside.a + n;
  p->inside.b ^= (unsigned)n;
  p->inside.c--;
  p->inside.d = (unsigned long long)p->inside.d * 3 + p->inside.b;
  p->inside.e = (int)((long long)p->inside.a >> 5);
  printf("%c %lld %u %d %llu %d %c\n", p->before, (long long)p->inside.a, p->inside.b, p->inside.c,
         (unsigned long long)p->inside.d, p->inside.e, p->after);
}

int main(void) {
  for (unsigned n = 0; n < 12; n++) {
    change(&all[2], &all[n % 2], n);
    change(&all[n % 2], &all[2], n * 3 + 1);
    for (int i = 0; i < 3; i++) show(&all[i]);
    change_hidden(&hidden[n % 2], (long long)n * 0x123456789ab - 77);
  }
  return 0;
}
