//! Functions and their parts that do the same, and that do not.

use std::collections::BTreeMap;

use super::{Division, check};
use crate::op::Op;
use crate::symbol::{Symbol, SymbolNames};
use crate::text::{Module, parse};
use crate::types::Type;
use crate::verify::verify;

/// The globals of a module whose names begin so, with their types.
fn variables(module: &Module) -> Vec<(Symbol, Type)> {
    let mut found = BTreeMap::new();
    for (_, function) in &module.functions {
        let blocks = function.order().iter();
        for inst in blocks.flat_map(|&block| function.block(block).insts()) {
            if let Op::GlobalGet(symbol, ty) | Op::GlobalSet(symbol, ty) = function.inst(inst).op {
                let name = module.symbols.name(symbol).unwrap_or_default();
                if name.starts_with("variable") {
                    found.entry(symbol).or_insert(ty);
                }
            }
        }
    }
    found.into_iter().collect()
}

/// Why it is not proved that a function, the first one, is divided into the others; or nothing.
#[track_caller]
pub(super) fn refused(text: &str) -> String {
    let module = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    for (_, function) in &module.functions {
        assert_eq!(verify(function), [], "{text}");
    }
    let [(_, before), (_, function), parts @ ..] = &module.functions[..] else {
        panic!("there are two functions in\n{text}");
    };
    let after = Division {
        function,
        parts,
        variables: &variables(&module),
        stack_pointer: module.symbols.find("pointer"),
    };
    let Err(broken) = check(before, &after) else {
        return String::new();
    };
    let mut reason = broken.to_string();
    for &(symbol, _) in parts {
        let name = module.symbols.name(symbol).unwrap_or_default();
        reason = reason.replace(&format!("part {symbol}"), &format!("part @{name}"));
    }
    reason
}

/// A function with a loop, its head and its two exits.
const WHOLE: &str = "func @whole(%0: i32, %1: i32) -> i32 {
  frame 16 align 16
b0:
  jump b1(%1)
b1(%2: i32):
  %3 = i32.mul %2, %0
  i32.store frame+8, %3
  br %3, b2, b3(%3)
b2:
  call @tick(%3)
  br %2, b1(%3), b4
b3(%4: i32):
  %5 = i32.add %4, %3
  return %5
b4:
  call @tick(%0)
  return %3
}
";

/// The loop is a part.
const DIVIDED: &str = "func @f(%0: i32, %1: i32) -> i32 {
  frame 16 align 16
b0:
  jump b1(%1)
b1(%2: i32):
  %3: i32 = call @part(%0, %2, frame+0)
  %4 = global.get @variable.a i32
  %5 = global.get @variable.b i32
  br %3, b3, b2(%5)
b2(%6: i32):
  %7 = i32.add %6, %4
  return %7
b3:
  call @tick(%0)
  return %4
}

func @part(%0: i32, %1: i32, %2: i32) -> i32 {
b0:
  jump b1(%1)
b1(%3: i32):
  %4 = i32.mul %3, %0
  %5 = i32.add %2, i32 8
  i32.store %5, %4
  br %4, b2, b3(%4)
b2:
  call @tick(%4)
  br %3, b1(%4), b4
b3(%6: i32):
  global.set @variable.a i32 %4
  global.set @variable.b i32 %6
  return i32 0
b4:
  global.set @variable.a i32 %4
  return i32 1
}
";

/// Expects why the example is refused if some text of its parts is another one.
#[track_caller]
fn broken(from: &str, to: &str, expected: &str) {
    assert!(DIVIDED.contains(from), "{from}");
    let after = DIVIDED.replacen(from, to, 1);
    assert_eq!(refused(&format!("{WHOLE}\n{after}")), expected);
}

#[test]
fn a_part_is_joined() {
    assert_eq!(refused(&format!("{WHOLE}\n{DIVIDED}")), "");
    // What is not read may be set or not.
    let more = DIVIDED.replace(
        "return i32 1",
        "global.set @variable.b i32 %3\n  return i32 1",
    );
    assert_eq!(refused(&format!("{WHOLE}\n{more}")), "");
    // What decides between exits does not matter.
    let exits = DIVIDED.replace("return i32 1", "return i32 2");
    let exits = exits.replace("br %3, b3, b2(%5)", "switch %3, 2: b3, else b2(%5)");
    assert_eq!(refused(&format!("{WHOLE}\n{exits}")), "");
}

