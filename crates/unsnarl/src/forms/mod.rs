//! Forms: a structured program as a person would write it.
//!
//! *Needs:* a graph, a program that keeps rules P1 to P6 on it, and which of its steps
//! [print](Host).
//! *Gives:* [`Formed`]: statements in which loops have conditions and forks are questions, which
//! may be joined. Nothing remains that prints nothing. A [writer](crate::emit) prints the
//! statements in their order, and searches for nothing.
//! *Cost:* O(steps · log steps).
//! *Source:* loops with conditions and short circuits as compound conditions: [Cifuentes94],
//! [Yakdan15].
//! *Departs:* forms do not change what a program does, and this is proved: every form has a rule by
//! which [`expand`] writes it as plain steps again, and
//! [`verify::simulation`](crate::verify::simulation) checks the result against the graph.
//! *Limits:* a short circuit is found where forks nest; [`compound`](crate::compound) finds short
//! circuits that share targets in other ways, before structuring. Arms of a switch on the label
//! never fall through.
//!
//! | form | meaning in plain steps |
//! |---|---|
//! | `while q { a }` | `loop { if not q { break }; a; continue }` |
//! | `while p \|\| q { a }` | `loop { { if p { break }; if q { break }; break out }; a; continue }` |
//! | `for i; q; s { a }` | `i; loop { if not q { break }; { a }; s; continue }`, where `continue` in `a` leaves the scope around it |
//! | `do { a } while q` | `loop { { a }; if not q { break }; continue }`, the same |
//! | `while q { a }` where `q` holds before | the same as `do { a } while q` |
//! | `for i; q; s { a }` where `q` holds before | the same as `i; do { a; s } while q` |
//! | `loop { a }` | `loop { a; continue }` |
//! | `if p && q { a } else { b }` | `{ { if p {} else { break }; if q {} else { break }; a; break } b }` |
//! | `if p \|\| q { a }` | `{ { if p { break }; if q { break }; break } a }` |
//! | `else if q { a }` | `else { if q { a } }` |
//! | `f = q` | `if q { f = true } else { f = false }` |
//! | `if p { a } b` where `a` jumps | `if p { a } else { b }` |
//! | `if x == 3 { a } else { b }` | `switch x { case 3: a; default: b }` |
//! | `switch x { case 0: a; fall through; case 1: b; default: c }` | `out: { in: { switch x { case 0: a; break in; case 1: break in; default: c; break out } } b }` |
//!
//! ## The stages
//! 1. [`acting`] finds blocks that print something because their decision is dropped. [`guards`]
//!    moves steps to which a single jump leads to the place of that jump; [`first`] lets the first
//!    question of a loop leave it; [`repeat`] makes loops that repeat at their end, as in most
//!    languages; [`exits`] lets their last questions leave them; [`arm_order`] puts the default of
//!    a switch last, and orders the arms of a fork as [`polarity`] says.
//! 2. [`outline`] finds the steps that print anything, [`decision`] the decisions that must be
//!    saved.
//! 3. [`find`] recognises forms: [`circuit`] short circuits, [`loops`] loops with conditions,
//!    [`tail`] their steps, [`assignment`] flags that save a decision; they share [`fork`].
//!    [`falls`] finds switches that absorb the steps after them.
//! 4. [`build`] writes the statements, and knows by [`flow`] which places are reached.

mod acting;
mod arm_order;
mod around;
mod assignment;
mod build;
mod circuit;
mod decision;
mod exits;
mod expand;
mod falls;
mod find;
mod first;
mod flow;
mod fork;
mod guards;
mod loops;
mod outline;
mod polarity;
mod question;
mod repeat;
mod statement;
mod tail;

#[cfg(test)]
mod tests;

pub use decision::Decision;
pub(crate) use decision::Decisions;
pub use expand::expand;
pub(crate) use falls::{Taken, taken};
pub(crate) use flow::{Flow, reached};
pub use question::{Entered, ForHead, Joined, Literal, Question, Span, Test};
pub use statement::Statement;

