//! Calls of the runtime library: operations for which WebAssembly has no instruction.
//!
//! *Needs:* the name of a function of the C library or of the compiler's (`fmod`, `__divti3`,
//! `memcpy`) and its arguments.
//! *Gives:* the registers of its result.
//! *Limits:* a self-contained module must define the function itself; an object leaves it to the
//! linker.

use crate::machine::Reg;
use crate::op::Op;
use crate::op::effect::Effect;
use crate::types::Type;

use crate::select::error::{SelectError, unsupported};
use crate::select::parts::Part;
use crate::select::routines;
use crate::select::selection::Selection;
use crate::select::target::Results;

impl Selection<'_> {
    /// Calls a pure function of this name.
    pub(super) fn runtime(&mut self, name: &str, args: &[Reg]) -> Result<Vec<Reg>, SelectError> {
        let missing = || unsupported(&format!("a call of {name}"));
        let (name, results) = routines::routine(name).ok_or_else(missing)?;
        self.computed_by(name, args, results)
    }

    /// Calls a pure routine. Results of several numbers are returned as the target says: in memory,
    /// at the address in the first argument, if not as such.
    pub(super) fn computed_by(
        &mut self,
        name: &'static str,
        arguments: &[Reg],
        results: &[Type],
    ) -> Result<Vec<Reg>, SelectError> {
        if results.len() <= 1 {
            return self.call_routine(name, arguments, results, Effect::Pure);
        }
        // What is pure has one result.
        if self.context.target.results == Results::Several {
            return self.call_routine(name, arguments, results, Effect::Any);
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
    ) -> Result<Vec<Reg>, SelectError> {
        let callee = self.context.routine(name);
        Ok(self.body.push(Op::Call(callee), effect, arguments, results))
    }
}
