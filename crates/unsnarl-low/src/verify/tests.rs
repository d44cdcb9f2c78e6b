//! Each rule broken, and only it.

use unsnarl::{BlockId, Id};

use super::verify;
use crate::machine::{Exit, Function, Number, Source};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::op::int::IntUnary;
use crate::symbol::Signature;
use crate::text::parse;
use crate::types::{Type, Width};

/// Expects the violations of a function, a line each.
#[track_caller]
fn check(function: &Function, expected: &str) {
    let found: Vec<String> = verify(function).iter().map(ToString::to_string).collect();
    assert_eq!(found.join("\n"), expected);
}

/// Expects the violations of a text with one function.
#[track_caller]
fn check_text(text: &str, expected: &str) {
    let module = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    check(&module.functions[0].1, expected);
}

/// Expects the violations of a function of `%0: i32`, `%1: i64` that has a frame of 16 bytes.
#[track_caller]
fn check_body(lines: &str, expected: &str) {
    let header = "func @f(%0: i32, %1: i64) -> i32 {\n frame 16 align 8\nb0:\n";
    check_text(
        &format!("{header}{}\n}}", lines.replace(" / ", "\n")),
        expected,
    );
}

/// A function with one block that returns.
fn returning() -> Function {
    let mut function = Function::new(Signature::default(), 1);
    function.start(BlockId::new(0));
    function.finish(Exit::Return, &[]);
    function
}

#[test]
fn what_keeps_the_rules_has_no_violation() {
    check(&returning(), "");
    check_body("return %0", "");
    check_body("br %0, b1(frame+16), b0 / b1(%2: i32): / return %2", "");
    check_body(
        "switch %1, -1: b2, 5000000000: b1(%0), else b2
         b1(%2: i32):
           try_call @g(), b3(%2), catch @tag b4, catch_all b2
         b2:
           unreachable
         b3(%3: f64, %4: i32):
           %5 = i32.load %4 !ordered
           return_call_indirect(%3, %5)
         b4(%6: externref):
           return i32 0",
        "",
    );
}

#[test]
fn l1_the_entry_and_the_targets_exist() {
    check(
        &Function::default(),
        "L1 at header: the entry block is missing",
    );
    let mut function = returning();
    function.add_parameter(BlockId::new(0), Type::I32);
    check(&function, "L1 at b0: the entry block has parameters");

    let mut function = returning();
    function.finish(Exit::Jump, &[]);
    function.add_edge(BlockId::new(0), BlockId::new(1), &[]);
    check(
        &function,
        "L1 at b0, edge 1: the edge leads to a block that does not exist",
    );
    function.set_order(vec![BlockId::new(7)]);
    check(
        &function,
        "L1 at b7: the order lists a block that does not exist\n\
         L1 at b0, edge 1: the edge leads to a block that does not exist",
    );
}

#[test]
fn l1_registers_are_of_the_function() {
    let mut other = returning();
    let reg = other.number(Number::I32(1));
    let edge = other.add_edge(BlockId::new(0), BlockId::new(0), &[reg; 4]);
    let mut function = returning();
    function.finish(Exit::Return, &[reg]);
    check(
        &function,
        "L1 at b0, exit, operand 1: this register does not exist",
    );
    let mut function = returning();
    function.finish(Exit::Jump, &[]);
    function.add_parallel_edge(BlockId::new(0), edge);
    check(
        &function,
        "L1 at b0, edge 1: the arguments of the edge are not in this function",
    );
}

#[test]
fn l2_edges_bring_what_targets_take() {
    check_body(
        "br %0, b1(%1), b1 / b1(%2: i32): / return %2",
        "L2 at b0, edge 1, argument 1: the argument and the parameter have different types\n\
         L2 at b0, edge 2: the number of arguments differs from the number of parameters of the target",
    );
    check_body(
        "try_call @g(), b1(%1), catch_all b1 / b1(%2: i32): / return %2",
        "L2 at b0, edge 1, argument 1: the argument and the parameter have different types\n\
         L2 at b0, edge 2: the number of arguments differs from the number of parameters of the target",
    );
}

#[test]
fn l3_instructions_fit_their_operations() {
    let number = "wrong number of operands";
    check_body(
        "%2 = i32.eqz / return %2",
        &format!("L3 at b0, instruction 1: {number}"),
    );
    check_body(
        "%2 = i32.clz %0 / %3 = i32.add %2, %1 / return %3",
        "L3 at b0, instruction 2, operand 2: wrong operand type",
    );
    check_body(
        "%2: i64 = i32.eqz %0 / return %0",
        "L3 at b0, instruction 1: wrong result type",
    );
    check_body(
        "call_indirect(%1) / return %0",
        "L3 at b0, instruction 1: the last operand of an indirect call is not an `i32`",
    );
    check_body(
        "%2 = i8x16.extract_lane_u 16 v128 0x0 / return %2",
        "L3 at b0, instruction 1: unknown operation",
    );
}

