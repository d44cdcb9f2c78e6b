//! What was found in a module.
//!
//! *Gives:* [`Report`]: how many blocks and states there were and how they ended, and each
//! [`Difference`].

use std::collections::BTreeMap;
use std::fmt;
use std::ops::AddAssign;

use unsnarl_ir::BlockId;

use super::compare::Mismatch;
use super::subject::Stage;

/// A block that fewer states than this ran through was hardly tested.
pub const FEW: usize = 4;

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Functions whose code was compared.
    pub functions: usize,
    /// Functions that selection refuses, by the reason.
    pub refused: BTreeMap<String, usize>,
    /// Blocks that were run.
    pub blocks: usize,
    /// Of these, blocks that the interpreter does not understand, by the reason.
    pub unsupported: BTreeMap<String, usize>,
    /// Of the others, those with fewer than [`FEW`] complete states, by what most of the others
    /// ended with.
    pub few: BTreeMap<String, usize>,
    /// Of these blocks, those that are undefined in every state.
    pub undefined: usize,
    /// States that ran to their end on both sides.
    pub complete: usize,
    /// States that are undefined behaviour, or depend on an open choice, or ran too long.
    pub discarded: usize,
    /// The differences.
    pub differences: Vec<Difference>,
}

/// A state in which the code does what the source does not allow.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The name of the function.
    pub function: String,
    /// The block.
    pub block: BlockId,
    /// How far the function was compiled.
    pub stage: Stage,
    /// The number of the state.
    pub state: usize,
    /// What is wrong.
    pub mismatch: Mismatch,
    /// The block of the source, as text.
    pub text: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            function,
            block,
            stage,
            state,
            mismatch,
            text,
        } = self;
        let stage = match stage {
            Stage::Selected => "selection",
            Stage::Optimised => "the passes after selection",
        };
        writeln!(
            f,
            "@{function}, {block}, state {state}, by {stage}: {mismatch}"
        )?;
        f.write_str(text)
    }
}

impl Report {
    /// Counts the blocks that hardly any state ran through, and those of them that have some
    /// defined behaviour.
    pub fn few(&self) -> usize {
        self.few.values().sum()
    }

    /// The blocks that the interpreter does not understand.
    pub fn unsupported(&self) -> usize {
        self.unsupported.values().sum()
    }

    /// The share of blocks with fewer than [`FEW`] complete states among those that are understood.
    pub fn share_of_few(&self) -> f64 {
        let all = self.blocks - self.unsupported();
        self.few() as f64 / all.max(1) as f64
    }
}

impl AddAssign for Report {
    fn add_assign(&mut self, other: Report) {
        self.functions += other.functions;
        self.blocks += other.blocks;
        self.undefined += other.undefined;
        self.complete += other.complete;
        self.discarded += other.discarded;
        for (mine, others) in [
            (&mut self.refused, other.refused),
            (&mut self.unsupported, other.unsupported),
            (&mut self.few, other.few),
        ] {
            for (reason, count) in others {
                *mine.entry(reason).or_default() += count;
            }
        }
        self.differences.extend(other.differences);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = 100.0 * self.share_of_few();
        write!(
            f,
            "{} functions, {} blocks, {} states complete, {} discarded; {} blocks ({percent:.2} %) \
             with fewer than {FEW} complete states, {} of them never defined; {} not understood; \
             {} functions refused; {} differences",
            self.functions,
            self.blocks,
            self.complete,
            self.discarded,
            self.few(),
            self.undefined,
            self.unsupported(),
            self.refused.values().sum::<usize>(),
            self.differences.len()
        )
    }
}
