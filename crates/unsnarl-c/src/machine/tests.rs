//! Tables of what is written; whether it does the same is for the tests that call compilers.

use unsnarl_low::module::{Body, Entity, Export, Item, Module, ModuleFunction, TagData};
use unsnarl_low::{Signature, Type, text};

use super::{Error, Options, compile};
use crate::nested;

/// A module of one function `f`, which is exported.
fn module(source: &str) -> Module {
    let parsed = text::parse(source).expect("the text is right");
    let (_, code) = parsed
        .functions
        .into_iter()
        .next()
        .expect("there is a function");
    Module {
        exports: vec![Export {
            name: String::from("f"),
            item: Item::Function(0),
        }],
        functions: vec![ModuleFunction {
            signature: code.signature.clone(),
            body: Some(Body {
                code,
                ..Body::default()
            }),
        }],
        symbols: vec![Entity::Function(0)],
        ..Module::default()
    }
}

fn options(name: &str) -> Options {
    Options {
        name: name.to_owned(),
        bytes_per_file: None,
    }
}

/// The lines of function `f`, without its head and declarations of variables.
fn written(source: &str) -> String {
    let output = compile(&module(source), &options("m"), &nested).expect("it has C");
    let (_, text) = &output.files[1];
    let lines = text
        .lines()
        .skip_while(|line| !(line.contains("f0_f(void *self") && line.ends_with('{')));
    let lines: Vec<&str> = lines
        .skip(1)
        .take_while(|line| *line != "}")
        .map(str::trim)
        .collect();
    lines.join("\n")
}

#[track_caller]
fn check(source: &str, has: &[&str], has_not: &[&str]) {
    let text = written(source);
    for wanted in has {
        assert!(text.contains(wanted), "no '{wanted}' in\n{text}");
    }
    for other in has_not {
        assert!(!text.contains(other), "'{other}' in\n{text}");
    }
}

#[test]
fn parallel_edges_make_their_own_copies() {
    let source = "func @f(%x: i32) -> i32 {
b0:
  switch %x, 0: b1(i32 5), 1: b1(i32 7), else b1(%x)
b1(%y: i32):
  return %y
}";
    check(source, &["= 5u;", "= 7u;", "= x0;"], &["goto"]);
}

#[test]
fn a_function_that_ends_by_calling_itself_is_a_loop() {
    let source = "func @f(%n: i32, %a: i32) -> i32 {
b0:
  br %n, b1, b2
b1:
  %m = i32.sub %n, i32 1
  %b = i32.add %a, %n
  return_call @f(%m, %b)
b2:
  return %a
}";
    check(source, &["while ("], &["f0_f(", "TAIL_CALL"]);
}

#[test]
fn copies_that_exchange_variables_take_a_third() {
    let source = "func @f(%n: i32, %a: i32, %b: i32) -> i32 {
b0:
  jump b1(%n, %a, %b)
b1(%i: i32, %x: i32, %y: i32):
  %less = i32.sub %i, i32 1
  br %less, b1(%less, %y, %x), b2
b2:
  return %x
}";
    let text = written(source);
    let copies = text
        .lines()
        .filter(|line| line.split(" = ").all(|side| side.starts_with('x')));
    assert!(copies.count() >= 3, "{text}");
}

#[test]
fn traps_keep_their_order() {
    // Which of the two divisions traps can be seen, so the first has a variable.
    let source = "func @f(%a: i32, %b: i32) -> i32 {
b0:
  %x = i32.div_s %a, %b !observable
  %y = i32.div_u %b, %a !observable
  %z = i32.sub %x, %y
  return %z
}";
    check(
        source,
        &["= i32_div_s(self, x0, x1);"],
        &["i32_div_s(self, x0, x1) -"],
    );
}

#[test]
fn what_is_refused_has_a_name() {
    let plain = module("func @f() {\nb0:\n  return\n}");
    for name in ["", "1a", "a-b", "_a"] {
        assert!(
            matches!(
                compile(&plain, &options(name), &nested),
                Err(Error::Name(_))
            ),
            "{name}"
        );
    }
    let mut thrown = plain.clone();
    thrown.tags.push(TagData {
        signature: Signature {
            parameters: vec![Type::I32; 9],
            results: Vec::new(),
        },
    });
    assert!(matches!(
        compile(&thrown, &options("a"), &nested),
        Err(Error::Tag(0))
    ));
}

#[test]
fn the_same_module_gives_the_same_bytes() {
    let source = "func @f(%x: i32) -> i32 {\nb0:\n  %y = i32.clz %x\n  return %y\n}";
    let [first, second] =
        [(); 2].map(|()| compile(&module(source), &options("m"), &nested).expect("it has C"));
    assert_eq!(first.files, second.files);
    // Only what is called is there.
    assert!(
        first.files[1].1.contains("i32_clz(uint32_t") && !first.files[1].1.contains("i64_clz(")
    );
}

#[test]
fn several_files_have_what_they_need() {
    let several = Options {
        name: String::from("m"),
        bytes_per_file: Some(1),
    };
    let source = "func @f(%x: i32) -> i32 {\nb0:\n  return %x\n}";
    let output = compile(&module(source), &several, &nested).expect("it has C");
    let names: Vec<&str> = output.files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["m.h", "m-private.h", "m.c", "m-1.c"]);
}
