//! The meaning of a formed program in plain steps.
//!
//! *Needs:* a formed program. *Gives:* a program that does what the statements say.
//! *Cost:* O(statements + steps).
//!
//! Each form has the rule given in the table of the [module](super), and nothing here knows how a
//! form was found. A question is a row of forks: a literal that decides the question runs its
//! silent steps and jumps.
//!
//! A switch whose arms fall through is written in another order than its statements: first all
//! arms, each up to its [`Merge`](Statement::Merge), then the statements after each merge. So there
//! is a list of [tasks](Task) that are still to be done.

use super::{Flow, ForHead, Formed, Joined, Literal, Question, Span, Statement, Test};
use crate::ids::{Id, LabelId};
use crate::program::{Program, ProgramBuilder, Step};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Writes a formed program in plain steps, as a program for the graph of the program from which it
/// was made.
///
/// [`verify::simulation`](crate::verify::simulation) of the result proves the forms. O(statements +
/// steps).
pub fn expand(formed: &Formed) -> Program {
    let program = formed.program();
    let tables = (program.all_cases().to_vec(), program.all_terms().to_vec());
    let mut expansion = Expansion {
        formed,
        builder: ProgramBuilder::with_tables(tables.0, tables.1),
        // A question adds a scope for each of its brackets, at most three.
        flow: Flow::with_labels(program.label_count() + 3 * formed.statements().len()),
        labels: program.label_count(),
        ends_of_rounds: BTreeMap::new(),
        falling: falling(formed.statements()),
        merges: BTreeMap::new(),
        tasks: alloc::vec![Task::Statements(0, formed.statements().len())],
        open: Vec::new(),
    };
    expansion.run();
    expansion.builder.finish()
}

/// A task of the expansion.
enum Task {
    /// A sequence of statements, from the first index to the end.
    Statements(usize, usize),
    Step(Step),
    /// A jump past the end of the label's bracket, if control reaches it.
    Leave(LabelId),
}

/// A switch in which an arm falls through.
struct Falling {
    /// The start of each arm.
    arms: Vec<usize>,
    /// The start of the part of an arm after its merge.
    merges: Vec<usize>,
    /// The end of each arm that falls through.
    falls: Vec<usize>,
    /// The end of the switch.
    end: usize,
}

/// Finds the switches in which an arm falls through, by their opening statements.
fn falling(statements: &[Statement]) -> BTreeMap<usize, Falling> {
    let mut found = BTreeMap::new();
    let mut open: Vec<(usize, Falling)> = Vec::new();
    for (at, &statement) in statements.iter().enumerate() {
        if statement.opens() {
            let (arms, merges, falls) = (Vec::new(), Vec::new(), Vec::new());
            let inside = Falling {
                arms,
                merges,
                falls,
                end: at,
            };
            open.push((at, inside));
        }
        let Some((_, inner)) = open.last_mut() else {
            continue;
        };
        match statement {
            Statement::Arm(_) | Statement::SilentArm(_) => inner.arms.push(at),
            Statement::Merge => inner.merges.push(at),
            Statement::FallThrough => inner.falls.push(at),
            Statement::End => {
                inner.end = at;
                let closed = open.pop();
                found.extend(closed.filter(|(_, inner)| !inner.merges.is_empty()));
            }
            _ => {}
        }
    }
    found
}

struct Expansion<'f> {
    formed: &'f Formed,
    builder: ProgramBuilder,
    /// Tracks which of the written places can be reached.
    flow: Flow,
    /// The number of labels in use.
    labels: usize,
    /// For a loop that runs steps after each round: the scope around the round.
    ends_of_rounds: BTreeMap<LabelId, LabelId>,
    /// The switches in which an arm falls through.
    falling: BTreeMap<usize, Falling>,
    /// For each fall-through: the scope that it leaves.
    merges: BTreeMap<usize, LabelId>,
    /// The tasks still to be done, the next one last.
    tasks: Vec<Task>,
    open: Vec<Open>,
}

