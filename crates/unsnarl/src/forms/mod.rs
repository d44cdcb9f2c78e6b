//! Forms: a structured program as a person would write it.
//!
//! *Needs:* a graph, a program that keeps rules P1 to P6 on it, and what of it [prints](Host).
//! *Gives:* [`Formed`]: statements in which loops have conditions, forks are questions that may be
//! joined, and nothing is left that prints nothing. A [writer](crate::emit) prints them as they
//! come, and searches for nothing.
//! *Cost:* O(steps · log steps).
//! *Source:* loops with conditions and short circuits as compound conditions: [Cifuentes94],
//! [Yakdan15].
//! *Departs:* forms do not change what a program does, and that is proved: every form has a rule
//! by which [`expand`] writes it as plain steps again, and
//! [`verify::simulation`](crate::verify::simulation) holds the result to the graph.
//! *Limits:* a short circuit is found where forks nest. Loops with a step at their end (`for`) are
//! `while` loops.
//!
//! | form | what it is in plain steps |
//! |---|---|
//! | `while q { a }` | `loop { if not q { break }; a; continue }` |
//! | `while p \|\| q { a }` | `loop { { if p { break }; if q { break }; break out }; a; continue }` |
//! | `do { a } while q` | `loop { a; if not q { break }; continue }` |
//! | `loop { a }` | `loop { a; continue }` |
//! | `if p && q { a } else { b }` | `{ { if p {} else { break }; if q {} else { break }; a; break } b }` |
//! | `if p \|\| q { a }` | `{ { if p { break }; if q { break }; break } a }` |
//! | `else if q { a }` | `else { if q { a } }` |
//! | `f = q` | `if q { f = true } else { f = false }` |
//! | `if p { a } b` where `a` jumps | `if p { a } else { b }` |
//! | `if x == 3 { a } else { b }` | `switch x { case 3: a; default: b }` |
//!
//! ## The stages
//! 1. [`repeat`] makes loops that repeat at their end, as in most languages; [`arm_order`] puts the
//!    default of a switch last.
//! 2. [`outline`] finds what prints anything, [`decision`] which decisions must be saved.
//! 3. [`find`] recognises forms: [`circuit`] short circuits, [`loops`] loops with conditions,
//!    [`assignment`] flags that keep a decision; [`fork`] is what they have in common.
//! 4. [`build`] writes the statements, and knows by [`flow`] which places are reached.

mod arm_order;
mod assignment;
mod build;
mod circuit;
mod decision;
mod expand;
mod find;
mod flow;
mod fork;
mod loops;
mod outline;
mod repeat;

use arm_order::arms_in_order;

pub use decision::Decision;
pub(crate) use decision::Decisions;
pub use expand::expand;
pub(crate) use flow::Flow;

use crate::cfg::Cfg;
use crate::ids::following as next;
use crate::ids::{BlockId, Edge, FlagId, IdMap, LabelId, NodeId};
use crate::program::{Cases, Condition, Program, Step};
use alloc::vec::Vec;

/// What a writer prints, and may say.
pub trait Host {
    /// Tells whether a `Run` or a `Take` prints anything. A block that does not is one that only
    /// decides: it may stand in a condition.
    fn prints(&self, step: Step) -> bool;

    /// Tells whether the decision of a block can be tested at the end of a loop.
    fn may_decide_last(&self, block: BlockId) -> bool;

    /// Tells whether the decision of a switch may be compared with several values, one after the
    /// other.
    fn may_repeat(&self, block: BlockId) -> bool {
        let _ = block;
        false
    }

    /// Tells whether there are loops that test after each round; where there are none, no statement
    /// is [`DoWhile`](Statement::DoWhile).
    fn tests_last(&self) -> bool {
        true
    }

    /// Tells whether a jump can go past the end of an `if`; where none can, a switch of two arms
    /// that a jump leaves is written as a switch.
    fn leaves_ifs(&self) -> bool {
        true
    }
}

/// One statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statement {
    /// Runs a block's code; says what becomes of its decision.
    Run(BlockId, Decision),
    /// Takes an edge.
    Take(Edge),
    /// Ends the function by the exit of a block.
    Leave(BlockId),
    /// Sets the label.
    Store(u32),
    /// Sets a flag.
    Set(FlagId, bool),
    /// Sets a flag to whether a question holds.
    Save(FlagId, Question),
    /// Goes past the end of what binds the label.
    Break(LabelId),
    /// Goes to the next round of the loop that binds the label: to its condition, if it tests
    /// first.
    Continue(LabelId),
    /// Opens a scope.
    Scope(LabelId),
    /// Opens a loop that repeats at its end.
    Loop(LabelId),
    /// Opens a loop that tests before each round.
    While(Question, LabelId),
    /// Opens a loop that tests after each round; nothing continues it.
    DoWhile(Question, LabelId),
    /// Opens an `if`; jumps past its end if they name the label.
    If(Question, Option<LabelId>),
    /// Continues an `if`: what follows runs if no question so far holds, but this one does.
    ElseIf(Question),
    /// Continues an `if`: what follows runs if no question so far holds.
    Else,
    /// Opens a switch on the decision of a block.
    Switch(BlockId, Option<LabelId>),
    /// Opens a switch on the label.
    Dispatch(Option<LabelId>),
    /// Begins an arm of a switch.
    Arm(Cases),
    /// Begins an arm of a switch that need not be written: up to the next arm nothing prints.
    SilentArm(Cases),
    /// Steps that print nothing.
    Silent(Span),
    /// Closes the innermost scope, loop, `if` or switch.
    End,
}

