//! The example programs, rewritten for a machine that divides and switches on 8 bits only: they
//! still print what the native builds print.
//!
//! Programs of C have no numbers of more than 128 bits, so this runs the rewrites for wide numbers
//! on ordinary code.

use crate::engine;
use std::fs;
use std::path::{Path, PathBuf};

use unsnarl_ir::rewrite::quotient::{Folded, quotient};
use unsnarl_ir::rewrite::{self, Target};
use unsnarl_ir::{BlockId, EdgeCopies, Module, graph, verify};
use unsnarl_wasm::{Options, TARGET, compile};

const NARROW: Target = Target {
    division: 8,
    switch: 8,
    ..TARGET
};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
}

/// Rewrites a module, and adds up what the proofs of its functions fold together.
#[track_caller]
fn narrowed(module: &mut Module) -> Folded {
    let rewrites = rewrite::module(module, &NARROW);
    assert_eq!(verify(module), []);
    let mut all = Folded::default();
    for (id, function) in module.functions.iter() {
        let Some(provenance) = rewrites.provenance(id) else {
            continue;
        };
        let cfg = graph(function, &EdgeCopies::new(function)).expect("it has a body");
        let is_empty = |block: BlockId| function.blocks[block].insts.is_empty();
        let folded = quotient(rewrites.source(module, id), &cfg, is_empty, provenance);
        let folded = folded.unwrap_or_else(|why| panic!("{}: {why}", module.function_name(id)));
        all.copies += folded.copies;
        all.bypasses += folded.bypasses;
        all.inside += folded.inside;
    }
    all
}

/// Runs every program of a folder; gives how many blocks were inside others.
#[track_caller]
fn check_all(folder: &str) -> Folded {
    let list = fs::read_to_string(examples().join("programs.txt")).expect("the list is checked in");
    let mut all = Folded::default();
    for line in list.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, program, status, arguments @ ..] = &words[..] else {
            continue;
        };
        if name.starts_with('#') {
            continue;
        }
        let path = examples().join(folder).join(program).with_extension("ll");
        let text = fs::read_to_string(path).expect("the program is checked in");
        let mut module = unsnarl_llvm::read(&text).expect("the program is right");
        let folded = narrowed(&mut module);
        all.copies += folded.copies;
        all.bypasses += folded.bypasses;
        all.inside += folded.inside;
        let output = compile(&module, &Options::default()).expect("the program is supported");
        let (printed, exit) = engine::run_program(&output.bytes, arguments);
        let expected = examples().join("expected").join(name).with_extension("txt");
        let expected = fs::read_to_string(expected).expect("the output is checked in");
        assert_eq!(printed, expected, "{folder}/{name}");
        assert_eq!(exit.to_string(), *status, "{folder}/{name}");
    }
    all
}

#[test]
fn optimised_programs_print_the_same() {
    let folded = check_all("");
    assert!(
        folded.inside > 20 && folded.copies > 0 && folded.bypasses > 0,
        "{folded:?}"
    );
}

#[test]
fn unoptimised_programs_print_the_same() {
    let folded = check_all("O0");
    assert!(folded.inside > 20, "{folded:?}");
}
