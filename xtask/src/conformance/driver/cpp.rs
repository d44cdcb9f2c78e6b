//! Command lines of C++.

use super::Dialect;
use crate::tools::CLANGXX;

/// `unsnarl c++` and clang++.
pub(super) const CPP: Dialect = Dialect {
    subcommand: "c++",
    peer: CLANGXX,
    files: FILES,
    rows: ROWS,
    warned: WARNED,
};

const TWICE: &str = "#include \"inc.hpp\"\nint Twice::of(int x) { return N * x; }\n";

/// The files in both folders.
const FILES: &[(&str, &str)] = &[
    ("x.cpp", TWICE),
    ("x.cc", TWICE),
    ("x.cxx", TWICE),
    ("x.C", TWICE),
    ("x.c++", TWICE),
    ("x.CPP", TWICE),
    (
        "y.cpp",
        "#include \"inc.hpp\"\nint main() { return Twice::of(0); }\n",
    ),
    (
        "inc.hpp",
        "#pragma once\nconstexpr int N = 2;\nstruct Twice { static int of(int); };\n",
    ),
    ("plain.c", "int plain(int class_) { return class_; }\n"),
    ("plain.i", "int plain(int x) { return x; }\n"),
    (
        "class.c",
        "struct A { int f() { return 1; } };\nint f() { return A().f(); }\n",
    ),
    ("c.h", "struct A { int f() { return 1; } };\n"),
    (
        "library.cpp",
        "#include <cstdio>\n#include <iostream>\n#include <string>\n\
         int main() { std::string s = \"a\"; std::cout << s + \"b\\n\"; std::puts(s.c_str()); }\n",
    ),
    (
        "handlers.cpp",
        "int f(int);\nint g(int x) { try { return f(x); } catch (int e) { return e; } }\n",
    ),
    (
        "none.cpp",
        "int f(int);\nint g(int x) noexcept { return f(x); }\n",
    ),
    (
        "types.cpp",
        "struct A { virtual ~A(); };\nstruct B : A { int b; };\n\
         int f(A *a) { B *b = dynamic_cast<B *>(a); return b ? b->b : 0; }\n",
    ),
    (
        "concepts.cpp",
        "template <class T> concept C = sizeof(T) == 4;\nstatic_assert(C<int>);\n",
    ),
    (
        "bad.cpp",
        "template <class T> T f(T t) { return t.none; }\nint g() { return f(1); }\n",
    ),
    ("warn.cpp", "int f() { int unused; class A; return 0; }\n"),
    ("undefined.cpp", "struct S { S(); };\nint main() { S s; }\n"),
    ("throws.cpp", "int main() { throw; }\n"),
    ("new.cpp", "int *volatile p;\nint main() { p = new int; }\n"),
    (
        "pre.hpp",
        "#include <cstddef>\ntemplate <class T> T same(T t) { return t; }\n",
    ),
    (
        "uses-pre.cpp",
        "std::size_t f() { return same(std::size_t(3)); }\n",
    ),
    (
        "m.cppm",
        "export module m;\nexport int answer() { return 42; }\n",
    ),
    (
        "uses-m.cpp",
        "import m;\nint main() { return answer() - 42; }\n",
    ),
    ("noending", "int noending() { return 1; }\n"),
    ("t.tcc", "int t;\n"),
    ("x.s", ".globaltype __stack_pointer, i32\n"),
];

