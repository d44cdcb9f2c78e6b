// Loops as people write them. loops.ll is what clang 19 makes of this file:
// clang-19 --target=wasm32 -O1 -g -S -emit-llvm -fno-ident loops.c
struct node {
  int key;
  struct node *next;
};

int read_byte(void);
void put(int byte);

const char *skip_blanks(const char *p) {
  while (*p == 32 || *p == 9) p++;
  return p;
}

struct node *find(struct node *list, int key) {
  for (struct node *node = list; node; node = node->next)
    if (node->key == key) return node;
  return 0;
}

unsigned length(const struct node *list) {
  unsigned length = 0;
  while (list) {
    length++;
    list = list->next;
  }
  return length;
}

void copy(void) {
  int byte;
  while ((byte = read_byte()) >= 0) put(byte);
}

void shift(int *items, int count) {
  for (int i = count; i > 0; i--) items[i] = items[i - 1];
}

int gcd(int a, int b) {
  while (b != 0) {
    int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

void repeat(int byte, int count) {
  do put(byte);
  while (--count);
}
