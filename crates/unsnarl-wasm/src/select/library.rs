//! Calls of the runtime library: operations for which WebAssembly has no instruction.
//!
//! *Needs:* the name of a function of the C library or of the compiler's (`fmod`, `__divti3`,
//! `memcpy`) and its arguments.
//! *Gives:* the registers of its result.
//! *Limits:* a self-contained module must define the function itself; an object leaves it to the
//! linker.

use unsnarl_low::{Effect, Op, Reg, Type};

use super::Selection;
use crate::error::Cause;
use crate::forms::Part;

impl Selection<'_> {
    /// Calls a pure routine. Results of several numbers are returned in memory, at the address in
    /// the first argument.
    pub(super) fn computed_by(
        &mut self,
        name: &'static str,
        arguments: &[Reg],
        results: &[Type],
    ) -> Result<Vec<Reg>, Cause> {
        if results.len() <= 1 {
            return self.call_routine(name, arguments, results, Effect::Pure);
        }
        let mut offset = 0;
        let parts: Vec<Part> = results
            .iter()
            .map(|&ty| {
                let width = if matches!(ty, Type::I64 | Type::F64) {
                    64
                } else {
                    32
                };
                let part = Part { ty, width, offset };
                offset += u64::from(width / 8);
                part
            })
            .collect();
        self.frame.reserve(offset)?;
        let mut all = vec![self.body.frame_address(self.frame.outgoing)];
        all.extend(arguments);
        self.call_routine(name, &all, &[], Effect::Any)?;
        let place = self.frame_place(self.frame.outgoing, 8);
        parts
            .iter()
            .map(|part| self.load_part(place, part))
            .collect()
    }

    /// Calls a routine.
    pub(super) fn call_routine(
        &mut self,
        name: &'static str,
        arguments: &[Reg],
        results: &[Type],
        effect: Effect,
    ) -> Result<Vec<Reg>, Cause> {
        let callee = self.link.routine(name);
        Ok(self.body.push(Op::Call(callee), effect, arguments, results))
    }
}
