//! The proof that a program follows its graph.
//!
//! *Needs:* a graph that keeps G1 to G3, any program, and a limit on the number of states.
//! *Gives:* a [`Verdict`].
//! *Cost:* O(steps + edges + terms tested + states) expected time and space, plus O(limit) where
//! flags are live for long. For programs whose labels and flags are live only between their store
//! and their tests: O(steps + edges + terms tested).
//! *Source:* simulation in the sense of [Milner71], here between two deterministic machines, and so
//! a bisimulation.
//!
//! ## Statement
//! A *decision string* δ = δ₁ δ₂ … gives one slot each time a block with arms runs: the slot that
//! the block decides for.
//!
//! The **graph** is a machine whose states are blocks. In `b`, if `b` has arms, it reads a slot s
//! from δ, emits `b`, then the edge `b.s`, and goes to the target of `b.s`; if `b` has no arms it
//! emits `b` and ends. It starts in the entry.
//!
//! The **program** is a machine whose states are (p, λ, φ, c): a position p; the value λ of the
//! label, a number or ⊥ (not set); the value φ(f) of every flag f, true, false or ⊥; and c, which
//! records the decision of the block that ran last, whether that decision has been tested, and
//! which edge has been taken since. Its steps do what [`program`](crate::program) defines: `Run(b)`
//! emits `b` and reads δ if `b` has arms, `Take(e)` emits e, `Leave` ends. `Dispatch` goes to the
//! arm that lists λ, or else to the default arm, which also serves ⊥. `Test` needs every flag of
//! its condition, even if some of the flags decide it alone. The machine is *stuck* in a state in
//! which [`program`](crate::program) gives the step no meaning.
//!
//! Edges out of one block to one target are *parallel* and count as the same edge
//! ([`cfg`](crate::cfg) says why). The program *follows* the graph if on every δ, finite or
//! infinite, both emit the same, the program is never stuck, and it passes finitely many steps
//! between two blocks.
//!
//! ## Proof
//! An *arrival* is a state in which p is a `Run(b)` and the edge taken according to c leads to b;
//! at the start, no edge has been taken and b is the entry. Relate it to the graph's state b.
//! Between arrivals the program reads nothing of δ, so one straight [walk](super::machine) leads
//! from an arrival and a slot to the next arrival. The search below starts from the first arrival
//! and walks for every slot of its block. It fails unless the walk takes one edge, parallel to the
//! decided one, and then arrives at the edge's target; if the block has no arms, it fails unless
//! the walk leaves by that block. If the search ends, then by induction on the length of δ the
//! machines are in related states after the same number of decisions and have emitted the same. So
//! *proved* means *follows*. Walks are tried only from states that some δ leads to. So *failed*
//! means that the program does not follow the graph; the path of the [`Counterexample`] is such a
//! δ, and no shorter sequence of blocks fails.
//!
//! The step at p replaces the c of an arrival, so an arrival is a triple (p, λ, φ). A variable, the
//! label or a flag, is *dead* at p if every path of the program from p to a step that tests it
//! stores to it before. Two states that differ in dead variables only behave the same and, step by
//! step, stay such a pair: a variable that a step tests is live there, and a variable that is dead
//! before a step and not stored by it is dead after it. So on every δ the two emit the same, get
//! stuck at the same step, or both loop forever. Therefore a [dead](super::live) variable may be
//! forgotten at an arrival: it becomes ⊥. The argument holds for any subset of the dead variables,
//! so a dead variable may also be kept, as all flags are where liveness would take too long to
//! compute. Then there are more arrivals, and the verdict differs at most in being *bounded*.
//!
//! Where nothing is live, an arrival takes one bit per step. Where the label or a flag is live, the
//! arrival is entered in a table, with the [number](super::environments) that stands for the
//! values. Between arrivals only the flags that no condition tests are forgotten; they are dead
//! everywhere. So there are finitely many states, and a walk is in a cycle exactly if a state
//! recurs.
//!
//! ## Limit
//! The number of arrivals can be (steps × stored values × 3ᵏ) if a label is stored and k flags are
//! set long before they are tested. The search stops when it has visited more states than the
//! limit. A state that takes more room or time counts for more: each sixteen live flags at an
//! arrival, and each sixteen terms of a condition, count as one more state beyond the first
//! sixteen. So time and space are O(limit), plus the cost of reading the program. The arrivals are
//! in the order of the number of decisions that lead to them, so the search has covered every
//! string up to some length. Longer random strings are then replayed, and the verdict is *bounded*.

