//! Functions that return where they can, and not by way of a common block.
//!
//! *Needs:* a module of LLVM IR, whose functions have one block that returns, because compilers
//! join them. *Gives:* [`Early`]: the module in which every predecessor of a block that only
//! returns one of several values does so itself. That leaves out a variable, and jumps to the end
//! of a function.
//! *Cost:* linear in the edges; what does not change is not copied.
//!
//! [`Early::hold`] proves that the graph of a function is that of its source.

use std::sync::Arc;

use foldhash::HashMap;
use unsnarl::Cfg;
use unsnarl_ir::rewrite::quotient::{Violation, quotient};
use unsnarl_ir::rewrite::return_early;
use unsnarl_ir::{FuncId, Function, Id, Module, Provenance};

/// A module whose functions return early.
pub(super) struct Early {
    pub(super) module: Module,
    /// What changed functions were, and where their blocks come from.
    sources: HashMap<FuncId, (Arc<Function>, Provenance)>,
}

impl Early {
    pub(super) fn of(module: Module) -> Self {
        let mut early = Self {
            module,
            sources: HashMap::default(),
        };
        for index in 0..early.module.functions.len() {
            let id = FuncId::new(index);
            if let Some(rewritten) = return_early(&early.module, id) {
                let function = Arc::new(rewritten.function);
                let source = std::mem::replace(&mut early.module.functions[id], function);
                early.sources.insert(id, (source, rewritten.provenance));
            }
        }
        early
    }

    /// Holds the graph of a function to its source.
    ///
    /// # Errors
    /// Where it differs.
    pub(super) fn hold(&self, id: FuncId, cfg: &Cfg) -> Result<(), Violation> {
        let Some((source, provenance)) = self.sources.get(&id) else {
            return Ok(());
        };
        hold_graph(source, &self.module.functions[id], cfg, provenance)
    }
}

/// Holds the graph of a function to its source, by where its blocks come from.
///
/// # Errors
/// Where it differs.
pub(super) fn hold_graph(
    source: &Function,
    function: &Function,
    cfg: &Cfg,
    provenance: &Provenance,
) -> Result<(), Violation> {
    let is_empty = |block| {
        let own = function.blocks.get(block);
        own.is_none_or(|own| own.insts.is_empty())
    };
    quotient(source, cfg, is_empty, provenance).map(drop)
}
