//! Debug information, which is left out.

use super::Reader;
use super::body::Body;
use super::error::Result;
use super::fields::Fields;
use crate::error::Omitted;

impl Reader<'_> {
    /// Skips what a record says of the last instruction.
    pub(super) fn debug_record(&mut self, _body: &mut Body, _fields: Fields<'_>) -> Result<()> {
        Ok(())
    }

    /// Says that debug information is left out, if there is some.
    pub(super) fn settle_debug(&mut self) {
        if self.metadata.named.contains_key("llvm.dbg.cu") {
            self.omit(Omitted::Bitcode);
        }
    }
}
