//! Which functions have their body in what is written.

use unsnarl_ir::{FuncId, Linkage, Module};

/// Tells whether the body of a function goes into the module.
pub(crate) fn is_defined(module: &Module, id: FuncId) -> bool {
    let function = &module.functions[id];
    function.is_definition() && function.linkage != Linkage::AvailableExternally
}