#[test]
fn parts_keep_their_rules() {
    let rows = [
        (
            "return i32 1",
            "return %4",
            "part @part, b4: a part returns a value that is not the number of an exit",
        ),
        (
            "br %3, b3, b2(%5)",
            "br %4, b3, b2(%5)",
            "divided function, b1: a block does not end with a decision on the result of its part",
        ),
        (
            "  %4 = global.get",
            "  call @tick(%3)\n  %4 = global.get",
            "divided function, b1: an instruction other than a read follows the call of a part in its block",
        ),
        (
            "  %3: i32 = call",
            "  %8: i32 = call @part(%0, %2, frame+0)\n  %3: i32 = call",
            "divided function, b1: a block calls two parts",
        ),
        (
            "  call @tick(%0)",
            "  %8: i32 = call @part(%0, %4, frame+0)",
            "divided function, b3: a part is called twice",
        ),
        (
            "call @part(%0, %2, frame+0)",
            "call @part(%0, %2)",
            "divided function, b1: a call does not match the signature of its part",
        ),
        (
            "call @part(%0, %2, frame+0)",
            "call @part(%0, %2, frame+0) !pure",
            "divided function, b1: a call of a part may be dropped",
        ),
        (
            "call @part(%0, %2, frame+0)",
            "call @other(%0, %2, frame+0)",
            "part @part: a part is not called",
        ),
        (
            "b0:\n  jump b1(%1)\nb1(%3",
            "  frame 8 align 8\nb0:\n  jump b1(%1)\nb1(%3",
            "part @part: a part has a frame",
        ),
        (
            "return i32 1",
            "return_call @tick(%4)",
            "part @part, b4: a part ends with a tail call",
        ),
        (
            "  i32.store %5, %4",
            "  global.set @pointer i32 %4\n  i32.store %5, %4",
            "part @part, b1: a part sets the stack pointer",
        ),
        (
            "  call @tick(%4)",
            "  call @tick(@part+0)",
            "part @part: a part or variable is referenced other than by a call or an access",
        ),
        (
            "  call @tick(%4)",
            "  %8 = ref.func @part\n  call @tick(%4)",
            "part @part, b2: a part or variable is referenced other than by a call or an access",
        ),
        (
            "  call @tick(%4)",
            "  %8 = global.get @variable.b i64\n  call @tick(%4)",
            "part @part, b2: a variable has the wrong type",
        ),
        (
            "  %4 = i32.mul %3, %0",
            "  %8 = global.get @variable.a i32\n  %4 = i32.mul %3, %0",
            "part @part, b1: a variable is read without being set by the last call",
        ),
        (
            "  global.set @variable.b i32 %6\n",
            "",
            "part @part, b3: an exit takes a value that the part does not pass",
        ),
        (
            "  global.set @variable.b i32 %6\n",
            "  global.set @variable.b i32 %6\n  call @tick(%6)\n",
            "part @part, b3: an exit takes a value that the part does not pass",
        ),
    ];
    for (from, to, expected) in rows {
        broken(from, to, expected);
    }
    let twice = format!("{WHOLE}\n{DIVIDED}").replacen("call @tick(%3)", "call @part(%3)", 1);
    let expected = "divided function, b2: a part or variable is used before division";
    assert_eq!(refused(&twice), expected);
}

#[test]
fn values_come_on_every_way() {
    // Nothing brings it where the loop is left in its second block.
    broken(
        "b4:\n  global.set @variable.a i32 %4",
        "b4:",
        "divided function, b3: a value is used that the part does not pass on every path",
    );
    // Something else is brought there.
    broken(
        "b4:\n  global.set @variable.a i32 %4",
        "b4:\n  global.set @variable.a i32 %3",
        "after joining the parts, b4, exit: operand 1 is parameter 1 of b1, expected the result \
         of instruction 1 of b1",
    );
}

#[test]
fn a_symbol_is_one_part_or_variable() {
    let module = parse(DIVIDED).expect("it is a module");
    let [(_, function), parts @ ..] = &module.functions[..] else {
        panic!("there is a function");
    };
    let twice = variables(&module).repeat(2);
    let after = Division {
        function,
        parts,
        variables: &twice,
        stack_pointer: None,
    };
    let reason = check(function, &after).map_err(|broken| broken.to_string());
    let expected = "divided function: two parts or variables have the same symbol";
    assert_eq!(reason, Err(String::from(expected)));
}

/// Values pass in through variables, a vector as its lanes, and a part calls another one, which
/// returns a vector and takes the only exit.
const VECTORS: &str = "func @whole(%0: v128, %1: i32) -> v128 {
b0:
  %2 = i32x4.add %0, %0
  br %1, b1(%2), b2
b1(%3: v128):
  call @tick(%1)
  %4 = i32x4.mul %3, %0
  br %1, b3(%4), b4
