// A va_list handed to another function, which goes on with it; vsnprintf in the middle.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static __attribute__((noinline)) int take_one(va_list *arguments) {
    return va_arg(*arguments, int);
}

static __attribute__((noinline)) int write_text(char *text, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, size, format, arguments);
    va_end(arguments);
    return length;
}

static __attribute__((noinline)) int sum(int count, ...) {
    va_list arguments;
    int total = 0;
    va_start(arguments, count);
    while (count-- > 0)
        total += take_one(&arguments) * (count + 1);
    va_end(arguments);
    return total;
}

int main(void) {
    char text[24];
    int length = write_text(text, sizeof text, "%d-%s-%lld-%.1f", 5, "five", 5000000000LL, 5.5);
    printf("%d %s\n", length, text);
    length = write_text(text, sizeof text, "%s%s%s", "much too long", "for this", " text");
    printf("%d %s %d\n", length, text, (int)strlen(text));
    printf("%d %d\n", sum(3, 1, 2, 3), sum(6, 9, 8, 7, 6, 5, 4));
    return 0;
}
