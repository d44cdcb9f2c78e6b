#!/usr/bin/env bash
# clang 19 compiles a state machine wrongly at -O2.
#
# Version: clang 19.1.7 for x86-64, as in the package `ziglang` 0.14.1 of PyPI. Debian's
# clang-19 1:19.1.7 does the same; clang 16, clang 22 and gcc 12 do not.
# Behaviour: `run` is defined for every number: no operation overflows a signed type, and every
# variable is set at its declaration. For 8 it sets `sum` to 0, where the program says `value`. With
# `-mllvm -opt-bisect-limit`, the pass that changes the answer is "Early Tail Duplication", which
# runs on the code of the machine; `-fno-strict-aliasing` and `-fwrapv` change nothing.
# Output seen: at -O0 eight equal numbers and two 1, at -O2 a 0 in the place of the ninth.
#
# For us: texts that are state machines are compiled by gcc and clang 16 in the conformance tests.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv" || exit 2
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check ziglang==0.14.1 || exit 2
clang() { "$folder/venv/bin/python" -m ziglang cc -target x86_64-linux-musl "$@"; }

cat > "$folder/machine.c" <<'END'
#include <stdint.h>
#include <stdio.h>

static uint32_t first;
static uint64_t sum;

__attribute__((noinline)) static unsigned run(void) {
  uint64_t value = 0, kept = 0, seed = 0;
  uint32_t left = 0, round = 0, last = 0, before = 0, less = 0, count = 0, rest = 0, odd = 0;
  unsigned state = 0;
  while (1) {
    switch (state) {
      case 0:
        before = first;
        less = before - 1;
        first = less;
        state = 1;
        continue;
      case 1: {
        count = (int32_t)(before - 3) >= 0 ? less : 2147483648u;
        uint64_t mixed = seed ^ 1069547520;
        value = ((mixed >> 29) ^ mixed) * 1099511628211u;
        rest = count - 4;
        if ((int32_t)rest < 0) {
          last = 7;
          state = 6;
          continue;
        }
        state = 2;
        continue;
      }
      case 2:
        odd = (count + 1) & 3;
        if (odd == 0) {
          left = rest;
          kept = value;
          value = 0;
          state = 4;
          continue;
        }
        state = 3;
        continue;
      case 3:
        if (round == odd) continue; /* It never is. */
        /* fall through */
      case 4:
        if (rest < 3) {
          state = 5;
          continue;
        }
        if (left == 3) {
          value = kept;
          state = 5;
          continue;
        }
        /* fall through */
      case 5:
        sum = value;
        /* fall through */
      case 6:
        first = last;
        return 85;
    }
  }
}

int main(void) {
  for (uint32_t number = 0; number < 10; number++) {
    first = number;
    sum = 1;
    run();
    printf("%llx ", (unsigned long long)sum);
  }
  printf("\n");
}
END

clang --version | head -n 1
for level in 0 2; do
    clang -w "-O$level" "$folder/machine.c" -o "$folder/machine"
    "$folder/machine" > "$folder/$level"
    echo "-O$level: $(cat "$folder/$level")"
done
value=c000016c534001b3
right="$value $value $value 1 1 $value $value $value $value $value "
wrong="$value $value $value 1 1 $value $value $value 0 $value "
if [[ "$(cat "$folder/0")" != "${right% }"* || "$(cat "$folder/2")" != "${wrong% }"* ]]; then
    echo "this has changed"
    exit 1
fi
echo "still so: clang 19 is wrong at -O2"
