//! The execution of a program on a random walk through its graph.
//!
//! *Needs:* a graph, a program that follows it, a seed.
//! *Gives:* [`random_walk`], and [`executed_dispatches`]: the number of times that control passed a
//! dispatcher on the walk.
//! *Cost:* O(steps) to prepare, then O(steps passed).
//!
//! Each block decides at random, by the weights of its arms. When the function ends, it is called
//! again. The decisions depend on the graph and the seed alone, so all programs of one graph run
//! the same path.

use super::flow::{Flow, Rest};
use super::rules::judge;
use crate::cfg::Cfg;
use crate::ids::{BlockId, Edge, FlagId, Id};
use crate::program::{Program, Step, Term};
use alloc::vec::Vec;

/// Counts the dispatchers that control passes while this number of blocks runs.
///
/// Gives nothing if the program breaks a rule or has no meaning on this walk. A program that
/// [`simulation`](super::simulation) has proved has a meaning on every walk. At most sixteen times
/// the program's length of steps are taken between two blocks.
///
/// ```
/// use unsnarl::{reduce, structure, text, verify};
///
/// let graph = text::read("a -> b | c\nb -> c\nc -> b", text::Notation::Cfg)?;
/// let program = structure::nested(&reduce::dispatch(&graph.cfg));
/// // a, and then b and c in turn: one of the two edges between them is routed.
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

/// Walks through a graph at random, without end: gives each block that runs, with the edge that it
/// decides for if it has arms. After a block without arms the walk starts again at the entry.
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
    /// The slot that the block that ran last has decided for.
    decided: Option<u32>,
    dispatches: u64,
}

impl Run<'_> {
    /// Runs the next block: continues to it, from the start if the function ends, and past it.
    fn next_block(&mut self, rest: &mut Rest) -> Option<BlockId> {
        let program = self.flow.program;
        for _ in 0..16 * program.len() {
            let node = (*rest).filter(|node| node.index() < program.len())?;
            *rest = self.flow.after(node);
            match program.step(node) {
                Step::Run(block) => return Some(block),
                Step::Leave(_) => {
                    // Every call has variables of its own.
                    *rest = self.flow.start();
                    self.label = None;
                    self.flags.fill(None);
                }
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

/// Gives the value of a condition, if all of its flags are set.
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

/// Decides for an arm of a block, if it has any: with the probability of the arm's weight, or
/// evenly if all weights are zero.
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

/// Gives the next number of a random sequence (SplitMix64).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::{CfgBuilder, Exit};
    use crate::ids::LabelId;
    use crate::program::ProgramBuilder;

    /// A graph in which `a` goes to itself or to `b`, with these weights; `b` returns.
    fn graph(weights: [u32; 2]) -> Cfg {
        let [a, b] = [0, 1].map(BlockId::new);
        let mut builder = CfgBuilder::new();
        builder.block(Exit::Branch, [a, b]);
        builder.block(Exit::Return, []);
        for (slot, weight) in weights.into_iter().enumerate() {
            builder.weight(Edge::new(a, slot), weight);
        }
        builder.build(a).expect("arms lead to blocks")
    }

    /// A program of that graph that tests a flag or the label to decide whether to repeat the loop.
    fn program(asks: impl FnOnce(&mut ProgramBuilder), last: usize) -> Program {
        let [a, last] = [0, last].map(BlockId::new);
        let mut builder = ProgramBuilder::new();
        let (again, flag) = (builder.label(), builder.flag());
        builder.open_loop(again);
        builder.run(a);
        builder.open_if(a, None);
        for slot in 0..2 {
            builder.arm([slot]);
            builder.take(Edge::new(a, slot as usize));
            builder.store(slot);
            builder.set(flag, slot == 0);
        }
        builder.close();
        asks(&mut builder);
        builder.close();
        builder.close();
        builder.run(last);
        builder.leave(last);
        builder.finish()
    }

    fn by_flag(builder: &mut ProgramBuilder) {
        let flag = Term::Flag(FlagId::new(0));
        let condition = builder.condition([Term::And, flag, Term::Or, flag, Term::Not, flag]);
        builder.open_test(condition, None);
        builder.arm([0]);
        builder.arm([1]);
        builder.go_back(LabelId::new(0));
    }

    /// The label is 0 on the back edge to `a`, which the default arm takes.
    fn by_label(builder: &mut ProgramBuilder) {
        builder.open_dispatch(None);
        builder.arm([]);
        builder.go_back(LabelId::new(0));
        builder.arm([1]);
    }

    #[test]
    fn a_walk_goes_as_the_weights_say() {
        let walk = |weights| {
            let cfg = graph(weights);
            let walk = random_walk(&cfg, 7).take(1_000);
            walk.filter(|(block, _)| block.index() == 0).count()
        };
        assert_eq!(walk([0, 1]), 500);
        assert_eq!(walk([1, 0]), 1_000);
        assert!((850..950).contains(&walk([9, 1])), "{}", walk([9, 1]));
        assert!((600..730).contains(&walk([0, 0])), "{}", walk([0, 0]));
    }

    #[test]
    fn dispatchers_are_counted_and_tests_are_not() {
        let cfg = graph([3, 1]);
        assert_eq!(
            executed_dispatches(&cfg, &program(by_flag, 1), 1, 500),
            Some(0)
        );
        // One after each run of a.
        let runs = random_walk(&cfg, 1)
            .take(499)
            .filter(|(_, edge)| edge.is_some());
        let count = executed_dispatches(&cfg, &program(by_label, 1), 1, 500);
        assert!(count.is_some_and(|count| count.abs_diff(runs.count() as u64) <= 1));
    }

    #[test]
    fn a_program_that_does_something_else_has_no_count() {
        assert_eq!(
            executed_dispatches(&graph([1, 1]), &program(by_flag, 0), 1, 99),
            None
        );
    }
}
