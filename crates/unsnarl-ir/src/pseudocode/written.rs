//! What a writer of another language than pseudocode asks.
//!
//! *Gives:* of a function which instructions are statements, in which order, which are written
//! inside others, which variables there are, and what values and variables are called: what
//! [`Code`] has found before it makes trees.
//!
//! Names may have characters that other languages do not allow.

use unsnarl::Edge;

use super::fold::Fate;
pub use super::variables::Reach;
use super::{Code, variables};
use crate::copies::PhiCopy;
use crate::id::{BlockId, InstId, TypeId, ValueId};
use crate::terminator::Terminator;

/// How an instruction is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// As a statement.
    Statement,
    /// Inside the expression that uses its result; a short address, in all that use it.
    Folded,
    /// As the declaration of a variable, which is what its result is the address of.
    Variable,
    /// Not at all: it is a hint, or stores a parameter in the variable that this is.
    Omitted,
}

/// A variable that an `alloca` makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The type of what it holds.
    pub ty: TypeId,
    /// What uses its address.
    pub reach: Reach,
    /// The parameter that it is, if it is one.
    pub parameter: Option<ValueId>,
}

impl Variable {
    /// Tells whether nothing but loads and stores of all of it use its address, none volatile.
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
    /// How an instruction is written.
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

    /// What a value that is written is called; the same for all values of one variable.
    pub fn name(&self, value: ValueId) -> &str {
        self.names.value(value)
    }

    /// What the variable is called that an `alloca` makes.
    pub fn variable_name(&self, inst: InstId) -> &str {
        self.names.variable(inst)
    }

    /// The copies on an edge, which all happen at once.
    pub fn parallel_copies(&self, edge: Edge) -> &[PhiCopy] {
        self.flow.copies(edge)
    }

    /// The edges out of a switch whose copies come before it: one for each block that they lead
    /// to.
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
