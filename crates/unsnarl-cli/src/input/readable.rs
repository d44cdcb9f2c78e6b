//! The blocks of a function of LLVM IR as pseudocode.
//!
//! *Needs:* the function, and the program that its blocks are written in.
//! *Gives:* [`Readable`], which shows blocks by statements and expressions, and the lines of the
//! source that they come from.
//! *Cost:* that of `unsnarl_ir::pseudocode`, and a walk over the program.

use super::Instructions;
use std::borrow::Cow;
use std::collections::BTreeSet;
use unsnarl::compound::{Compounds, Shown, Words};
use unsnarl::forms::{Formed, Host, Question, Statement as Form, Test};
use unsnarl::text::{Assignment, Bodies};
use unsnarl::tidy::exits_behind_loops;
use unsnarl::{BlockId, Cfg, Edge, Id, Program, Step};
use unsnarl_ir::pseudocode::{Code, Context, Copy, Expression, Line, Shape, Statement};

/// Shows the blocks of a function by statements and expressions.
pub(crate) struct Readable<'a> {
    instructions: &'a Instructions<'a>,
    code: Code<'a, 'a>,
    /// By block, the remark with its line, where that is another one than before.
    remarks: Vec<Option<String>>,
}

impl<'a> Readable<'a> {
    /// Writes a function for a program; `origin` gives the block of the function that a block of
    /// the program is.
    pub(crate) fn new(
        context: &'a Context<'a>,
        instructions: &'a Instructions<'a>,
        program: &Program,
        origin: impl Fn(BlockId) -> Option<BlockId>,
    ) -> Readable<'a> {
        let function = instructions.function();
        let mut saves = vec![false; function.blocks.len()];
        for block in asked_later(program).into_iter().filter_map(&origin) {
            saves[block.index()] = true;
        }
        let code = Code::new(context, function, |block| saves[block.index()]);
        let runs = program.steps().filter_map(|(_, step)| match step {
            Step::Run(block) => origin(block),
            _ => None,
        });
        let remarks = remarks(&code, function.blocks.len(), runs);
        Readable {
            instructions,
            code,
            remarks,
        }
    }

    /// The program with what is done on the way out of loops behind them, where that gives loops a
    /// condition; nothing if nothing changes.
    pub(crate) fn with_exits_behind_loops(&self, cfg: &Cfg, program: &Program) -> Option<Program> {
        let host = WithAssignments::new(self, self, &Some);
        exits_behind_loops(cfg, program, |step| host.prints(step))
    }

    /// The same for a program on a graph of compounds.
    pub(crate) fn with_exits_of_joined(
        &self,
        compounds: &Compounds,
        program: &Program,
    ) -> Option<Program> {
        let shown = Shown::new(compounds, self, Words::PSEUDOCODE);
        let origin = |block| compounds.origin(block);
        let host = WithAssignments::new(self, &shown, &origin);
        exits_behind_loops(compounds.cfg(), program, |step| host.prints(step))
    }

    /// Writes assignments inside conditions where that lets a block stand in the condition of a
    /// loop, behind `&&` or `||`, or behind `else`; the program must be one on the graph of the
    /// function.
    pub(crate) fn assign_in_conditions(&mut self, cfg: &Cfg, program: &Program) {
        let host = WithAssignments::new(self, self, &Some);
        for block in host.in_conditions(cfg, program) {
            self.code.assign_in_condition(block);
        }
    }

    /// The same for a program on a graph of compounds, whose blocks assign what they are to assign
    /// already.
    pub(crate) fn assign_in_joined(&mut self, compounds: &Compounds, program: &Program) {
        let shown = Shown::new(compounds, &*self, Words::PSEUDOCODE);
        let origin = |block| compounds.origin(block);
        let host = WithAssignments::new(self, &shown, &origin);
        let blocks = host.in_conditions(compounds.cfg(), program);
        for block in blocks.into_iter().filter_map(origin) {
            self.code.assign_in_condition(block);
        }
    }

    /// Tells whether all that a block does but decide can be done in its condition, if it does
    /// anything.
    pub(crate) fn only_decides(&self, block: BlockId) -> bool {
        self.statements(block).is_empty() || self.code.may_assign_in_condition(block)
    }

    /// Writes assignments inside the condition of a block, if they may be there.
    pub(crate) fn assign_in_condition(&mut self, block: BlockId) {
        self.code.assign_in_condition(block);
    }

    pub(crate) fn signature(&self) -> String {
        self.code.signature()
    }

    /// The line of the source that a block comes from.
    pub(crate) fn line(&self, block: BlockId) -> Option<Line<'a>> {
        self.knows(block).then(|| self.code.line(block)).flatten()
    }

    /// Tells whether a block is one of the function.
    fn knows(&self, block: BlockId) -> bool {
        block.index() < self.remarks.len()
    }

    /// The lines of a block, the first with the line of the source, if that is another one.
    fn with_remark(&self, block: BlockId, mut lines: Vec<String>) -> String {
        if let (Some(first), Some(remark)) = (lines.first_mut(), &self.remarks[block.index()]) {
            *first += &format!(" ; {remark}");
        }
        lines.join("\n")
    }

    /// Tells whether a statement sets a variable that its block decides by to what it makes of that
    /// variable: `i = i + 1`.
    fn is_step(&self, block: BlockId, statement: &Statement) -> bool {
        let (to, value) = match statement {
            Statement::Assign { to, value }
            | Statement::Copy {
                copy: Copy::Assign { to, value },
                ..
            } => (*to, value),
            _ => return false,
        };
        let variable = self.code.variable(to);
        let reads = |expression: &Expression| {
            let mut reads = false;
            expression.walk(&mut |part| {
                if let Shape::Value(value) = part.shape {
                    reads |= self.code.variable(value) == variable;
                }
            });
            reads
        };
        let decision = self.code.decision(block);
        reads(value) && decision.is_some_and(|decision| reads(&decision))
    }

    /// The statements of a block.
    pub(crate) fn statements(&self, block: BlockId) -> Vec<String> {
        if !self.knows(block) {
            return Vec::new();
        }
        let statements = self.code.statements(block).iter();
        let statements = statements.map(|statement| self.code.show_statement(statement));
        let last = self.instructions.last_act(block);
        statements.chain(last).collect()
    }
}

