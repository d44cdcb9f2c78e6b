//! Modules that are written again: they do what they did, and keep what is not code.

use crate::engine;
use std::fs;
use std::path::{Path, PathBuf};

use unsnarl_wasm::{
    BlockParameters, DataVerdict, Exceptions, Options, RestructureError, Restructured, compile,
    restructure, wat,
};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
}

/// Writes a module again, with a proof of all of it.
#[track_caller]
fn restructured(bytes: &[u8], options: &Options<'_>) -> Restructured {
    let made = restructure(bytes, options).unwrap_or_else(|error| panic!("{error}"));
    for report in &made.output.reports {
        assert!(report.verdict.is_proved(), "{}", report.verdict);
        assert_eq!(report.data, DataVerdict::Proved);
    }
    made
}

#[track_caller]
fn of_text(text: &str) -> Restructured {
    let bytes = wat::parse_str(text).unwrap_or_else(|error| panic!("{error}"));
    restructured(&bytes, &Options::default())
}

/// Each example, optimised and not, prints what it did.
#[test]
fn examples_do_what_they_did() {
    let list = fs::read_to_string(examples().join("programs.txt")).expect("the list is checked in");
    let with_parameters = Options {
        block_parameters: BlockParameters::WhereShorter,
        ..Options::default()
    };
    for (folder, options) in [("", Options::default()), ("O0", with_parameters)] {
        for line in list.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [name, program, status, arguments @ ..] = &words[..] else {
                continue;
            };
            if line.starts_with('#') {
                continue;
            }
            let path = examples().join(folder).join(program).with_extension("ll");
            let text = fs::read_to_string(path).expect("the program is checked in");
            let module = unsnarl_llvm::read(&text).expect("it is read");
            let compiled = compile(&module, &Options::default()).expect("it is compiled");
            let made = restructured(&compiled.bytes, &options);
            let expected = examples().join("expected").join(name).with_extension("txt");
            let expected = fs::read_to_string(expected).expect("the output is checked in");
            let (output, exit) = engine::run_program(&made.output.bytes, arguments);
            assert_eq!(output, expected, "{folder}/{name}");
            assert_eq!(exit.to_string(), *status, "{folder}/{name}");
        }
    }
}

/// What comes out goes in again, and stays what it is.
#[test]
fn what_was_written_again_stays_the_same() {
    for program in ["quicksort", "tokenizer", "interpreter-switch"] {
        let path = examples().join(program).with_extension("ll");
        let text = fs::read_to_string(path).expect("the program is checked in");
        let module = unsnarl_llvm::read(&text).expect("it is read");
        let compiled = compile(&module, &Options::default()).expect("it is compiled");
        let first = restructured(&compiled.bytes, &Options::default());
        let second = restructured(&first.output.bytes, &Options::default());
        let third = restructured(&second.output.bytes, &Options::default());
        assert!(second.output.bytes == third.output.bytes, "{program}");
        let (before, after) = (compiled.bytes.len(), second.output.bytes.len());
        assert!(after <= before + before / 20, "{before} to {after} bytes");
    }
}

/// All that is not code comes out as it went in.
#[test]
fn everything_else_is_kept() {
    let text = r#"(module $m
        (type $unused (func (param i64 i64)))
        (type $f (func (param i32) (result i32)))
        (import "host" "g" (global $g (mut i32)))
        (import "host" "f" (func $imported (type $f)))
        (import "host" "t" (table $t 1 2 externref))
        (table $own 3 funcref)
        (memory $memory 1 4)
        (memory $other 1)
        (global $own i64 (i64.const -5))
        (global $sum i32 (i32.add (i32.const 2) (i32.const 3)))
        (export "b" (func $twice)) (export "a" (memory $other)) (export "g" (global $g))
        (elem $e (table $own) (i32.const 1) func $twice $imported)
        (elem $declared declare func $twice)
        (elem $passive externref (ref.null extern))
        (data $d (memory $other) (i32.const 3) "abc")
        (data $p "defg")
        (func $twice (type $f) (param $value i32) (result i32) (local $copy i32)
            (local.set $copy (i32.shl (local.get $value) (i32.const 1)))
            (memory.init $other $p (local.get $copy) (i32.const 0) (i32.const 2))
            (data.drop $p)
            (if (local.get $value) (then (local.set $copy (call $imported (local.get $copy)))))
            (local.get $copy))
        (@custom "first" (before first) "x")
        (@custom "last" (after last) "y"))"#;
    let bytes = wat::parse_str(text).expect("it is a module");
    let made = restructured(&bytes, &Options::default());
    let (before, after) = (wat(&bytes), wat(&made.output.bytes));
    let without_code = |text: String| -> Vec<String> {
        let lines = text.lines().map(str::to_owned);
        lines.filter(|line| !line.starts_with("    ")).collect()
    };
    let [before, after] = [before, after].map(|text| without_code(text.expect("it prints")));
    assert_eq!(before, after);
    let again = wat(&made.output.bytes).expect("it prints");
    assert!(
        again.contains("(local $copy i32)") || again.contains("$copy"),
        "{again}"
    );
}

