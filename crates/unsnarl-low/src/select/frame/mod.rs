//! The frame of a function on the shadow stack.
//!
//! *Needs:* a function, the order of its blocks and the layout of its types.
//! *Gives:* [`FrameLayout`]: the place of each local variable of fixed size, and the size of the
//! frame.
//!
//! ```text
//! low                                              high
//! | variables of the entry block by size | outgoing area | padding to 16 | slots of locals |
//! ^ frame pointer
//! ```
//! Variables that are never [live](crate::select::frame::lifetimes) at once may share bytes;
//! [`slots`] decides which do.
//!
//! The outgoing area holds what calls pass in memory: results that are not one number, copies of
//! `byval` arguments and variable arguments. All calls share it, because it is filled right before
//! a call and read right after it.

mod lifetimes;
mod slots;
mod variable;

use unsnarl_ir::{
    BlockId, Call, Callee, Function, Id, InstId, Layout, Module, Op as IrOp, Operand, Terminator,
    TypeId,
};

use crate::machine::{self, Exit, Frame};
use crate::op::Op;
use crate::select::call_area::CallArea;
pub use crate::select::call_area::STACK_ALIGN;
use crate::select::context::ModuleContext;
use crate::select::error::SelectError;
use crate::select::parts::describe;
use lifetimes::Lifetimes;
use variable::Variable;

/// How many bytes below the stack pointer a function may use that calls none: as many as in LLVM's
/// code generator.
pub const RED_ZONE: u32 = 128;

/// The layout of local variables.
#[derive(Clone, Debug, Default)]
pub struct FrameLayout {
    /// In bytes, a multiple of the alignment; 0 if the function needs no frame.
    pub size: u32,
    /// 16 or more.
    pub align: u32,
    /// By number of the instruction: the offset of what an `alloca` of the entry block makes.
    variables: Vec<Option<u32>>,
    /// The offset of the outgoing area.
    pub outgoing: u32,
    /// Whether the stack pointer moves while the function runs, or has to be restored.
    pub is_dynamic: bool,
    /// The offset at which the value of a stack pointer that moves is kept for pads.
    pub stack_slot: Option<u32>,
    /// Whether it may lie below the stack pointer.
    has_red_zone: bool,
}

impl FrameLayout {
    /// Lays out the variables of a function, whose blocks are given in an order in which
    /// definitions come before uses.
    pub(super) fn new(
        context: &ModuleContext<'_>,
        function: &Function,
        order: &[usize],
    ) -> Result<Self, SelectError> {
        let (module, layout) = (context.module, &*context.layout);
        let mut frame = FrameLayout::empty(function);
        let mut variables = Vec::new();
        for (block, contents) in function.blocks.iter() {
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
        for block in function.blocks.values() {
            if let Terminator::Invoke(invoke) = &block.terminator
                && !is_intrinsic(module, &invoke.call)
            {
                let area = CallArea::new(context, function, &invoke.call)?;
                outgoing = outgoing.max(area.size);
                outgoing_align = outgoing_align.max(area.align);
            }
        }
        for inst in function.insts.values() {
            if let IrOp::Call(call) = &inst.op
                && !is_intrinsic(module, call)
            {
                let area = CallArea::new(context, function, call)?;
                outgoing = outgoing.max(area.size);
                outgoing_align = outgoing_align.max(area.align);
            }
            frame.is_dynamic |= matches!(&inst.op, IrOp::Call(call) if moves_stack(module, call));
        }
        let mut end = end;
        if function.has_funclets() {
            if frame.is_dynamic {
                end = end.next_multiple_of(STACK_ALIGN);
                frame.stack_slot = Some(checked(end)?);
                end += STACK_ALIGN;
            }
            // The prologue finds the value that pads restore.
            frame.is_dynamic = true;
        }
        align = align.max(outgoing_align);
        frame.align = checked(align)?;
        frame.size = checked(end.next_multiple_of(align))?;
        frame.outgoing = checked(end.next_multiple_of(outgoing_align))?;
        frame.reserve(outgoing)?;
        Ok(frame)
    }

    /// A frame without variables.
    pub(super) fn empty(function: &Function) -> Self {
        FrameLayout {
            align: STACK_ALIGN as u32,
            variables: vec![None; function.insts.len()],
            has_red_zone: !function.attributes.noredzone,
            ..FrameLayout::default()
        }
    }

    /// The frame of a function that has no variables, and passes nothing in memory.
    pub fn without_variables() -> Self {
        FrameLayout {
            align: STACK_ALIGN as u32,
            ..FrameLayout::default()
        }
    }

    /// Makes the outgoing area at least this large.
    pub(super) fn reserve(&mut self, bytes: u64) -> Result<(), SelectError> {
        if bytes > 0 {
            let end = u64::from(self.outgoing) + bytes;
            let size = checked(end.next_multiple_of(self.align.into()))?;
            self.size = self.size.max(size);
        }
        Ok(())
    }

    /// Adds the slots of locals that a target keeps in the frame, and gives the offset of the
    /// first.
    pub fn add_slots(&mut self, bytes: u64) -> Result<u32, SelectError> {
        let start = self.size;
        let end = u64::from(start) + bytes;
        self.size = checked(end.next_multiple_of(self.align.max(1).into()))?;
        Ok(start)
    }

    /// The offset of a variable of the entry block.
    pub fn variable(&self, inst: InstId) -> Option<u32> {
        self.variables[inst.index()]
    }

    /// The frame as a function of the machine has it, if it keeps a frame pointer.
    pub fn finished(&self) -> Option<Frame> {
        let Self { size, align, .. } = *self;
        self.is_needed().then_some(Frame { size, align })
    }

    /// Tells whether code with this frame may leave the stack pointer above it, as a leaf: nothing
    /// that it calls can use the same memory.
    pub fn is_below_stack_pointer(&self, code: &machine::Function) -> bool {
        let is_small = (1..=RED_ZONE).contains(&self.size) && u64::from(self.align) <= STACK_ALIGN;
        let mut blocks = code.order().iter().map(|&block| code.block(block));
        self.has_red_zone
            && is_small
            && !self.is_dynamic
            && blocks.all(|block| {
                !matches!(block.exit, Exit::Call(..))
                    && block.insts().all(|inst| {
                        !matches!(code.inst(inst).op, Op::Call(_) | Op::CallIndirect(_))
                    })
            })
    }

    /// Tells whether the function keeps a frame pointer.
    pub fn is_needed(&self) -> bool {
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

fn checked(bytes: u64) -> Result<u32, SelectError> {
    u32::try_from(bytes)
        .ok()
        .filter(|&bytes| bytes < 1 << 31)
        .ok_or(SelectError::Frame(bytes))
}

/// The size of an `alloca`, if it is constant.
fn fixed_size(
    module: &Module,
    layout: &Layout,
    ty: TypeId,
    count: Operand,
) -> Result<Option<u64>, SelectError> {
    let size = layout
        .size(ty)
        .ok_or_else(|| SelectError::Type(describe(module, ty)))?;
    let Operand::Const(count) = count else {
        return Ok(None);
    };
    let Some(count) = module.int(count) else {
        return Ok(None);
    };
    let count = count.as_u64().unwrap_or(u64::MAX);
    Ok(Some(
        size.checked_mul(count)
            .ok_or(SelectError::Frame(u64::MAX))?,
    ))
}
