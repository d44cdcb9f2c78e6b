//! Tables of what is written; whether it does the same is for the tests that call compilers.

use unsnarl_low::module::{
    Body, Constant, DataSegment, Entity, Export, Item, Limits, MemoryData, Mode, Module,
    ModuleFunction, TagData,
};
use unsnarl_low::{Number, Signature, Type, Width, text};

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
fn a_trap_stays_where_its_decision_makes_no_difference() {
    // The block `b1` is nothing but a decision, and both arms come to the same.
    let source = "func @f(%a: i32, %b: i32) -> i32 {
b0:
  br %a, b1, b2
b1:
  %x = i32.div_s %a, %b !observable
  br %x, b2, b2
b2:
  return %a
}";
    check(
        source,
        &["if (x0) {", "DROP(i32_div_s(self, x0, x1));"],
        &[],
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

#[test]
fn a_parameter_that_no_text_reads_is_said_to_be() {
    // Both edges lead to the same, so nothing is decided.
    let source = "func @f(%x: i32) {
b0:
  br %x, b1, b1
b1:
  return
}";
    check(source, &["(void)x0;"], &["if ("]);
}

#[test]
fn waiting_asks_its_own_memory_whether_it_is_shared() {
    let mut waiting = module(
        "func @f(%a: i32, %e: i32, %t: i64) -> i32 {
b0:
  %x = memory.atomic.wait32 %a, %e, %t
  return %x
}",
    );
    for (is_shared, flag) in [(false, "0"), (true, "1")] {
        waiting.memories = vec![MemoryData {
            width: Width::W32,
            limits: Limits {
                least: 1,
                most: Some(1),
            },
            is_shared,
        }];
        let output = compile(&waiting, &options("m"), &nested).expect("it has C");
        let text = &output.files[1].1;
        let call = format!("memory_atomic_wait32(M0, x0, 0, x1, x2, {flag})");
        assert!(text.contains(&call), "no '{call}' in\n{text}");
        assert!(!text.contains("IS_SHARED"), "{text}");
    }
}

#[test]
fn only_segments_that_are_read_are_there() {
    let mut module = module("func @f() {\nb0:\n  return\n}");
    module.data = vec![
        DataSegment {
            mode: Mode::Passive,
            bytes: vec![1],
        };
        2
    ];
    module.data[1].mode = Mode::Active(0, Constant::number(Number::I32(0)));
    module.memories = vec![MemoryData {
        width: Width::W32,
        limits: Limits {
            least: 1,
            most: None,
        },
        is_shared: false,
    }];
    let output = compile(&module, &options("m"), &nested).expect("it has C");
    let text = &output.files[1].1;
    assert!(
        !text.contains("data0[1]") && text.contains("data1[1]"),
        "{text}"
    );
}

#[test]
fn a_name_in_a_remark_shows_in_its_order() {
    let mut module = module("func @f() {\nb0:\n  return\n}");
    module.exports[0].name = String::from("a*/\u{202e}\u{2028}é");
    let output = compile(&module, &options("m"), &nested).expect("it has C");
    assert!(output.files[0].1.contains("/* a____é */"));
}
