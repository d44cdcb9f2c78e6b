//! Running a program from one block to the next.
//!
//! *Needs:* a graph, the flow of a program, a step that runs a block, and the block's decision.
//! *Gives:* the place where the next block runs, or the error found before it.
//! *Cost:* O(steps passed + terms tested + flags live at both ends); a walk in a cycle is detected
//! within twice the length of its first round.
//!
//! Between two blocks no decision is left to make, so the walk is a straight line. Only `Store`,
//! `Set`, `Dispatch` and `Test` can recur on it (an edge is taken once, a decision tested once).
//! Cycles are found by [Brent80]: each state is compared with one that is kept at every power of
//! two.

use super::environments::{Environments, PIECE};
use super::flow::{Flow, Rest};
use super::live::Live;
use super::memory::Memory;
use super::verdict::Reason;
use crate::cfg::Cfg;
use crate::ids::{BlockId, Edge, Id, NodeId};
use crate::program::Step;

/// A step that runs a block, and the values that are live there.
///
/// The step decides what the number of its values means: if flags are live there, it is the number
/// of an [environment](super::environments); otherwise it is the label, or nothing if the label is
/// not live or not set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Arrival {
    pub(super) node: NodeId,
    pub(super) values: Option<u32>,
}

/// The end of a walk on which no error was found.
pub(super) enum Walk {
    /// The block to which the edge leads is about to run.
    Arrives(Arrival),
    /// The function ends, as the graph does.
    Leaves,
    /// The budget is used up.
    Stops,
}

/// An error, and the step at which it was found; no step if control passes for ever or past the
/// last step.
pub(super) type Fault = (Option<NodeId>, Reason);

pub(super) struct Machine<'a> {
    pub(super) cfg: &'a Cfg,
    flow: &'a Flow<'a>,
    live: &'a Live,
    memory: Memory,
    environments: Environments,
    /// The number of states that may still be visited. Each step passed counts as one state. So
    /// does each group of sixteen flags that a state is entered or left with, and each group of
    /// sixteen terms of a condition, beyond the first group.
    pub(super) budget: usize,
}

impl<'a> Machine<'a> {
    pub(super) fn new(cfg: &'a Cfg, flow: &'a Flow<'a>, live: &'a Live, budget: usize) -> Self {
        Machine {
            cfg,
            flow,
            live,
            memory: Memory::new(live.flag_count()),
            environments: Environments::new(),
            budget,
        }
    }

    /// Gives the block that runs at an arrival.
    pub(super) fn block(&self, arrival: Arrival) -> BlockId {
        match self.flow.program.step(arrival.node) {
            Step::Run(block) => block,
            _ => unreachable!("a walk arrives where a block runs"),
        }
    }

    /// Walks from the start to the first block.
    pub(super) fn start(&mut self) -> Result<Walk, Fault> {
        let line = Line {
            ran: None,
            decided: None,
            due: Some(self.cfg.entry()),
            taken: true,
            asked: false,
        };
        self.walk(line, self.flow.start(), None)
    }

    /// Walks from the block that runs at `from` to the next one, by the decision of the block: a
    /// slot, or nothing if it has no arms.
    pub(super) fn advance(&mut self, from: Arrival, slot: Option<u32>) -> Result<Walk, Fault> {
        let block = self.block(from);
        let decided = slot.map(|slot| Edge { block, slot });
        let line = Line {
            ran: Some(block),
            decided,
            due: decided.map(|edge| self.cfg.target(edge)),
            taken: false,
            asked: false,
        };
        let label = self.load(from);
        self.walk(line, self.flow.after(from.node), label)
    }

    /// Sets the flags to the values at an arrival, and gives the label.
    fn load(&mut self, arrival: Arrival) -> Option<u32> {
        self.memory.forget();
        let flags = self.live.flags(arrival.node);
        if flags.is_empty() {
            return arrival.values;
        }
        self.spend(flags.len());
        let number = arrival
            .values
            .expect("an arrival where flags are live has an environment");
        let memory = &mut self.memory;
        let set = |at, value| memory.set(flags[at], value);
        self.environments.values(number, flags.len(), set)
    }

    /// Makes an arrival of a step and the live values there. Values that are not live are
    /// forgotten.
    fn arrive(&mut self, node: NodeId, label: Option<u32>) -> Arrival {
        let label = label.filter(|_| self.live.is_label_live(node));
        let flags = self.live.flags(node);
        if flags.is_empty() {
            return Arrival {
                node,
                values: label,
            };
        }
        self.spend(flags.len());
        let values = flags.iter().map(|&flag| self.memory.get(flag));
        let values = Some(self.environments.number(label, values));
        Arrival { node, values }
    }

