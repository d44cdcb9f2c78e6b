//! A function as bytes, with what the proof needs to know of them.

use foldhash::HashSet;

use unsnarl::{BlockId, Cfg, Measures};
use unsnarl_ir::FuncId;
use unsnarl_ir::rewrite::quotient::Folded;
use unsnarl_low::Signature;
use unsnarl_object::Relocation;

use crate::debug::CodeDebug;
use crate::map::FunctionMap;
use crate::report::DataVerdict;

/// A part of a function that was divided.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Its number among the parts of the function.
    pub(crate) number: u32,
    pub(crate) signature: Signature,
}

/// A function, or a part of one, as bytes.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) id: FuncId,
    /// Which part of the function it is, if it is not what is called from outside.
    pub(crate) part: Option<Part>,
    /// The local declarations and the instructions, until they are moved to the object.
    pub(crate) body: Vec<u8>,
    /// Places in the body that the linker fills; in a module, those that are filled when all
    /// functions are there.
    pub(crate) relocations: Vec<Relocation>,
    pub(crate) map: FunctionMap,
    pub(crate) cfg: Cfg,
    /// By edge: the value of its case, if it is one.
    pub(crate) cases: Vec<Option<i64>>,
    /// The blocks that leave the function by a call.
    pub(crate) tail_calls: HashSet<BlockId>,
    /// The blocks that end with a call that may throw.
    pub(crate) calls: HashSet<BlockId>,
    pub(crate) measures: Measures,
    /// Whether its bytes compute what they should.
    pub(crate) data: DataVerdict,
    /// What rewrites and merged edges made of the graph of the source.
    pub(crate) folded: Folded,
    /// What debug information says of its bytes, if there is any.
    pub(crate) debug: Option<Box<CodeDebug>>,
    /// Local and name.
    pub(crate) local_names: Vec<(u32, String)>,
    /// By label of the function: its name.
    pub(crate) label_names: Vec<Option<String>>,
    /// What its bytes were compared with.
    #[cfg(test)]
    pub(crate) due: crate::proof::data::Due,
}
