//! What a call passes in memory: results that are not one number, copies, variable arguments.

use unsnarl_ir::{Call, Function, Layout, Module, TypeId};

use crate::select::abi::is_in_memory;
use crate::select::context::ModuleContext;
use crate::select::error::SelectError;
use crate::select::parts::describe;

/// The alignment of every frame.
pub const STACK_ALIGN: u64 = 16;

/// The bytes by which a callee steps from one variable argument to the next, at least.
pub(super) const SLOT: u64 = 4;

/// The alignment of a variable argument of a type.
///
/// clang reads integers of 128 bits at multiples of 16 bytes, even if the layout says 8, as up to
/// LLVM 19; its own back end then writes them at a multiple of 8, where they are not found.
pub(super) fn slot_align(module: &Module, layout: &Layout, ty: TypeId) -> Option<u64> {
    let least = match module.types.int_width(ty) {
        Some(65..) => STACK_ALIGN,
        _ => SLOT,
    };
    Some(layout.align(ty)?.max(least))
}

/// The size of a variable argument in bytes.
pub(super) fn slot_bytes(size: u64) -> u64 {
    size.saturating_add(SLOT - 1) & !(SLOT - 1)
}

/// The values that a call passes in memory, and their places in the outgoing area.
#[derive(Debug, Default)]
pub(super) struct CallArea {
    pub(super) size: u64,
    pub(super) align: u64,
    /// The offset of the result, if the callee writes it there.
    pub(super) result: Option<u64>,
    /// Number of the argument, offset and size of the copy that it is passed as.
    pub(super) copies: Vec<(usize, u64, u64)>,
    /// Number of the variable argument and its offset.
    pub(super) variable: Vec<(usize, u64)>,
    /// Where the variable arguments start.
    pub(super) variable_start: u64,
}

impl CallArea {
    pub(super) fn new(
        context: &ModuleContext<'_>,
        function: &Function,
        call: &Call,
    ) -> Result<Self, SelectError> {
        let (module, layout) = (context.module, &*context.layout);
        let mut area = CallArea {
            align: 1,
            ..CallArea::default()
        };
        if let Some((result, ..)) = module.signature(call.ty)
            && is_in_memory(&context.parts, &context.target, result)
        {
            let missing = || SelectError::Type(describe(module, result));
            let size = layout.size(result).ok_or_else(missing)?;
            let align = layout.align(result).ok_or_else(missing)?;
            area.result = Some(area.add(size, align));
        }
        for (index, argument) in call.arguments.iter().enumerate() {
            let Some(ty) = argument.attributes.byval else {
                continue;
            };
            let size = layout
                .size(ty)
                .ok_or_else(|| SelectError::Type(describe(module, ty)))?;
            let align = argument
                .attributes
                .align
                .or(layout.align(ty))
                .unwrap_or(1)
                .max(1);
            let at = area.add(size, align);
            if size > 0 {
                area.copies.push((index, at, size));
            }
        }
        let Some((_, parameters, true)) = module.signature(call.ty) else {
            return Ok(area);
        };
        area.size = area.size.next_multiple_of(STACK_ALIGN);
        area.variable_start = area.size;
        for (index, argument) in call.arguments.iter().enumerate().skip(parameters.len()) {
            let ty = module.operand_type(function, argument.value);
            let missing = || SelectError::Type(describe(module, ty));
            let size = layout.size(ty).ok_or_else(missing)?;
            let align = slot_align(module, layout, ty).ok_or_else(missing)?;
            if size > 0 {
                let at = area.add(slot_bytes(size), align);
                area.variable.push((index, at));
            }
        }
        if !area.variable.is_empty() {
            area.align = area.align.max(STACK_ALIGN);
        }
        Ok(area)
    }

    fn add(&mut self, size: u64, align: u64) -> u64 {
        // Anything that large is refused as soon as the frame is laid out.
        let at = self.size.min(1 << 40).next_multiple_of(align.min(1 << 40));
        self.size = at.saturating_add(size).min(1 << 41);
        self.align = self.align.max(align);
        at
    }
}
