//! Where code comes from in its source.

use unsnarl::{BlockId, Id};

use crate::machine::InstId;

/// A place in a file of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The number of the file among [those of the module](super::Module::files).
    pub file: u32,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
}

/// Where the code of a function comes from. All of it may be unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positions {
    /// Where the function itself is.
    pub function: Option<Position>,
    /// By instruction.
    pub insts: Vec<Option<Position>>,
    /// By block: where its exit comes from.
    pub ends: Vec<Option<Position>>,
}

impl Positions {
    /// Where an instruction comes from.
    pub fn inst(&self, inst: InstId) -> Option<Position> {
        self.insts.get(inst.index()).copied().flatten()
    }

    /// Where the exit of a block comes from.
    pub fn end(&self, block: BlockId) -> Option<Position> {
        self.ends.get(block.index()).copied().flatten()
    }

    /// Tells whether nothing is known.
    pub fn is_empty(&self) -> bool {
        let mut places = self.insts.iter().chain(&self.ends);
        self.function.is_none() && places.all(Option::is_none)
    }
}
