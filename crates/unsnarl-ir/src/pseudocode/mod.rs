//! Functions as pseudocode: statements and expressions to read.
//!
//! *Needs:* a [`Module`] that keeps the rules of [`crate::verify`](crate::verify()).
//! *Gives:* [`Code`]: the signature of a function, the statements of its blocks, their decisions,
//! the copies on its edges, and the source lines of blocks, as trees and as text. `docs/llvm.md`
//! describes the notation.
//! *Cost:* O(function · log + text) for a function; a context costs O(symbols).
//! *Limits:* it is for reading: flags such as `nsw`, attributes, alignments and the order of atomic
//! accesses are not shown.
//!
//! Everything that has an effect is a statement, in the order of the instructions. An instruction
//! without an effect is written where it is used, if it is used once ([`fold`]); otherwise it gets
//! a name ([`names`]). Allocas are variables ([`variables`]). Each phi is a variable, together with
//! those of its operands that are never live at the same time ([`webs`]).
//!
//! ## The stages
//! 1. `tree` defines the data structure that all other modules make; [`effect`], `variables`,
//!    [`uses`] and [`flow`] analyse the function.
//! 2. [`schedule`] decides where instructions are written, [`webs`] by [`live`] which values are
//!    one variable, [`fold`] which are written inside others, [`early`] which copies come before a
//!    decision, [`entered`] by [`guards`], [`first_round`] and [`comparison`] which loops may test
//!    first, and [`names`] the names of values.
//! 3. `expressions` with `operators`, `constants` and `places` make trees of instructions, `edges`
//!    sequences of copies, `writing` the statements of blocks; [`conditions`] assigns inside
//!    conditions; `text` and `show` write text.

mod accesses;
mod addresses;
mod comparison;
mod conditions;
mod constants;
mod early;
mod edges;
mod effect;
mod entered;
mod expressions;
mod facts;
mod first_round;
mod flow;
mod fold;
mod guards;
mod lines;
mod live;
mod names;
mod operators;
mod places;
mod schedule;
mod show;
mod signature;
mod source_types;
mod text;
mod tree;
mod uses;
mod variables;
mod webs;
mod writing;
pub mod written;

pub use effect::{Effect, effect};
pub use lines::Line;
pub use tree::{Base, Copy, Expression, Infix, Place, Shape, Statement, Step};

use std::collections::{BTreeMap, HashSet};

use self::early::EarlyCopies;
use self::entered::Entered;
use self::expressions::Builder;
use self::facts::Facts;
use self::flow::Flow;
use self::fold::{Fate, Folding};
use self::guards::Given;
use self::live::Live;
use self::names::Names;
use self::schedule::Schedule;
use self::source_types::SourceTypes;
use self::tree::Known;
use self::uses::Uses;
use self::variables::Variables;
use self::webs::Webs;
use crate::debug::{GlobalVariableExpressionId, LocalVariableId, TypeRef};
use crate::function::Function;
use crate::id::{BlockId, GlobalId, IdMap, InstId, ValueId};
use crate::inst::Operand;
use crate::layout::Layout;
use crate::module::Module;
use crate::terminator::Terminator;
use unsnarl::Edge;

/// The data that the functions of a module share.
pub struct Context<'m> {
    module: &'m Module,
    layout: Layout,
    symbols: HashSet<&'m str>,
}