use crate::cfg::Cfg;
use crate::ids::following as next;
use crate::ids::{BlockId, IdMap, NodeId};
use crate::program::{Program, Step};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The output of a writer, and the capabilities of its language.
pub trait Host {
    /// Tells whether a `Run` or a `Take` prints anything. A block that prints nothing only decides:
    /// it may stand in a condition.
    fn prints(&self, step: Step) -> bool;

    /// Tells whether deciding has a side effect that may not be left out, such as a trap. Where no
    /// question tests the decision, such a block prints something.
    fn acts(&self, block: BlockId) -> bool {
        let _ = block;
        false
    }

    /// Gives the number of lines that a `Run` or a `Take` prints.
    fn lines(&self, step: Step) -> usize {
        usize::from(self.prints(step))
    }

    /// Tells whether a `Run` or a `Take` that prints may be the step of a `for`. In a language
    /// without `for` none may.
    fn may_step(&self, step: Step) -> bool {
        let _ = step;
        false
    }

    /// Gives the variable that a `Run` or a `Take` sets, if it prints nothing else.
    fn sets(&self, step: Step) -> Option<Cow<'_, str>> {
        let _ = step;
        None
    }

    /// Tells whether the question of `test`, which repeats the loop that begins with `first`, also
    /// holds before the first round, as it is written.
    fn is_entered(&self, first: BlockId, test: BlockId) -> bool {
        let _ = (first, test);
        false
    }

    /// Tells whether a loop whose rounds begin with `first`, or with no block, may be written with
    /// a condition. C compilers may assume that such a loop ends or has a visible effect, so in C a
    /// loop that may run for ever without one has no condition.
    fn progresses(&self, first: Option<BlockId>) -> bool {
        let _ = first;
        true
    }

    /// Gives the variable that the last action of a block sets, if that action may be written apart
    /// from the rest as the step of a `for`.
    fn sets_last(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let _ = block;
        None
    }

    /// Tells whether the decision of a block can be tested at the end of a loop.
    fn may_decide_last(&self, block: BlockId) -> bool;

    /// Tells whether the decision of a switch may be compared with several values, one after the
    /// other.
    fn may_repeat(&self, block: BlockId) -> bool {
        let _ = block;
        false
    }

    /// Tells whether the language has loops that test after each round; if not, no statement is
    /// [`DoWhile`](Statement::DoWhile).
    fn tests_last(&self) -> bool {
        true
    }

    /// Tells whether an arm of a switch can fall through to the next one; if not, no statement is a
    /// [`FallThrough`](Statement::FallThrough).
    fn falls_through(&self) -> bool {
        false
    }

    /// Tells whether a jump can leave several loops at once.
    fn crosses_loops(&self) -> bool {
        true
    }

    /// Tells whether a jump can go past the end of an `if`; if not, a switch of two arms that a
    /// jump leaves is written as a switch.
    fn leaves_ifs(&self) -> bool {
        true
    }
}

/// A program as statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formed {
    /// The steps, in which loops repeat at their end.
    program: Program,
    statements: Vec<Statement>,
    /// For each statement: whether control reaches it from the one before.
    reached: Vec<bool>,
    /// For each statement: the block that control is on its way to, if an edge has been taken.
    towards: Vec<Option<BlockId>>,
    literals: Vec<Literal>,
    /// Blocks whose decisions are saved.
    saved: IdMap<BlockId, bool>,
}

