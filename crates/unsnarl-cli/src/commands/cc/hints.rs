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

/// What to say of objects that cannot be linked, if one of them throws or catches exceptions.
pub(super) fn of_exceptions(objects: &[Vec<u8>]) -> Option<&'static str> {
    let throws = ["__cxa_throw", "__cxa_begin_catch"];
    let throws = throws.iter().any(|name| has_name(objects, name));
    throws.then_some(
        "the program uses exceptions: disable them with -fno-exceptions, or give \
         -fwasm-exceptions and libraries that are built with it: see docs/cc.md",
    )
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
             UNSNARL_WASM_LD names another one"
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
    fn objects_that_throw_are_known() {
        let some = |text: &str| of_exceptions(&[b"x".to_vec(), text.as_bytes().to_vec()]).is_some();
        assert!(some("..__cxa_throw.") && some("__cxa_begin_catch"));
        assert!(!some("__cxa_atexit") && of_exceptions(&[]).is_none());
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
