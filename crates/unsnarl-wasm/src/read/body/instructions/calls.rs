//! Calls, and what is thrown.

use foldhash::{HashSet, HashSetExt};
use unsnarl_low::module::Entity;
use unsnarl_low::op::memory::Table;
use unsnarl_low::{Callee, Catch, Exit, Op, Signature, Type};
use wasmparser::{Operator, TryTable};

use super::Reader;
use crate::read::body::draft::{BlockNo, DraftEdge, Row};
use crate::read::body::frames::{Clause, Handler, Kind, Landing};

/// The clauses of a call.
#[derive(Default)]
struct Clauses {
    catches: Vec<Catch>,
    edges: Vec<DraftEdge>,
    /// Blocks that are only passed, and where they lead.
    landings: Vec<(BlockNo, BlockNo)>,
}

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
            let to = Landing::Label(self.place(depth));
            Clause { catch, to }
        });
        let clauses = clauses.collect();
        self.handlers.push(Handler {
            place: self.frames.len(),
            clauses,
            delegate: None,
        });
        self.open(Kind::Try, bracket.ty);
    }

    /// Calls a function that returns.
    fn calls(&mut self, callee: Callee, signature: &'a Signature) {
        let by_number = usize::from(matches!(callee, Callee::Table(_)));
        let operands = self.pop_many(signature.parameters.len() + by_number);
        let clauses = self.clauses();
        if clauses.catches.is_empty() {
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
        self.finish_call(callee, operands, returned, clauses);
        self.start_label(returned.to);
    }

    /// Leaves the function by a call with so many operands.
    fn leaves(&mut self, callee: Callee, count: usize) {
        let operands = self.pop_many(count);
        let operands = self.draft.row(&operands);
        self.finish(Exit::TailCall(callee), operands, Vec::new(), Vec::new());
    }

    /// Throws so many operands.
    pub(super) fn throws(&mut self, callee: Callee, count: usize) {
        let clauses = self.clauses();
        if clauses.catches.is_empty() {
            return self.leaves(callee, count);
        }
        let operands = self.pop_many(count);
        let operands = self.draft.row(&operands);
        let never = self.new_block();
        self.finish_call(callee, operands, never, clauses);
        self.start(never.to);
        self.finish(Exit::Unreachable, Row::default(), Vec::new(), Vec::new());
    }

    /// Ends the block with a call: the first edge is taken when it returns.
    fn finish_call(
        &mut self,
        callee: Callee,
        operands: Row,
        returned: DraftEdge,
        clauses: Clauses,
    ) {
        let edges = [vec![returned], clauses.edges].concat();
        let slots = (0..edges.len() as u32).collect();
        self.finish(Exit::Call(callee, clauses.catches), operands, edges, slots);
        for (landing, to) in clauses.landings {
            self.start(landing);
            let brought = self.draft.block(landing).parameters.clone();
            let arguments = self.draft.row(&brought);
            self.jump(DraftEdge {
                to,
                brought: 0,
                arguments,
            });
        }
    }

    /// What catches an exception that is thrown here, and where that leads: clauses from inside
    /// out, up to one that catches all. Those behind one of the same tag catch nothing.
    fn clauses(&mut self) -> Clauses {
        let mut clauses = Clauses::default();
        let (mut tags, mut targets) = (HashSet::new(), HashSet::new());
        let mut outermost = usize::MAX;
        for number in (0..self.handlers.len()).rev() {
            if self.handlers[number].place > outermost {
                continue;
            }
            if let Some(delegate) = self.handlers[number].delegate {
                outermost = delegate;
            }
            for clause in 0..self.handlers[number].clauses.len() {
                let catch = self.handlers[number].clauses[clause].catch;
                if let Catch::Tag(tag) | Catch::TagRef(tag) = catch
                    && !tags.insert(tag)
                {
                    continue;
                }
                clauses.catches.push(catch);
                let edge = self.landing(number, clause);
                let edge = match targets.insert(edge.to) {
                    true => edge,
                    false => self.landing_apart(edge, &mut clauses),
                };
                clauses.edges.push(edge);
                if matches!(catch, Catch::All | Catch::AllRef) {
                    return clauses;
                }
            }
        }
        clauses
    }

    /// A block of its own for a clause that leads where another one does: different exceptions
    /// bring different values there.
    fn landing_apart(&mut self, edge: DraftEdge, clauses: &mut Clauses) -> DraftEdge {
        let parameters = &self.draft.block(edge.to).parameters;
        let types: Vec<Type> = parameters
            .iter()
            .map(|value| self.draft.types[value.index()])
            .collect();
        let landing = self.draft.add_block(&types);
        clauses.landings.push((landing, edge.to));
        DraftEdge {
            to: landing,
            ..edge
        }
    }

    /// The edge to what a clause of a handler leads to.
    fn landing(&mut self, handler: usize, clause: usize) -> DraftEdge {
        let (to, brought) = match &mut self.handlers[handler].clauses[clause].to {
            &mut Landing::Label(place) => (self.target(place), self.frames[place].label().len()),
            Landing::Own(types, block) => {
                let draft = &mut self.draft;
                let block = *block.get_or_insert_with(|| draft.add_block(types));
                (block, types.len())
            }
        };
        DraftEdge {
            to,
            brought: brought as u32,
            arguments: Row::default(),
        }
    }
}
