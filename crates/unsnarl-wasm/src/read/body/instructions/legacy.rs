//! The legacy instructions for exceptions.
//!
//! ```text
//! try … catch $tag … rethrow 0 … end
//! ```
//! What follows a `catch` is where the clause leads, so that a call within the `try` has to know of
//! clauses that come later: when the first `try` is met, all of the body is [looked
//! through](Try::all) for them. `rethrow` becomes a throw of the reference that the clause brings,
//! and only such clauses bring one. `delegate` leads past the handlers in between.

use unsnarl_low::module::Entity;
use unsnarl_low::{Callee, Catch, Type};
use wasmparser::{BlockType, FunctionBody, Operator};

use super::Reader;
use crate::read::body::frames::{Caught, Clause, Frame, Handler, Kind, Landing};

/// What a `try` has.
#[derive(Debug, Default)]
pub(super) struct Try {
    /// The tag of each `catch`; none of a `catch_all`. And whether a `rethrow` throws what it
    /// catches.
    clauses: Vec<(Option<u32>, bool)>,
    /// The depth of its `delegate`, outside of it.
    delegate: Option<u32>,
}

impl Try {
    /// All of a valid body, in order.
    fn all(body: &FunctionBody<'_>) -> Vec<Try> {
        let mut all: Vec<Try> = Vec::new();
        // The open brackets; those of `try` by their number.
        let mut open: Vec<Option<usize>> = vec![None];
        let operators = body.get_operators_reader().into_iter().flatten();
        for operator in operators.map_while(Result::ok) {
            match operator {
                Operator::Try { .. } => {
                    open.push(Some(all.len()));
                    all.push(Try::default());
                }
                Operator::Block { .. }
                | Operator::Loop { .. }
                | Operator::If { .. }
                | Operator::TryTable { .. } => open.push(None),
                Operator::Catch { tag_index } => {
                    if let Some(&Some(own)) = open.last() {
                        all[own].clauses.push((Some(tag_index), false));
                    }
                }
                Operator::CatchAll => {
                    if let Some(&Some(own)) = open.last() {
                        all[own].clauses.push((None, false));
                    }
                }
                Operator::Rethrow { relative_depth } => {
                    let place = (open.len() - 1).checked_sub(relative_depth as usize);
                    let own = place.and_then(|place| open[place]);
                    let clause = own.and_then(|own| all[own].clauses.last_mut());
                    if let Some((_, is_thrown)) = clause {
                        *is_thrown = true;
                    }
                }
                Operator::Delegate { relative_depth } => {
                    if let Some(Some(own)) = open.pop() {
                        all[own].delegate = Some(relative_depth);
                    }
                }
                Operator::End => drop(open.pop()),
                _ => {}
            }
        }
        all
    }
}

impl Reader<'_> {
    /// Reads an instruction if it is a legacy one for exceptions, and tells so.
    pub(super) fn legacy(&mut self, operator: &Operator<'_>) -> bool {
        match *operator {
            Operator::Try { blockty } => self.open_try(blockty),
            Operator::Catch { .. } | Operator::CatchAll => self.catch(),
            Operator::Delegate { .. } => self.close(),
            Operator::Rethrow { relative_depth } => self.rethrow(relative_depth),
            _ => return false,
        }
        true
    }

    fn open_try(&mut self, ty: BlockType) {
        let body = self.body;
        let tries = self.tries.get_or_insert_with(|| Try::all(body));
        let Try { clauses, delegate } = &tries[self.met];
        self.met += 1;
        let environment = self.environment;
        let clauses = clauses.iter().map(|&(tag, is_thrown)| {
            let mut types = tag.map_or_else(Vec::new, |tag| environment.tag(tag).to_vec());
            if is_thrown {
                types.push(Type::ExnRef);
            }
            let tag = tag.map(|tag| environment.symbol(Entity::Tag(tag)));
            let catch = match (tag, is_thrown) {
                (Some(tag), false) => Catch::Tag(tag),
                (Some(tag), true) => Catch::TagRef(tag),
                (None, false) => Catch::All,
                (None, true) => Catch::AllRef,
            };
            let to = Landing::Own(types, None);
            Clause { catch, to }
        });
        let (clauses, delegate) = (clauses.collect(), *delegate);
        self.handlers.push(Handler {
            place: self.frames.len(),
            clauses,
            delegate: delegate.map(|depth| self.place(depth)),
        });
        self.open(Kind::Try, ty);
    }

    /// Ends what comes before a `catch`, and begins what follows it.
    fn catch(&mut self) {
        if self.block.is_some() {
            let edge = self.edge(0);
            self.jump(edge);
        }
        let frame = self.frame();
        if let Kind::Try = frame.kind {
            let handler = self
                .handlers
                .pop()
                .expect("it is the handler of this bracket");
            self.caught.push(Caught {
                clauses: handler.clauses.into_iter(),
                reference: None,
            });
            self.frames.pop();
            self.frames.push(Frame {
                kind: Kind::Catch,
                ..frame
            });
        }
        self.stack.truncate(frame.height);
        let caught = self.caught.last_mut().expect("something was caught");
        let clause = caught.clauses.next().expect("all clauses were found");
        // Without a block nothing is thrown that it could catch.
        if let Landing::Own(_, Some(block)) = clause.to {
            self.start_label(block);
            if matches!(clause.catch, Catch::TagRef(_) | Catch::AllRef) {
                let reference = self.pop();
                if let Some(caught) = self.caught.last_mut() {
                    caught.reference = Some(reference);
                }
            }
        }
    }

    fn rethrow(&mut self, depth: u32) {
        let place = self.place(depth);
        let above = &self.frames[place..];
        let within = above
            .iter()
            .filter(|frame| matches!(frame.kind, Kind::Catch));
        let number = self.caught.len() - within.count();
        let reference = self.caught[number].reference;
        self.stack
            .push(reference.expect("the clause brings a reference"));
        self.throws(Callee::ThrowRef, 1);
    }
}
