//! A function as bytes, with what the proof needs to know of them.

use std::collections::HashSet;

use unsnarl::{BlockId, Cfg, Measures};
use unsnarl_ir::FuncId;
use unsnarl_ir::rewrite::quotient::Folded;
use unsnarl_object::Relocation;

use crate::map::FunctionMap;
use crate::report::DataVerdict;

/// A function as bytes.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) id: FuncId,
    /// The local declarations and the instructions, until they are moved to the object.
    pub(crate) body: Vec<u8>,
    /// Places in the body that the linker fills; none in a module.
    pub(crate) relocations: Vec<Relocation>,
    pub(crate) map: FunctionMap,
    pub(crate) cfg: Cfg,
    /// By edge: the value of its case, if it is one.
    pub(crate) cases: Vec<Option<i64>>,
    /// The blocks that leave the function by a call.
    pub(crate) tail_calls: HashSet<BlockId>,
    pub(crate) measures: Measures,
    /// Whether its bytes compute what they should.
    pub(crate) data: DataVerdict,
    /// What rewrites and merged edges made of the graph of the source.
    pub(crate) folded: Folded,
    /// Local and name.
    pub(crate) local_names: Vec<(u32, String)>,
    /// By label of the function: its name.
    pub(crate) label_names: Vec<Option<String>>,
    /// What its bytes were compared with.
    #[cfg(test)]
    pub(crate) due: crate::proof::data::Due,
}
