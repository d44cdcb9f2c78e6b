use super::super::platform::Platform;
use super::super::show;
use super::super::tools::Tools;
use super::*;

/// The plan of a command line, a command a line, without quotes; or the error.
fn plan(line: &str) -> (String, Vec<String>) {
    let words = line.split_whitespace().map(OsString::from).collect();
    let (own, words) = Own::split(&Default::default(), words).expect("our options are right");
    let line = Line::read(words);
    let tools = Tools {
        clang: "clang-19".into(),
        mode: None,
        platform: Platform::of(Path::new("clang-19"), &line),
        wasm_ld: Some("wasm-ld".into()),
    };
    match Plan::make(&line, &own) {
        Err(error) => (error.to_string(), Vec::new()),
        Ok(plan) => (
            show::text(&plan, &tools).replace('"', ""),
            plan.warnings
                .into_iter()
                .map(|warning| warning.message)
                .collect(),
        ),
    }
}

/// Compares a plan with its lines. `IR` is what every run of clang for IR has first, `MAKE` for our
/// part, `LINK` for the start of a link.
#[track_caller]
fn check(line: &str, expected: &[&str]) {
    let (found, _) = plan(line);
    let starts = [
        ("IR ", "clang-19 --target=wasm32-wasi -c -emit-llvm -o - "),
        ("MAKE ", "unsnarl compile --from=bitcode - --emit=obj "),
        ("LINK ", "clang-19 --target=wasm32-wasi "),
    ];
    let whole = |line: &&str| {
        let mut found = starts.iter();
        let short = found.find_map(|(short, long)| Some((line.strip_prefix(short)?, long)));
        short.map_or((*line).to_owned(), |(rest, long)| format!("{long}{rest}"))
    };
    let expected: Vec<String> = expected.iter().map(whole).collect();
    let found: Vec<&str> = found.lines().map(str::trim_start).collect();
    assert_eq!(found, expected, "{line}");
}

#[track_caller]
fn check_warnings(line: &str, expected: &[&str]) {
    assert_eq!(plan(line).1, expected, "{line}");
}

#[test]
fn what_clang_prints_is_not_ir() {
    let file = "-o TEMPORARY/ir.bc";
    let clang = "clang-19 --target=wasm32-wasi -c -emit-llvm";
    let make = "unsnarl compile --from=bitcode TEMPORARY/ir.bc --emit=obj -o x.o";
    for (line, words) in [
        ("-c x.c -Xclang -ast-list", "x.c -Xclang -ast-list"),
        ("-c x.c -MD -MF -", "x.c -MD -MF - -MQ x.o"),
        (
            "-c x.c -MD -MF /dev/stdout",
            "x.c -MD -MF /dev/stdout -MQ x.o",
        ),
    ] {
        check(line, &[&format!("{clang} {words} {file}"), make]);
    }
    check(
        "-S x.c -Xclang -ast-list",
        &[
            &format!("{clang} x.c -Xclang -ast-list {file}"),
            "unsnarl cc -S -x ir TEMPORARY/ir.bc -o x.s",
        ],
    );
}

#[test]
fn what_is_no_code_is_written_by_clang() {
    let line = "-c x.c -Xclang -ast-print -o printed.c";
    check(line, &[&format!("clang-19 --target=wasm32-wasi {line}")]);
}

#[test]
fn files_between_the_steps_are_kept() {
    check(
        "-save-temps -O1 -MD -c a/x.c -o b/y.o",
        &[
            "clang-19 --target=wasm32-wasi -E -w -O1 a/x.c -o x.i",
            "IR -O1 -MD a/x.c -MF b/y.d -MQ b/y.o",
            "MAKE -o b/y.o",
        ],
    );
    check(
        "--save-temps=obj -c a/x.cc y.i -DX -o b/y.wasm",
        &["cannot specify -o when generating multiple output files"],
    );
    check(
        "-save-temps=obj -S a/x.cc -o b/y.s",
        &[
            "clang-19 --target=wasm32-wasi -E -w a/x.cc -o b/x.ii",
            "IR a/x.cc",
            "unsnarl cc -S -x ir - -o b/y.s",
        ],
    );
    check(
        "-save-temps=cwd x.ll -o b/y",
        &[
            "IR -Qunused-arguments x.ll",
            "MAKE -o TEMPORARY/0-x.o",
            "LINK -Qunused-arguments TEMPORARY/0-x.o -o b/y -fuse-ld=TEMPORARY/unsnarl-ld",
        ],
    );
}

