/* A tokenizer for a small language, fed with a sample text or with the first argument.
 *
 * Control flow: a wide switch over characters, a switch over 64-bit numbers (a keyword packed into eight bytes), an
 * indirect call through a table of scanners, loops with several ways out, and errors that leave by a shared goto. */
#include "host.h"

static const char sample[] =
    "fn gcd(a, b) {\n"
    "  while b != 0 { let t = a % b; a = b; b = t; }  # Euclid\n"
    "  return a\n"
    "}\n"
    "let mask = 0xFF00ff << 3, rate = 2.5e-3, big = 18446744073709551615;\n"
    "if gcd(mask, 12) >= 4 && !done { print \"four\\tor \\\"more\\\"\" } else { print 'no\\n' }\n";

enum kind { END, NAME, KEYWORD, INTEGER, DECIMAL, STRING, SIGN, KINDS };

static const char *const kind_names[KINDS] = {"end", "name", "keyword", "integer", "decimal", "string", "sign"};

struct token {
  enum kind kind;
  const char *text;
  int length;
  uint64_t value; /* of an integer; of a keyword, its number; of a string, the sum of its characters */
};

struct source {
  const char *next;
  int line;
  const char *error; /* null as long as all is well */
};

/* ---- Classes of characters ---- */

static int is_digit(char c) { return (uint8_t)(c - '0') < 10; }
static int is_letter(char c) { return (uint8_t)((c | 0x20) - 'a') < 26 || c == '_'; }