use super::flow::Flow;
use super::live::Live;
use super::machine::{Arrival, Fault, Machine, Walk};
use super::rules::judge;
use super::table::{Table, key};
use super::verdict::{Counterexample, Reason, Verdict};
use crate::cfg::Cfg;
use crate::ids::{BlockId, IdMap, NodeId};
use crate::program::Program;
use alloc::vec::Vec;

/// The highest limit: the places and values of more states could not be numbered in 32 bits.
const MOST: usize = 1 << 30;

/// The random strings that are replayed when the limit is hit.
const STRINGS: usize = 64;

/// Proves that every decision string leads to the same blocks and edges in the graph and the
/// program.
///
/// Visits at most `limit` states (never more than 2³⁰), and replays as many again if the limit is
/// reached; [`state_limit`] gives a limit that is enough for every program of this library. The
/// program need not keep the rules: a program that breaks them fails. Parts of the program that no
/// decision string leads to are checked for the rules only.
///
/// ```
/// use unsnarl::{BlockId, CfgBuilder, Edge, Exit, Id, ProgramBuilder, verify};
///
/// let block = BlockId::new(0);
/// let mut graph = CfgBuilder::new();
/// graph.block(Exit::Jump, [block]);
/// let cfg = graph.build(block)?;
///
/// let mut program = ProgramBuilder::new();
/// let again = program.label();
/// program.open_loop(again);
/// program.run(block);
/// program.take(Edge::new(block, 0));
/// program.go_back(again);
/// program.close();
/// let program = program.finish();
/// assert!(verify::simulation(&cfg, &program, verify::state_limit(&cfg, &program)).is_proved());
/// # Ok::<(), unsnarl::CfgError>(())
/// ```
pub fn simulation(cfg: &Cfg, program: &Program, limit: usize) -> Verdict {
    let (violations, brackets) = judge(cfg, program);
    if let Some(&violation) = violations.first() {
        return Verdict::Failed(Counterexample {
            path: Vec::new(),
            due: None,
            node: None,
            reason: Reason::Rule(violation),
        });
    }
    let limit = limit.min(MOST);
    let flow = Flow::new(program, brackets);
    let live = Live::new(&flow, limit);
    let mut search = Search {
        machine: Machine::new(cfg, &flow, &live, limit),
        limit,
        found: Vec::new(),
        seen: Seen::new(program),
    };
    match search.search() {
        Ok(None) => Verdict::Proved {
            states: search.states(),
        },
        Ok(Some(depth)) => search.replay(depth),
        Err(failure) => Verdict::Failed(failure),
    }
}

/// Gives a limit of states for [`simulation`] that is enough for every program of this library,
/// except programs with many flags: sixteen states for each step and edge, plus 2¹⁶.
pub fn state_limit(cfg: &Cfg, program: &Program) -> usize {
    (program.len() + cfg.edge_count())
        .saturating_mul(16)
        .saturating_add(1 << 16)
}

struct Search<'a> {
    machine: Machine<'a>,
    limit: usize,
    /// The arrivals in the order in which they were found; those before `done` have been walked
    /// from.
    found: Vec<Found>,
    seen: Seen,
}

/// An arrival, and how it was found.
#[derive(Clone, Copy)]
struct Found {
    arrival: Arrival,
    /// The arrival before, by its position among the found ones; its own position for the first.
    before: u32,
    /// The slot that the block before decided for.
    slot: u32,
}

