// Flexible array members: allocated, initialised statically (GNU), and grown.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text { uint16_t length; char at[]; };
struct numbers { int32_t count; int64_t at[]; };

static struct numbers fixed = {3, {10, 20, 30}};

static struct text *append(struct text *text, const char *more) {
    size_t length = text ? text->length : 0, added = strlen(more);
    text = realloc(text, sizeof *text + length + added + 1);
    memcpy(text->at + length, more, added + 1);
    text->length = (uint16_t)(length + added);
    return text;
}

int main(void) {
    struct text *text = 0;
    for (int round = 0; round < 10; round++) {
        text = append(text, round % 2 ? "odd " : "even ");
        printf("%d %s\n", text->length, text->at);
    }
    free(text);
    fixed.at[1] += fixed.at[2] * fixed.count;
    printf("%lld %d %d\n", (long long)fixed.at[1], (int)sizeof(struct text), (int)(sizeof(struct numbers)));
    return 0;
}