#[test]
fn an_output_of_javascript_is_made_of_the_program() {
    for output in ["-o p.mjs", "-op.mjs"] {
        check(
            &format!("x.c {output}"),
            &[
                "IR -Qunused-arguments x.c",
                "MAKE -o TEMPORARY/0-x.o",
                "LINK -Qunused-arguments TEMPORARY/0-x.o -o TEMPORARY/program.wasm \
                 -fuse-ld=TEMPORARY/unsnarl-ld",
                "unsnarl compile TEMPORARY/program.wasm -o p.mjs",
            ],
        );
    }
    check("-c x.c -o p.mjs", &["IR x.c", "MAKE -o p.mjs"]);
    // What is said of the code holds for both, but for what only WebAssembly has.
    let options = "-funsnarl-algorithm=relooper -funsnarl-prove=control -funsnarl-tidy";
    let (plan, _) = plan(&format!("x.o -o p.js {options}"));
    assert_eq!(
        plan.lines().last(),
        Some(" unsnarl compile TEMPORARY/program.wasm --algorithm=relooper --tidy -o p.js")
    );
}

#[test]
fn a_source_becomes_an_object() {
    check("-c x.c", &["IR x.c", "MAKE -o x.o"]);
    check(
        "-O2 -c -Isub sub/x.c",
        &["IR -O2 -Isub sub/x.c", "MAKE -o x.o"],
    );
    check("-c x.c -o sub/y.o -g", &["IR x.c -g", "MAKE -o sub/y.o"]);
    check(
        "-c a.c -D X b.c",
        &[
            "IR a.c -D X",
            "MAKE -o a.o",
            "IR -Qunused-arguments -D X b.c",
            "MAKE -o b.o",
        ],
    );
    check(
        "-c x.ll y.i",
        &[
            "IR x.ll",
            "MAKE -o x.o",
            "IR -Qunused-arguments y.i",
            "MAKE -o y.o",
        ],
    );
    check("-c -x c x.in -x none", &["IR -x c x.in", "MAKE -o x.o"]);
    check("-x c - -c -o -", &["IR -x c -", "MAKE -o -"]);
    check("-c -- -x.c", &["IR ./-x.c", "MAKE -o -x.o"]);
    check("-S x.c", &["IR x.c", "unsnarl cc -S -x ir - -o x.s"]);
    check(
        "-c x.c -lm -Wl,-z,x",
        &["IR x.c -lm -Wl,-z,x", "MAKE -o x.o"],
    );
    check("-c x.c -v", &["IR x.c -v", "MAKE -o x.o"]);
    check(
        "-c x.c -flto=thin -fno-lto",
        &["IR x.c -flto=thin -fno-lto", "MAKE -o x.o"],
    );
    check(
        "-funsnarl-algorithm=stackifier -c x.c -funsnarl-tidy",
        &["IR x.c", "MAKE --algorithm=stackifier --tidy -o x.o"],
    );
}

/// Clang gives the module the name of the object, which it is not told.
#[test]
fn a_module_is_named_after_its_object() {
    check(
        "-c m.cppm -fmodule-output -o o/x.o",
        &["IR m.cppm -fmodule-output=o/x.pcm", "MAKE -o o/x.o"],
    );
    check(
        "-c -x c++-module m.in -fmodule-output -o x",
        &["IR -x c++-module m.in -fmodule-output=x.pcm", "MAKE -o x"],
    );
    check(
        "-c m.cppm -fmodule-output",
        &["IR m.cppm -fmodule-output=m.pcm", "MAKE -o m.o"],
    );
    // Of other sources there is none, and clang says so.
    check(
        "-c x.cpp -fmodule-output -o y.o",
        &["IR x.cpp -fmodule-output", "MAKE -o y.o"],
    );
    check(
        "m.cppm -fmodule-output=p.pcm -o prog",
        &[
            "IR -Qunused-arguments m.cppm -fmodule-output=p.pcm",
            "MAKE -o TEMPORARY/0-m.o",
            "LINK -Qunused-arguments TEMPORARY/0-m.o -fmodule-output=p.pcm -o prog -fuse-ld=TEMPORARY/unsnarl-ld",
        ],
    );
}

