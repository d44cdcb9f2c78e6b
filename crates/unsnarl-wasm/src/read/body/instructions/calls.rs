//! Calls, and what is thrown.

use unsnarl_low::module::Entity;
use unsnarl_low::op::memory::Table;
use unsnarl_low::{Callee, Catch, Exit, Op, Signature};
use wasmparser::{Operator, TryTable};

use super::Reader;
use crate::read::body::draft::{DraftEdge, Row};
use crate::read::body::frames::{Handler, Kind};

impl<'a> Reader<'a> {
    /// Reads an instruction if it is a call or throws, and tells so.
    pub(super) fn call(&mut self, operator: &Operator<'_>) -> bool {
        use Operator as O;
        let environment = self.environment;
        let function = |number| environment.symbol(Entity::Function(number));
        match *operator {
            O::Call { function_index } => {
                let callee = Callee::Symbol(function(function_index));
                self.calls(callee, environment.function(function_index));
            }
            O::CallIndirect {
                type_index,
                table_index,
            } => {
                let callee = Callee::Table(Table(table_index));
                self.calls(callee, &environment.types[type_index as usize]);
            }
            O::ReturnCall { function_index } => {
                let callee = Callee::Symbol(function(function_index));
                let count = environment.function(function_index).parameters.len();
                self.leaves(callee, count);
            }
            O::ReturnCallIndirect {
                type_index,
                table_index,
            } => {
                let callee = Callee::Table(Table(table_index));
                let count = environment.types[type_index as usize].parameters.len() + 1;
                self.leaves(callee, count);
            }
            O::Throw { tag_index } => {
                let tag = environment.symbol(Entity::Tag(tag_index));
                let count = environment.tag(tag_index).len();
                self.throws(Callee::Throw(tag), count);
            }
            O::ThrowRef => self.throws(Callee::ThrowRef, 1),
            _ => return false,
        }
        true
    }

    /// Opens the bracket of clauses.
    pub(super) fn open_try_table(&mut self, bracket: &TryTable) {
        use wasmparser::Catch as C;
        let tag = |number| self.environment.symbol(Entity::Tag(number));
        let clauses = bracket.catches.iter().map(|clause| {
            let (catch, depth) = match *clause {
                C::One { tag: number, label } => (Catch::Tag(tag(number)), label),
                C::OneRef { tag: number, label } => (Catch::TagRef(tag(number)), label),
                C::All { label } => (Catch::All, label),
                C::AllRef { label } => (Catch::AllRef, label),
            };
            (catch, self.place(depth))
        });
        let clauses = clauses.collect();
        self.handlers.push(Handler { clauses });
        self.open(Kind::Try, bracket.ty);
    }

    /// Calls a function that returns.
    fn calls(&mut self, callee: Callee, signature: &'a Signature) {
        let by_number = usize::from(matches!(callee, Callee::Table(_)));
        let operands = self.pop_many(signature.parameters.len() + by_number);
        let (catches, mut edges) = self.catches();
        if catches.is_empty() {
            let op = match callee {
                Callee::Table(table) => Op::CallIndirect(table),
                Callee::Symbol(symbol) => Op::Call(symbol),
                _ => unreachable!("nothing else returns"),
            };
            return self.push(op, op.effect(), &operands, &signature.results);
        }
        let operands = self.draft.row(&operands);
        let returned = DraftEdge {
            to: self.draft.add_block(&signature.results),
            brought: signature.results.len() as u32,
            arguments: Row::default(),
        };
        edges.insert(0, returned);
        self.finish_call(callee, catches, operands, edges);
        self.start_label(returned.to);
    }

    /// Leaves the function by a call with so many operands.
    fn leaves(&mut self, callee: Callee, count: usize) {
        let operands = self.pop_many(count);
        let operands = self.draft.row(&operands);
        self.finish(Exit::TailCall(callee), operands, Vec::new(), Vec::new());
    }

    /// Throws so many operands.
    fn throws(&mut self, callee: Callee, count: usize) {
        let (catches, mut edges) = self.catches();
        if catches.is_empty() {
            return self.leaves(callee, count);
        }
        let operands = self.pop_many(count);
        let operands = self.draft.row(&operands);
        let never = self.new_block();
        edges.insert(0, never);
        self.finish_call(callee, catches, operands, edges);
        self.start(never.to);
        self.finish(Exit::Unreachable, Row::default(), Vec::new(), Vec::new());
    }

    /// Ends the block with a call: the first edge is taken when it returns.
    fn finish_call(
        &mut self,
        callee: Callee,
        catches: Vec<Catch>,
        operands: Row,
        edges: Vec<DraftEdge>,
    ) {
        let slots = (0..edges.len() as u32).collect();
        self.finish(Exit::Call(callee, catches), operands, edges, slots);
    }

    /// What catches an exception that is thrown here, and where that leads: clauses from inside
    /// out, up to one that catches all.
    fn catches(&mut self) -> (Vec<Catch>, Vec<DraftEdge>) {
        let (mut catches, mut edges) = (Vec::new(), Vec::new());
        for place in (0..self.handlers.len()).rev() {
            for clause in 0..self.handlers[place].clauses.len() {
                let (catch, to) = self.handlers[place].clauses[clause];
                catches.push(catch);
                edges.push(DraftEdge {
                    to: self.target(to),
                    brought: self.frames[to].label().len() as u32,
                    arguments: Row::default(),
                });
                if matches!(catch, Catch::All | Catch::AllRef) {
                    return (catches, edges);
                }
            }
        }
        (catches, edges)
    }
}