/// An open bracket, up to the place where its `End` closes it.
enum Open {
    /// A scope or a switch.
    Plain,
    Loop(LabelId),
    For(LabelId, Span),
    DoWhile(LabelId, Question),
    If(Fork),
    /// An `if` in the `else` of another one; both are closed by the same `End`.
    ElseIf(Fork),
}

/// The state of the two arms of an `if`.
enum Fork {
    /// The first arm of a bracket is open; the literal says how the second one begins.
    First(Literal),
    /// The second arm of a bracket is open.
    Second,
    /// A scope inside a scope: the first arm is in both scopes and leaves the outer one.
    InScopes(LabelId),
    /// The second arm is open, in the outer scope.
    InScope,
}

impl Expansion<'_> {
    fn run(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Statements(first, end) => self.statements(first, end),
                Task::Step(step) => self.step(step),
                Task::Leave(label) if self.flow.is_live() => self.step(Step::Break(label)),
                Task::Leave(_) => {}
            }
        }
    }

    fn statements(&mut self, first: usize, end: usize) {
        for at in first..end {
            let statement = self.formed.statements()[at];
            if let Some(falling) = self.falling.remove(&at) {
                self.tasks.push(Task::Statements(falling.end + 1, end));
                return self.open_falling(statement, &falling);
            }
            match (statement, self.merges.get(&at)) {
                (Statement::FallThrough, Some(&merge)) if self.flow.is_live() => {
                    self.step(Step::Break(merge));
                }
                _ => self.statement(statement),
            }
        }
    }

    /// Opens a switch in which arms fall through: one scope around the switch for each merge, which
    /// ends there, and one scope around all of them, which is left by the arms that do not fall
    /// through.
    fn open_falling(&mut self, statement: Statement, falling: &Falling) {
        let switch = match statement {
            Statement::Switch(block, _) => Step::Switch(block, None),
            _ => Step::Dispatch(None),
        };
        let out = statement.bound_label();
        let out = out.unwrap_or_else(|| self.fresh());
        let scopes: Vec<LabelId> = falling.merges.iter().map(|_| self.fresh()).collect();
        for &fall in &falling.falls {
            let merge = falling.merges.partition_point(|&merge| merge < fall);
            self.merges
                .extend(scopes.get(merge).map(|&scope| (fall, scope)));
        }
        // Each part ends at the next arm, at a merge, or at the end.
        let ends = falling.arms.iter().chain(&falling.merges);
        let mut ends: Vec<usize> = ends.copied().chain([falling.end]).collect();
        ends.sort_unstable();
        let end = |part: usize| ends[ends.partition_point(|&end| end <= part)];

        let mut tasks = alloc::vec![Task::Step(Step::Block(out))];
        let around = scopes.iter().rev();
        tasks.extend(around.map(|&scope| Task::Step(Step::Block(scope))));
        tasks.push(Task::Step(switch));
        for &arm in &falling.arms {
            tasks.push(Task::Statements(arm, end(arm)));
            tasks.push(match falling.merges.binary_search(&end(arm)) {
                Ok(merge) => Task::Leave(scopes[merge]),
                Err(_) => Task::Leave(out),
            });
        }
        tasks.push(Task::Step(Step::End));
        for &merge in &falling.merges {
            tasks.push(Task::Step(Step::End));
            tasks.push(Task::Statements(merge + 1, end(merge)));
            tasks.push(Task::Leave(out));
        }
        tasks.push(Task::Step(Step::End));
        self.tasks.extend(tasks.into_iter().rev());
    }

    fn step(&mut self, step: Step) {
        self.flow.pass(step);
        self.builder.push(step);
    }

    fn steps(&mut self, span: Span) {
        let formed = self.formed;
        span.steps(formed.program())
            .for_each(|step| self.step(step));
    }

    fn fresh(&mut self) -> LabelId {
        self.labels += 1;
        LabelId::new(self.labels - 1)
    }

    fn statement(&mut self, statement: Statement) {
        match statement {
            Statement::Run(block, _) => self.step(Step::Run(block)),
            Statement::Take(edge) => self.step(Step::Take(edge)),
            Statement::Leave(block) => self.step(Step::Leave(block)),
            Statement::Store(value) => self.step(Step::Store(value)),
            Statement::Set(flag, value) => self.step(Step::Set(flag, value)),
            Statement::Save(flag, question) => self.save(flag, question),
            Statement::Break(label) => self.step(Step::Break(label)),
            Statement::Continue(label) => self.step(match self.ends_of_rounds.get(&label) {
                Some(&round) => Step::Break(round),
                None => Step::Continue(label),
            }),
            Statement::Silent(span) => self.steps(span),
            // In a switch these are handled before.
            Statement::FallThrough | Statement::Merge => {}
            Statement::Scope(label) => self.enter(Step::Block(label), Open::Plain),
            Statement::Switch(block, label) => self.enter(Step::Switch(block, label), Open::Plain),
            Statement::Dispatch(label) => self.enter(Step::Dispatch(label), Open::Plain),
            Statement::Arm(cases) | Statement::SilentArm(cases) => self.step(Step::Arm(cases)),
            Statement::Loop(label) => self.enter(Step::Loop(label), Open::Loop(label)),
            Statement::While(question, label) => {
                self.enter(Step::Loop(label), Open::Loop(label));
                self.unless(question, label);
            }
            Statement::For(question, ForHead { init, step }, label) => {
                self.steps(init);
                self.enter(Step::Loop(label), Open::For(label, step));
                self.unless(question, label);
                self.open_round(label);
            }
            Statement::DoWhile(question, label) => {
                self.enter(Step::Loop(label), Open::DoWhile(label, question));
                self.open_round(label);
            }
            Statement::Entered(question, head, label) => {
                self.steps(head.init);
                self.enter(Step::Loop(label), Open::DoWhile(label, question));
                self.open_round(label);
            }
            Statement::If(question, label) => {
                let fork = self.open_fork(question, label);
                self.open.push(Open::If(fork));
            }
            Statement::ElseIf(question) => {
                self.otherwise();
                let fork = self.open_fork(question, None);
                self.open.push(Open::ElseIf(fork));
            }
            Statement::Else => self.otherwise(),
            Statement::End => self.end(),
        }
    }

    fn enter(&mut self, step: Step, open: Open) {
        self.step(step);
        self.open.push(open);
    }

    /// Opens the scope around the steps of a loop before the end of each round.
    fn open_round(&mut self, label: LabelId) {
        let round = self.fresh();
        self.ends_of_rounds.insert(label, round);
        self.step(Step::Block(round));
    }

    /// Opens the fork of a literal, and its arm that runs if the literal holds.
    fn open_literal(&mut self, literal: Literal, label: Option<LabelId>) {
        self.steps(literal.before);
        self.step(match literal.test {
            Test::Decided(block) => Step::If(block, label),
            Test::Slots(block, ..) => Step::Switch(block, label),
            Test::Flags(condition) => Step::Test(condition, label),
            Test::Label(_) => Step::Dispatch(label),
        });
        self.arm(literal, literal.holds);
    }

    /// Begins the arm of a literal's fork for a test that holds, or the other one.
    fn arm(&mut self, literal: Literal, holds: bool) {
        let step = match (literal.test, holds) {
            (Test::Slots(_, cases, _) | Test::Label(cases), true) => Step::Arm(cases),
            (Test::Slots(_, _, others), false) => Step::Arm(others),
            (Test::Decided(_), true) | (Test::Flags(_), false) => self.builder.make_arm([0]),
            (Test::Decided(_), false) | (Test::Flags(_), true) => self.builder.make_arm([1]),
            (Test::Label(_), false) => self.builder.make_arm([]),
        };
        self.step(step);
    }

    /// Goes on to the other arm of a literal's fork.
    fn other_arm(&mut self, literal: Literal) {
        self.arm(literal, !literal.holds);
    }

    /// Leaves the label's bracket unless the question holds.
    fn unless(&mut self, question: Question, label: LabelId) {
        let formed = self.formed;
        let enough = match question.joined {
            Joined::All => None,
            Joined::Any => Some(self.fresh()),
        };
        enough
            .into_iter()
            .for_each(|enough| self.step(Step::Block(enough)));
        for &literal in formed.literals(question) {
            self.open_literal(literal, None);
            match enough {
                Some(enough) => {
                    self.steps(literal.decided);
                    self.step(Step::Break(enough));
                    self.other_arm(literal);
                }
                None => {
                    self.other_arm(literal);
                    self.steps(literal.decided);
                    self.step(Step::Break(label));
                }
            }
            self.step(Step::End);
        }
        self.steps(question.passed);
        if enough.is_some() {
            self.step(Step::Break(label));
            self.step(Step::End);
        }
    }

    fn open_fork(&mut self, question: Question, label: Option<LabelId>) -> Fork {
        let formed = self.formed;
        if let [literal] = formed.literals(question) {
            self.open_literal(*literal, label);
            return Fork::First(*literal);
        }
        let [around, inside] = [label.unwrap_or_else(|| self.fresh()), self.fresh()];
        self.step(Step::Block(around));
        self.step(Step::Block(inside));
        self.unless(question, inside);
        Fork::InScopes(around)
    }

    fn otherwise(&mut self) {
        let Some(Open::If(fork) | Open::ElseIf(fork)) = self.open.last_mut() else {
            return;
        };
        match *fork {
            Fork::First(literal) => {
                *fork = Fork::Second;
                self.other_arm(literal);
                self.steps(literal.decided);
            }
            Fork::InScopes(around) => {
                *fork = Fork::InScope;
                self.leave_scope(around);
            }
            Fork::Second | Fork::InScope => {}
        }
    }

    /// Leaves the scope `around` from the scope inside it, and closes the inner scope.
    fn leave_scope(&mut self, around: LabelId) {
        if self.flow.is_live() {
            self.step(Step::Break(around));
        }
        self.step(Step::End);
    }

    fn save(&mut self, flag: crate::ids::FlagId, question: Question) {
        let formed = self.formed;
        for &literal in formed.literals(question) {
            self.open_literal(literal, None);
            self.steps(question.passed);
            self.step(Step::Set(flag, true));
            self.other_arm(literal);
            self.steps(literal.decided);
            self.step(Step::Set(flag, false));
            self.step(Step::End);
        }
    }

    fn end(&mut self) {
        while let Some(open) = self.open.pop() {
            let in_else = matches!(open, Open::ElseIf(_));
            match open {
                Open::Plain => {}
                Open::Loop(label) => self.repeat(label),
                Open::For(label, step) => {
                    self.step(Step::End);
                    self.steps(step);
                    self.repeat(label);
                }
                Open::DoWhile(label, question) => {
                    self.step(Step::End);
                    self.unless(question, label);
                    self.repeat(label);
                }
                Open::If(fork) | Open::ElseIf(fork) => self.end_fork(fork),
            }
            self.step(Step::End);
            if !in_else {
                return;
            }
        }
    }

    fn repeat(&mut self, label: LabelId) {
        if self.flow.is_live() {
            self.step(Step::Continue(label));
        }
    }

    fn end_fork(&mut self, fork: Fork) {
        match fork {
            Fork::First(literal) => {
                self.other_arm(literal);
                self.steps(literal.decided);
            }
            Fork::InScopes(around) => self.leave_scope(around),
            Fork::Second | Fork::InScope => {}
        }
    }
}