/// A host in which every block that may do so assigns in its condition.
struct WithAssignments<'r, 'a, B> {
    readable: &'r Readable<'a>,
    /// The texts for the graph.
    bodies: &'r B,
    /// The block of the function that one of the graph is; nothing for a compound.
    origin: &'r dyn Fn(BlockId) -> Option<BlockId>,
    /// The blocks at the ends of loops that are written as ones that test first, which keep their
    /// steps; if that is not known, all that could be.
    entering: Option<BTreeSet<BlockId>>,
}

impl<'r, 'a, B: Bodies> WithAssignments<'r, 'a, B> {
    fn new(
        readable: &'r Readable<'a>,
        bodies: &'r B,
        origin: &'r dyn Fn(BlockId) -> Option<BlockId>,
    ) -> Self {
        WithAssignments {
            readable,
            bodies,
            origin,
            entering: None,
        }
    }

    /// Lists the blocks that are to assign in their conditions.
    fn in_conditions(mut self, cfg: &Cfg, program: &Program) -> BTreeSet<BlockId> {
        // What does not make its loop one that tests first has no step to keep apart.
        self.entering = Some(entering(&Formed::new(cfg, program, &self)));
        in_conditions(&Formed::new(cfg, program, &self))
    }
}

impl<B: Bodies> Host for WithAssignments<'_, '_, B> {
    fn prints(&self, step: Step) -> bool {
        let is_text = |text: Option<Cow<'_, str>>| text.is_some_and(|text| !text.is_empty());
        let readable = self.readable;
        match step {
            Step::Run(block) => match (self.origin)(block) {
                Some(origin) if readable.knows(origin) => {
                    let may_assign = readable.code.may_assign_in_condition(origin);
                    let keeps = |entering: &BTreeSet<_>| entering.contains(&block);
                    let is_step = readable.code.enters(origin).is_some();
                    let is_step = is_step && self.entering.as_ref().is_none_or(keeps);
                    !readable.statements(origin).is_empty() && (is_step || !may_assign)
                }
                Some(_) => true,
                None => is_text(self.bodies.code(block)),
            },
            Step::Take(edge) => is_text(self.bodies.edge(edge)),
            _ => false,
        }
    }

    fn may_decide_last(&self, block: BlockId) -> bool {
        self.bodies.decision(block).is_some()
    }

    fn is_entered(&self, first: BlockId, test: BlockId) -> bool {
        self.bodies.is_entered(first, test)
    }
}

/// Lists the blocks that decide at the ends of loops which are written as ones that test first.
fn entering(formed: &Formed) -> BTreeSet<BlockId> {
    let questions = formed.statements().iter().filter_map(|it| match it {
        Form::Entered(question, ..) => Some(*question),
        _ => None,
    });
    let literals = questions.flat_map(|question| formed.literals(question));
    let blocks = literals.filter_map(|literal| match literal.test {
        Test::Decided(block) => Some(block),
        _ => None,
    });
    blocks.collect()
}