/// Command lines; those separated by `;` run in order in one folder.
const ROWS: &[&str] = &[
    // The endings of names, and languages.
    "-c x.cpp",
    "-c x.cc x.cxx x.C",
    "-c x.c++ -o o.o",
    "-c x.CPP -o o.o",
    "-c plain.c",
    "-c plain.c -Wno-deprecated",
    "-c plain.i",
    "-c class.c -w",
    "-c -x c plain.c",
    "-c -x c class.c",
    "-c -x c++ noending",
    "-x c++ -c - -o stdin.o",
    "-c -",
    "-c t.tcc",
    "-E x.cpp -o x.ii; -c x.ii -o o.o",
    "-S -emit-llvm x.cpp; -c x.ll -o from-ir.o",
    "-c -emit-llvm x.cpp; -c x.bc -o from-ir.o",
    // Messages and statuses.
    "-c warn.cpp -Wall",
    "-c warn.cpp -Wall -Werror",
    "-c bad.cpp",
    "-c bad.cpp x.cpp",
    "-c bad.cpp -fno-caret-diagnostics -ftemplate-backtrace-limit=1",
    "-c none-such.cpp",
    "-c",
    "",
    "-c x.cpp -lc++ -nostdlib++",
    "-c x.cpp -fno-such-option",
    // The standards and the language's options.
    "-std=c++98 -c x.cpp",
    "-std=c++03 -c concepts.cpp",
    "-std=c++20 -c concepts.cpp",
    "-std=c++23 -pedantic-errors -c concepts.cpp",
    "-std=c99 -c x.cpp",
    "-std=c++99 -c x.cpp",
    "-std=gnu++17 -c concepts.cpp",
    "-fno-exceptions -c handlers.cpp",
    "-fno-exceptions -c none.cpp",
    "-fexceptions -c handlers.cpp",
    "-O1 -c handlers.cpp",
    "-fwasm-exceptions -c handlers.cpp",
    "-O1 -fwasm-exceptions -mllvm -wasm-enable-exnref -c handlers.cpp",
    "-fwasm-exceptions -mno-exception-handling -c handlers.cpp",
    "-fwasm-exceptions -mllvm -wasm-use-legacy-eh=false -c handlers.cpp",
    "-fno-rtti -c types.cpp",
    "-fno-rtti -c x.cpp",
    "-c types.cpp",
    "-fno-threadsafe-statics -fvisibility-inlines-hidden -fno-sized-deallocation -c types.cpp",
    "-fstrict-vtable-pointers -O2 -c types.cpp",
    "-stdlib=libc++ -c x.cpp",
    "-stdlib=libstdc++ -c library.cpp",
    "-nostdinc++ -c library.cpp",
    // Dependencies.
    "-MMD -c x.cpp",
    "-MD -MP -c x.cc -o o.lo",
    "-MMD x.cpp y.cpp -o prog",
    "x.CPP y.cpp -o prog",
    "-E x.cpp -o x.ii; x.ii y.cpp -o prog",
    "-MM x.cpp",
    // Precompiled headers and modules.
    "-x c++-header pre.hpp -o pre.hpp.pch; -include-pch pre.hpp.pch -c uses-pre.cpp",
    "pre.hpp; -c uses-pre.cpp -include pre.hpp",
    "c.h -o c.pch",
    "-std=c++20 --precompile m.cppm -o m.pcm; -c m.pcm -o m.o; -std=c++20 -fmodule-file=m=m.pcm uses-m.cpp m.o -o prog",
    "-std=c++20 -c m.cppm -fmodule-output -o sub.o",
    "-std=c++20 -c m.cppm -fmodule-output",
    "-std=c++20 -c m.cppm -fmodule-output=other.pcm -o m.o; -std=c++20 -fmodule-file=m=other.pcm -c uses-m.cpp",
    "-std=c++20 -fprebuilt-module-path=. m.cppm uses-m.cpp -fmodule-output -o prog",
    "-std=c++20 -c uses-m.cpp",
    "-c x.cpp -fmodule-output -o o.o",
    // Clang's part alone.
    "-E x.cpp -P",
    "-fsyntax-only bad.cpp",
    "-dM -E -x c++ noending",
    "--driver-mode=cpp x.cpp",
    "-dumpmachine",
    "-print-search-dirs",
    // Linking.
    "x.cpp y.cpp -o prog",
    "-fno-exceptions -O2 library.cpp -o prog",
    "throws.cpp -o prog",
    "new.cpp -nostdlib++ -o prog",
    "--driver-mode=gcc new.cpp -o prog",
    "--driver-mode=gcc y.cpp -fno-exceptions plain.c x.cpp -o prog",
    "-c x.cc; y.cpp x.o -o prog",
    "-nostdlib -Wl,--no-entry,--export-all x.cpp -o lib.wasm",
    "-mexec-model=reactor x.cpp -o reactor.wasm",
    "undefined.cpp -o prog",
    "bad.cpp y.cpp -o prog",
    "none.o -o prog",
];

/// Command lines with warnings that clang does not give: the options reported as not supported.
const WARNED: &[(&str, &str)] = &[
    ("-std=c++17 -Wall -O2 -g -fPIC -c x.cpp", ""),
    ("-c x.cpp y.cpp -g -g0 -pg", "-pg"),
    (
        "-c types.cpp -fno-exceptions -fstack-protector",
        "-fstack-protector",
    ),
    ("-c x.cpp -mllvm -wasm-keep-registers", "-mllvm"),
];
