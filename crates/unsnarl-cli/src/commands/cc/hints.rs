//! Hints behind the errors of clang and of the linker.
//!
//! Where the C library has no header, clang goes on to that of this machine's own library, and what
//! it says of that leads nowhere. Where C++ throws, the linker names six functions of a library
//! that Debian's libc++abi does not have.

use std::path::{Component, Path};

/// Where this machine has the headers of its own C library.
const HOST: &str = "/usr/include";

/// What to say of a source that clang refuses. `headers` is what clang prints with `-H`: a line for
/// each header that it reads, which begins with a dot for each level.
pub(super) fn of_headers(headers: &str) -> Option<String> {
    let mut paths = headers.lines().filter_map(|line| {
        let path = line.trim_start_matches('.');
        (path.len() < line.len()).then(|| Path::new(path.trim_start()))
    });
    let name = paths.find_map(of_host)?;
    let advice = match name {
        "setjmp.h" => {
            "; `cargo xtask runtime` in the repository of unsnarl builds this header and its library"
        }
        "pthread.h" => "; threads need a libc for wasm32-wasi-threads",
        _ => "",
    };
    Some(format!(
        "<{name}> is not in this C library for WebAssembly: clang used {HOST}/{name}, which is \
         for this machine{advice}"
    ))
}

/// The name of a header by which it is included, if it is this machine's own.
fn of_host(path: &Path) -> Option<&str> {
    let inside = path.strip_prefix(HOST).ok()?;
    let Some(Component::Normal(first)) = inside.components().next() else {
        return None;
    };
    let is_other = first
        .to_str()
        .is_none_or(|first| first.starts_with("wasm") || first == "c++");
    inside.to_str().filter(|_| !is_other)
}

/// What to say of objects that cannot be linked by these words, if one of them throws or catches
/// exceptions, or jumps by `longjmp`.
pub(super) fn of_runtime(objects: &[Vec<u8>], words: &[&str]) -> Vec<&'static str> {
    let has = |names: [&str; 2]| names.iter().any(|name| has_name(objects, name));
    let lacks = |word: &str| !words.contains(&word);
    let mut hints = Vec::new();
    if has(["__wasm_longjmp", "__wasm_setjmp"]) && lacks("-lsetjmp") {
        hints.push(
            "the program uses setjmp: link its library with -L FOLDER -lsetjmp, for the FOLDER \
             that `cargo xtask runtime` in the repository of unsnarl makes: see docs/cc.md",
        );
    }
    if has(["__cxa_throw", "__cxa_begin_catch"]) {
        if lacks("-fwasm-exceptions") {
            hints.push(
                "the program uses exceptions: disable them with -fno-exceptions, or give \
                 -fwasm-exceptions and libraries that are built with it: see docs/cc.md",
            );
        } else if lacks("-lunwind") {
            hints.push(
                "the program uses exceptions: link their libraries with -L FOLDER -lunwind, for \
                 the FOLDER that `cargo xtask runtime` in the repository of unsnarl makes: see \
                 docs/cc.md",
            );
        }
    }
    hints
}

/// What to say of objects that cannot be linked, if one of them checks the stack and the linker,
/// which says that its version is this, does not define the bounds of the stack.
pub(super) fn of_stack_check(objects: &[Vec<u8>], version: &str) -> Option<String> {
    const FIRST: u32 = 16;
    let number = version.split_once("LLD ")?.1.split('.').next()?;
    let is_older = number.parse::<u32>().is_ok_and(|number| number < FIRST);
    (is_older && has_name(objects, "__stack_low")).then(|| {
        format!(
            "-funsnarl-stack-check needs wasm-ld {FIRST} or newer, and this is wasm-ld {number}: \
             choose a newer one with --unsnarl-wasm-ld=PATH or UNSNARL_WASM_LD"
        )
    })
}

/// Tells whether some object has a symbol of this name, or bytes that look like one.
fn has_name(objects: &[Vec<u8>], name: &str) -> bool {
    let name = name.as_bytes();
    let has = |object: &Vec<u8>| object.windows(name.len()).any(|at| at == name);
    objects.iter().any(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_header_of_this_machine_is_named() {
        let hint = of_headers(
            ". /usr/include/wasm32-wasi/stdio.h\n.. /usr/lib/llvm-19/include/stddef.h\n\
             x.c:1: error: '. /usr/include/y.h'\n.. /usr/include/setjmp.h\n. /usr/include/z.h\n",
        );
        let hint = hint.expect("there is one");
        assert!(
            hint.starts_with("<setjmp.h> is not in this C library"),
            "{hint}"
        );
        assert!(hint.contains("xtask runtime"), "{hint}");
        let hint = of_headers(". /usr/include/sys/wait.h\n");
        assert!(hint.is_some_and(|hint| hint.starts_with("<sys/wait.h> ")));
        for others in [
            "",
            ". x.h\n",
            ". /usr/include/c++/v1/map\n",
            ". /usr/include\n",
        ] {
            assert_eq!(of_headers(others), None, "{others}");
        }
    }

    #[test]
    fn libraries_that_are_missing_are_named() {
        let check = |object: &str, words: &[&str], expected: &[&str]| {
            let hints = of_runtime(&[b"x".to_vec(), object.as_bytes().to_vec()], words);
            assert_eq!(hints.len(), expected.len(), "{object} {words:?}: {hints:?}");
            for (hint, part) in hints.iter().zip(expected) {
                assert!(hint.contains(part), "{object} {words:?}: {hint}");
            }
        };
        check("..__cxa_throw.", &[], &["-fno-exceptions"]);
        check("__cxa_begin_catch", &["-lunwind"], &["-fno-exceptions"]);
        check("__cxa_throw", &["-fwasm-exceptions"], &["-lunwind"]);
        check("__cxa_throw", &["-fwasm-exceptions", "-lunwind"], &[]);
        check("__wasm_setjmp", &[], &["-lsetjmp"]);
        check("__wasm_longjmp", &["-lsetjmp"], &[]);
        let both = "__wasm_longjmp __cxa_throw";
        check(both, &["-fwasm-exceptions"], &["-lsetjmp", "-lunwind"]);
        check("__cxa_atexit", &[], &[]);
        assert_eq!(of_runtime(&[], &[]), Vec::<&str>::new());
    }

    #[test]
    fn a_linker_that_is_too_old_for_checks_of_the_stack_is_named() {
        let objects = [b"\x0b__stack_low".to_vec()];
        let hint = of_stack_check(&objects, "Debian LLD 14.0.6\n");
        let hint = hint.expect("there is one");
        assert!(hint.contains("this is wasm-ld 14"), "{hint}");
        for version in ["LLD 16.0.0", "Debian LLD 19.1.7", "mold 2.1", ""] {
            assert_eq!(of_stack_check(&objects, version), None, "{version}");
        }
        assert_eq!(of_stack_check(&[], "LLD 14.0.6"), None);
    }
}