/// What the sections for tools are called, in their order.
fn sections_for_tools(bytes: &[u8]) -> Vec<String> {
    let payloads = wasmparser::Parser::new(0).parse_all(bytes);
    let names = payloads.filter_map(|payload| match payload.expect("it is a module") {
        wasmparser::Payload::CustomSection(section) => Some(section.name().to_owned()),
        _ => None,
    });
    names.collect()
}

/// A module with sections for tools, one of them with the names of functions.
fn with_sections(names: &[&str]) -> Vec<u8> {
    let mut bytes = wat::parse_str("(module (func))").expect("it is a module");
    for name in names {
        let (name, data): (&str, &[u8]) = match *name {
            "name" => ("name", b"\x01\x06\x01\x00\x03one"),
            "another name" => ("name", b"\x01\x08\x01\x00\x05other"),
            "producers" => ("producers", b"\x00"),
            name => (name, b"\x00"),
        };
        let section = wasm_encoder::CustomSection {
            name: name.into(),
            data: data.into(),
        };
        bytes.push(0);
        wasm_encoder::Encode::encode(&section, &mut bytes);
    }
    bytes
}

/// Sections with addresses of code are dropped, and listed; the rest stays in its order, which
/// LLVM's tools ask for.
#[test]
fn sections_for_tools_keep_their_order() {
    let check = |names: &[&str], kept: &[&str], dropped: &[&str]| {
        let made = restructured(&with_sections(names), &Options::default());
        assert_eq!(made.dropped, dropped, "{names:?}");
        assert_eq!(sections_for_tools(&made.output.bytes), kept, "{names:?}");
    };
    let llvm = ["name", "producers", "target_features"];
    check(
        &[
            ".debug_info",
            ".debug_line",
            "name",
            "producers",
            "target_features",
        ],
        &llvm,
        &[".debug_info", ".debug_line"],
    );
    check(
        &[
            ".debug_info",
            "name",
            ".debug_line",
            "producers",
            "x",
            ".debug_str",
        ],
        &["name", "producers", "x"],
        &[".debug_info", ".debug_line", ".debug_str"],
    );
    check(
        &["producers", ".debug_info", "x", "name", ".debug_line", "y"],
        &["producers", "x", "name", "y"],
        &[".debug_info", ".debug_line"],
    );
    // Where there is none, the section that names Unsnarl comes where LLVM's tools want it.
    check(&["name", "target_features"], &llvm, &[]);
    check(&["target_features"], &llvm[1..], &[]);
    check(&["name"], &llvm[..2], &[]);
    check(&[], &["producers"], &[]);
}

/// As engines have it.
#[test]
fn the_first_section_of_names_counts() {
    let bytes = with_sections(&["name", "x", "another name"]);
    let made = restructured(&bytes, &Options::default());
    assert_eq!(made.dropped, ["name"]);
    assert_eq!(
        sections_for_tools(&made.output.bytes),
        ["name", "x", "producers"]
    );
    for bytes in [&bytes, &made.output.bytes] {
        let text = wat(bytes).expect("it prints");
        assert!(
            text.contains("(func $one") && !text.contains("other"),
            "{text}"
        );
    }
}