impl Formed {
    /// Finds the forms of a program. It must keep rules P1 to P6 on `cfg`. O(steps · log steps).
    ///
    /// ```
    /// use unsnarl::forms::{Formed, Host, Statement, expand};
    /// use unsnarl::{BlockId, Step, reduce, structure, text, verify};
    ///
    /// /// A host all of whose blocks print something but the first, which only decides.
    /// struct First;
    ///
    /// impl Host for First {
    ///     fn prints(&self, step: Step) -> bool {
    ///         matches!(step, Step::Run(block) if block.to_string() != "b0")
    ///     }
    ///     fn may_decide_last(&self, _: BlockId) -> bool {
    ///         true
    ///     }
    /// }
    ///
    /// let cfg = text::read("a -> b | c\nb -> a\nc -> return", text::Notation::Cfg)?.cfg;
    /// let program = structure::nested(&reduce::dispatch(&cfg));
    /// let formed = Formed::new(&cfg, &program, &First);
    /// assert!(matches!(formed.statements()[0], Statement::While(..)));
    ///
    /// let expanded = expand(&formed);
    /// let limit = verify::state_limit(&cfg, &expanded);
    /// assert!(verify::simulation(&cfg, &expanded, limit).is_proved());
    /// # Ok::<(), text::ReadError>(())
    /// ```
    pub fn new(cfg: &Cfg, program: &Program, host: &impl Host) -> Formed {
        let acting = acting::Acting::find(cfg, program, host);
        let host = &acting;
        let moved = guards::in_place(program, host);
        let program = moved.as_ref().unwrap_or(program);
        let program = &first::tested_first(fork::Contents {
            program,
            prints: &|step| host.prints(step),
            may_repeat: &|block| host.may_repeat(block),
        });
        let program = repeat::repeating(program, |block| host.may_repeat(block));
        let program = exits::left_last(program, host);
        let program = arm_order::arms_in_order(&program, host);
        let acting = acting.and(cfg, &program);
        build::build(cfg, program, &acting)
    }

    /// Gives the statements in order.
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// Gives the block that control is on its way to at a statement, after an edge was taken.
    pub fn towards(&self, statement: usize) -> Option<BlockId> {
        self.towards.get(statement).copied().flatten()
    }

    /// Tells whether control reaches a statement from the one before; for an arm and an end,
    /// whether control reaches the end of the part that it closes.
    pub fn is_reached(&self, statement: usize) -> bool {
        self.reached.get(statement).is_some_and(|reached| *reached)
    }

    /// Gives the literals of a question, at least one, in the order in which they are tested.
    pub fn literals(&self, question: Question) -> &[Literal] {
        let first = question.first as usize;
        let all = self.literals.get(first..first + question.count as usize);
        all.unwrap_or_default()
    }

    /// Gives the steps that a form keeps.
    pub fn steps(&self, span: Span) -> impl Iterator<Item = Step> {
        span.steps(&self.program)
    }

    /// Gives the program from which the statements were made; its loops repeat at their end. Its
    /// tables hold the [cases](Program::cases) and [conditions](Program::condition) of the
    /// statements.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Tells whether a statement sets the label or a question tests it. O(statements).
    pub fn uses_label(&self) -> bool {
        let mut statements = self.statements.iter();
        let asks = |literal: &Literal| matches!(literal.test, Test::Label(_));
        self.literals.iter().any(asks)
            || statements
                .any(|statement| matches!(statement, Statement::Store(_) | Statement::Dispatch(_)))
    }

    /// Tells whether decisions of `block` are saved for a later question.
    pub fn is_saved(&self, block: BlockId) -> bool {
        self.saved.get(block).is_some_and(|saved| *saved)
    }

    /// Walks the blocks whose decisions are saved, in order.
    pub fn saved(&self) -> impl Iterator<Item = BlockId> {
        let saved = self.saved.iter().filter(|(_, saved)| **saved);
        saved.map(|(block, _)| block)
    }
}

/// Gives the arms of the bracket at `node`.
pub(crate) fn arms(program: &Program, node: NodeId) -> Vec<NodeId> {
    let mut arms = Vec::new();
    let mut at = next(node);
    while matches!(program.step(at), Step::Arm(_)) {
        arms.push(at);
        at = program.extent(at);
    }
    arms
}

/// Gives the slots or label values of the arm at `node`.
pub(crate) fn cases(program: &Program, node: NodeId) -> &[u32] {
    match program.step(node) {
        Step::Arm(cases) => program.cases(cases),
        _ => &[],
    }
}

/// Tells whether slot 0 comes first in the `If` at `node`; nothing unless it has one arm for slot 0
/// and one for slot 1.
pub(crate) fn taken_first(program: &Program, node: NodeId) -> Option<bool> {
    let arms = arms(program, node);
    let [first, second] = arms.as_slice() else {
        return None;
    };
    match (cases(program, *first), cases(program, *second)) {
        ([0], [1]) => Some(true),
        ([1], [0]) => Some(false),
        _ => None,
    }
}
