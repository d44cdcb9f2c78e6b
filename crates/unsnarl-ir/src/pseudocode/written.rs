//! Queries for a writer of another language than pseudocode.
//!
//! *Gives:* for a function, which instructions are statements, their order, which are written
//! inside others, its variables, and the names of values and variables: the results of [`Code`]
//! before it makes trees.
//!
//! Names may have characters that other languages do not allow.

use unsnarl::Edge;

use super::fold::Fate;
pub use super::variables::Reach;
use super::{Code, variables};
use crate::copies::PhiCopy;
use crate::id::{BlockId, InstId, TypeId, ValueId};
use crate::terminator::Terminator;

/// The way in which an instruction is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// As a statement.
    Statement,
    /// Inside the expression that uses its result; a short address, in all that use it.
    Folded,
    /// As the declaration of a variable, whose address is the instruction's result.
    Variable,
    /// Not at all: it is a hint, or stores a parameter in the parameter's own variable.
    Omitted,
}

/// A variable that an `alloca` makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The type of its contents.
    pub ty: TypeId,
    /// The uses of its address.
    pub reach: Reach,
    /// The parameter that it is, if it is one.
    pub parameter: Option<ValueId>,
}

impl Variable {
    /// Tells whether its address is used only by loads and stores of the whole variable, none of
    /// them volatile.
    pub fn is_private(&self) -> bool {
        self.reach == Reach::Private
    }
}

impl From<&variables::Variable> for Variable {
    fn from(variable: &variables::Variable) -> Self {
        Variable {
            ty: variable.ty,
            reach: variable.reach,
            parameter: variable.parameter.map(|(value, _)| value),
        }
    }
}

impl Code<'_, '_> {
    /// Gives the way in which an instruction is written.
    pub fn written(&self, inst: InstId) -> Written {
        match self.folding.fate(inst) {
            _ if self.variables.get(inst).is_some() => Written::Variable,
            _ if self.variables.is_homing(inst) => Written::Omitted,
            Fate::Statement => Written::Statement,
            Fate::Folded => Written::Folded,
            Fate::Omitted => Written::Omitted,
        }
    }

    /// The instructions of a block, in the order in which they are written.
    pub fn insts(&self, block: BlockId) -> &[InstId] {
        self.schedule.insts(block)
    }

    /// The variable that an `alloca` makes.
    pub fn variable_of(&self, inst: InstId) -> Option<Variable> {
        self.variables.get(inst).map(Variable::from)
    }

    /// All variables that `alloca`s make, by instruction.
    pub fn variables(&self) -> impl Iterator<Item = (InstId, Variable)> {
        let all = self.variables.iter();
        all.map(|(inst, variable)| (inst, Variable::from(variable)))
    }

    /// The name of a value that is written by a name; values of one variable have the same name.
    pub fn name(&self, value: ValueId) -> &str {
        self.names.value(value)
    }

    /// The name of the variable that an `alloca` makes.
    pub fn variable_name(&self, inst: InstId) -> &str {
        self.names.variable(inst)
    }

    /// The copies on an edge, which all happen at once.
    pub fn parallel_copies(&self, edge: Edge) -> &[PhiCopy] {
        self.flow.copies(edge)
    }

    /// The edges out of a switch whose copies come before it: one for each target block.
    pub fn before_switch(&self, block: BlockId) -> Vec<Edge> {
        let is_switch = matches!(
            self.function.blocks[block].terminator,
            Terminator::Switch { .. }
        );
        let early = self.early.get(block).filter(|_| is_switch);
        early.map_or_else(Vec::new, |early| early.edges.values().copied().collect())
    }

    /// Tells whether the copies on an edge out of a switch come before it.
    pub fn is_before_switch(&self, edge: Edge) -> bool {
        let terminator = &self.function.blocks[edge.block].terminator;
        matches!(terminator, Terminator::Switch { .. }) && self.is_early(edge)
    }
}
