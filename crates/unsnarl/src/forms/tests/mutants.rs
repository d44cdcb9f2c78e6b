//! Formed programs with one change each.

use crate::forms::{Entered, ForHead, Formed, Joined, Span, Statement};
use alloc::vec::Vec;

/// The kind of change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Change {
    /// A literal must hold instead of must not, or the other way round.
    Holds,
    /// One literal is enough instead of all, or the other way round.
    Joined,
    /// The steps before a test are missing.
    Before,
    /// The steps after a literal that decides are missing.
    Decided,
    /// The steps for the case that no literal decides are missing.
    Passed,
    /// A `for` has no step.
    NoStep,
    /// A `for` has no initialiser.
    NoInit,
    /// The step of a `for` is the end of its body, which a `continue` does not reach.
    StepInBody,
    /// The steps before the test of a loop that tests last are in its body.
    TestInBody,
    /// A loop that tests first tests last, or the other way round.
    Order,
    /// A `continue` is a `break`.
    Jump,
    /// A statement is missing.
    Dropped,
    /// Two statements have changed places.
    Swapped,
}

impl Change {
    pub(super) const ALL: [Change; 13] = [
        Change::Holds,
        Change::Joined,
        Change::Before,
        Change::Decided,
        Change::Passed,
        Change::NoStep,
        Change::NoInit,
        Change::StepInBody,
        Change::TestInBody,
        Change::Order,
        Change::Jump,
        Change::Dropped,
        Change::Swapped,
    ];
}

/// Makes the mutants of a formed program.
pub(super) fn mutants(formed: &Formed) -> Vec<(Change, Formed)> {
    let mut mutants = Vec::new();
    for at in 0..formed.literals.len() {
        let mut add = |change, edit: &dyn Fn(&mut Formed)| {
            let mut mutant = formed.clone();
            edit(&mut mutant);
            mutants.push((change, mutant));
        };
        add(Change::Holds, &|mutant| mutant.literals[at].holds ^= true);
        add(Change::Before, &|mutant| {
            mutant.literals[at].before = Span::NONE;
        });
        add(Change::Decided, &|mutant| {
            mutant.literals[at].decided = Span::NONE;
        });
    }
    for (at, &statement) in formed.statements.iter().enumerate() {
        let mut put = |change, other| mutants.push((change, with(formed, at, other)));
        for joined in [Joined::All, Joined::Any] {
            let mut question = statement.question();
            if let Some(question) = &mut question {
                question.joined = joined;
            }
            put(Change::Joined, asking(statement, question));
        }
        let mut question = statement.question();
        if let Some(question) = &mut question {
            question.passed = Span::NONE;
        }
        put(Change::Passed, asking(statement, question));
        if let Statement::For(question, head, label) = statement {
            let none = Span::NONE;
            put(
                Change::NoStep,
                Statement::For(question, ForHead { step: none, ..head }, label),
            );
            put(
                Change::NoInit,
                Statement::For(question, ForHead { init: none, ..head }, label),
            );
        }
        match statement {
            Statement::While(question, label) => {
                put(Change::Order, Statement::DoWhile(question, label));
            }
            Statement::DoWhile(question, label) => {
                put(Change::Order, Statement::While(question, label));
            }
            Statement::Entered(question, head, label) => {
                put(Change::Order, Statement::While(question, label));
                let init = Span::NONE;
                let without = Statement::Entered(question, Entered { init, ..head }, label);
                put(Change::NoInit, without);
            }
            Statement::Continue(label) => put(Change::Jump, Statement::Break(label)),
            _ => {}
        }
        mutants.extend(moved(formed, at));
        if !statement.opens() && statement != Statement::End {
            let mut mutant = formed.clone();
            mutant.statements.remove(at);
            mutants.push((Change::Dropped, mutant));
        }
        // A statement before a scope and one first in it mean the same.
        let is_scope = |at: usize| matches!(formed.statements[at], Statement::Scope(_));
        // A statement in a switch must be in one of its arms.
        let is_switch = |at: usize| matches!(formed.statements[at], Statement::Switch(..));
        let fits = |at: usize| !is_scope(at) && !is_switch(at);
        if at > 0 && fits(at) && fits(at - 1) {
            let mut mutant = formed.clone();
            mutant.statements.swap(at - 1, at);
            mutants.push((Change::Swapped, mutant));
        }
    }
    mutants
}

fn with(formed: &Formed, at: usize, statement: Statement) -> Formed {
    let mut mutant = formed.clone();
    mutant.statements[at] = statement;
    mutant
}

/// Gives the statement with another question.
fn asking(statement: Statement, question: Option<crate::forms::Question>) -> Statement {
    let Some(question) = question else {
        return statement;
    };
    match statement {
        Statement::Save(flag, _) => Statement::Save(flag, question),
        Statement::While(_, label) => Statement::While(question, label),
        Statement::For(_, head, label) => Statement::For(question, head, label),
        Statement::DoWhile(_, label) => Statement::DoWhile(question, label),
        Statement::Entered(_, head, label) => Statement::Entered(question, head, label),
        Statement::If(_, label) => Statement::If(question, label),
        Statement::ElseIf(_) => Statement::ElseIf(question),
        statement => statement,
    }
}

/// Moves the steps after the target of a `continue` in front of it: the step of a `for`, or the
/// steps before the test of a loop that tests last.
fn moved(formed: &Formed, at: usize) -> Option<(Change, Formed)> {
    let mut mutant = formed.clone();
    let label = formed.statements[at].bound_label()?;
    if !formed.statements.contains(&Statement::Continue(label)) {
        return None;
    }
    let (change, span) = match formed.statements[at] {
        Statement::For(question, ForHead { init, step }, label) => {
            let head = ForHead {
                init,
                step: Span::NONE,
            };
            mutant.statements[at] = Statement::For(question, head, label);
            (Change::StepInBody, step)
        }
        Statement::DoWhile(question, _) => {
            let first = &mut mutant.literals[question.first as usize];
            (
                Change::TestInBody,
                core::mem::replace(&mut first.before, Span::NONE),
            )
        }
        _ => return None,
    };
    let end = end(&formed.statements, at);
    mutant.statements.insert(end, Statement::Silent(span));
    Some((change, mutant))
}

/// Gives the `End` of the bracket that opens at a statement.
fn end(statements: &[Statement], at: usize) -> usize {
    let mut depth = 0_usize;
    let closes = |statement: &Statement| {
        depth += usize::from(statement.opens());
        depth -= usize::from(*statement == Statement::End);
        depth == 0
    };
    at + statements[at..]
        .iter()
        .position(closes)
        .expect("every bracket has an end")
}
