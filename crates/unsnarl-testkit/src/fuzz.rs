//! Fuzz bodies: what a fuzz target calls with bytes, and `cargo test` with random ones.
//!
//! *Needs:* bytes, any. *Gives:* nothing; panics if something is wrong. *Cost:* small: the graphs are.

use crate::algorithms::ways_for;
use crate::{linked, mutate, notation, random};
use unsnarl::reduce::outline;
use unsnarl::{BlockId, Cfg, Edge, Id, LabelId, Program, ProgramBuilder, Step};

/// Makes a graph of the bytes, structures it in every way, and judges each program; divides it into functions, and
/// links them again.
pub fn graph_to_program(bytes: &[u8]) {
    let cfg = random::from_bytes(bytes, 24).cfg();
    for way in ways_for(&cfg) {
        if let Err(problem) = way.judge(&cfg) {
            panic!("{problem}\n{}", notation::show(&cfg));
        }
    }
    if let Err(problem) = linked::check(&cfg, &linked::Pieces::of(&outline(&cfg))) {
        panic!("{problem}\n{}", notation::show(&cfg));
    }
}

/// Makes a graph and a program of the bytes that have nothing to do with each other, and asks that verifier
/// and oracle agree on whether the program follows.
pub fn any_program(bytes: &[u8]) {
    let (graph, rest) = bytes.split_at(bytes.len().min(6));
    let cfg = random::from_bytes(graph, 3).cfg();
    let program = program(&cfg, rest);
    if let Some(disagreement) = mutate::disagreement(&cfg, &program, 6) {
        panic!("{disagreement}\n{cfg:?}\n{program}");
    }
}

/// Makes steps of bytes, with small numbers so that they have a chance to fit; brackets are closed where
/// the bytes end or say so.
fn program(cfg: &Cfg, bytes: &[u8]) -> Program {
    let mut builder = ProgramBuilder::new();
    let mut open = 0_usize;
    for &byte in bytes {
        let (form, number) = (byte / 8 % 16, usize::from(byte % 8));
        let block = BlockId::new(number % (cfg.block_count() + 1));
        let label = LabelId::new(number % 4);
        match form {
            0..=2 => builder.run(block),
            3 | 4 => builder.take(Edge::new(BlockId::new(number / 2), number % 2)),
            5 => builder.leave(block),
            6 => builder.store(number as u32 % 3),
            7 => builder.go_past(label),
            8 => builder.go_back(label),
            9 | 10 if open > 0 => builder.close(),
            11 => builder.open_block(label),
            12 => builder.open_loop(label),
            13 => open_arms(&mut builder, Step::If(block, None)),
            14 => open_arms(&mut builder, Step::Dispatch(Some(label))),
            15 if open > 0 => builder.arm([number as u32 % 3]),
            _ => continue,
        }
        match form {
            9 | 10 => open -= 1,
            11..=14 => open += 1,
            _ => {}
        }
    }
    (0..open).for_each(|_| builder.close());
    builder.finish()
}

fn open_arms(builder: &mut ProgramBuilder, bracket: Step) {
    builder.push(bracket);
    builder.arm([0]);
}
