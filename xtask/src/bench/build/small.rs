//! A library of small files in C, as many projects are: each includes the usual headers and has a
//! few functions, which differ from file to file in their order and in their constants.

use crate::error::Error;
use crate::paths;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// How many files the library has, beside the one with `main`.
const FILES: usize = 30;
/// How many parts a file has.
const PARTS_OF_A_FILE: usize = 4;

/// Writes the library into a folder; gives its files.
pub(super) fn write(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let files = (0..FILES).map(|number| (format!("part{number:02}.c"), file(number)));
    let all = files.chain([("main.c".to_owned(), main())]);
    all.map(|(name, text)| {
        let path = folder.join(name);
        paths::write(&path, text.as_bytes())?;
        Ok(path)
    })
    .collect()
}

/// The text of a file: parts, and a function that adds up what they give.
fn file(number: usize) -> String {
    let mut text = HEAD.to_owned();
    let mut sum = String::new();
    for index in 0..PARTS_OF_A_FILE {
        // A file has each part once: the steps are odd, and the number of parts is a power of two.
        let (name, part) = PARTS[(number + index * (1 + 2 * (number % 3))) % PARTS.len()];
        let suffix = format!("{number:02}");
        text += &part
            .replace("NN", &suffix)
            .replace("KK", &(number + 3).to_string());
        let _ = writeln!(sum, "  sum = sum * 31 + (unsigned)check_{name}_{suffix}();");
    }
    let _ = write!(
        text,
        "unsigned check_{number:02}(void) {{\n  unsigned sum = {number};\n{sum}  return sum;\n}}\n"
    );
    text
}

/// The text of the file with `main`, which prints what every file gives.
fn main() -> String {
    let mut text = "#include <stdio.h>\n".to_owned();
    for number in 0..FILES {
        let _ = writeln!(text, "unsigned check_{number:02}(void);");
    }
    text += "int main(void) {\n";
    for number in 0..FILES {
        let _ = writeln!(text, "  printf(\"{number} %u\\n\", check_{number:02}());");
    }
    text + "  return 0;\n}\n"
}

const HEAD: &str = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n";

