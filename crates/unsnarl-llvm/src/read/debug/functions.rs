//! What the text of a function has of debug information.

use unsnarl_ir::FuncId;

use crate::read::Reader;
use crate::read::annotations::FunctionText;

impl Reader<'_> {
    /// Keeps what a function has.
    pub(in crate::read) fn note_function(&mut self, id: FuncId, text: FunctionText) {
        if !text.is_empty() {
            self.debug.functions.push((id, text));
        }
    }
}
