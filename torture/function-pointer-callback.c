// qsort and bsearch with callbacks, and a visitor with a context through void pointers.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { char name[8]; int32_t key; };
typedef int visitor(void *context, const struct entry *entry);

static int by_key(const void *a, const void *b) {
    int32_t x = ((const struct entry *)a)->key, y = ((const struct entry *)b)->key;
    return (x > y) - (x < y);
}
static int by_name(const void *a, const void *b) { return strcmp(a, b); }
static int largest(void *context, const struct entry *entry) {
    int32_t *most = context;
    if (entry->key > *most)
        *most = entry->key;
    return entry->key == 0;
}
static int count_until_zero(void *context, const struct entry *entry) {
    ++*(int *)context;
    return entry->key == 0;
}
static __attribute__((noinline)) void visit(const struct entry *entries, int count, visitor *visitor, void *context) {
    for (int at = 0; at < count && !visitor(context, &entries[at]); at++) {}
}

int main(void) {
    struct entry entries[50];
    for (int at = 0; at < 50; at++) {
        entries[at].key = (at * 37 + 11) % 50 - 25;
        memset(entries[at].name, 0, sizeof entries[at].name);
        snprintf(entries[at].name, sizeof entries[at].name, "n%d", at * 13 % 50);
    }
    int32_t most = INT32_MIN;
    int seen = 0;
    visit(entries, 50, largest, &most);
    visit(entries, 50, count_until_zero, &seen);
    printf("%d %d\n", most, seen);
    qsort(entries, 50, sizeof *entries, by_name);
    printf("%s %s %s\n", entries[0].name, entries[20].name, entries[49].name);
    qsort(entries, 50, sizeof *entries, by_key);
    for (int key = -27; key < 27; key += 9) {
        struct entry wanted = {"", key};
        struct entry *found = bsearch(&wanted, entries, 50, sizeof *entries, by_key);
        printf("%s\n", found ? found->name : "none");
    }
    return 0;
}
