//! `patterns`: simple loops and branches are recognised one by one; a fallback structures the rest.
//!
//! *Needs:* any graph.
//! *Gives:* loops, `if`s and switches where the patterns fit; from the first block where no pattern
//! fits, the code of the [`Fallback`] for every block reachable from there.
//! *Cost:* O(V + E log E) and that of the fallback.
//! *Source:* [Song], "The Relooper Algorithm"; gotos as the fallback are from the last message of
//! [Gaster08].
//! *Departs:* a branch may be a switch. Inside a pattern, the fallback extends no further than the
//! pattern: to the block where the arms meet, and to the header and the follow of the enclosing
//! loop.
//! *Limits:* this is a greedy baseline. After a loop with two exits, or two arms that share a block
//! before they meet, no further pattern is tried. `stackifier` and `nested` have scopes, which
//! cover both cases.
//!
//! ```text
//! before: a -> b | e; b -> c | d; c -> b; d -> f; e -> f; f -> return
//! after:  a; if a { loop { b; if b { c; continue } }; d } else { e }; f
//! ```
//!
//! ## The patterns
//! The patterns apply at a block from which every open block after it is reachable:
//! - **Sequence.** The block has one successor: the block, and then the successor.
//! - **Simple loop.** The block is the only entry of a loop, and the edges out of the loop lead to
//!   at most one block: `loop`, and then that block.
//! - **Branch.** Each arm is entered from the block only, and all arms meet at one block: `if`, and
//!   then that block.
//! - **Fallback.** Anything else.

mod facts;

use super::exits::Exits;
use super::goto_elimination::eliminate_gotos;
use super::part::{Out, Part, Positions};
use super::state_machine::write_machine;
use super::{Algorithm, Depth, Jumps, Needs, NoLabel, Promises};
use crate::cfg::{Cfg, Exit};
use crate::flags::joined;
use crate::ids::{BlockId, Edge, IdMap, LabelId};
use crate::program::{Program, ProgramBuilder};
use crate::reduce::{Budget, Exceeded, TooLarge};
use alloc::vec::Vec;
use facts::Facts;

/// The row of the table of algorithms.
pub(super) const ROW: Algorithm = Algorithm {
    name: "patterns",
    about: "simple loops and branches one by one, and a state machine for the rest from the first \
            block that is neither",
    needs: Needs::Any,
    promises: Promises {
        no_label: NoLabel::Never,
        no_scope: false,
        jumps: Jumps::Any,
        no_flag: true,
        depth: Depth::Unlimited,
        total: true,
        near_linear: true,
    },
    cost: "O(V + E log E)",
    source: "Zakai11",
    run: |cfg, settings| {
        let budget = settings.budget(cfg);
        Ok(patterns(cfg, Fallback::StateMachine, budget)?)
    },
};

/// The row of the combination with goto elimination. It is separate because the two come from
/// different articles, and users choose algorithms by name.
pub(super) const HYBRID: Algorithm = Algorithm {
    name: "patterns-goto",
    about: "simple loops and branches one by one, and goto elimination for the rest from the \
            first block that is neither",
    needs: Needs::Any,
    promises: Promises {
        no_label: NoLabel::Always,
        no_scope: false,
        jumps: Jumps::Any,
        no_flag: false,
        depth: Depth::Unlimited,
        total: false,
        near_linear: false,
    },
    cost: "O(statements added × depth), within the budget",
    source: "ErosaHendren94",
    run: |cfg, settings| {
        let budget = settings.budget(cfg);
        Ok(patterns(cfg, Fallback::GotoElimination, budget)?)
    },
};

/// The algorithm for the blocks that fit no pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fallback {
    /// One loop around one switch over the blocks, see [`state_machine`](super::state_machine).
    StateMachine,
    /// Gotos and labels, see [`goto_elimination`](super::goto_elimination).
    GotoElimination,
}

/// Structures any graph by patterns and a fallback, within a budget that only goto elimination
/// needs.
///
/// ```
/// use unsnarl::structure::{Fallback, patterns};
/// use unsnarl::{measure, reduce::Budget, text};
///
/// let graph = text::read("a -> b | c\nb -> c\nc -> b | d\nd -> return", text::Notation::Cfg)?;
/// let budget = Budget::times(&graph.cfg, 32);
/// let machine = patterns(&graph.cfg, Fallback::StateMachine, budget)?;
/// assert_eq!(measure(&machine).dispatchers, 1);
/// let flags = patterns(&graph.cfg, Fallback::GotoElimination, budget)?;
/// assert_eq!((measure(&flags).dispatchers, measure(&flags).flags), (0, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn patterns(cfg: &Cfg, fallback: Fallback, budget: Budget) -> Result<Program, TooLarge> {
    let facts = Facts::new(cfg);
    let mut writer = Writer {
        cfg,
        reached: IdMap::filled(cfg.block_count(), false),
        positions: Positions::new(cfg),
        fallback,
        budget,
        left: budget,
        builder: ProgramBuilder::new(),
        exits: Exits::default(),
        work: Vec::new(),
        facts: &facts,
    };
    let context = Context {
        next: None,
        around: None,
    };
    writer.work.push(Task::Block(cfg.entry(), context));
    writer.write()?;
    Ok(joined(writer.builder.finish()))
}

/// The blocks around and after a list of steps.
#[derive(Clone, Copy)]
struct Context {
    /// The block to which control comes after the last step of the list.
    next: Option<BlockId>,
    around: Option<Around>,
}

/// The innermost loop around.
#[derive(Clone, Copy)]
struct Around {
    label: LabelId,
    header: BlockId,
    follow: Option<BlockId>,
}

