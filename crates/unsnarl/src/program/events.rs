//! A program as a stream of events, for writers.
//!
//! *Needs:* a program that keeps rules P1 and P2.
//! *Gives:* one call for each step, with what a writer would otherwise keep a stack for: the depth
//! of the place, the bracket that a jump binds to, and how many brackets lie between.
//! *Cost:* O(steps) time, O(depth) space.

use super::{Condition, Program, Step};
use crate::ids::{BlockId, Edge, FlagId, IdMap, LabelId};
use alloc::vec::Vec;

/// What kind of bracket is open, and for which block it decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bracket {
    /// A scope.
    Block,
    /// A loop.
    Loop,
    /// The two arms of a branch.
    If(BlockId),
    /// The arms of a switch.
    Switch(BlockId),
    /// The arms of a dispatcher.
    Dispatch,
    /// The two arms of a condition over flags.
    Test(Condition),
}

/// Receives a program step by step.
///
/// `outward` counts the brackets that a jump leaves before the one that it binds to: the operand of
/// WebAssembly's `br` where every bracket of the program is one of WebAssembly's.
pub trait Events {
    /// A bracket opens; its end or, for a loop, its start is named `label`.
    fn open(&mut self, bracket: Bracket, label: Option<LabelId>);
    /// An arm of `bracket` begins that serves `cases`; `index` counts the arms of the bracket.
    fn arm(&mut self, bracket: Bracket, index: usize, cases: &[u32]);
    /// The bracket closes.
    fn close(&mut self, bracket: Bracket, label: Option<LabelId>);
    /// A block's code runs.
    fn code(&mut self, block: BlockId);
    /// An edge is taken.
    fn edge(&mut self, edge: Edge);
    /// The function ends by the exit of `block`.
    fn leave(&mut self, block: BlockId);
    /// The label is set.
    fn store(&mut self, value: u32);
    /// A flag is set.
    fn set(&mut self, flag: FlagId, value: bool);
    /// Control goes past the end of `bracket`.
    fn go_past(&mut self, label: LabelId, bracket: Bracket, outward: usize);
    /// Control jumps back to the start of a loop.
    fn go_back(&mut self, label: LabelId, outward: usize);
}

/// A bracket that is open during the walk.
struct Open {
    bracket: Bracket,
    label: Option<LabelId>,
    arms: usize,
}

/// Sends the whole program to `events`.
///
/// Panics if the program breaks rule P1 or P2: [verify](crate::verify) it first if it comes from
/// outside.
///
/// ```
/// use unsnarl::program::{Bracket, Events, walk};
/// use unsnarl::{BlockId, Edge, FlagId, LabelId, reduce, structure, text};
///
/// /// WebAssembly's structure, for a graph without switches.
/// struct Wasm(String);
///
/// impl Events for Wasm {
///     fn open(&mut self, bracket: Bracket, _: Option<LabelId>) {
///         self.0 += match bracket {
///             Bracket::Block => "block ",
///             Bracket::Loop => "loop ",
///             _ => "if ",
///         };
///     }
///     fn arm(&mut self, _: Bracket, index: usize, _: &[u32]) {
///         self.0 += if index == 0 { "" } else { "else " };
///     }
///     fn close(&mut self, _: Bracket, _: Option<LabelId>) {
///         self.0 += "end ";
///     }
///     fn code(&mut self, block: BlockId) {
///         self.0 += &format!("{block} ");
///     }
///     fn edge(&mut self, _: Edge) {}
///     fn leave(&mut self, _: BlockId) {
///         self.0 += "return ";
///     }
///     fn store(&mut self, _: u32) {}
///     fn set(&mut self, _: FlagId, _: bool) {}
///     fn go_past(&mut self, _: LabelId, _: Bracket, outward: usize) {
///         self.0 += &format!("br {outward} ");
///     }
///     fn go_back(&mut self, _: LabelId, outward: usize) {
///         self.0 += &format!("br {outward} ");
///     }
/// }
///
/// let graph = text::read("a -> a | b\nb -> return", text::Notation::Cfg)?;
/// let mut wasm = Wasm(String::new());
/// walk(&structure::nested(&reduce::dispatch(&graph.cfg)), &mut wasm);
/// assert_eq!(wasm.0, "loop b0 if br 1 else end end b1 return ");
/// # Ok::<(), text::ReadError>(())
/// ```
pub fn walk(program: &Program, events: &mut impl Events) {
    let mut open: Vec<Open> = Vec::new();
    let mut height: IdMap<LabelId, usize> = IdMap::filled(program.label_count(), 0);
    for (_, step) in program.steps() {
        match step {
            Step::Run(block) => events.code(block),
            Step::Take(edge) => events.edge(edge),
            Step::Leave(block) => events.leave(block),
            Step::Store(value) => events.store(value),
            Step::Set(flag, value) => events.set(flag, value),
            Step::Break(label) => {
                let at = height[label];
                events.go_past(label, open[at].bracket, open.len() - 1 - at);
            }
            Step::Continue(label) => events.go_back(label, open.len() - 1 - height[label]),
            Step::Arm(cases) => {
                let inner = open.last_mut().expect("P1: an arm is inside a bracket");
                events.arm(inner.bracket, inner.arms, program.cases(cases));
                inner.arms += 1;
            }
            Step::End => {
                let inner = open.pop().expect("P1: every end closes a bracket");
                events.close(inner.bracket, inner.label);
            }
            Step::Block(_)
            | Step::Loop(_)
            | Step::If(..)
            | Step::Switch(..)
            | Step::Dispatch(_)
            | Step::Test(..) => {
                let (bracket, label) = (bracket(step), step.bound_label());
                if let Some(label) = label {
                    height[label] = open.len();
                }
                open.push(Open {
                    bracket,
                    label,
                    arms: 0,
                });
                events.open(bracket, label);
            }
        }
    }
}

fn bracket(step: Step) -> Bracket {
    match step {
        Step::Loop(_) => Bracket::Loop,
        Step::If(block, _) => Bracket::If(block),
        Step::Switch(block, _) => Bracket::Switch(block),
        Step::Dispatch(_) => Bracket::Dispatch,
        Step::Test(condition, _) => Bracket::Test(condition),
        _ => Bracket::Block,
    }
}
