//! The parts of the conformance tests.

use super::report::Report;
use super::{
    abi, bitcode, blocks, builds, coreutils, coroutines, csmith, damage, debug, documents, driver,
    exceptions, gcc, gotos, ir, javascript, jumps, large, linking, linktime, machines, mutations,
    packages, people, pipelines, real, refinement, restructured, runs, rust, sanitized, shared,
    streams, suite, testkit, texts, threads, torture, versions, wide,
};
use crate::error::Error;
use crate::examples;
use crate::tools::{
    CCACHE, CHROMIUM, CLANG, CLANG_14, CLANG_14_LINK, CLANG_16, CLANG_22, CLANG_22_LINK, CLANGXX,
    CMAKE, CSMITH, DISTCC, DISTCCD, DWARFDUMP, FIREFOX, GCC, GCC_S390X, GXX, JS102, LLC, LLC_14,
    LLC_16, LLC_22, LLVM_AR, LLVM_AS, LLVM_AS_22, LLVM_CAT, LLVM_DIS, LLVM_DIS_14, LLVM_DIS_16,
    LLVM_DIS_22, MAKE, MESON, NODE, NPM, OPT, OPT_14, OPT_16, OPT_22, PERL, PYTHON, PYTHON_3_11,
    QEMU_S390X, READOBJ, SCCACHE, Tool, WASI_LIBC, WASM_LD, WASM_LD_14, WASM_LD_22, WASM_OPT,
};

/// A part of the conformance tests.
pub(super) struct Part {
    pub(super) name: &'static str,
    pub(super) what: &'static str,
    pub(super) tools: &'static [Tool],
    /// Adds a check to the report for each thing that held or did not; an error is a failure as
    /// well.
    pub(super) run: fn(&mut Report) -> Result<(), Error>,
}

