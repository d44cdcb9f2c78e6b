// A state machine of gotos without any loop statement: strings matched against (ab|ba)*c.
#include <stdio.h>

static __attribute__((noinline)) int match(const char *text) {
    int pairs = 0;
start:
    switch (*text++) {
    case 'a': goto after_a;
    case 'b': goto after_b;
    case 'c': goto after_c;
    default: goto fail;
    }
after_a:
    if (*text++ == 'b')
        goto pair;
    goto fail;
after_b:
    if (*text++ != 'a')
        goto fail;
pair:
    pairs++;
    goto start;
after_c:
    if (!*text)
        return pairs;
fail:
    return -1 - pairs;
}

int main(void) {
    static const char *const texts[] = {"c", "abc", "bac", "abbabaabc", "aabc", "abba", "", "ababababcc", "abx"};
    for (int at = 0; at < 9; at++)
        printf("%d\n", match(texts[at]));
    return 0;
}