/// Expects the violations of a function of `%0: i32`, `%1: i64` in which memory 0 and table 0 have
/// addresses of 64 bits, and memory 1 those of 32.
#[track_caller]
fn check_wide(lines: &str, expected: &str) {
    let header = "func @f(%0: i32, %1: i64) -> i32 {
        memory 0 i64\n table 0 i64\n frame 16 align 8\nb0:\n";
    check_text(
        &format!("{header}{}\n}}", lines.replace(" / ", "\n")),
        expected,
    );
}

#[test]
fn l3_addresses_are_as_wide_as_those_of_their_memory() {
    let other = |operand| format!("L3 at b0, instruction 1, operand {operand}: wrong operand type");
    check_wide("%2 = i32.load %1 / return %2", "");
    check_wide("%2 = i32.load %0 / return %2", &other(1));
    check_wide("%2 = i32.load memory=1 %0 / return %2", "");
    check_wide("%2 = i32.load memory=1 %1 / return %2", &other(1));
    check_wide("i32.store frame+8, %0 / return %0", "");
    check_wide("i32.store memory=1 frame+8, %0 / return %0", &other(1));
    check_wide("memory.fill %1, %0, i64 8 / return %0", "");
    check_wide("memory.fill %1, %0, i32 8 / return %0", &other(3));
    check_wide("memory.copy 0 1 %1, %0, i32 8 / return %0", "");
    check_wide("memory.copy 0 1 %1, %0, i64 8 / return %0", &other(3));
    check_wide("memory.copy %1, %1, i64 8 / return %0", "");
    check_wide("%2 = memory.grow %0 / return %0", &other(1));
    check_wide(
        "%2: i32 = memory.size / return %2",
        "L3 at b0, instruction 1: wrong result type",
    );
    check_wide("%2: i32 = call_indirect(%1) / return %2", "");
    check_wide(
        "%2: i32 = call_indirect(%0) / return %2",
        "L3 at b0, instruction 1: the last operand of an indirect call is not an `i64`",
    );
    check_wide("return_call_indirect(%0, @g)", "");
    check_wide("%2: i32 = call_indirect 1(%0) / return %2", "");
}

#[test]
fn l3_offsets_have_addresses() {
    let text = "%2 = i32.load offset=4294967296 %1 / return %2";
    check_wide(text, "");
    let text = "%2 = i32.load offset=4294967295 %0 / return %2";
    check_body(text, "");
    let text = "%2 = i32.load offset=4294967296 %0 / return %2";
    let what = "the offset is 2³² bytes or more in a memory with 32-bit addresses";
    check_body(text, &format!("L3 at b0, instruction 1: {what}"));
}

#[test]
fn l7_bytes_behind_a_symbol_fit_an_address() {
    check_body("return @g-2147483648", "");
    check_body(
        "return @g+2147483648",
        "L7 at %2: the offset from the symbol does not fit an address",
    );
    check_wide("%2 = i32.load @g+2147483648 / return %2", "");
}

#[test]
fn l4_definitions_dominate_uses() {
    check_body(
        "%2 = i32.eqz %3 / %3 = i32.eqz %0 / return %2",
        "L4 at b0, instruction 1, operand 1: the definition does not dominate this use",
    );
    check_body(
        "br %0, b1, b2(i32 0)
         b1:
           %2 = i32.eqz %0
           jump b2(%2)
         b2(%3: i32):
           br %2, b3(%3), b3(%2)
         b3(%4: i32):
           return %2",
        "L4 at b2, exit, operand 1: the definition does not dominate this use\n\
         L4 at b2, edge 2, argument 1: the definition does not dominate this use\n\
         L4 at b3, exit, operand 1: the definition does not dominate this use",
    );
    let mut function = returning();
    let nowhere = function.add_reg(Type::I32, Source::BlockParameter);
    let op = Op::IntUnary(Width::W32, IntUnary::Clz);
    function.push(op, Effect::Pure, &[nowhere], &[Type::I32]);
    check(
        &function,
        "L4 at b0, instruction 1, operand 1: the definition does not dominate this use",
    );
}

#[test]
fn l5_exits_have_their_operands_and_edges() {
    let operands = "L5 at b0, exit: wrong number of operands";
    check_body("return", operands);
    check_body("return %0, %0", operands);
    check_body("return %1", "L5 at b0, exit, operand 1: wrong operand type");
    check_body("unreachable %0", operands);
    check_body("jump %0, b0", operands);
    check_body("br b0, b0", operands);
    check_body(
        "br %1, b0, b0",
        "L5 at b0, exit, operand 1: wrong operand type",
    );
    check_body(
        "switch f32 1.0, else b0",
        "L5 at b0, exit, operand 1: wrong operand type",
    );
    let edges = "L5 at b0, exit: wrong number of edges";
    check_body("return %0, b0", edges);
    check_body("jump", edges);
    check_body("br %0, b0", edges);
    check_body("switch %0", edges);
    check_body("return_call @g(), b0", edges);
    check_body("try_call @g()", edges);
    let callee = "L5 at b0, exit: the last operand of an indirect call is not an `i32`";
    check_body("return_call_indirect()", callee);
    check_body("try_call_indirect(%1), b0", callee);
}