/* Returns the value of a hexadecimal digit, or -1. */
static int hexadecimal(char c) {
  if (is_digit(c)) return c - '0';
  const char lower = (char)(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* ---- Keywords ---- */

#define PACK2(a, b) ((uint64_t)(a) << 8 | (uint64_t)(b))
#define PACK3(a, b, c) (PACK2(a, b) << 8 | (uint64_t)(c))
#define PACK4(a, b, c, d) (PACK3(a, b, c) << 8 | (uint64_t)(d))
#define PACK5(a, b, c, d, e) (PACK4(a, b, c, d) << 8 | (uint64_t)(e))
#define PACK6(a, b, c, d, e, f) (PACK5(a, b, c, d, e) << 8 | (uint64_t)(f))

/* Returns the number of the keyword, or 0 for any other word. */
static APART int keyword(const char *text, int length) {
  if (length > 8) return 0;
  uint64_t packed = 0;
  for (int i = 0; i < length; i++) packed = packed << 8 | (uint8_t)text[i];
  switch (packed) {
  case PACK2('f', 'n'): return 1;
  case PACK2('i', 'f'): return 2;
  case PACK3('l', 'e', 't'): return 3;
  case PACK4('e', 'l', 's', 'e'): return 4;
  case PACK5('w', 'h', 'i', 'l', 'e'): return 5;
  case PACK5('p', 'r', 'i', 'n', 't'): return 6;
  case PACK6('r', 'e', 't', 'u', 'r', 'n'): return 7;
  default: return 0;
  }
}

/* ---- Scanners: each takes one token from the source ---- */

typedef struct token scanner(struct source *source);

static struct token token_from(const char *start, const struct source *source, enum kind kind, uint64_t value) {
  return (struct token){kind, start, (int)(source->next - start), value};
}

static struct token scan_word(struct source *source) {
  const char *const start = source->next;
  while (is_letter(*source->next) || is_digit(*source->next)) source->next++;
  const int number = keyword(start, (int)(source->next - start));
  return token_from(start, source, number ? KEYWORD : NAME, (uint64_t)number);
}

static APART struct token scan_number(struct source *source) {
  const char *const start = source->next;
  const char *next = start;
  enum kind kind = INTEGER;
  uint64_t value = 0;

  if (next[0] == '0' && (next[1] | 0x20) == 'x') {
    next += 2;
    if (hexadecimal(*next) < 0) goto no_digits;
    for (int digit; (digit = hexadecimal(*next)) >= 0; next++) {
      if (value >> 60) goto overflow;
      value = value << 4 | (uint64_t)digit;
    }
    goto done;
  }
  for (; is_digit(*next); next++) {
    const uint64_t digit = (uint64_t)(*next - '0');
    if (value > (UINT64_MAX - digit) / 10) goto overflow;
    value = value * 10 + digit;
  }
  if (*next == '.') {
    kind = DECIMAL;
    next++;
    if (!is_digit(*next)) goto no_digits;
    while (is_digit(*next)) next++;
  }
  if ((*next | 0x20) == 'e') {
    kind = DECIMAL;
    next++;
    if (*next == '+' || *next == '-') next++;
    if (!is_digit(*next)) goto no_digits;
    while (is_digit(*next)) next++;
  }
  goto done;

overflow:
  source->error = "the number is too large";
  goto done;
no_digits:
  source->error = "a digit is missing";
done:
  source->next = next;
  return token_from(start, source, kind, kind == INTEGER ? value : 0);
}

static APART struct token scan_string(struct source *source) {
  const char *const start = source->next;
  const char quote = *source->next++;
  uint64_t sum = 0;
  while (*source->next != quote) {
    char c = *source->next++;
    if (c == '\0' || c == '\n') {
      source->error = "the string has no end";
      goto done;
    }
    if (c == '\\') {
      c = *source->next++;
      switch (c) {
      case 'n': c = '\n'; break;
      case 't': c = '\t'; break;
      case '\\':
      case '"':
      case '\'': break;
      default: source->error = "no such escape"; goto done;
      }
    }
    sum += (uint8_t)c;
  }
  source->next++;
done:
  return token_from(start, source, STRING, sum);
}

static APART struct token scan_sign(struct source *source) {
  const char *const start = source->next;
  const char first = *source->next++;
  switch (first) {
  case '<':
  case '>':
    if (*source->next == first) {
      source->next++;
      break;
    }
    __attribute__((fallthrough));
  case '=':
  case '!':
    if (*source->next == '=') source->next++;
    break;
  case '&':
  case '|':
    if (*source->next == first) source->next++;
    break;
  case '+': case '-': case '*': case '/': case '%':
  case '(': case ')': case '{': case '}':
  case ',': case ';':
    break;
  default:
    source->error = "no token begins with this character";
  }
  return token_from(start, source, SIGN, 0);
}

/* Moves over blanks and comments. */
static APART void skip_blanks(struct source *source) {
  for (;; source->next++) {
    switch (*source->next) {
    case '#':
      while (source->next[1] != '\n' && source->next[1] != '\0') source->next++;
      continue;
    case '\n':
      source->line++;
      continue;
    case ' ':
    case '\t':
      continue;
    default:
      return;
    }
  }
}

enum class { WORD_CLASS, NUMBER_CLASS, STRING_CLASS, SIGN_CLASS };

static scanner *const scanners[] = {
    [WORD_CLASS] = scan_word,
    [NUMBER_CLASS] = scan_number,
    [STRING_CLASS] = scan_string,
    [SIGN_CLASS] = scan_sign,
};

static enum class class_of(char c) {
  if (is_letter(c)) return WORD_CLASS;
  if (is_digit(c)) return NUMBER_CLASS;
  return c == '"' || c == '\'' ? STRING_CLASS : SIGN_CLASS;
}

static struct token next_token(struct source *source) {
  skip_blanks(source);
  if (*source->next == '\0') return token_from(source->next, source, END, 0);
  return scanners[class_of(*source->next)](source);
}

static void put_token(const struct token *token, int line) {
  put_signed(line);
  put_char('\t');
  put_text(kind_names[token->kind]);
  put_char('\t');
  for (int i = 0; i < token->length; i++) put_char(token->text[i]);
  if (token->value != 0) {
    put_char('\t');
    put_unsigned(token->value);
  }
  put_char('\n');
}

static int program(int count, char **arguments) {
  struct source source = {count > 0 ? arguments[0] : sample, 1, NULL};
  uint16_t counts[KINDS] = {0};
  for (;;) {
    const struct token token = next_token(&source);
    if (source.error) break;
    counts[token.kind]++;
    if (token.kind == END) break;
    put_token(&token, source.line);
  }
  if (source.error) {
    put_text("line ");
    put_signed(source.line);
    put_text(": ");
    put_text(source.error);
    put_char('\n');
    return 3;
  }
  for (int kind = NAME; kind < KINDS; kind++) {
    put_text(kind_names[kind]);
    put_char(' ');
    put_unsigned(counts[kind]);
    put_char(kind + 1 < KINDS ? ' ' : '\n');
  }
  return 0;
}
