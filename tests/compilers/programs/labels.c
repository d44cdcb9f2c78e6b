/* Jumps by a table of distances between labels. */
#include <stdio.h>

static int run(const unsigned char *code) {
  static const int table[] = {&&add - &&add, &&times - &&add, &&end - &&add};
  int sum = 0;
  goto *(&&add + table[*code++]);
add:
  sum += 1;
  goto *(&&add + table[*code++]);
times:
  sum *= 3;
  goto *(&&add + table[*code++]);
end:
  return sum;
}

int main(void) {
  static const unsigned char code[] = {0, 0, 1, 0, 1, 2};
  printf("%d\n", run(code));
  return 0;
}
