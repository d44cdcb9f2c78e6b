// putchar, puts, fputs, fwrite, fprintf and printf with every conversion that agrees; no newline at the end.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static volatile int number = -42;

int main(void) {
    char text[64];
    putchar('x');
    puts(" marks");
    fputs("the spot", stdout);
    fwrite("\n\0\n", 1, 3, stdout);
    printf("[%5d][%-5d][%05d][%+d][% d]\n", number, number, number, -number, -number);
    printf("[%x][%#X][%o][%u][%c][%%]\n", 48879u, 48879u, 8u, (unsigned)number, 'q');
    printf("[%.3s][%10s][%-10s][%.*s]\n", "abcdef", "right", "left", 2, "star");
    printf("[%hhd][%hd][%" PRId64 "][%" PRIx64 "]\n", (signed char)number, (short)number, INT64_MIN, UINT64_MAX);
    printf("[%f][%.0f][%e][%g][%G][%10.3f]\n", 1.5, 2.5, 12345.678, 0.0001, 1e-10, -3.14159);
    int written = snprintf(text, sizeof text, "%d|%s", number, "text");
    printf("%d %s %d\n", written, text, (int)strlen(text));
    fprintf(stdout, "%s", "no newline at the end");
    fflush(stdout);
    return 0;
}
