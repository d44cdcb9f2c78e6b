// switch in a loop with continue, break and return: a small lexer.
#include <stdio.h>

static __attribute__((noinline)) int lex(const char *text, int *numbers, int *words, int *signs) {
    for (;; text++) {
        switch (*text) {
        case 0: return 0;
        case ' ': case '\t': case '\n': continue;
        case '0' ... '9':
            while (text[1] >= '0' && text[1] <= '9')
                text++;
            ++*numbers;
            break;
        case 'a' ... 'z': case 'A' ... 'Z': case '_':
            do
                text++;
            while ((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') || *text == '_');
            text--;
            ++*words;
            break;
        case '#':
            if (text[1] == '#')
                return 2;
            while (text[1] && text[1] != '\n')
                text++;
            continue;
        case '+': case '-': case '*': case '/': case '=': ++*signs; break;
        default: return 1;
        }
        if (*numbers + *words + *signs > 20)
            break;
    }
    return 3;
}

int main(void) {
    static const char *const texts[] = {"a = b + 12 * c3\n# remark ? \n x", "1 2 3 ?", "", "word ## word",
                                        "a b c d e f g h i j k l m n o p q r s t u v w x y z", "10-20-30=_x_"};
    for (int at = 0; at < 6; at++) {
        int numbers = 0, words = 0, signs = 0;
        int status = lex(texts[at], &numbers, &words, &signs);
        printf("%d %d %d %d\n", status, numbers, words, signs);
    }
    return 0;
}