/// What a fork asks: literals of which all must hold, or one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// Whether one that holds is enough.
    pub joined: Joined,
    first: u32,
    count: u32,
    /// Steps that print nothing and run once all literals have been asked and none has decided.
    passed: Span,
}

/// How the literals of a question are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joined {
    /// All must hold; the first that does not decides.
    All,
    /// One must hold; the first that does decides.
    Any,
}

/// One test of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal {
    /// What is tested.
    pub test: Test,
    /// Whether it must hold, or must not.
    pub holds: bool,
    /// Steps that print nothing and run before the test.
    before: Span,
    /// Steps that print nothing and run after it if it decides the question.
    decided: Span,
}

/// What a literal tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// The decision of a branch: it holds for slot 0.
    Decided(BlockId),
    /// The decision of a switch: whether it is one of the first slots, which are few, and none of
    /// the others.
    Slots(BlockId, Cases, Cases),
    /// A condition over flags.
    Flags(Condition),
    /// Whether the label is one of these.
    Label(Cases),
}

/// Steps of the program that a formed one was made of, in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    first: u32,
    end: u32,
}

/// A program in statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formed {
    /// The steps, in which loops repeat at their end.
    program: Program,
    statements: Vec<Statement>,
    /// Whether control gets to each statement from the one before it.
    reached: Vec<bool>,
    /// For each statement the block that control is on its way to, if an edge has been taken.
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
        let may_repeat = |block| host.may_repeat(block);
        let program = arms_in_order(&repeat::repeating(program, &may_repeat));
        build::build(cfg, program, host)
    }

    /// Gives the statements in order.
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// Gives the block that control is on its way to at a statement, after an edge.
    pub fn towards(&self, statement: usize) -> Option<BlockId> {
        self.towards.get(statement).copied().flatten()
    }

    /// Tells whether control gets to a statement from the one before it. Of an arm and of an end
    /// that is whether it gets to the end of what they end.
    pub fn is_reached(&self, statement: usize) -> bool {
        self.reached.get(statement).is_some_and(|reached| *reached)
    }

    /// Gives the literals of a question, in the order in which they are asked: one at least.
    pub fn literals(&self, question: Question) -> &[Literal] {
        let first = question.first as usize;
        let all = self.literals.get(first..first + question.count as usize);
        all.unwrap_or_default()
    }

    /// Gives the program of which it was made; its loops repeat at their end. Its tables are those
    /// of [cases](Program::cases) and [conditions](Program::condition).
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Tells whether a statement sets the label or a question asks for it. O(statements).
    pub fn uses_label(&self) -> bool {
        let mut statements = self.statements.iter();
        let asks = |literal: &Literal| matches!(literal.test, Test::Label(_));
        self.literals.iter().any(asks)
            || statements
                .any(|statement| matches!(statement, Statement::Store(_) | Statement::Dispatch(_)))
    }

    /// Tells whether decisions of `block` are saved for a question that is not asked right away.
    pub fn is_saved(&self, block: BlockId) -> bool {
        self.saved.get(block).is_some_and(|saved| *saved)
    }

    /// Walks the blocks whose decisions are saved, in order.
    pub fn saved(&self) -> impl Iterator<Item = BlockId> {
        let saved = self.saved.iter().filter(|(_, saved)| **saved);
        saved.map(|(block, _)| block)
    }
}

impl Statement {
    /// Tells whether the statement opens what an `End` closes.
    pub fn opens(self) -> bool {
        matches!(
            self,
            Statement::Scope(_)
                | Statement::Loop(_)
                | Statement::While(..)
                | Statement::DoWhile(..)
                | Statement::If(..)
                | Statement::Switch(..)
                | Statement::Dispatch(_)
        )
    }

    /// Gives the label that the statement binds.
    pub fn bound_label(self) -> Option<LabelId> {
        match self {
            Statement::Scope(label)
            | Statement::Loop(label)
            | Statement::While(_, label)
            | Statement::DoWhile(_, label) => Some(label),
            Statement::If(_, label) | Statement::Switch(_, label) | Statement::Dispatch(label) => {
                label
            }
            _ => None,
        }
    }
}

impl Span {
    /// No steps.
    const NONE: Span = Span { first: 0, end: 0 };

    fn new(first: NodeId, end: NodeId) -> Span {
        use crate::ids::Id;
        let [first, end] = [first, end]
            .map(|node| u32::try_from(node.index()).expect("a program has fewer than 2³² steps"));
        Span { first, end }
    }

    fn steps(self, program: &Program) -> impl Iterator<Item = Step> {
        use crate::ids::Id;
        (self.first as usize..self.end as usize).map(|at| program.step(NodeId::new(at)))
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

/// Tells whether the `If` at `node` has one arm for slot 0 and one for slot 1, and whether slot 0
/// comes first; nothing if it is another one.
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
