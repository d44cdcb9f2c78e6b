// sscanf, strtol, strtoull, strtod and atoi over numbers of every shape.
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const texts[] = {"42 rest", "-17", "0x1F", "  077", "99999999999999999999", "3.25e2abc", "-.5", "word", ""};

int main(void) {
    for (int at = 0; at < 9; at++) {
        const char *text = texts[at];
        char *end;
        errno = 0;
        long long whole = strtoll(text, &end, 0);
        printf("%lld %d %d ", whole, (int)(end - text), errno == ERANGE);
        unsigned long long positive = strtoull(text, &end, 8);
        printf("%llu %d ", positive, (int)(end - text));
        double real = strtod(text, &end);
        printf("%.6g %d %d\n", real, (int)(end - text), at == 4 ? 0 : atoi(text));
    }
    int a, b;
    float c;
    char word[10], letter;
    int found = sscanf("12,-5 0.75 hello!", "%d,%d %f %5s%c", &a, &b, &c, word, &letter);
    printf("%d %d %d %.2f %s %c\n", found, a, b, c, word, letter);
    return 0;
}
