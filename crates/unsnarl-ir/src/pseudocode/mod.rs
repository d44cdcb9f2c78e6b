//! Functions as pseudocode: statements and expressions to read.
//!
//! *Needs:* a [`Module`] that keeps the rules of [`crate::verify`](crate::verify()).
//! *Gives:* [`Code`]: the signature of a function, the statements of its blocks, what they decide
//! by, the copies on its edges, and the lines of the source that blocks come from, as trees and as
//! text. `docs/llvm.md` describes the notation.
//! *Cost:* O(function · log + text) for a function; a context costs O(symbols).
//! *Limits:* it is for reading: flags such as `nsw`, attributes, alignments and the order of
//! atomic accesses are not shown.
//!
//! Everything that has an effect is a statement, in the order of the instructions. What has none is
//! written where it is used, if it is used once ([`fold`]), else it gets a name ([`names`]).
//! Allocas are variables ([`variables`]). Read `tree` first, which is what all others make; then
//! `effect`, `variables`, `fold` and `names`, which look at the function; then `expressions` with
//! `operators`, `constants` and `places`; then `edges` and `show`.

mod conditions;
mod constants;
mod edges;
mod effect;
mod expressions;
mod flow;
mod fold;
mod lines;
mod live;
mod names;
mod operators;
mod places;
mod schedule;
mod segments;
mod show;
mod signature;
mod source_types;
mod tree;
mod uses;
mod variables;
mod webs;

pub use effect::{Effect, effect};
pub use lines::Line;
pub use tree::{Base, Copy, Expression, Infix, Place, Shape, Statement, Step};

use std::collections::{BTreeMap, HashSet};

use self::expressions::Builder;
use self::flow::Flow;
use self::fold::{Facts, Fate, Folding};
use self::live::Live;
use self::names::Names;
use self::schedule::Schedule;
use self::source_types::SourceTypes;
use self::tree::Known;
use self::uses::Uses;
use self::variables::Variables;
use self::webs::Webs;
use crate::debug::{GlobalVariableExpressionId, LocalVariableId, TypeRef};
use crate::function::{Function, Phi};
use crate::id::{BlockId, GlobalId, IdVec, InstId, ValueId};
use crate::inst::{Op, Operand};
use crate::layout::Layout;
use crate::module::Module;
use crate::terminator::Terminator;
use unsnarl::Edge;

/// What the functions of a module have in common.
pub struct Context<'m> {
    module: &'m Module,
    layout: Layout,
    symbols: HashSet<&'m str>,
}

impl<'m> Context<'m> {
    /// Looks at the symbols and types of a module.
    pub fn new(module: &'m Module) -> Self {
        let globals = module.globals.iter().map(|global| global.name);
        let functions = module.functions.iter().map(|function| function.name);
        Context {
            module,
            layout: Layout::new(&module.types, &module.data_layout),
            symbols: globals
                .chain(functions)
                .map(|name| module.name(name))
                .collect(),
        }
    }

    fn is_symbol(&self, name: &str) -> bool {
        self.symbols.contains(name)
    }

    fn source_types(&self) -> Option<SourceTypes<'m>> {
        let info = self.module.debug.as_deref()?;
        Some(SourceTypes {
            module: self.module,
            info,
        })
    }

    /// The type that the source gives to a variable of a function.
    fn variable_type(&self, variable: Option<LocalVariableId>) -> Option<TypeRef> {
        self.module.debug.as_ref()?.local_variables[variable?].ty
    }

    /// The type that the source gives to a global variable, if it is one.
    fn global_type(&self, global: GlobalId) -> Option<TypeRef> {
        let info = self.module.debug.as_ref()?;
        let [only] = info.variables_of.get(&global)?[..] else {
            return None;
        };
        let only: GlobalVariableExpressionId = only;
        let expression = &info.global_variable_expressions[only];
        let is_whole = expression
            .expression
            .is_none_or(|expression| info.expressions[expression].elements.is_empty());
        let variable = expression.variable.filter(|_| is_whole)?;
        info.global_variables[variable].ty
    }

    fn pointee(&self, known: Option<Known>) -> Option<TypeRef> {
        match known? {
            Known::PointsTo(ty) => Some(ty),
            Known::Is(ty) => self.source_types()?.pointee(ty),
        }
    }
}

/// A function as pseudocode.
pub struct Code<'a, 'm> {
    context: &'a Context<'m>,
    function: &'a Function,
    variables: Variables,
    flow: Flow,
    schedule: Schedule,
    webs: Webs,
    folding: Folding,
    names: Names,
    known: IdVec<ValueId, Option<Known>>,
    statements: IdVec<BlockId, Vec<Statement>>,
    saves: IdVec<BlockId, bool>,
    /// What blocks decide by that assign in their conditions.
    conditions: BTreeMap<BlockId, Expression>,
}