#[test]
fn what_the_linker_need_not_be_told_is_left_out_if_that_is_said() {
    let line = "x.o -Wl,--start-group libx.a -Wl,--end-group,--export=f";
    check(
        line,
        &[
            "LINK x.o -Wl,--start-group libx.a -Wl,--end-group,--export=f -fuse-ld=TEMPORARY/unsnarl-ld",
        ],
    );
    check(
        &format!("--unsnarl-gnu-link-options {line}"),
        &["LINK x.o libx.a -Wl,--export=f -fuse-ld=TEMPORARY/unsnarl-ld"],
    );
}

#[test]
fn the_preprocessor_is_clangs() {
    check(
        "--driver-mode=cpp x.c -o y",
        &["LINK --driver-mode=cpp x.c -o y"],
    );
}

#[test]
fn code_may_be_left_to_the_link() {
    check(
        "-flto -MMD -c sub/x.c -o x.o",
        &["LINK -flto -MMD -c sub/x.c -o x.o"],
    );
    check("-flto=thin -S x.c", &["LINK -flto=thin -S x.c"]);
    check(
        "-O2 -flto x.c y.o -o p",
        &[
            "LINK -c -emit-llvm -Qunused-arguments -O2 -flto x.c -o TEMPORARY/0-x.o",
            "LINK -Qunused-arguments -flto TEMPORARY/0-x.o y.o -o p -fuse-ld=TEMPORARY/unsnarl-ld",
        ],
    );
    check(
        "-flto x.o -o p",
        &["LINK -flto x.o -o p -fuse-ld=TEMPORARY/unsnarl-ld"],
    );
}

/// The dependency file and its target are what clang would derive from the output that it is not
/// told.
#[test]
fn dependencies_are_named_after_the_object() {
    check(
        "-MMD -c sub/x.c",
        &["IR -MMD sub/x.c -MF x.d -MQ x.o", "MAKE -o x.o"],
    );
    check(
        "-MD -c x.c -o o/y.lo",
        &["IR -MD x.c -MF o/y.d -MQ o/y.lo", "MAKE -o o/y.lo"],
    );
    check(
        "-MD -MF d -c x.c -o y.o",
        &["IR -MD -MF d x.c -MQ y.o", "MAKE -o y.o"],
    );
    check(
        "-MD -MT t -MP -c x.c",
        &["IR -MD -MT t -MP x.c -MF x.d", "MAKE -o x.o"],
    );
    check(
        "-MD -MFd -MQt -c x.c",
        &["IR -MD -MFd -MQt x.c", "MAKE -o x.o"],
    );
    check(
        "-Wp,-MMD,d -c x.c",
        &["IR -Wp,-MMD,d x.c -MQ x.o", "MAKE -o x.o"],
    );
    check(
        "-MD x.c -o prog",
        &[
            "IR -Qunused-arguments -MD x.c -MF prog.d -MQ prog",
            "MAKE -o TEMPORARY/0-x.o",
            "LINK -Qunused-arguments TEMPORARY/0-x.o -o prog -fuse-ld=TEMPORARY/unsnarl-ld",
        ],
    );
}

