#!/bin/sh
# Stands in for a compiler of C: what it compiles is C that unsnarl wrote of clang's LLVM IR.
#
# Needs $CLANG, $GCC and $UNSNARL. A warning of gcc and a `goto` are errors. Every module that is
# compiled is a line of $MODULES.
compiles= object= last= position=
for word in "$@"; do
  case $last in -o) object=$word ;; esac
  case $word in
  -c) compiles=yes ;;
  -fPIC) position=$word ;;
  esac
  last=$word
done
if [ -z "$compiles" ]; then
  exec "$GCC" "$@"
fi
# The options that come after are those that count.
"$CLANG" "$@" -S -emit-llvm -o "$object.ll" || exit
"$UNSNARL" compile "$object.ll" -o "$object.c" || exit
if grep -qw goto "$object.c"; then
  echo "$object.c: a goto" >&2
  exit 1
fi
"$GCC" -std=gnu11 -O2 $position -Wall -Wextra -Werror -c "$object.c" -o "$object" || exit
echo "$object" >>"$MODULES"
