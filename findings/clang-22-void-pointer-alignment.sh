#!/usr/bin/env bash
# clang 22 takes the sum of a converted array and a number to be as aligned as the array.
#
# Version: clang 22.1.8, as in the package `ziglang` 0.17.1 of PyPI. clang 22 of apt.llvm.org does
# the same; clang 16, 19 and 21 do not.
# Behaviour: for `__builtin_memcpy((void *)array + 24, from, 16)`, where `array` is an array that is
# aligned to 16 bytes, the call has an operand `align 16`, though the address is at most aligned to
# 8. Later passes believe it, so the machine code may store by an instruction that traps.
# `(char *)array + 24` has `align 8`. Arithmetic on `void *` is an extension of GNU C.
# Output seen: `align 16` for the one, `align 8` for the other.
#
# For us: C for people writes `(uint8_t *)array + 24`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv" || exit 2
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check ziglang==0.17.1 || exit 2

cat > "$folder/copy.c" <<'END'
extern long long array[8];
long long array[8] __attribute__((aligned(16)));
void from_void(const void *from) { __builtin_memcpy((void *)array + 24, from, 16); }
void from_char(const void *from) { __builtin_memcpy((char *)array + 24, from, 16); }
END

zig() { "$folder/venv/bin/python" -m ziglang cc "$@"; }
zig --version | head -n 1
zig -target x86_64-linux-gnu -O1 -fno-sanitize=all -g0 -S -emit-llvm -o "$folder/copy.ll" \
    "$folder/copy.c"
# What either function copies to.
found=$(sed -n 's/.*call void @llvm.memcpy[^(]*(ptr [a-z ]*\(align [0-9]*\) .*/\1/p' "$folder/copy.ll")
echo "$found"
if [ "$found" != $'align 16\nalign 8' ]; then
    echo "this has changed"
    exit 1
fi
echo "still so: the address of byte 24 is taken for one that is aligned to 16 bytes"