b3(%5: v128):
  call @tick(%1)
  %6 = i32x4.sub %5, %3
  return %6
b4:
  return %3
b2:
  return %2
}

func @f(%0: v128, %1: i32) -> v128 {
b0:
  %2 = i32x4.add %0, %0
  br %1, b1(%2), b2
b1(%3: v128):
  %4 = i64x2.extract_lane 0 %3
  global.set @variable.a i64 %4
  %5 = i64x2.extract_lane 1 %3
  global.set @variable.b i64 %5
  %6: v128 = call @outer(%0, %1)
  return %6
b2:
  return %2
}

func @outer(%0: v128, %1: i32) -> v128 {
b0:
  %2 = global.get @variable.a i64
  %3 = global.get @variable.b i64
  %4 = i64x2.splat %2
  %5 = i64x2.replace_lane 1 %4, %3
  jump b1(%5)
b1(%6: v128):
  call @tick(%1)
  %7 = i32x4.mul %6, %0
  br %1, b2(%7), b3
b2(%8: v128):
  call @inner(%8, %6, %1)
  %9 = global.get @variable.a i64
  %10 = global.get @variable.b i64
  %11 = i64x2.splat %9
  %12 = i64x2.replace_lane 1 %11, %10
  jump b4(%12)
b3:
  jump b4(%6)
b4(%13: v128):
  return %13
}

func @inner(%0: v128, %1: v128, %2: i32) {
b0:
  jump b1(%0)
b1(%3: v128):
  call @tick(%2)
  %4 = i32x4.sub %3, %1
  jump b2(%4)
b2(%5: v128):
  %6 = i64x2.extract_lane 0 %5
  global.set @variable.a i64 %6
  %7 = i64x2.extract_lane 1 %5
  global.set @variable.b i64 %7
  return
}
";

#[test]
fn vectors_pass_as_lanes() {
    assert_eq!(refused(VECTORS), "");
    let lanes = ["extract_lane 0 %5", "extract_lane 1 %5"];
    assert_eq!(
        refused(&VECTORS.replace(lanes[1], lanes[0])),
        "part @inner, b2: an exit takes a value that the part does not pass"
    );
    let splat = "%4 = i64x2.splat %2\n";
    let other = refused(&VECTORS.replace(splat, &splat.replace("%2", "%3")));
    assert!(other.starts_with("after joining the parts, "), "{other}");
}

/// Expects that a function of `%p` and `%q` in a normal form is another one, which has these lines.
#[track_caller]
fn same(before: &str, after: &str) {
    let function = |name: &str, lines: &str| {
        let lines = lines.replace(" / ", "\n");
        format!("func @{name}(%p: i32, %q: i32) -> i32 {{\n frame 32 align 16\nb0:\n{lines}\n}}\n")
    };
    let text = function("whole", before) + &function("f", after);
    assert_eq!(refused(&text), "");
}

#[test]
fn a_normal_form_knows_no_glue() {
    let tick = "call @tick(%p)";
    // Chains of blocks.
    same(
        &format!("{tick} / jump b1(%p) / b1(%a: i32): / {tick} / return %a"),
        &format!("{tick} / {tick} / return %p"),
    );
    // Blocks that pass on their parameters.
    same(
        &format!(
            "br %p, b1(%p), b2(%q) / b1(%a: i32): / jump b3(%a) / b2(%b: i32): / jump b3(%b)
             b3(%c: i32): / {tick} / return %c"
        ),
        &format!("br %p, b3(%p), b3(%q) / b3(%c: i32): / {tick} / return %c"),
    );
    // Blocks that only return.
    same(
        "br %p, b1, b2 / b1: / call @tick(%q) / jump b3(%p) / b2: / jump b3(%q) / b3(%a: i32):
         return %a",
        "br %p, b1, b2 / b1: / call @tick(%q) / return %p / b2: / return %q",
    );
    same(
        "br %p, b1(%p), b2(%q) / b1(%a: i32): / return %a / b2(%b: i32): / return %b",
        "br %p, b1(%p), b1(%q) / b1(%a: i32): / return %a",
    );
    // Addresses in the frame.
    same(
        "%a = i32.add frame+4, i32 8 / i32.store %a, %p / return %q",
        "i32.store frame+12, %p / return %q",
    );
    // An empty circle is one block.
    same(
        "jump b1 / b1: / jump b2 / b2: / br %p, b3, b4 / b3: / jump b5 / b4: / jump b3 / b5: / jump b4",
        "br %p, b3, b3 / b3: / jump b3",
    );
}
