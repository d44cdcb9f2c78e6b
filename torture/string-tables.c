// Tables of strings, arrays of char, wide and UTF-8 literals, embedded zeros, shared tails.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uchar.h>

static const char *const table[] = {"alpha", "beta", "pha", "a", "", "beta"};
static const char fixed[][6] = {"exact", "six", {'y', 'e', 's'}};
static const char exact[3] = "abc";
static const char zeros[] = "a\0b\0\0c";
static const char16_t sixteen[] = u"h\u00e9\u20ac";
static const char32_t thirty_two[] = U"\U0001F600x";
static const char escapes[] = "\x41\102\n\t\\\"\a\377";

int main(void) {
    for (unsigned at = 0; at < sizeof table / sizeof *table; at++)
        printf("%s %d\n", table[at], (int)strlen(table[at]));
    for (int at = 0; at < 3; at++)
        printf("%s %c\n", fixed[at], exact[at]);
    for (unsigned at = 0; at < sizeof zeros; at++)
        printf("%d ", zeros[at]);
    for (unsigned at = 0; at < sizeof sixteen / sizeof *sixteen; at++)
        printf("%x ", sixteen[at]);
    for (unsigned at = 0; at < sizeof thirty_two / sizeof *thirty_two; at++)
        printf("%x ", (unsigned)thirty_two[at]);
    for (unsigned at = 0; at < sizeof escapes; at++)
        printf("%d ", (unsigned char)escapes[at]);
    printf("\n%s\n", u8"\u00fc");
    return 0;
}