impl Context {
    /// Gives the way in which control reaches a block around or after the list.
    fn out(&self, block: BlockId) -> Option<Out> {
        if self.next == Some(block) {
            return Some(Out::Next);
        }
        let around = self.around?;
        if around.header == block {
            return Some(Out::Continue(around.label));
        }
        (around.follow == Some(block)).then_some(Out::Break(around.label))
    }
}

/// A task of the writer.
enum Task {
    /// A block and the blocks after it, up to the end of its list.
    Block(BlockId, Context),
    /// The path to a block, after the edge or the loop that leads there.
    Way(BlockId, Context),
    /// An arm for some slots, which takes an edge.
    Arm(Vec<u32>, Edge, Context),
    /// The end of a bracket.
    Close,
}

struct Writer<'a> {
    cfg: &'a Cfg,
    facts: &'a Facts,
    /// The blocks that a fallback has reached.
    reached: IdMap<BlockId, bool>,
    positions: Positions,
    fallback: Fallback,
    budget: Budget,
    /// The rest of the budget.
    left: Budget,
    builder: ProgramBuilder,
    exits: Exits,
    /// The stack of tasks; the next task is the last one.
    work: Vec<Task>,
}

impl Writer<'_> {
    fn write(&mut self) -> Result<(), TooLarge> {
        while let Some(task) = self.work.pop() {
            match task {
                Task::Block(block, context) => self.block(block, context)?,
                Task::Way(block, context) => match context.out(block) {
                    Some(out) => out.write(&mut self.builder),
                    None => self.work.push(Task::Block(block, context)),
                },
                Task::Arm(slots, edge, context) => {
                    self.builder.arm(slots);
                    self.take(edge, context);
                }
                Task::Close => self.builder.close(),
            }
        }
        Ok(())
    }

    /// Finds the pattern that begins with a block.
    fn block(&mut self, block: BlockId, context: Context) -> Result<(), TooLarge> {
        let entered = context.around.map(|around| around.header) == Some(block);
        let starts_loop = self.facts.is_header(block) && !entered;
        if !self.facts.is_branch(block) {
            return self.fall_back(block, context);
        }
        match self.facts.simple_loop(block).filter(|_| starts_loop) {
            Some(simple) => self.simple_loop(block, simple.follow, context),
            None if starts_loop => return self.fall_back(block, context),
            None => self.decide(block, context),
        }
        Ok(())
    }

    fn simple_loop(&mut self, header: BlockId, follow: Option<BlockId>, context: Context) {
        let label = self.builder.label();
        self.builder.open_loop(label);
        if let Some(follow) = follow {
            self.work.push(Task::Way(follow, context));
        }
        self.work.push(Task::Close);
        let around = Around {
            label,
            header,
            follow,
        };
        // Control that reaches the end of a loop leaves it.
        let inside = Context {
            next: follow,
            around: Some(around),
        };
        self.work.push(Task::Block(header, inside));
    }

    /// Writes a block that is a sequence or a branch.
    fn decide(&mut self, block: BlockId, context: Context) {
        self.builder.run(block);
        self.exits.of(self.cfg, block, |_| None);
        match *self.exits.ways() {
            [] => self.builder.leave(block),
            [way] => self.take(way.edge, context),
            ref ways => {
                if self.cfg.exit(block) == Exit::Branch {
                    self.builder.open_if(block, None);
                } else {
                    self.builder.open_switch(block, None);
                }
                let merge = self.facts.merge(block);
                if let Some(merge) = merge {
                    self.work.push(Task::Block(merge, context));
                }
                self.work.push(Task::Close);
                let inside = Context {
                    next: merge.or(context.next),
                    ..context
                };
                for &way in ways.iter().rev() {
                    let slots = self.exits.slots(way).collect();
                    self.work.push(Task::Arm(slots, way.edge, inside));
                }
            }
        }
    }

    fn take(&mut self, edge: Edge, context: Context) {
        self.builder.take(edge);
        self.work.push(Task::Way(self.cfg.target(edge), context));
    }

    /// Passes all blocks that are reachable from a block to the fallback, up to the open blocks
    /// around and after it.
    fn fall_back(&mut self, block: BlockId, context: Context) -> Result<(), TooLarge> {
        let (blocks, behind) = self.reach(block, context);
        let part = Part::new(self.cfg, &blocks, &behind, &mut self.positions);
        match self.fallback {
            Fallback::StateMachine => write_machine(&mut self.builder, &part),
            Fallback::GotoElimination => {
                let left = eliminate_gotos(&mut self.builder, &part, self.left);
                let budget = self.budget;
                self.left = left.map_err(|_| Exceeded::Result.of(budget))?;
            }
        }
        Ok(())
    }

    /// Lists the blocks that are reachable from a block, in canonical order, and the blocks after
    /// them, with `Next` last.
    fn reach(&mut self, block: BlockId, context: Context) -> (Vec<BlockId>, Vec<(BlockId, Out)>) {
        let mut behind = Vec::new();
        let mut blocks = alloc::vec![block];
        let mut done = 0;
        self.reached[block] = true;
        while let Some(&from) = blocks.get(done) {
            done += 1;
            for &to in self.cfg.successors(from) {
                match context.out(to) {
                    Some(out) if !behind.contains(&(to, out)) => behind.push((to, out)),
                    None if !self.reached[to] => {
                        self.reached[to] = true;
                        blocks.push(to);
                    }
                    _ => {}
                }
            }
        }
        blocks.sort_unstable_by_key(|&block| self.facts.order.position(block));
        behind.sort_unstable_by_key(|&(block, out)| {
            (out == Out::Next, self.facts.order.position(block))
        });
        (blocks, behind)
    }
}

#[cfg(test)]
mod tests;
