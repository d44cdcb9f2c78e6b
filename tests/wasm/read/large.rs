//! Large functions: the way through the reader is near-linear, and nothing recurses.

use unsnarl_wasm::{Options, restructure};
use wasm_encoder::{
    BlockType, CodeSection, Function, FunctionSection, Instruction, Module, TypeSection, ValType,
};

/// A module of one function from an `i32` to an `i32`.
fn module(locals: u32, write: impl FnOnce(&mut Function)) -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], [ValType::I32]);
    let mut functions = FunctionSection::new();
    functions.function(0);
    let mut function = Function::new([(locals, ValType::I32)]);
    write(&mut function);
    function.instruction(&Instruction::End);
    let mut code = CodeSection::new();
    code.function(&function);
    let mut module = Module::new();
    module.section(&types).section(&functions).section(&code);
    module.finish()
}

#[track_caller]
fn check(bytes: &[u8]) {
    crate::read::read_verified(bytes);
    if let Err(error) = restructure(bytes, &Options::default()) {
        panic!("{error}");
    }
}

#[test]
fn a_deep_nest_of_blocks() {
    const DEPTH: u32 = 100_000;
    check(&module(1, |function| {
        for _ in 0..DEPTH {
            function.instruction(&Instruction::Block(BlockType::Empty));
        }
        for depth in 0..DEPTH {
            function.instruction(&Instruction::LocalGet(0));
            function.instruction(&Instruction::BrIf(0));
            function.instruction(&Instruction::I32Const(depth as i32));
            function.instruction(&Instruction::LocalSet(1));
            function.instruction(&Instruction::End);
        }
        function.instruction(&Instruction::LocalGet(1));
    }));
}

#[test]
fn a_deep_nest_of_loops() {
    const DEPTH: u32 = 20_000;
    check(&module(1, |function| {
        for _ in 0..DEPTH {
            function.instruction(&Instruction::Loop(BlockType::Empty));
        }
        for _ in 0..DEPTH {
            function.instruction(&Instruction::LocalGet(0));
            function.instruction(&Instruction::LocalTee(1));
            function.instruction(&Instruction::BrIf(0));
            function.instruction(&Instruction::End);
        }
        function.instruction(&Instruction::LocalGet(1));
    }));
}

#[test]
fn a_million_instructions() {
    check(&module(1, |function| {
        function.instruction(&Instruction::LocalGet(0));
        for number in 0..500_000 {
            function.instruction(&Instruction::I32Const(number & 63));
            function.instruction(&Instruction::I32Add);
        }
    }));
}

#[test]
fn a_table_of_many_targets() {
    const TARGETS: u32 = 60_000;
    check(&module(1, |function| {
        for _ in 0..=TARGETS {
            function.instruction(&Instruction::Block(BlockType::Empty));
        }
        function.instruction(&Instruction::LocalGet(0));
        let targets: Vec<u32> = (0..TARGETS).collect();
        function.instruction(&Instruction::BrTable(targets.into(), TARGETS));
        for number in 0..=TARGETS {
            function.instruction(&Instruction::End);
            function.instruction(&Instruction::I32Const(number as i32));
            function.instruction(&Instruction::LocalSet(1));
            function.instruction(&Instruction::LocalGet(1));
            function.instruction(&Instruction::Return);
        }
    }));
}

/// Locals that are written once and read at the end, with many joins in between that need no
/// parameter for them.
#[test]
fn locals_that_live_through_many_blocks() {
    const LOCALS: u32 = 49_000;
    crate::read::read_verified(&module(LOCALS, |function| {
        for local in 1..=LOCALS {
            function.instruction(&Instruction::LocalGet(0));
            function.instruction(&Instruction::LocalSet(local));
        }
        for _ in 0..100_000 {
            function.instruction(&Instruction::Block(BlockType::Empty));
            function.instruction(&Instruction::LocalGet(0));
            function.instruction(&Instruction::BrIf(0));
            function.instruction(&Instruction::End);
        }
        function.instruction(&Instruction::LocalGet(0));
        for local in 1..=LOCALS {
            function.instruction(&Instruction::LocalGet(local));
            function.instruction(&Instruction::I32Add);
        }
    }));
}

/// The same in a loop that changes all of them, from which many jumps leave for its start: each
/// passes all of them, which is too much.
#[test]
fn too_many_values_on_edges_are_refused() {
    const LOCALS: u32 = 40_000;
    let bytes = module(LOCALS, |function| {
        function.instruction(&Instruction::Loop(BlockType::Empty));
        for local in 1..=LOCALS {
            function.instruction(&Instruction::LocalGet(local));
            function.instruction(&Instruction::LocalGet(0));
            function.instruction(&Instruction::I32Add);
            function.instruction(&Instruction::LocalSet(local));
        }
        for _ in 0..100_000 {
            function.instruction(&Instruction::LocalGet(0));
            function.instruction(&Instruction::BrIf(0));
        }
        function.instruction(&Instruction::End);
        function.instruction(&Instruction::LocalGet(1));
    });
    let error = unsnarl_wasm::read(&bytes).expect_err("it is too large");
    assert!(
        matches!(error, unsnarl_wasm::ReadError::TooLarge { .. }),
        "{error}"
    );
}
