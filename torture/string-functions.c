// String functions of the library and their builtins: length, compare, search, copy, split.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sign(int value) { return (value > 0) - (value < 0); }
static const char *volatile words[] = {"", "a", "abc", "abd", "abcdef", "\xff", "zebra"};

int main(void) {
    for (int first = 0; first < 7; first++) {
        for (int second = 0; second < 7; second++) {
            const char *a = words[first], *b = words[second];
            const char *found = strstr(a, b);
            printf("%d %d %d ", sign(strcmp(a, b)), sign(strncmp(a, b, 3)), found ? (int)(found - a) : -1);
            printf("%d %d\n", (int)strspn(a, b), (int)strcspn(a, b));
        }
        const char *last = strrchr(words[first], 'a'), *one = strchr(words[first], 'c');
        printf("%d %d %d\n", (int)strlen(words[first]), last ? (int)(last - words[first]) : -1, one ? *one : 0);
    }
    char text[40] = "one,two;;three, four";
    for (char *part = strtok(text, ",;"); part; part = strtok(0, ",;"))
        printf("[%s]", part);
    char joined[20] = "";
    strcat(strcpy(joined, "con"), "cat");
    strncpy(joined + 7, "padded", 12);
    printf("%s %s %d %ld %.3f\n", joined, joined + 7, joined[18], strtol("-0x7fz", 0, 16), strtod("2.5e2x", 0));
    return 0;
}
