//! Command lines of C.

use super::Dialect;
use crate::tools::CLANG;

/// `unsnarl cc` and clang.
pub(super) const C: Dialect = Dialect {
    subcommand: "cc",
    peer: CLANG,
    files: FILES,
    rows: ROWS,
    warned: WARNED,
};

/// The files in both folders.
const FILES: &[(&str, &str)] = &[
    (
        "x.c",
        "#include \"inc.h\"\nint twice(int x) { return N * x; }\n",
    ),
    (
        "y.c",
        "extern int twice(int);\nint main(void) { return twice(0); }\n",
    ),
    ("inc.h", "#define N 2\n"),
    ("sub/x.c", "int thrice(int x) { return 3 * x; }\n"),
    ("sub/inner.h", "#define M 3\n"),
    (
        "macros.c",
        "#include \"inner.h\"\nint m(void) { return M + W + EXTRA; }\n",
    ),
    ("extra.h", "#define EXTRA 1\n"),
    ("warn.c", "int f(void) { int unused; return 0; }\n"),
    ("bad.c", "int f(void) { return undeclared; }\n"),
    (
        "undefined.c",
        "extern int nobody(void);\nint main(void) { return nobody(); }\n",
    ),
    (
        "layout.c",
        "struct s { char c; int i; };\nint size(void) { return sizeof(struct s); }\n",
    ),
    ("two words.c", "int words(void) { return 2; }\n"),
    ("noending", "int noending(void) { return 1; }\n"),
    ("x.s", ".globaltype __stack_pointer, i32\n"),
    ("arguments", "-c -DW=1 @more\n"),
    ("more", "'two words.c' -o \"t w.o\"\n"),
];

/// Command lines; those separated by `;` run in order in one folder.
const ROWS: &[&str] = &[
    // Compiling.
    "-c x.c",
    "-c x.c -o o.o",
    "-O2 -c x.c y.c sub/x.c",
    "-c x.c y.c -o o.o",
    "-c macros.c -Isub -D W=2 -include extra.h",
    "-c -x c noending",
    "-x c -c - -o stdin.o",
    "-c @arguments",
    "@none -c x.c",
    "-S -emit-llvm x.c; -c x.ll -o from-ir.o",
    "-c -emit-llvm x.c; -c x.bc -o from-ir.o",
    "-flto -MMD -c x.c -o o.o",
    "-flto=thin -c x.c y.c; -flto -fno-lto -c sub/x.c -o o.o",
    "-flto -c x.c; x.o y.c -o prog",
    "-E x.c -o x.i; -c x.i -o o.o",
    // Messages and statuses.
    "-c warn.c -Wall",
    "-c warn.c -Wall -Werror",
    "-c bad.c",
    "-c bad.c x.c",
    "-c bad.c -ferror-limit=1 -fno-caret-diagnostics",
    "-c none.c",
    "-c x.c none.c",
    "-c",
    "",
    "-c x.c -lm -L. -Wl,--gc-sections",
    "-c x.c extra.o",
    "-c x.c -fno-such-option",
    "-c x.c --no-such-option",
    "none.o -c none.c",
    "-march=native x.c y.c -o prog",
    "-msse2 -c x.c",
    "-msse2 x.c y.c -o prog",
    "-msimd128 x.c y.c -o prog",
    "-mabi=lp64 x.c y.c -o prog",
    "-c x.c -Wa,-mfoo",
    "-c x.c -Wa,-g",
    // Dependencies.
    "-MMD -c x.c",
    "-MD -MP -c macros.c -Isub -DW=1 -include extra.h -o sub/m.lo",
    "-MMD -MF d -MT 'target' -c x.c",
    "-MD -MFd -MQ$(X) -c x.c -o x.o",
    "-Wp,-MMD,d -c x.c",
    "-Wp,-MD,d,-MT,t -c x.c",
    "-MMD x.c y.c -o prog",
    "-M x.c",
    "-MM -MG x.c y.c",
    "-c -MM x.c -MF d",
    // What clang prints while it compiles.
    "-MD -MF - -c x.c -o o.o",
    "-c layout.c -Xclang -fdump-record-layouts",
    "-c layout.c x.c -Xclang -ast-list",
    "-c layout.c -Xclang -ast-print -o printed.c",
    // Clang's part alone.
    "-E x.c -P",
    "-E x.c -o x.i",
    "-fsyntax-only warn.c -Wall",
    "-dumpmachine",
    "-print-libgcc-file-name",
    "-print-search-dirs",
    "-c extra.h -o extra.pch",
    // Linking.
    "x.c y.c -o prog",
    "-E x.c -o x.i; x.i y.c -o prog",
    "-O2 x.c y.c; y.c -c; x.c y.o -o prog",
    "-c x.c sub/x.c; x.o -shared -nostdlib -Wl,--no-entry -o s.so",
    "-c x.c y.c; -r -nostdlib x.o y.o -o both.o; both.o -o prog",
    "-nostdlib -Wl,--no-entry,--export=twice x.c -o lib.wasm",
    "-c undefined.c; undefined.o -o prog",
    "-c y.c; y.o -L. -lnone -o prog",
    "none.o -o prog",
    "bad.c y.c -o prog",
    "-fuse-ld=lld x.c y.c -o prog",
    "-mexec-model=reactor x.c -o reactor.wasm",
];

/// Command lines with warnings that clang does not give: the options reported as not supported.
const WARNED: &[(&str, &str)] = &[
    (
        "-std=c99 -pedantic -Wall -Wextra -Os -g -fPIC -fno-strict-aliasing -c x.c",
        "",
    ),
    (
        "-nostdlib -Xlinker --no-entry -Xlinker --export=twice -g -gpubnames x.c -o lib.wasm",
        "-gpubnames",
    ),
    ("-c x.c -gz -gz=none -fno-stack-protector", ""),
    (
        "-c x.c y.c -fstack-protector-strong -pg",
        "-fstack-protector-strong -pg",
    ),
    ("-c x.c -femulated-tls", "-femulated-tls"),
    ("-c x.c -mllvm -wasm-enable-sjlj", ""),
    ("-c x.c -mllvm -disable-lsr", "-mllvm"),
    ("-c x.c -gz -pg -w", ""),
];
