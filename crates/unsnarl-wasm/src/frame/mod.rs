//! The frame of a function on the shadow stack.
//!
//! *Needs:* a function, the order of its blocks and the layout of its types.
//! *Gives:* [`Frame`]: the place of each local variable of fixed size, and the size of the frame.
//!
//! ```text
//! low                                              high
//! | variables of the entry block by size | outgoing area | padding to 16 | slots of locals |
//! ^ frame pointer
//! ```
//! Variables that are never [live](crate::frame::lifetimes) at once may share bytes; [`slots`]
//! decides which do.
//!
//! The outgoing area holds what calls pass in memory: results that are not one number, copies of
//! `byval` arguments and variable arguments. All calls share it, because it is filled right before
//! a call and read right after it.

mod lifetimes;
mod slots;

use unsnarl_ir::{
    BlockId, Call, Callee, Function, Id, InstId, Layout, Module, Op as IrOp, Operand, TypeId,
};

use crate::abi;
use crate::error::Cause;
use crate::forms::{Forms, describe};
use lifetimes::Lifetimes;

/// The alignment of every frame.
pub(crate) const STACK_ALIGN: u64 = 16;

/// The bytes by which a callee steps from one variable argument to the next, at least.
pub(crate) const SLOT: u64 = 4;

/// The alignment of a variable argument of a type.
///
/// clang reads integers of 128 bits at multiples of 16 bytes, even if the layout says 8, as up to
/// LLVM 19; its own back end then writes them at a multiple of 8, where they are not found.
pub(crate) fn slot_align(module: &Module, layout: &Layout, ty: TypeId) -> Option<u64> {
    let least = match module.types.int_width(ty) {
        Some(65..) => STACK_ALIGN,
        _ => SLOT,
    };
    Some(layout.align(ty)?.max(least))
}

/// The size of a variable argument in bytes.
pub(crate) fn slot_bytes(size: u64) -> u64 {
    size.saturating_add(SLOT - 1) & !(SLOT - 1)
}

/// A local variable of fixed size.
///
/// One of no bytes takes one, as with LLVM: its address is an address all the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    /// The `alloca` in the entry block.
    pub(crate) inst: InstId,
    pub(crate) size: u64,
    pub(crate) align: u64,
}

/// The layout of local variables.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    /// In bytes, a multiple of the alignment; 0 if the function needs no frame.
    pub(crate) size: u32,
    /// 16 or more.
    pub(crate) align: u32,
    /// By number of the instruction: the offset of what an `alloca` of the entry block makes.
    variables: Vec<Option<u32>>,
    /// The offset of the outgoing area.
    pub(crate) outgoing: u32,
    /// Whether the stack pointer moves while the function runs.
    pub(crate) is_dynamic: bool,
}

impl Frame {
    pub(crate) fn new(
        module: &Module,
        layout: &Layout,
        forms: &Forms,
        function: &Function,
        order: &[usize],
    ) -> Result<Self, Cause> {
        let mut frame = Frame::empty(function);
        let mut variables = Vec::new();
        for (block, contents) in function.blocks.pairs() {
            for &inst in &contents.insts {
                let IrOp::Alloca {
                    ty,
                    count,
                    align: wanted,
                    ..
                } = &function.insts[inst].op
                else {
                    continue;
                };
                let variable = fixed_size(module, layout, *ty, *count)?;
                let Some(size) = variable.filter(|_| block == BlockId::new(0)) else {
                    frame.is_dynamic = true;
                    continue;
                };
                let align = wanted.or(layout.align(*ty)).unwrap_or(1).max(1);
                variables.push(Variable {
                    inst,
                    size: size.max(1),
                    align,
                });
            }
        }
        let lifetimes = Lifetimes::new(module, function, order, &variables);
        let (offsets, end) = slots::place(&variables, &lifetimes);
        let end = u64::from(checked(end)?);
        let mut align = STACK_ALIGN;
        for (variable, offset) in variables.iter().zip(offsets) {
            align = align.max(variable.align);
            frame.variables[variable.inst.index()] = Some(checked(offset)?);
        }
        let (mut outgoing, mut outgoing_align) = (0, STACK_ALIGN);
        for inst in &function.insts {
            if let IrOp::Call(call) = &inst.op
                && !is_intrinsic(module, call)
            {
                let area = CallArea::new(module, layout, forms, function, call)?;
                outgoing = outgoing.max(area.size);
                outgoing_align = outgoing_align.max(area.align);
            }
            frame.is_dynamic |= matches!(&inst.op, IrOp::Call(call) if moves_stack(module, call));
        }
        align = align.max(outgoing_align);
        frame.align = checked(align)?;
        frame.size = checked(end.next_multiple_of(align))?;
        frame.outgoing = checked(end.next_multiple_of(outgoing_align))?;
        frame.reserve(outgoing)?;
        Ok(frame)
    }