#[test]
fn l6_values_of_switches_are_different_and_fit() {
    let twice = "L6 at b0, exit: a value is listed twice";
    check_body("switch %0, 1: b0, 2: b0, 1: b0, else b0", twice);
    let range = "L6 at b0, exit: a value does not fit an `i32`";
    check_body("switch %0, 2147483648: b0, else b0", range);
    check_body("switch %0, -2147483648: b0, 2147483647: b0, else b0", "");
}

#[test]
fn l7_registers_have_the_types_of_what_they_hold() {
    let mut function = returning();
    function.add_reg(Type::I32, Source::Number(Number::I64(1)));
    function.add_reg(Type::I64, Source::Frame(0));
    function.add_reg(Type::I64, Source::Parameter(0));
    let parameter =
        "the register and the parameter have different types, or there is no such parameter";
    check(
        &function,
        &format!(
            "L7 at %0: the register and its constant have different types\n\
             L7 at %1: the width of a frame address differs from the address width of memory 0\n\
             L7 at %2: {parameter}"
        ),
    );
    function.signature.parameters.push(Type::I32);
    let found = verify(&function);
    assert_eq!(found[2].to_string(), format!("L7 at %2: {parameter}"));
}

#[test]
fn l8_the_order_has_the_reachable_blocks_after_their_dominators() {
    check_text(
        "func @f() {\nb1:\n return\nb0:\n jump b1\nb2:\n call @g()\n return\n}",
        "L8 at b1: the block is ordered before a block that dominates it\n\
         L8 at b2: the order lists an unreachable block\n\
         L8 at b2: the block is unreachable but not empty",
    );
}

#[test]
fn l8_the_order_has_each_reachable_block_once() {
    let mut function = returning();
    function.set_order(vec![BlockId::new(0), BlockId::new(0)]);
    check(&function, "L8 at b0: the order lists the block twice");
    function.set_order(vec![]);
    check(
        &function,
        "L8 at b0: the block is reachable but not in the order",
    );
}

#[test]
fn l9_addresses_in_the_frame_lie_in_it() {
    let outside = "operand 1: this address is not in the frame";
    check_body("return frame+16", "");
    check_body("return frame+17", &format!("L9 at b0, exit, {outside}"));
    check_text(
        "func @f() {\nb0:\n i32.store frame+0, i32 1\n return\n}",
        &format!("L9 at b0, instruction 1, {outside}"),
    );
    check_text(
        "func @f() {\n frame 8 align 3\nb0:\n return\n}",
        "L9 at header: the alignment of the frame is not a power of two",
    );
}

#[test]
fn l10_instructions_have_effects_that_they_can_have() {
    let cannot = |at| format!("L10 at b0, instruction {at}: the operation cannot have this effect");
    check_body("%2 = i32.eqz %0 !ordered / return %2", &cannot(1));
    check_body(
        "%2 = i32.load %0 !pure
         %3 = i32.load %0 !ordered
         %4 = i32.load %0 !writes
         i32.store %0, %0 !pure
         i32.store %0, %0 !ordered
         i32.store %0, %0 !reads
         call @g() !reads
         return %2",
        &[cannot(3), cannot(6)].join("\n"),
    );
}

#[test]
fn l11_a_register_is_defined_once_where_its_definition_says() {
    let text = "\
func @f(%0: i32) {
b0:
  %1 = i32.eqz %0
  jump b1(i32 0)
b1(%2: i32):
  jump b2(%2)
b2(%3: i32):
  return
}";
    let parsed = parse(text).expect("it is a text").functions.remove(0).1;
    let [entry, one, two] = [0, 1, 2].map(BlockId::new);
    let inst = parsed.block(entry).insts().next().expect("it has one");
    let elsewhere = "this register is defined elsewhere";

    let mut function = parsed.clone();
    function.add_reg(Type::I32, Source::Inst(inst));
    check(
        &function,
        "L11 at %5: the instruction of the register does not define it",
    );

    let mut function = parsed.clone();
    let taken = function.block(one).parameters.clone();
    function.block_mut(two).parameters = taken;
    check(&function, &format!("L11 at b2, parameter 1: {elsewhere}"));

    let mut function = parsed.clone();
    let result = function.inst(inst).results().collect();
    function.block_mut(two).parameters = result;
    check(&function, &format!("L11 at b2, parameter 1: {elsewhere}"));
}

#[test]
fn long_functions_need_no_call_stack() {
    let mut text = "func @f(%0: i32) -> i32 {\nb0:\n  jump b1(%0)\n".to_owned();
    let last = 100_000;
    for block in 1..last {
        let (next, reg) = (block + 1, block);
        text.push_str(&format!(
            "b{block}(%{reg}: i32):\n  br %{reg}, b{next}(%{reg}), b{next}(%0)\n"
        ));
    }
    text.push_str(&format!("b{last}(%{last}: i32):\n  return %{last}\n}}\n"));
    let module = parse(&text).expect("it is a text");
    check(&module.functions[0].1, "");
    assert_eq!(module.to_string(), text);
}