impl Search<'_> {
    fn states(&self) -> usize {
        self.limit - self.machine.budget
    }

    /// Walks from every arrival by every decision. Gives nothing if it has walked from all
    /// arrivals; if the budget did not last, the number of decisions up to which all strings were
    /// covered.
    fn search(&mut self) -> Result<Option<usize>, Counterexample> {
        match self.machine.start() {
            Ok(Walk::Arrives(arrival)) => self.find(arrival, 0, 0),
            Ok(_) => return Ok(Some(0)),
            Err((node, reason)) => {
                let due = Some(self.machine.cfg.entry());
                return Err(Counterexample {
                    path: Vec::new(),
                    due,
                    node,
                    reason,
                });
            }
        }
        let (mut done, mut depth, mut level_end) = (0, 0, 1);
        while done < self.found.len() {
            if done == level_end {
                (depth, level_end) = (depth + 1, self.found.len());
            }
            if !self.walk_from(done)? {
                return Ok(Some(depth));
            }
            done += 1;
        }
        Ok(None)
    }

    /// Walks from one arrival by every decision; gives false if the budget did not last.
    fn walk_from(&mut self, from: usize) -> Result<bool, Counterexample> {
        let arrival = self.found[from].arrival;
        let slots = self.slots(arrival);
        if slots == 0 {
            let walk = self.machine.advance(arrival, None);
            let walk = walk.map_err(|fault| self.counterexample(from, None, fault))?;
            return Ok(!matches!(walk, Walk::Stops));
        }
        for slot in 0..slots {
            let walk = self.machine.advance(arrival, Some(slot));
            match walk.map_err(|fault| self.counterexample(from, Some(slot), fault))? {
                Walk::Arrives(next) => self.find(next, from as u32, slot),
                Walk::Leaves => {}
                Walk::Stops => return Ok(false),
            }
        }
        Ok(true)
    }

    fn find(&mut self, arrival: Arrival, before: u32, slot: u32) {
        if self.seen.is_new(arrival) {
            self.found.push(Found {
                arrival,
                before,
                slot,
            });
        }
    }

    fn slots(&self, arrival: Arrival) -> u32 {
        self.machine
            .cfg
            .successors(self.machine.block(arrival))
            .len() as u32
    }

    /// Follows the path back from the arrival at which a failing walk began.
    fn counterexample(&self, from: usize, slot: Option<u32>, fault: Fault) -> Counterexample {
        let mut at = from;
        let last = self.machine.block(self.found[at].arrival);
        let mut path = alloc::vec![(last, slot)];
        while at != 0 {
            let found = self.found[at];
            at = found.before as usize;
            path.push((self.machine.block(self.found[at].arrival), Some(found.slot)));
        }
        path.reverse();
        self.explain(path, fault)
    }

    fn explain(&self, path: Vec<(BlockId, Option<u32>)>, fault: Fault) -> Counterexample {
        let cfg = self.machine.cfg;
        let due = path.last().and_then(|&(block, slot)| {
            let slot = slot? as usize;
            Some(cfg.successors(block)[slot])
        });
        let (node, reason) = fault;
        Counterexample {
            path,
            due,
            node,
            reason,
        }
    }

    /// Replays random strings, which share one budget of the size of the limit.
    fn replay(&mut self, depth: usize) -> Verdict {
        let states = self.states();
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..STRINGS {
            self.machine.budget = self.limit / STRINGS;
            if let Err(failure) = self.replay_one(&mut random) {
                return Verdict::Failed(failure);
            }
        }
        Verdict::Bounded {
            states,
            depth,
            strings: STRINGS,
        }
    }

    fn replay_one(&mut self, random: &mut u64) -> Result<(), Counterexample> {
        let mut path = Vec::new();
        let Some(first) = self.found.first() else {
            return Ok(());
        };
        let mut arrival = first.arrival;
        loop {
            let slots = u64::from(self.slots(arrival));
            let slot = (slots > 0).then(|| (xorshift(random) % slots) as u32);
            path.push((self.machine.block(arrival), slot));
            match self.machine.advance(arrival, slot) {
                Ok(Walk::Arrives(next)) => arrival = next,
                Ok(_) => return Ok(()),
                Err(fault) => return Err(self.explain(path, fault)),
            }
        }
    }
}

/// Gives the next number of a fixed sequence.
fn xorshift(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state >> 11
}

/// The arrivals that have been found: one bit per step for arrivals without values, a table for all
/// others.
struct Seen {
    unset: IdMap<NodeId, bool>,
    set: Table,
}

impl Seen {
    fn new(program: &Program) -> Seen {
        Seen {
            unset: IdMap::filled(program.len(), false),
            set: Table::new(),
        }
    }

    fn is_new(&mut self, arrival: Arrival) -> bool {
        match arrival.values {
            None => !core::mem::replace(&mut self.unset[arrival.node], true),
            Some(values) => self.set.insert(key(arrival.node, values), 0).is_none(),
        }
    }
}