/// The identifiers of a text are plain and differ.
#[test]
fn equal_names_become_different_identifiers() {
    let text = r#"(module (func $a (@name "f")) (func $b (@name "f") (local $x (@name "x y") i32)
        (local $y (@name "x y") i32) (call $a)) (export "f" (func $b)))"#;
    let bytes = wat::parse_str(text).expect("it is a module");
    let text = wat(&bytes).expect("it prints");
    for part in [
        "(func $f ",
        "(func $f.1 ",
        "(local $x_y i32)",
        "(local $x_y.1 i32)",
        "call $f\n",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!text.contains('@'), "{text}");
}

#[test]
fn objects_are_refused() {
    let bytes = wat::parse_str(r#"(module (func) (@custom "linking" "\02"))"#);
    let made = restructure(&bytes.expect("it is a module"), &Options::default());
    assert_eq!(made.map(|_| ()), Err(RestructureError::Relocatable));
}

/// Both kinds of instructions for exceptions are read, and the standard ones written.
#[test]
fn exceptions_are_written_in_the_standard_instructions() {
    let legacy = r#"(module (tag $t (param i32)) (tag $u)
        (func $throws (param i32) (if (local.get 0) (then (throw $t (local.get 0)))) (throw $u))
        (func (export "f") (param i32) (result i32)
            try (result i32)
                try
                    local.get 0 call $throws
                catch $u
                    rethrow 0
                end
                i32.const 0
            catch $t
            catch_all
                i32.const -1
            end)
        (func (export "g") (param i32) (result i32)
            try $outer (result i32)
                try (result i32)
                    try
                        local.get 0 call $throws
                    delegate $outer
                    i32.const 1
                catch_all
                    i32.const 2
                end
            catch_all
                i32.const 3
            end))"#;
    let made = of_text(legacy);
    let text = wat(&made.output.bytes).expect("it prints");
    assert!(text.contains("try_table"), "{text}");
    assert!(
        !text.contains("delegate") && !text.contains("rethrow"),
        "{text}"
    );
    let again = restructured(&made.output.bytes, &Options::default());
    assert!(!again.output.bytes.is_empty());
}

/// A tag alone brings no type of references to exceptions, which engines without the standard
/// instructions would refuse; a clause that brings one does.
#[test]
fn tags_that_nothing_catches_add_no_type() {
    let tag = r#"(module (tag (export "t") (param i32)) (func (export "f")))"#;
    let text = wat(&of_text(tag).output.bytes).expect("it prints");
    assert!(text.contains("(tag") && !text.contains("exnref"), "{text}");
    let caught = r#"(module (tag $t (param i32)) (func $g (throw $t (i32.const 1)))
        (func (export "f") (result i32)
            (block $caught (result i32 exnref)
                (try_table (catch_ref $t $caught) (call $g))
                (return (i32.const 0)))
            (throw_ref)))"#;
    let text = wat(&of_text(caught).output.bytes).expect("it prints");
    assert!(text.contains("exnref"), "{text}");
}

/// A trap happens although nothing reads the result, and before what follows it.
#[test]
fn traps_keep_their_place() {
    let text = r#"(module (memory (export "memory") 1)
        (func (export "f") (param i32 i32) (result i32)
            (drop (i32.div_s (i32.const 1) (local.get 0)))
            (i32.store (i32.const 8) (local.get 1))
            (i32.load (local.get 0)))
        (func (export "g") (param i32) (result i32) (local i32)
            (local.set 1 (i32.load (local.get 0)))
            (i32.store (i32.const 8) (i32.const 7))
            (local.get 1))
        (func (export "read") (result i32) (i32.load (i32.const 8))))"#;
    let made = of_text(text);
    let mut instance = engine::Instance::new(&made.output.bytes);
    let int = wasmi::Val::I32;
    let mut call = |export: &str, arguments: &[i32]| -> Option<i32> {
        let arguments: Vec<_> = arguments.iter().copied().map(int).collect();
        match instance.call(export, &arguments)?[..] {
            [wasmi::Val::I32(result)] => Some(result),
            _ => panic!("it has one result"),
        }
    };
    assert_eq!(call("f", &[0, 5]), None);
    assert_eq!(call("read", &[]), Some(0));
    assert_eq!(call("f", &[70_000, 5]), None);
    assert_eq!(call("read", &[]), Some(5));
    assert_eq!(call("g", &[70_000]), None);
    assert_eq!(call("read", &[]), Some(5));
    assert_eq!(call("g", &[8]), Some(5));
    assert_eq!(call("read", &[]), Some(7));
}