impl<'a, 'm> Code<'a, 'm> {
    /// Writes a definition. Where `saves` is true of a block, what it decides by is tested later,
    /// so that it is saved under a name.
    ///
    /// # Panics
    /// If the function is a declaration.
    pub fn new(
        context: &'a Context<'m>,
        function: &'a Function,
        saves: impl Fn(BlockId) -> bool,
    ) -> Self {
        let variables = Variables::find(context.module, function);
        let module = context.module;
        let uses = Uses::find(module, function);
        let flow = Flow::new(function).expect("a definition has an entry");
        let schedule = Schedule::find(module, function, &uses, &flow);
        let live = Live::new(function, &uses, &flow, &schedule);
        let webs = Webs::find(module, function, &variables, &uses, &flow, live);
        let folding = Folding::find(&Facts {
            module,
            function,
            variables: &variables,
            uses: &uses,
            schedule: &schedule,
            webs: &webs,
        });
        let mut flags = IdVec::new();
        for (id, block) in function.blocks.pairs() {
            flags.push(saves(id) && decides(&block.terminator).is_some());
        }
        let saved = flags.pairs().filter(|(_, saves)| **saves).map(|(id, _)| id);
        let written = names::written(function, &variables, &schedule, &folding);
        let names = Names::find(context, function, (&variables, &webs), written, saved);
        let mut known = IdVec::new();
        for id in function.values.ids() {
            let ty = context.variable_type(variables.source(id));
            let is_address = variables.at(function, Operand::Value(id)).is_some();
            known.push(ty.filter(|_| !is_address).map(Known::Is));
        }
        let mut code = Code {
            context,
            function,
            variables,
            flow,
            schedule,
            webs,
            folding,
            names,
            known,
            statements: IdVec::new(),
            saves: flags,
            conditions: BTreeMap::new(),
        };
        code.write();
        code
    }

    /// Writes the statements of the blocks, each block after its dominators.
    fn write(&mut self) {
        for _ in self.function.blocks.ids() {
            self.statements.push(Vec::new());
        }
        let blocks = self.function.blocks.ids();
        let unreached = blocks.filter(|&block| self.flow.place(block).is_none());
        let order: Vec<BlockId> = self.flow.order().iter().copied().chain(unreached).collect();
        for id in order {
            let block = &self.function.blocks[id];
            for phi in &block.phis {
                if self.known[phi.result].is_none() {
                    self.known[phi.result] = self.known_of_phi(phi);
                }
            }
            for at in 0..self.schedule.insts(id).len() {
                let statement = self.builder().statement(self.schedule.insts(id)[at]);
                self.add(id, statement);
            }
            let call = block.terminator.call().map(|call| {
                let value = self.builder().call(call);
                match block.terminator.result() {
                    Some(to) => Statement::Assign { to, value },
                    None => Statement::Do(value),
                }
            });
            self.add(id, call);
            let decides = decides(&block.terminator).filter(|_| self.saves[id]);
            let save = decides.map(|operand| Statement::Save {
                block: id,
                value: self.builder().operand(operand),
            });
            self.add(id, save);
        }
    }

    /// What debug information says of a phi: what it says of its operands, as far as it does, if
    /// that is the same of all.
    fn known_of_phi(&self, phi: &Phi) -> Option<Known> {
        let mut operands = phi
            .incoming
            .iter()
            .filter_map(|&(_, operand)| match operand {
                Operand::Value(value) => self.known[value],
                Operand::Const(_) => None,
            });
        let first = operands.next()?;
        let pointee = |known| self.context.pointee(Some(known));
        let is_same = |other| match (first, other) {
            (Known::Is(first), Known::Is(other)) if first == other => true,
            _ => pointee(first).is_some() && pointee(first) == pointee(other),
        };
        operands.all(is_same).then_some(first)
    }

    /// Adds a statement to a block. What is known of its expression is known of its result.
    fn add(&mut self, block: BlockId, statement: Option<Statement>) {
        let Some(statement) = statement else { return };
        if let Statement::Assign { to, value } = &statement
            && self.known[*to].is_none()
        {
            self.known[*to] = match &value.shape {
                Shape::AddressOf(place) => place.ty.map(Known::PointsTo),
                _ => value.known,
            };
        }
        self.statements[block].push(statement);
    }

    fn builder(&self) -> Builder<'_, 'm> {
        Builder {
            context: self.context,
            function: self.function,
            variables: &self.variables,
            folding: &self.folding,
            known: &self.known,
        }
    }

    fn operand(&self, operand: Operand) -> Expression {
        self.builder().operand(operand)
    }

    /// The statements of a block, without its exit.
    pub fn statements(&self, block: BlockId) -> &[Statement] {
        &self.statements[block]
    }