/// Parts of files: `NN` stands for the number of the file, `KK` for a constant.
const PARTS: [(&str, &str); 8] = [
    (
        "table",
        r#"struct entry_NN { struct entry_NN *next; char name[16]; int value; };
static struct entry_NN *table_NN[64];

static unsigned hash_NN(const char *text) {
  unsigned hash = 5381;
  while (*text) hash = hash * 33 + (unsigned char)*text++;
  return hash % 64;
}

static int put_NN(const char *name, int value) {
  unsigned slot = hash_NN(name);
  for (struct entry_NN *entry = table_NN[slot]; entry; entry = entry->next)
    if (!strcmp(entry->name, name)) {
      entry->value += value;
      return 0;
    }
  struct entry_NN *made = malloc(sizeof *made);
  if (!made) return -1;
  snprintf(made->name, sizeof made->name, "%s", name);
  made->value = value;
  made->next = table_NN[slot];
  table_NN[slot] = made;
  return 1;
}

static int check_table_NN(void) {
  unsigned made = 0;
  char name[16];
  for (int i = 0; i < 40; i++) {
    snprintf(name, sizeof name, "key%d", i * KK % 23);
    made += (unsigned)put_NN(name, i);
  }
  for (int slot = 0; slot < 64; slot++)
    for (struct entry_NN *entry = table_NN[slot]; entry; entry = entry->next)
      made = made * 7 + (unsigned)entry->value;
  return (int)made;
}

"#,
    ),
    (
        "text",
        r#"struct text_NN { char *bytes; size_t length, room; };

static int append_NN(struct text_NN *text, const char *more) {
  size_t length = strlen(more);
  if (text->length + length + 1 > text->room) {
    size_t room = 2 * (text->length + length + 1);
    char *bytes = realloc(text->bytes, room);
    if (!bytes) return 0;
    text->bytes = bytes;
    text->room = room;
  }
  memcpy(text->bytes + text->length, more, length + 1);
  text->length += length;
  return 1;
}

static int check_text_NN(void) {
  struct text_NN text = {0, 0, 0};
  char number[12];
  for (int i = 0; i < 50; i++) {
    snprintf(number, sizeof number, "%d,", i * KK);
    if (!append_NN(&text, number)) abort();
  }
  int commas = 0;
  for (const char *at = text.bytes; (at = strchr(at, ',')); at++) commas++;
  int result = commas * 1000 + (int)text.length;
  free(text.bytes);
  return result;
}

"#,
    ),
    (
        "sort",
        r#"static int order_NN(const void *left, const void *right) {
  const int *a = left, *b = right;
  return (*a > *b) - (*a < *b);
}

static int find_NN(const int *sorted, int count, int wanted) {
  int low = 0, high = count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (sorted[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low < count && sorted[low] == wanted ? low : -1;
}

static int check_sort_NN(void) {
  int numbers[64];
  for (int i = 0; i < 64; i++) numbers[i] = i * 37 * KK % 101;
  qsort(numbers, 64, sizeof *numbers, order_NN);
  unsigned found = 0;
  for (int i = 0; i < 101; i++) found = found * 3 + (unsigned)find_NN(numbers, 64, i);
  return (int)found;
}

"#,
    ),
    (
        "matrix",
        r#"static void multiply_NN(double a[4][4], double b[4][4], double c[4][4]) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      double sum = 0;
      for (int k = 0; k < 4; k++) sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}

static int check_matrix_NN(void) {
  double a[4][4], b[4][4], c[4][4];
  for (int i = 0; i < 16; i++) {
    a[i / 4][i % 4] = i * KK % 7;
    b[i % 4][i / 4] = i - KK;
  }
  multiply_NN(a, b, c);
  multiply_NN(c, a, b);
  double trace = 0;
  for (int i = 0; i < 4; i++) trace += b[i][i];
  return (int)trace;
}

"#,
    ),
    (
        "calculator",
        r#"static int sum_NN(const char **at);

static int factor_NN(const char **at) {
  if (**at == '(') {
    ++*at;
    int value = sum_NN(at);
    if (**at == ')') ++*at;
    return value;
  }
  return (int)strtol(*at, (char **)at, 10);
}

static int product_NN(const char **at) {
  int value = factor_NN(at);
  while (**at == '*' || **at == '/') {
    char sign = *(*at)++;
    int other = factor_NN(at);
    value = sign == '*' ? value * other : other ? value / other : 0;
  }
  return value;
}

static int sum_NN(const char **at) {
  int value = product_NN(at);
  while (**at == '+' || **at == '-') {
    char sign = *(*at)++;
    int other = product_NN(at);
    value = sign == '+' ? value + other : value - other;
  }
  return value;
}

static int check_calculator_NN(void) {
  const char *text = "1+2*(3+KK)*4-100/(7-KK)+KK";
  return sum_NN(&text);
}

"#,
    ),
    (
        "ring",
        r#"struct ring_NN { int items[16]; unsigned first, count; };

static int push_NN(struct ring_NN *ring, int item) {
  if (ring->count == 16) return 0;
  ring->items[(ring->first + ring->count++) % 16] = item;
  return 1;
}

static int pop_NN(struct ring_NN *ring, int *item) {
  if (!ring->count) return 0;
  *item = ring->items[ring->first];
  ring->first = (ring->first + 1) % 16;
  ring->count--;
  return 1;
}

static int check_ring_NN(void) {
  struct ring_NN ring = {{0}, 0, 0};
  unsigned sum = 0;
  int item;
  for (int i = 0; i < 100; i++) {
    if (!push_NN(&ring, i * KK) || i % 3 == 0)
      while (pop_NN(&ring, &item)) sum = sum * 5 + (unsigned)item;
  }
  return (int)sum;
}

"#,
    ),
    (
        "states",
        r#"enum state_NN { START_NN, WORD_NN, NUMBER_NN, SPACE_NN };

static int check_states_NN(void) {
  const char *text = "one 22 three, 4four KK five 666 seven";
  enum state_NN state = START_NN;
  int counts[4] = {0, 0, 0, 0};
  for (; *text; text++) {
    enum state_NN next;
    switch (*text) {
    case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9':
      next = state == WORD_NN ? WORD_NN : NUMBER_NN;
      break;
    case ' ': case ',':
      next = SPACE_NN;
      break;
    default:
      next = WORD_NN;
    }
    if (next != state) counts[next]++;
    state = next;
  }
  return counts[WORD_NN] * 100 + counts[NUMBER_NN] * 10 + counts[SPACE_NN];
}

"#,
    ),
    (
        "list",
        r#"struct node_NN { struct node_NN *next; long long value; };

static struct node_NN *reversed_NN(struct node_NN *list) {
  struct node_NN *result = NULL;
  while (list) {
    struct node_NN *next = list->next;
    list->next = result;
    result = list;
    list = next;
  }
  return result;
}

static int check_list_NN(void) {
  struct node_NN *list = NULL;
  for (int i = 0; i < 20; i++) {
    struct node_NN *node = malloc(sizeof *node);
    if (!node) abort();
    node->value = (long long)i * i * KK;
    node->next = list;
    list = node;
  }
  long long sum = 0;
  for (list = reversed_NN(list); list;) {
    struct node_NN *next = list->next;
    sum = sum * 3 + list->value;
    free(list);
    list = next;
  }
  return (int)(sum ^ (sum >> 32));
}

"#,
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_has_its_parts_once() {
        for number in 0..FILES {
            let text = file(number);
            let lines = text.lines().count();
            assert!((60..170).contains(&lines), "{lines} lines in file {number}");
            for (name, _) in PARTS {
                let defined = text.matches(&format!("int check_{name}_")).count();
                assert!(defined <= 1, "{name} in file {number}");
            }
            assert!(!text.contains("NN") && !text.contains("KK"));
        }
    }
}