fn legacy() -> Options<'static> {
    Options {
        exceptions: Exceptions::Legacy,
        ..Options::default()
    }
}

/// The legacy instructions can be asked for.
#[test]
fn exceptions_can_be_written_in_the_legacy_instructions() {
    let text = r#"(module (tag $t (param i32)) (func $throws (throw $t (i32.const 3)))
        (func (export "f") (result i32)
            (block $caught (result i32)
                (try_table (catch $t $caught) (call $throws))
                (i32.const 0))))"#;
    let bytes = wat::parse_str(text).expect("it is a module");
    let made = restructured(&bytes, &legacy());
    let text = wat(&made.output.bytes).expect("it prints");
    assert!(
        text.contains("catch $t") && !text.contains("try_table"),
        "{text}"
    );
}

/// Functions that catch everything without throwing it again, in both forms: all is proved.
#[test]
fn what_is_caught_and_not_thrown_again_has_a_legacy_form() {
    let text = r#"(module (tag $t (param i32)) (tag $u) (global $n (mut i32) (i32.const 0))
        (func $throws (param i32)
            (if (i32.eq (local.get 0) (i32.const 1)) (then (throw $t (i32.const 30))))
            (if (i32.eq (local.get 0) (i32.const 2)) (then (throw $u))))
        (func (export "all") (param i32) (result i32)
            try (result i32) local.get 0 call $throws i32.const 10 catch_all i32.const 20 end)
        (func (export "tag") (param i32) (result i32)
            try (result i32) local.get 0 call $throws i32.const 10
            catch $t catch_all i32.const 20 end)
        (func (export "cleans") (param i32) (result i32)
            try (result i32)
                try (result i32)
                    local.get 0 call $throws i32.const 10
                catch_all
                    try local.get 0 i32.const 1 i32.sub call $throws
                    catch_all global.get $n i32.const 1 i32.add global.set $n end
                    rethrow 0
                end
            catch $t
            catch_all global.get $n i32.const 40 i32.add end)
        (func (export "again") (param i32) (result i32)
            (loop $next
                try local.get 0 call $throws
                catch_all
                    (local.set 0 (i32.sub (local.get 0) (i32.const 1)))
                    br $next
                end)
            (local.get 0)))"#;
    let bytes = wat::parse_str(text).expect("it is a module");
    let made = restructured(&bytes, &legacy());
    let text = wat(&made.output.bytes).expect("it prints");
    assert!(!text.contains("try_table"), "{text}");
    for expected in ["catch_all", "rethrow", "catch $t"] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    // The same in the standard form is read again, and written in this one.
    let standard = restructured(&bytes, &Options::default());
    let text = wat(&standard.output.bytes).expect("it prints");
    assert!(text.contains("(catch_all "), "{text}");
    restructured(&standard.output.bytes, &legacy());
}

/// A cleanup that is left from two places, of which one is behind a loop with a cleanup of its own.
#[test]
fn a_cleanup_is_thrown_again_within_what_has_caught_it() {
    let text = r#"(module (import "e" "f" (func $f (param i32)))
        (import "e" "more" (func $more (result i32)))
        (func (export "run") (param i32)
            try local.get 0 call $f
            catch_all
                block $end
                    call $more br_if $end
                    loop $next
                        block $on
                            try i32.const 3 call $f br $on
                            catch_all i32.const 5 call $f rethrow 0 end
                        end
                        call $more br_if $next
                    end
                end
                rethrow 0
            end))"#;
    let bytes = wat::parse_str(text).expect("it is a module");
    let made = restructured(&bytes, &legacy());
    let text = wat(&made.output.bytes).expect("it prints");
    assert_eq!(text.matches("rethrow").count(), 2, "{text}");
}
