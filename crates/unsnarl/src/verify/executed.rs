//! What a program executes on a random walk through its graph.
//!
//! *Needs:* a graph, a program that follows it, a seed.
//! *Gives:* [`random_walk`], and [`executed_dispatches`]: how often control passed a switch over the label on it.
//! *Cost:* O(steps) to prepare, then O(steps passed).
//!
//! Each block decides by chance, an arm as often as its weight says; where the function ends it is called
//! again. The decisions depend on the graph and the seed alone, so all programs of one graph go the same way.

use super::flow::{Flow, Rest};
use super::rules::judge;
use crate::cfg::Cfg;
use crate::ids::{BlockId, Edge, FlagId, Id};
use crate::program::{Program, Step, Term};
use alloc::vec::Vec;

/// Counts the dispatchers that are passed while so many blocks run.
///
/// Nothing if the program breaks a rule or has no meaning on this walk; one that
/// [`simulation`](super::simulation) has proved always has. Steps taken between two blocks are limited to sixteen
/// times the program's length.
///
/// ```
/// use unsnarl::{reduce, structure, text, verify};
///
/// let graph = text::read("a -> b | c\nb -> c\nc -> b", text::Notation::Cfg)?;
/// let program = structure::nested(&reduce::dispatch(&graph.cfg));
/// // a, and then b and c in turn: one of the two edges between them goes by the dispatcher.
/// let count = verify::executed_dispatches(&graph.cfg, &program, 1, 101);
/// assert!(count.is_some_and(|count| (50..=51).contains(&count)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn executed_dispatches(cfg: &Cfg, program: &Program, seed: u64, blocks: u64) -> Option<u64> {
    let (violations, brackets) = judge(cfg, program);
    if !violations.is_empty() {
        return None;
    }
    let flow = Flow::new(program, brackets);
    let mut run = Run {
        flow: &flow,
        label: None,
        flags: alloc::vec![None; program.flag_count()],
        decided: None,
        dispatches: 0,
    };
    let mut rest = flow.start();
    let mut walk = random_walk(cfg, seed);
    for _ in 0..blocks {
        let (due, edge) = walk.next()?;
        if run.next_block(&mut rest)? != due {
            return None;
        }
        run.decided = edge.map(|edge| edge.slot);
    }
    Some(run.dispatches)
}

/// Walks through a graph at random, for ever: each block that runs, with the edge that it decides for if it has
/// arms. After a block without arms the walk starts again.
pub fn random_walk(
    cfg: &Cfg,
    seed: u64,
) -> impl Iterator<Item = (BlockId, Option<Edge>)> + use<'_> {
    let (mut random, mut block) = (seed, cfg.entry());
    core::iter::repeat_with(move || {
        let slot = decide(cfg, block, &mut random);
        let edge = slot.map(|slot| Edge { block, slot });
        let ran = core::mem::replace(
            &mut block,
            edge.map_or(cfg.entry(), |edge| cfg.target(edge)),
        );
        (ran, edge)
    })
}

/// A program in the middle of a run.
struct Run<'a> {
    flow: &'a Flow<'a>,
    label: Option<u32>,
    flags: Vec<Option<bool>>,
    /// What the block that ran last has decided for.
    decided: Option<u32>,
    dispatches: u64,
}

impl Run<'_> {
    /// Goes on to where a block runs, from the start if the function ends, and past it.
    fn next_block(&mut self, rest: &mut Rest) -> Option<BlockId> {
        let program = self.flow.program;
        for _ in 0..16 * program.len() {
            let node = (*rest).filter(|node| node.index() < program.len())?;
            *rest = self.flow.after(node);
            match program.step(node) {
                Step::Run(block) => return Some(block),
                Step::Leave(_) => *rest = self.flow.start(),
                Step::Store(value) => self.label = Some(value),
                Step::Set(flag, value) => self.flags[flag.index()] = Some(value),
                Step::Dispatch(_) => {
                    self.dispatches += 1;
                    let arm = self.label.and_then(|value| self.flow.arm(node, value));
                    *rest = arm.or_else(|| self.flow.default_arm(node))?;
                }
                Step::Test(condition, _) => {
                    let value = evaluate(program.condition(condition), |flag| {
                        self.flags[flag.index()]
                    })?;
                    *rest = self.flow.arm(node, u32::from(value))?;
                }
                Step::If(..) | Step::Switch(..) => *rest = self.flow.arm(node, self.decided?)?,
                _ => {}
            }
        }
        None
    }
}

/// Gives the value of a condition, if all of its flags have one.
fn evaluate(terms: &[Term], flag: impl Fn(FlagId) -> Option<bool>) -> Option<bool> {
    let mut values: Vec<bool> = Vec::new();
    for term in terms.iter().rev() {
        let value = match *term {
            Term::Flag(id) => flag(id)?,
            Term::Not => !values.pop()?,
            Term::And => values.pop()? & values.pop()?,
            Term::Or => values.pop()? | values.pop()?,
        };
        values.push(value);
    }
    values.pop()
}

/// Decides for an arm of a block, if it has any: as often as it weighs, evenly if none weighs anything.
fn decide(cfg: &Cfg, block: BlockId, random: &mut u64) -> Option<u32> {
    let total: u64 = cfg
        .edges(block)
        .map(|edge| u64::from(cfg.weight(edge)))
        .sum();
    let arms = cfg.successors(block).len() as u64;
    if arms < 2 {
        return (arms == 1).then_some(0);
    }
    let number = next(random);
    if total == 0 {
        return Some((number % arms) as u32);
    }
    let mut left = number % total;
    let mut edges = cfg.edges(block);
    let chosen = edges.find(|&edge| {
        let weight = u64::from(cfg.weight(edge));
        let here = left < weight;
        left = left.saturating_sub(weight);
        here
    });
    chosen.map(|edge| edge.slot)
}

/// Gives the next number of a sequence (SplitMix64).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