    /// A frame without variables.
    pub(crate) fn empty(function: &Function) -> Self {
        Frame {
            align: STACK_ALIGN as u32,
            variables: vec![None; function.insts.len()],
            ..Frame::default()
        }
    }

    /// Makes the outgoing area at least this large.
    pub(crate) fn reserve(&mut self, bytes: u64) -> Result<(), Cause> {
        if bytes > 0 {
            let end = u64::from(self.outgoing) + bytes;
            let size = checked(end.next_multiple_of(self.align.into()))?;
            self.size = self.size.max(size);
        }
        Ok(())
    }

    /// Adds the slots of [locals](crate::locals::spill), and gives the offset of the first.
    pub(crate) fn add_slots(&mut self, bytes: u64) -> Result<u32, Cause> {
        let start = self.size;
        let end = u64::from(start) + bytes;
        self.size = checked(end.next_multiple_of(self.align.max(1).into()))?;
        Ok(start)
    }

    /// The offset of a variable of the entry block.
    pub(crate) fn variable(&self, inst: InstId) -> Option<u32> {
        self.variables[inst.index()]
    }

    /// Tells whether the function keeps a frame pointer.
    pub(crate) fn is_needed(&self) -> bool {
        self.size > 0 || self.is_dynamic
    }
}

fn is_intrinsic(module: &Module, call: &Call) -> bool {
    matches!(call.callee, Callee::Direct(callee) if module.intrinsic(callee).is_some())
}

fn moves_stack(module: &Module, call: &Call) -> bool {
    let Callee::Direct(callee) = call.callee else {
        return false;
    };
    module
        .intrinsic(callee)
        .is_some_and(|name| name.starts_with("llvm.stackrestore"))
}

fn checked(bytes: u64) -> Result<u32, Cause> {
    u32::try_from(bytes)
        .ok()
        .filter(|&bytes| bytes < 1 << 31)
        .ok_or(Cause::Frame(bytes))
}

/// The size of an `alloca`, if it is constant.
fn fixed_size(
    module: &Module,
    layout: &Layout,
    ty: TypeId,
    count: Operand,
) -> Result<Option<u64>, Cause> {
    let size = layout
        .size(ty)
        .ok_or_else(|| Cause::Type(describe(module, ty)))?;
    let Operand::Const(count) = count else {
        return Ok(None);
    };
    let Some(count) = module.int(count) else {
        return Ok(None);
    };
    let count = count.as_u64().unwrap_or(u64::MAX);
    Ok(Some(size.checked_mul(count).ok_or(Cause::Frame(u64::MAX))?))
}

/// The values that a call passes in memory, and their places in the outgoing area.
#[derive(Debug, Default)]
pub(crate) struct CallArea {
    pub(crate) size: u64,
    pub(crate) align: u64,
    /// The offset of the result, if the callee writes it there.
    pub(crate) result: Option<u64>,
    /// Number of the argument, offset and size of the copy that it is passed as.
    pub(crate) copies: Vec<(usize, u64, u64)>,
    /// Number of the variable argument and its offset.
    pub(crate) variable: Vec<(usize, u64)>,
    /// Where the variable arguments start.
    pub(crate) variable_start: u64,
}

impl CallArea {
    pub(crate) fn new(
        module: &Module,
        layout: &Layout,
        forms: &Forms,
        function: &Function,
        call: &Call,
    ) -> Result<Self, Cause> {
        let mut area = CallArea {
            align: 1,
            ..CallArea::default()
        };
        if let Some((result, ..)) = module.signature(call.ty)
            && abi::is_in_memory(forms, result)
        {
            let missing = || Cause::Type(describe(module, result));
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
                .ok_or_else(|| Cause::Type(describe(module, ty)))?;
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
            let missing = || Cause::Type(describe(module, ty));
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