    /// What a block decides by, if it ends with a branch or a switch and that is not saved.
    pub fn decision(&self, block: BlockId) -> Option<Expression> {
        if let Some(condition) = self.conditions.get(&block) {
            return Some(condition.clone());
        }
        let operand = decides(&self.function.blocks[block].terminator)?;
        (!self.saves[block]).then(|| self.operand(operand))
    }

    /// The copies on an edge, one after the other: none where a phi and its operand are one
    /// variable.
    pub fn copies(&self, edge: Edge) -> Vec<Copy> {
        let copies = self.flow.copies(edge).iter();
        let copies = copies.filter_map(|copy| {
            let is_same = |from| self.webs.first(from) == self.webs.first(copy.to);
            let is_there = matches!(copy.from, Operand::Value(from) if is_same(from));
            (!is_there).then(|| (copy.to, self.operand(copy.from)))
        });
        edges::sequence(&self.webs, copies.collect())
    }

    /// The first of the values that are one variable with this one.
    pub fn variable(&self, value: ValueId) -> ValueId {
        self.webs.first(value)
    }

    /// What a block returns or goes on unwinding with, if it does.
    pub fn result(&self, block: BlockId) -> Option<Expression> {
        match self.function.blocks[block].terminator {
            Terminator::Return(operand) => operand.map(|operand| self.operand(operand)),
            Terminator::Resume(operand) => Some(self.operand(operand)),
            _ => None,
        }
    }

    /// Tells whether an instruction is left out: a hint, what only hints use, or the store of a
    /// parameter into the variable that it is.
    pub fn is_left_out(&self, inst: InstId) -> bool {
        self.folding.fate(inst) == Fate::Omitted
            || self.variables.is_homing(inst)
            || self
                .variables
                .get(inst)
                .is_some_and(|variable| variable.parameter.is_some())
    }

    /// Writes an expression.
    pub fn show(&self, expression: &Expression) -> String {
        show::show(&self.names, expression)
    }

    /// Writes a statement.
    pub fn show_statement(&self, statement: &Statement) -> String {
        match statement {
            Statement::Declare(inst) => self.declaration(*inst),
            Statement::Assign { to, value } => {
                format!("{} = {}", self.names.value(*to), self.show(value))
            }
            Statement::Store { place, value, .. } => {
                format!("{} = {}", self.show(place), self.show(value))
            }
            Statement::Do(expression) => self.show(expression),
            Statement::Save { block, value } => {
                let name = self.names.saved(*block).unwrap_or_default();
                format!("{name} = {}", self.show(value))
            }
        }
    }

    /// Writes a copy on an edge.
    pub fn show_copy(&self, copy: &Copy) -> String {
        match copy {
            Copy::Assign { to, value } => {
                format!("{} = {}", self.names.value(*to), self.show(value))
            }
            Copy::Keep { number, value } => {
                format!(
                    "{} = {}",
                    self.names.kept(*number),
                    self.names.value(*value)
                )
            }
        }
    }

    /// Writes what a block decides by.
    pub fn show_decision(&self, block: BlockId) -> Option<String> {
        if let Some(name) = self.names.saved(block) {
            return Some(name.to_owned());
        }
        Some(self.show(&self.decision(block)?))
    }

    /// Writes what is true if the condition of a branch is not.
    pub fn show_opposite(&self, block: BlockId) -> Option<String> {
        if !matches!(
            self.function.blocks[block].terminator,
            Terminator::Branch { .. }
        ) {
            return None;
        }
        if let Some(name) = self.names.saved(block) {
            return Some(format!("!{name}"));
        }
        let decision = self.decision(block)?;
        let compares_integers = decision
            .made_by
            .iter()
            .any(|&inst| matches!(self.function.insts[inst].op, Op::IntCompare { .. }));
        Some(self.show(&operators::opposite(decision, compares_integers)))
    }

    /// Writes how a block ends the function, if it returns or is unreachable.
    pub fn show_exit(&self, block: BlockId) -> Option<String> {
        let result = self.result(block).map(|result| self.show(&result));
        Some(match (&self.function.blocks[block].terminator, result) {
            (Terminator::Return(_), Some(result)) => format!("return {result}"),
            (Terminator::Return(_), None) => "return".to_owned(),
            (Terminator::Resume(_), Some(result)) => format!("resume {result}"),
            (Terminator::Unreachable, _) => "unreachable".to_owned(),
            _ => return None,
        })
    }
}

/// The operand of a branch or a switch.
fn decides(terminator: &Terminator) -> Option<Operand> {
    match *terminator {
        Terminator::Branch { condition, .. } => Some(condition),
        Terminator::Switch { value, .. } => Some(value),
        _ => None,
    }
}