impl<'m> Context<'m> {
    /// Collects the symbols and types of a module.
    pub fn new(module: &'m Module) -> Self {
        let globals = module.globals.values().map(|global| global.name);
        let functions = module.functions.values().map(|function| function.name);
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

    /// The source type of a function's variable.
    fn variable_type(&self, variable: Option<LocalVariableId>) -> Option<TypeRef> {
        self.module.debug.as_ref()?.local_variables[variable?].ty
    }

    /// The source type of a global, if it is a variable.
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
    early: EarlyCopies,
    entered: Entered,
    names: Names,
    known: IdMap<ValueId, Option<Known>>,
    statements: IdMap<BlockId, Vec<Statement>>,
    saves: IdMap<BlockId, bool>,
    /// The conditions of blocks that assign inside them.
    conditions: BTreeMap<BlockId, Expression>,
}

impl<'a, 'm> Code<'a, 'm> {
    /// Writes a definition. If `saves` is true for a block, its decision is tested later, so it is
    /// saved under a name.
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
        let mut live = Live::new(function, &uses, &flow, &schedule);
        let webs = Webs::find(module, function, &variables, &uses, &flow, &mut live);
        let folding = Folding::find(&Facts {
            module,
            layout: &context.layout,
            function,
            variables: &variables,
            uses: &uses,
            flow: &flow,
            schedule: &schedule,
            webs: &webs,
        });
        let early = EarlyCopies::find(module, function, &flow, &webs, &folding, &mut live);
        let mut flags = IdMap::new();
        for (id, block) in function.blocks.iter() {
            let saves = saves(id) || early.get(id).is_some_and(|early| early.saves);
            flags.push(saves && decides(&block.terminator).is_some());
        }
        let given = Given {
            module,
            function,
            flow: &flow,
            schedule: &schedule,
            webs: &webs,
            folding: &folding,
        };
        let entered = Entered::find(&given, &flags);
        let saved = flags.iter().filter(|(_, saves)| **saves).map(|(id, _)| id);
        let written = names::written(function, &variables, &schedule, &folding);
        let names = Names::find(context, function, (&variables, &webs), written, saved);
        let mut known = IdMap::new();
        for id in function.values.keys() {
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
            early,
            entered,
            names,
            known,
            statements: IdMap::new(),
            saves: flags,
            conditions: BTreeMap::new(),
        };
        code.write();
        code
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

    /// The decision of a block, if it ends with a branch or a switch and the decision is not saved.
    pub fn decision(&self, block: BlockId) -> Option<Expression> {
        if let Some(condition) = self.conditions.get(&block) {
            return Some(condition.clone());
        }
        let operand = decides(&self.function.blocks[block].terminator)?;
        (!self.saves[block]).then(|| self.operand(operand))
    }

    /// If a block decides at the end of each round whether to repeat a loop, and the condition, as
    /// it is written, also holds before the first round: gives the header of the loop.
    pub fn enters(&self, test: BlockId) -> Option<BlockId> {
        let is_assigned = self.conditions.contains_key(&test);
        self.entered.get(test).filter(|_| !is_assigned)
    }

    /// The copies on an edge, one after the other. There are none if a phi and its operand are one
    /// variable, or if the copies come before the decision.
    pub fn copies(&self, edge: Edge) -> Vec<Copy> {
        match self.is_early(edge) {
            true => Vec::new(),
            false => self.all_copies(edge),
        }
    }

    /// Tells whether the copies on an edge come before the decision.
    fn is_early(&self, edge: Edge) -> bool {
        let terminator = &self.function.blocks[edge.block].terminator;
        let to = terminator.successor(edge.slot as usize);
        let early = self.early.get(edge.block);
        early.is_some_and(|early| to.is_some_and(|to| early.edges.contains_key(&to)))
    }

    fn all_copies(&self, edge: Edge) -> Vec<Copy> {
        let copies = self.flow.copies(edge).iter();
        let copies = copies.filter_map(|copy| {
            let is_same = |from| self.webs.first(from) == self.webs.first(copy.to);
            let is_there = matches!(copy.from, Operand::Value(from) if is_same(from));
            (!is_there).then(|| (copy.to, self.operand(copy.from)))
        });
        edges::sequence(&self.webs, copies.collect())
    }

    /// The first of the values that share a variable with this one.
    pub fn variable(&self, value: ValueId) -> ValueId {
        self.webs.first(value)
    }

    /// The operand that a block returns, or with which it resumes unwinding, if any.
    pub fn result(&self, block: BlockId) -> Option<Expression> {
        match self.function.blocks[block].terminator {
            Terminator::Return(operand) => operand.map(|operand| self.operand(operand)),
            Terminator::Resume(operand) => Some(self.operand(operand)),
            _ => None,
        }
    }

    /// Tells whether an instruction is left out: a hint, an instruction that only hints use, or the
    /// store of a parameter into its own variable.
    pub fn is_left_out(&self, inst: InstId) -> bool {
        self.folding.fate(inst) == Fate::Omitted
            || self.variables.is_homing(inst)
            || self
                .variables
                .get(inst)
                .is_some_and(|variable| variable.parameter.is_some())
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
