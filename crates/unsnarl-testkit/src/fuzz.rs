//! Fuzz bodies: what a fuzz target calls with bytes, and `cargo test` with random ones.
//!
//! *Needs:* any bytes. *Gives:* nothing; panics on a failure. *Cost:* small, as the graphs are
//! small.

mod low;
mod text;

pub use low::{low, read_low};
pub use text::{llvm, notations, read_bitcode, read_cfg, read_dot, read_llvm, read_mermaid};

use crate::algorithms::pipelines_for;
use crate::{judge, linked, mutate, notation, random};
use unsnarl::program::{Condition, Term};
use unsnarl::reduce::{Budget, REDUCTIONS, outline};
use unsnarl::structure::{ALGORITHMS, Needs, Refusal, Settings};
use unsnarl::{BlockId, Cfg, Edge, FlagId, Id, LabelId, Program, ProgramBuilder, Step};

/// Makes a graph of the bytes and judges what every pipeline makes of it; outlines it and links the
/// functions again.
pub fn graph_to_program(bytes: &[u8]) {
    let cfg = random::from_bytes(bytes, 24).cfg();
    for pipeline in pipelines_for(&cfg) {
        if let Err(problem) = pipeline.judge(&cfg) {
            panic!("{problem}\n{}", notation::show(&cfg));
        }
    }
    if let Err(problem) = linked::check(&cfg, &linked::Pieces::of(&outline(&cfg))) {
        panic!("{problem}\n{}", notation::show(&cfg));
    }
}

/// Makes a graph of the bytes and structures it with every reduction, within a small budget, and
/// every algorithm that needs a reducible graph. A reduction may refuse a graph that grows too
/// large.
pub fn every_reduction(bytes: &[u8]) {
    let cfg = random::from_bytes(bytes, 16).cfg();
    for reduction in &REDUCTIONS {
        let settings = Settings {
            reduction,
            budget: Some(Budget::times(&cfg, 8)),
            ..Settings::default()
        };
        for algorithm in ALGORITHMS
            .iter()
            .filter(|row| row.needs == Needs::Reducible)
        {
            let problem = match algorithm.structure(&cfg, &settings) {
                Ok(program) => judge(&cfg, &program).err(),
                Err(Refusal::TooLarge(_)) => None,
                Err(refusal) => Some(refusal.to_string()),
            };
            if let Some(problem) = problem {
                let (algorithm, reduction) = (algorithm.name, reduction.name);
                panic!(
                    "{algorithm} by {reduction}: {problem}\n{}",
                    notation::show(&cfg)
                );
            }
        }
    }
}

/// Makes an unrelated graph and program from the bytes, and checks that verifier and oracle agree
/// on whether the program follows the graph.
pub fn any_program(bytes: &[u8]) {
    let (cfg, program) = graph_and_program(bytes);
    if let Some(disagreement) = mutate::disagreement(&cfg, &program, 6) {
        panic!("{disagreement}\n{cfg:?}\n{program}");
    }
}

/// Makes a graph from the first bytes and steps from the others. Numbers are small, so that they
/// are often valid, and mostly refer to the last block; brackets are closed by bytes or at the end.
pub fn graph_and_program(bytes: &[u8]) -> (Cfg, Program) {
    let (graph, rest) = bytes.split_at(bytes.len().min(6));
    let cfg = random::from_bytes(graph, 3).cfg();
    let program = program(&cfg, rest);
    (cfg, program)
}

fn program(cfg: &Cfg, bytes: &[u8]) -> Program {
    let mut builder = ProgramBuilder::new();
    let mut open = 0_usize;
    let (mut last, mut target) = (cfg.entry(), cfg.entry());
    for &byte in bytes {
        let (form, number) = (byte / 8, usize::from(byte % 8));
        let any = BlockId::new(number % (cfg.block_count() + 1));
        let block = if number < 6 { last } else { any };
        let label = LabelId::new(number % 4);
        match form {
            0..=2 => {
                last = if number < 6 { target } else { any };
                builder.run(last);
            }
            3 | 4 => {
                let edge = Edge::new(block, number % 2);
                target = following(cfg, edge).unwrap_or(any);
                builder.take(edge);
            }
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
            16 if open > 0 => builder.arm([]),
            17 => {
                let condition = condition(&mut builder, number);
                open_arms(&mut builder, Step::Test(condition, Some(label)));
            }
            18..=21 => builder.set(FlagId::new(number / 2), number % 2 == 1),
            22 | 23 => {
                target = following(cfg, Edge::new(block, 1)).unwrap_or(any);
                decide(&mut builder, block);
            }
            24..=27 => choose(&mut builder, number, |builder| {
                builder.set(FlagId::new(number / 2), form % 2 == 1);
            }),
            28 | 29 => choose(&mut builder, number, |builder| builder.go_back(label)),
            30 => choose(&mut builder, number, |builder| builder.go_past(label)),
            _ => continue,
        }
        match form {
            9 | 10 => open -= 1,
            11..=14 | 17 => open += 1,
            _ => {}
        }
    }
    (0..open).for_each(|_| builder.close());
    builder.finish()
}

/// Gives the block that an edge leads to, if the graph has the edge.
fn following(cfg: &Cfg, edge: Edge) -> Option<BlockId> {
    let exists = edge.block.index() < cfg.block_count();
    let arms = if exists {
        cfg.successors(edge.block)
    } else {
        &[]
    };
    arms.get(edge.slot as usize).copied()
}

fn open_arms(builder: &mut ProgramBuilder, bracket: Step) {
    builder.push(bracket);
    builder.arm([0]);
}

/// Takes the edge that a branch has decided for, and tells the flags `f0` and `f1` which.
fn decide(builder: &mut ProgramBuilder, block: BlockId) {
    builder.open_if(block, None);
    for slot in 0..2 {
        builder.arm([slot]);
        builder.take(Edge::new(block, slot as usize));
        builder.set(FlagId::new(slot as usize), true);
        builder.set(FlagId::new(1 - slot as usize), false);
    }
    builder.close();
}

/// Does something if a condition holds.
fn choose(builder: &mut ProgramBuilder, number: usize, then: impl FnOnce(&mut ProgramBuilder)) {
    let condition = condition(builder, number);
    builder.open_test(condition, None);
    builder.arm([1]);
    then(builder);
    builder.arm([0]);
    builder.close();
}

/// Enters one of eight conditions, the last of which is a formula only if the next one follows it.
fn condition(builder: &mut ProgramBuilder, number: usize) -> Condition {
    use Term::{And, Not, Or};
    let [one, other, third] = [0, 1, 2].map(|flag| Term::Flag(FlagId::new(flag)));
    let terms: &[Term] = match number {
        0 => &[one],
        1 => &[other],
        2 => &[Not, one],
        3 => &[And, one, other],
        4 => &[Or, Not, one, other],
        5 => &[Not, And, one, Or, other, third],
        6 => &[third],
        _ => &[Or, one],
    };
    builder.condition(terms.iter().copied())
}