/// All parts, in the order in which they start.
pub(super) const PARTS: &[Part] = &[
    Part {
        name: "examples",
        what: "the checked-in IR and outputs are up to date",
        tools: &[CLANG, GCC],
        run: examples_are_up_to_date,
    },
    Part {
        name: "peer",
        what: "examples through LLVM's own back end, in node: equal to native",
        tools: &[LLC, WASM_LD, NODE],
        run: runs::through_llvm,
    },
    Part {
        name: "streams",
        what: "the calls of WASI that the programs use, in every engine: equal to native",
        tools: &[CLANG, WASI_LIBC, LLC, WASM_LD, GCC, NODE, JS102, PYTHON],
        run: streams::streams,
    },
    Part {
        name: "linking",
        what: "objects of Unsnarl and of LLVM in one program, by three linkers: equal to native",
        tools: &[
            CLANG, CLANG_22, WASI_LIBC, LLC, LLVM_AR, WASM_LD, WASM_LD_22, GCC, NODE,
        ],
        run: linking::linking,
    },
    Part {
        name: "linktime",
        what: "zlib, Lua, SQLite and C++ as bitcode through unsnarl ld: the same bytes, and equal to native",
        tools: &[
            CLANG, CLANGXX, WASI_LIBC, LLC, LLVM_AS, LLVM_AR, LLVM_CAT, WASM_LD, WASM_LD_22, GCC,
            GXX, NODE,
        ],
        run: linktime::linktime,
    },
    Part {
        name: "rust",
        what: "programs, panics that unwind, the library and the command in Rust, by Rust 1.63 and its newest, through unsnarl ld: equal to native",
        tools: &[
            CLANG, WASI_LIBC, LLC_22, WASM_LD_14, WASM_LD_22, GCC, NODE, JS102, PYTHON,
        ],
        run: rust::rust,
    },
    Part {
        name: "jumps",
        what: "random programs with setjmp and longjmp, in both forms of exceptions, both back ends mixed: equal to native",
        tools: &[
            CLANG, WASI_LIBC, LLC, LLC_22, WASM_LD, GCC, NODE, JS102, PYTHON,
        ],
        run: jumps::jumps,
    },
    Part {
        name: "programs",
        what: "examples through unsnarl, every algorithm and engine: equal to native",
        tools: &[NODE],
        run: runs::through_unsnarl,
    },
    Part {
        name: "real",
        what: "zlib, Lua and SQLite at both levels, every engine: proved, and equal to native",
        tools: &[CLANG, WASI_LIBC, LLC, WASM_LD, GCC, NODE, JS102, PYTHON],
        run: real::real,
    },
    Part {
        name: "wasm",
        what: "zlib, Lua and SQLite, linked, written again: proved, and equal to native",
        tools: &[CLANG, WASI_LIBC, LLC, WASM_LD, GCC, NODE],
        run: restructured::restructured,
    },
    Part {
        name: "packages",
        what: "packages of npm in Rust, Go, C, C++, AssemblyScript with their modules written again, and as JavaScript: proved, and the same answers",
        tools: &[NODE, NPM],
        run: packages::packages,
    },
    Part {
        name: "large",
        what: "Box2D with its unit tests, Bullet and CPython at -O2: proved, and equal to native",
        tools: &[
            CLANG,
            CLANGXX,
            WASI_LIBC,
            LLVM_AR,
            WASM_LD,
            GCC,
            GXX,
            MAKE,
            PYTHON_3_11,
            PYTHON,
            NODE,
            JS102,
        ],
        run: large::large,
    },
    Part {
        name: "versions",
        what: "examples and torture programs as IR of clang 14, 16, 19, 22: objects, and the examples' answers",
        tools: &[CLANG_14, CLANG_16, CLANG, CLANG_22, WASI_LIBC],
        run: versions::versions,
    },
    Part {
        name: "bitcode",
        what: "bitcode of LLVM 14, 16, 19, 22 against its text: the same module, and the same object",
        tools: &[
            CLANG_14,
            CLANG_16,
            CLANG,
            CLANG_22,
            LLVM_AS,
            LLVM_AS_22,
            LLVM_DIS_14,
            LLVM_DIS_16,
            LLVM_DIS,
            LLVM_DIS_22,
            WASI_LIBC,
        ],
        run: bitcode::bitcode,
    },
    Part {
        name: "torture-peer",
        what: "corner cases of C through LLVM's own back end: equal to native, and clean under the sanitizers",
        tools: &[CLANG, WASI_LIBC, LLC, WASM_LD, GCC, NODE],
        run: torture::through_llvm,
    },
    Part {
        name: "coreutils",
        what: "GNU coreutils as C without goto, by its own makefiles: no warning, and its own tests pass",
        tools: &[CLANG, GCC, MAKE, PERL],
        run: coreutils::coreutils,
    },
    Part {
        name: "c-for-people",
        what: "torture, random and real programs as C without goto: no warning, and equal to native",
        tools: &[CLANG, CLANG_22, GCC, CSMITH],
        run: people::people,
    },
    Part {
        name: "sanitized",
        what: "torture, random C programs, zlib, Lua and SQLite as C of both kinds, under gcc's sanitizers: nothing found, and equal to native",
        tools: &[CLANG, WASI_LIBC, LLC, WASM_LD, GCC, CSMITH],
        run: sanitized::sanitized,
    },
    Part {
        name: "torture",
        what: "corner cases of C at five levels: proved, and equal to native",
        tools: &[CLANG, WASI_LIBC, LLC, WASM_LD, GCC, NODE],
        run: torture::through_unsnarl,
    },
    Part {
        name: "torture-simd",
        what: "corner cases of C with vectors in v128 at -O2 and -O3: proved, and equal to native",
        tools: &[CLANG, WASI_LIBC, LLC, WASM_LD, GCC, NODE],
        run: torture::with_simd,
    },
    Part {
        name: "torture-cpp-peer",
        what: "corner cases of C++ with and without exceptions through LLVM's own back end: equal to native",
        tools: &[CLANG, CLANGXX, WASI_LIBC, LLC, WASM_LD, GXX, NODE],
        run: torture::cpp_through_llvm,
    },
    Part {
        name: "torture-cpp",
        what: "corner cases of C++ with and without exceptions at four levels: proved, and equal to native",
        tools: &[CLANG, CLANGXX, WASI_LIBC, LLC, WASM_LD, GXX, NODE],
        run: torture::cpp_through_unsnarl,
    },
    Part {
        name: "csmith",
        what: "random C programs at both levels: none refused, and equal to native",
        tools: &[CLANG, WASI_LIBC, LLC, WASM_LD, GCC, NODE, CSMITH],
        run: csmith::csmith,
    },
    Part {
        name: "pipelines",
        what: "torture and random programs by LLVM 14, 16, 19, 22 and ten unusual pipelines of opt: equal to native",
        tools: &[
            CLANG_14, CLANG_16, CLANG, CLANG_22, OPT_14, OPT_16, OPT, OPT_22, LLC_14, LLC_16, LLC,
            LLC_22, WASI_LIBC, WASM_LD, GCC, NODE, CSMITH,
        ],
        run: pipelines::pipelines,
    },
    Part {
        name: "random-ir",
        what: "random modules of LLVM IR by three clangs, by algorithms and reductions in turn, as WebAssembly, JavaScript, C and C for people: equal to native",
        tools: &[CLANG_16, CLANG, CLANG_22, WASI_LIBC, WASM_LD, GCC, NODE],
        run: ir::ir,
    },
    Part {
        name: "coroutines",
        what: "random C++20 coroutines by three clangs, by algorithms and reductions in turn, as WebAssembly, JavaScript, C and C for people: equal to native",
        tools: &[CLANG_16, CLANG, CLANG_22, WASI_LIBC, WASM_LD, GCC, NODE],
        run: coroutines::coroutines,
    },
    Part {
        name: "gcc-torture",
        what: "GCC's own programs for C at -O0 and -O2, as WebAssembly, JavaScript, C and C for people: equal to native, or listed with the reason",
        tools: &[CLANG, WASI_LIBC, LLC, WASM_LD, GCC, NODE],
        run: gcc::gcc,
    },
    Part {
        name: "gotos",
        what: "random C programs with gotos into loops and setjmp, by three clangs, by algorithms and reductions in turn, as C for people: equal to native",
        tools: &[CLANG_16, CLANG, CLANG_22, GCC],
        run: gotos::gotos,
    },
    Part {
        name: "abi",
        what: "calling conventions, in both ABIs: random programs with halves by Unsnarl and by LLVM: equal to native",
        tools: &[CLANG, CLANG_22, WASI_LIBC, LLC, LLC_22, WASM_LD, GCC, NODE],
        run: abi::abi,
    },
    Part {
        name: "javascript",
        what: "modules as JavaScript, every operation, random functions and instances, in node and SpiderMonkey's shell: as in the interpreter",
        tools: &[NODE, JS102],
        run: javascript::javascript,
    },
    Part {
        name: "machines",
        what: "modules as portable C, every operation and random functions, by gcc and clang, with sanitizers, and on a big-endian machine: as in the interpreter; and what compilers make of C for people",
        tools: &[CLANG, CLANG_22, OPT, GCC, GCC_S390X, QEMU_S390X],
        run: machines::machines,
    },
    Part {
        name: "suite-js",
        what: "the official test suite of WebAssembly as JavaScript, in node and SpiderMonkey's shell: every assertion",
        tools: &[NODE, JS102, GCC],
        run: suite::javascript,
    },
    Part {
        name: "suite-c",
        what: "the official test suite of WebAssembly as portable C, by gcc: every assertion",
        tools: &[GCC, CLANG],
        run: suite::c,
    },
    Part {
        name: "texts",
        what: "examples, zlib, Lua and SQLite as JavaScript, in node and SpiderMonkey's shell, and as portable C: equal to native",
        tools: &[CLANG, WASI_LIBC, WASM_LD, GCC, NODE, JS102],
        run: texts::programs,
    },
    Part {
        name: "torture-texts",
        what: "corner cases of C as JavaScript, in node and SpiderMonkey's shell, and as portable C: equal to native",
        tools: &[CLANG, WASI_LIBC, LLC, WASM_LD, GCC, NODE, JS102],
        run: texts::torture,
    },
    Part {
        name: "random-texts",
        what: "random C programs as JavaScript, in node and SpiderMonkey's shell, and as portable C: equal to native",
        tools: &[CLANG, WASI_LIBC, LLC, WASM_LD, GCC, NODE, JS102, CSMITH],
        run: texts::random,
    },
    Part {
        name: "wide",
        what: "addresses of 64 bits: torture, random programs and halves by Unsnarl and LLVM: equal to native",
        tools: &[CLANG, LLC, WASM_LD, GCC, CSMITH],
        run: wide::wide,
    },
    Part {
        name: "shared",
        what: "programs with libraries that are loaded, by both back ends: equal to native, and the same references",
        tools: &[
            CLANG, WASI_LIBC, LLC, READOBJ, WASM_LD, WASM_LD_22, GCC, GXX, NODE,
        ],
        run: shared::shared,
    },
    Part {
        name: "threads",
        what: "a program with threads in node, by mixtures of Unsnarl and LLVM: proved, and equal to native",
        tools: &[CLANG, LLC, WASM_LD, NODE],
        run: threads::threads,
    },
    Part {
        name: "exceptions",
        what: "programs in C++ that throw and catch, in both forms of the instructions and every engine, by mixtures of Unsnarl and LLVM: proved, and equal to native",
        tools: &[
            CLANG, CLANGXX, CLANG_22, LLC, LLC_22, LLVM_AR, WASI_LIBC, WASM_LD, GXX, PYTHON, NODE,
            JS102, CHROMIUM, FIREFOX,
        ],
        run: exceptions::exceptions,
    },
    Part {
        name: "mutations",
        what: "100,000 changes of compiled functions of all corpora: noticed by a proof, or equal on 1,000 states",
        tools: &[CLANG, WASI_LIBC, CSMITH],
        run: mutations::mutations,
    },
    Part {
        name: "skeletons",
        what: "JavaScript, Python, C, Rust, WGSL, if and while of small and random graphs, run: the oracle's trace",
        tools: &[NODE, PYTHON, GCC],
        run: testkit::skeletons,
    },
    Part {
        name: "tangles",
        what: "functions of LLVM IR that jump anywhere, as JavaScript and C of both kinds by every algorithm: what the model tells",
        tools: &[NODE, GCC],
        run: testkit::tangles,
    },
    Part {
        name: "written-corpora",
        what: "every function of the examples, zlib, Lua and SQLite in the same six languages, run: the oracle's trace",
        tools: &[CLANG, NODE, PYTHON, GCC],
        run: testkit::written_corpora,
    },
    Part {
        name: "pseudocode",
        what: "the pseudocode of every function of the examples, zlib, Lua and SQLite: does what the function does",
        tools: &[CLANG, WASI_LIBC],
        run: testkit::pseudocode,
    },
    Part {
        name: "small-graphs",
        what: "every graph of up to five blocks by the default and the baseline, of up to four by all: proved",
        tools: &[],
        run: testkit::small_graphs,
    },
    Part {
        name: "profiles",
        what: "every graph of up to five blocks, and random ones, by all algorithms, lowered to every profile: proved",
        tools: &[],
        run: testkit::profiles,
    },
    Part {
        name: "graphs",
        what: "random graphs by the default and the baseline, and fewer by all: proved",
        tools: &[],
        run: testkit::graphs,
    },
    Part {
        name: "routing",
        what: "10,000 irreducible graphs: dispatchers against routing every edge, and the fewest",
        tools: &[],
        run: testkit::routing,
    },
    Part {
        name: "optimum",
        what: "the default against the best layout of small graphs: as good on all of up to 5 blocks",
        tools: &[],
        run: testkit::optimum,
    },
    Part {
        name: "refinement",
        what: "random functions before and after opt, run on random arguments: allowed by what LLVM IR means",
        tools: &[OPT, OPT_22],
        run: refinement::refinement,
    },
    Part {
        name: "debug",
        what: "C and C++ with -g: the same code as without, valid DWARF beside LLVM's, also of linked programs",
        tools: &[
            CLANG, CLANG_22, WASI_LIBC, LLC, LLC_22, OPT, OPT_22, DWARFDUMP, WASM_LD,
        ],
        run: debug::debug,
    },
    Part {
        name: "blocks",
        what: "every block of programs and random functions on random states, before and after selection: refined",
        tools: &[CLANG, WASI_LIBC, OPT, CSMITH],
        run: blocks::blocks,
    },
    Part {
        name: "damage",
        what: "cut and changed examples: an error with a position, or a valid module or object",
        tools: &[WASM_LD],
        run: damage::damage,
    },
    Part {
        name: "changed",
        what: "modules of WebAssembly and bitcode with changed bytes: an error with a place, or a proved translation",
        tools: &[],
        run: testkit::changed,
    },
    Part {
        name: "driver",
        what: "command lines through unsnarl cc, unsnarl c++ and clang: the same messages, statuses and files",
        tools: &[
            CLANG,
            CLANGXX,
            CLANG_22_LINK,
            WASI_LIBC,
            WASM_LD,
            WASM_LD_22,
        ],
        run: driver::driver,
    },
    Part {
        name: "documents",
        what: "the scripts in README and docs",
        tools: &[
            CLANG, CLANGXX, WASI_LIBC, WASM_LD, LLVM_AR, MAKE, CMAKE, MESON, CCACHE,
        ],
        run: documents::documents,
    },
    Part {
        name: "builds",
        what: "zlib's own makefile with unsnarl cc, make -j, ccache, sccache, distcc, three clangs and wasm-opt: equal to native",
        tools: &[
            CLANG,
            CLANG_14_LINK,
            CLANG_22_LINK,
            WASM_OPT,
            WASI_LIBC,
            WASM_LD,
            GCC,
            MAKE,
            CCACHE,
            SCCACHE,
            DISTCC,
            DISTCCD,
            NODE,
        ],
        run: builds::builds,
    },
];

fn examples_are_up_to_date(report: &mut Report) -> Result<(), Error> {
    let files = examples::check_all()?;
    report.pass_many(files);
    Ok(())
}