    /// Charges the budget for flags or terms beyond the first piece of sixteen.
    fn spend(&mut self, many: usize) {
        self.budget = self.budget.saturating_sub((many - 1) / PIECE);
    }

    fn walk(
        &mut self,
        mut line: Line,
        mut rest: Rest,
        mut label: Option<u32>,
    ) -> Result<Walk, Fault> {
        let mut kept = None;
        let (mut passed, mut keep_at) = (0_usize, 8_usize);
        loop {
            let node = rest.ok_or((None, Reason::Circles))?;
            if node.index() >= self.flow.program.len() {
                return Err((None, Reason::RunsOut));
            }
            if self.budget == 0 {
                return Ok(Walk::Stops);
            }
            self.budget -= 1;
            let fault = |reason| (Some(node), reason);
            match self.flow.program.step(node) {
                Step::Run(block) => {
                    line.run(block).map_err(fault)?;
                    return Ok(Walk::Arrives(self.arrive(node, label)));
                }
                Step::Leave(block) => {
                    line.pending(block).map_err(fault)?;
                    return Ok(Walk::Leaves);
                }
                Step::Take(edge) => {
                    line.take(edge, self.cfg.target(edge)).map_err(fault)?;
                    rest = self.flow.after(node);
                }
                Step::Store(value) => {
                    label = Some(value);
                    rest = self.flow.after(node);
                }
                Step::Set(flag, value) => {
                    if let Some(number) = self.live.number(flag) {
                        self.memory.set(number, value);
                    }
                    rest = self.flow.after(node);
                }
                Step::Dispatch(_) => {
                    let arm = label.and_then(|value| self.flow.arm(node, value));
                    let arm = arm.or_else(|| self.flow.default_arm(node));
                    let missing = label.map_or(Reason::Unset, |value| Reason::NoArm { value });
                    rest = arm.ok_or(fault(missing))?;
                }
                Step::Test(condition, _) => {
                    let terms = self.flow.program.condition(condition);
                    self.spend(terms.len());
                    let value = self.memory.evaluate(self.live, terms);
                    let value = value.map_err(|flag| fault(Reason::FlagUnset { flag }))?;
                    let arm = self.flow.arm(node, u32::from(value));
                    rest = arm.expect("P5: the arms list 0 and 1");
                }
                Step::If(block, _) | Step::Switch(block, _) => {
                    let slot = line.ask(block).map_err(fault)?;
                    let arm = self.flow.arm(node, slot);
                    rest = arm.expect("P5: the arms list every slot");
                }
                _ => unreachable!("control does not rest at a step that passes it on"),
            }
            passed += 1;
            let state = Some((rest, label, line.taken, line.asked));
            if state == kept && self.memory.is_as_kept() {
                return Err((None, Reason::Circles));
            }
            if passed == keep_at {
                (kept, keep_at) = (state, keep_at * 2);
                self.memory.keep();
            }
        }
    }
}

/// The requirements on a walk from one block to the next, and the progress made.
struct Line {
    /// The block that ran last.
    ran: Option<BlockId>,
    /// The edge that it decided for.
    decided: Option<Edge>,
    /// The block that the graph runs next.
    due: Option<BlockId>,
    /// Whether an edge has been taken.
    taken: bool,
    /// Whether the decision has been tested.
    asked: bool,
}

impl Line {
    fn run(&self, block: BlockId) -> Result<(), Reason> {
        match self.due {
            _ if !self.taken => Err(Reason::NoEdge { block }),
            Some(due) if due != block => Err(Reason::WrongBlock { block, due }),
            _ => Ok(()),
        }
    }

    /// Checks that `block` ran last and no edge has been taken since.
    fn pending(&self, block: BlockId) -> Result<(), Reason> {
        if self.ran == Some(block) && !self.taken {
            Ok(())
        } else {
            Err(Reason::NotPending { block })
        }
    }

    fn take(&mut self, edge: Edge, target: BlockId) -> Result<(), Reason> {
        self.pending(edge.block)?;
        self.taken = true;
        match self.decided {
            Some(decided) if self.due != Some(target) => Err(Reason::WrongEdge { edge, decided }),
            _ => Ok(()),
        }
    }

    fn ask(&mut self, block: BlockId) -> Result<u32, Reason> {
        self.pending(block)?;
        if core::mem::replace(&mut self.asked, true) {
            return Err(Reason::AskedTwice { block });
        }
        let decided = self.decided.ok_or(Reason::NotPending { block })?;
        Ok(decided.slot)
    }
}