#[test]
fn objects_are_linked_in_their_order() {
    check(
        "a.o -L. liba.a -lm -o p",
        &["LINK a.o -L. liba.a -lm -o p -fuse-ld=TEMPORARY/unsnarl-ld"],
    );
    check(
        "-O2 a.o -Wl,--export=f -shared",
        &["LINK a.o -Wl,--export=f -shared -fuse-ld=TEMPORARY/unsnarl-ld"],
    );
    check(
        "-r a.o b.o -nostdlib -o c.o",
        &["LINK -r a.o b.o -nostdlib -o c.o -fuse-ld=TEMPORARY/unsnarl-ld"],
    );
    check(
        "a.o -O2 --wasm-opt",
        &["LINK a.o -O2 --wasm-opt -fuse-ld=TEMPORARY/unsnarl-ld"],
    );
    check("a.o -fuse-ld=lld", &["LINK a.o -fuse-ld=lld"]);
    check(
        "a.o --ld-path=/x/wasm-ld",
        &["LINK a.o --ld-path=/x/wasm-ld"],
    );
    check(
        "a.o -O2 b.c -x c c.in -x none -lm -o p",
        &[
            "IR -Qunused-arguments -O2 b.c -lm",
            "MAKE -o TEMPORARY/0-b.o",
            "IR -Qunused-arguments -O2 -x c c.in -lm",
            "MAKE -o TEMPORARY/1-c.o",
            "LINK -Qunused-arguments a.o TEMPORARY/0-b.o TEMPORARY/1-c.o -lm -o p -fuse-ld=TEMPORARY/unsnarl-ld",
        ],
    );
    // Two sources of one name have an object each.
    check(
        "x/a.c y/a.c",
        &[
            "IR -Qunused-arguments x/a.c",
            "MAKE -o TEMPORARY/0-a.o",
            "IR -Qunused-arguments y/a.c",
            "MAKE -o TEMPORARY/1-a.o",
            "LINK -Qunused-arguments TEMPORARY/0-a.o TEMPORARY/1-a.o -fuse-ld=TEMPORARY/unsnarl-ld",
        ],
    );
}

#[test]
fn what_needs_no_code_is_clangs() {
    for line in [
        "",
        "-v",
        "-c",
        "-E x.c -o x.i",
        "-M -c x.c",
        "-MM x.c y.c",
        "-fsyntax-only x.c",
        "-c -emit-llvm x.c",
        "-S -emit-llvm x.c -o -",
        "-E x.S",
        "-dumpmachine",
        "-print-search-dirs",
        "-c x.o",
        "-c x.h -o x.h.pch",
        "-x c-header x",
        "--version",
        "-E -flto x.c",
    ] {
        let whole = format!("clang-19 --target=wasm32-wasi {line}");
        check(line, &[whole.trim_end()]);
    }
}

#[test]
fn what_cannot_be_done_is_refused() {
    let assembly = "x.s: assembly is not supported: unsnarl compiles C, C++ and LLVM IR; assemble it with clang and give the object";
    check("-c x.s", &[assembly]);
    check("x.c x.s", &[assembly]);
    check("-c -x assembler x.s", &[assembly]);
    check(
        "-c x.c y.h",
        &["y.h: precompile headers in a separate command"],
    );
    check(
        "-c a.c b.c -o c.o",
        &["cannot specify -o when generating multiple output files"],
    );
}

#[test]
fn what_is_left_out_is_warned_of() {
    check_warnings("-c x.c -lm", &[]);
    check_warnings("x.c y.o", &[]);
    check_warnings("-c x.c y.o", &["y.o: 'linker' input unused"]);
    check_warnings(
        "-flto -c x.c -fstack-usage",
        &[
            "'-fstack-usage' is not supported: no file with frame sizes is written [-Wunsnarl-ignored]",
        ],
    );
    check_warnings("-E -flto x.c", &[]);
}

#[test]
fn the_version_says_what_makes_the_objects() {
    let words = ["--version", "-funsnarl-tidy"].map(OsString::from).to_vec();
    let (own, words) = Own::split(&Default::default(), words).expect("the option is known");
    let plan = Plan::make(&Line::read(words), &own).expect("it needs no input");
    let Work::Clang {
        postscript: Some(text),
        ..
    } = plan.work
    else {
        panic!("clang prints its version");
    };
    assert!(text.ends_with(" makes the objects, with --tidy"), "{text}");
}
