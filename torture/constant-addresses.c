// Constant expressions with addresses: members of elements, differences, pointers into strings and past the end.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct item { char tag; int32_t b[3]; struct { int16_t x, y; } inner; };

static struct item items[5];
static int32_t *const inside = &items[3].b[1];
static int16_t *const deep = &items[1].inner.y;
static struct item *const end = items + 5;
static const ptrdiff_t offset = offsetof(struct item, inner.y);
static const char *const middle = "middle of text" + 7;
static const char *const names[] = {"zero", "one" + 1, &"two"[2], 0};
static const void *const self[] = {self, self + 1, &self[2], (const char *)self + 1};
static const uintptr_t whole = (uintptr_t)&items;
static int (*const print)(const char *, ...) = printf;
static struct list { struct list *next; int value; } third = {0, 3}, second = {&third, 2}, first = {&second, 1};

int main(void) {
    items[3].b[1] = 42;
    items[1].inner.y = -7;
    print("%d %d %d %d\n", *inside, *deep, (int)(end - items), (int)offset);
    print("%s %s %s %s %d\n", middle, names[0], names[1], names[2], names[3] == 0);
    print("%d %d %d\n", self[0] == self, (const void *const *)self[2] - (const void *const *)self[1] == 1,
          (int)((const char *)self[3] - (const char *)self[0]));
    print("%d\n", whole == (uintptr_t)&items[0]);
    for (struct list *at = &first; at; at = at->next)
        print("%d ", at->value);
    print("%d\n", (int)((char *)&items[4].inner - (char *)&items[1].b[2]) % 100);
    return 0;
}