/// Lists the blocks whose decisions stand in the conditions of loops, or behind `&&`, `||` or
/// `else`.
fn in_conditions(formed: &Formed) -> BTreeSet<BlockId> {
    let mut blocks = BTreeSet::new();
    let mut add = |question: Question, skipped: usize| {
        let literals = formed.literals(question).iter().skip(skipped);
        blocks.extend(literals.filter_map(|literal| match literal.test {
            Test::Decided(block) => Some(block),
            _ => None,
        }));
    };
    for &statement in formed.statements() {
        match statement {
            Form::While(question, _) | Form::DoWhile(question, _) | Form::ElseIf(question) => {
                add(question, 0);
            }
            Form::If(question, _) | Form::Save(_, question) => add(question, 1),
            _ => {}
        }
    }
    blocks
}

/// Lists the blocks whose decisions are not tested right after they run.
fn asked_later(program: &Program) -> Vec<BlockId> {
    let mut later = Vec::new();
    let mut fresh = None;
    for (_, step) in program.steps() {
        fresh = match step {
            Step::If(block, _) | Step::Switch(block, _) => {
                later.extend((fresh != Some(block)).then_some(block));
                None
            }
            Step::Run(block) => Some(block),
            Step::Block(_) => fresh,
            _ => None,
        };
    }
    later
}

/// Says for each block that runs and has statements from which line it comes, if the one before
/// comes from another line; the file, if that is another one.
fn remarks<'a>(
    code: &Code<'_, 'a>,
    blocks: usize,
    runs: impl Iterator<Item = BlockId>,
) -> Vec<Option<String>> {
    let mut remarks = vec![None; blocks];
    let mut before: Option<Line<'a>> = None;
    for block in runs.filter(|&block| !code.statements(block).is_empty()) {
        let Some(line) = code.line(block).filter(|&line| Some(line) != before) else {
            continue;
        };
        let is_same_file = before.is_some_and(|before| before.file == line.file);
        remarks[block.index()] = Some(match is_same_file || line.file.is_empty() {
            true => format!("line {}", line.line),
            false => format!("{}:{}", line.file, line.line),
        });
        before = Some(line);
    }
    remarks
}

impl Bodies for Readable<'_> {
    fn name(&self, block: BlockId) -> Cow<'_, str> {
        self.instructions.name(block)
    }

    fn code(&self, block: BlockId) -> Option<Cow<'_, str>> {
        if !self.knows(block) {
            return self.instructions.code(block);
        }
        Some(Cow::Owned(self.with_remark(block, self.statements(block))))
    }

    fn decision(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let decision = self.knows(block).then(|| self.code.show_decision(block));
        match decision.flatten() {
            Some(decision) => Some(Cow::Owned(decision)),
            None => self.instructions.decision(block),
        }
    }

    fn opposite(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let opposite = self.knows(block).then(|| self.code.show_opposite(block));
        opposite.flatten().map(Cow::Owned)
    }

    fn case(&self, edge: Edge) -> Option<Cow<'_, str>> {
        self.instructions.case(edge)
    }

    fn edge(&self, edge: Edge) -> Option<Cow<'_, str>> {
        let copies = self.code.copies(edge);
        let lines = copies.iter().map(|copy| self.code.show_copy(copy));
        let text = lines.collect::<Vec<_>>().join("\n");
        (!text.is_empty()).then_some(Cow::Owned(text))
    }

    fn assignment_on(&self, edge: Edge) -> Option<Assignment<'_>> {
        let copies = self.code.copies(edge);
        let [copy @ Copy::Assign { .. }] = copies.as_slice() else {
            return None;
        };
        let text = self.code.show_copy(copy);
        let (variable, _) = text.split_once(" = ")?;
        Some(Assignment {
            variable: Cow::Owned(variable.to_owned()),
            text: Cow::Owned(text),
        })
    }

    fn with_step(&self, block: BlockId) -> Option<(Cow<'_, str>, Assignment<'_>)> {
        let acts = self.instructions.last_act(block).is_some();
        let known = self.knows(block).then(|| self.code.statements(block))?;
        let (last, before) = known.split_last().filter(|_| !acts)?;
        let text = self.code.show_statement(last);
        let (variable, _) = text
            .split_once(" = ")
            .filter(|_| self.is_step(block, last))?;
        let variable = Cow::Owned(variable.to_owned());
        let lines = before.iter();
        let lines = lines.map(|statement| self.code.show_statement(statement));
        let before = self.with_remark(block, lines.collect());
        let text = Cow::Owned(text);
        Some((Cow::Owned(before), Assignment { variable, text }))
    }

    fn is_entered(&self, first: BlockId, test: BlockId) -> bool {
        self.knows(test) && self.code.enters(test) == Some(first)
    }

    fn leave(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let exit = self.knows(block).then(|| self.code.show_exit(block));
        match exit.flatten() {
            Some(exit) => Some(Cow::Owned(exit)),
            None => self.instructions.leave(block),
        }
    }
}
