//! `setjmp` and `longjmp` by exceptions: a jump is thrown, and caught where `setjmp` was called.
//!
//! ```text
//! a: %r = call i32 @setjmp(%env)      entry: %id = alloca i32; …
//!    call void @g()                   a:     call @__wasm_setjmp(%env, 1, %id)
//!    …                                       br b
//!                                     b:     %r = phi i32 [0, a], [%value, where]
//!                                 →          invoke void @g() to label %c unwind label %jump
//!                                     c:     …
//!                                     jump:  %s = catchswitch within none [caught] unwind to caller
//!                                     caught: %p = catchpad within %s []
//!                                            %j = llvm.wasm.catch(1)
//!                                            %to = load ptr, %j; %value = load i32, %j + 4
//!                                            catchret to where
//!                                     where: %n = call i32 @__wasm_setjmp_test(%to, %id)
//!                                            switch %n: 1 → b, other → again
//!                                     again: call @__wasm_longjmp(%to, %value); unreachable
//! ```
//! *Needs:* a target whose exceptions are WebAssembly's. *Gives:* the function with an edge for
//! each return of a `setjmp` that a call may cause, [or the reason why not](Refused); [`undo`]
//! proves that the result is equivalent to the source. `longjmp` becomes `__wasm_longjmp`.
//! *Cost:* near-linear in the function. A value that is computed before such an edge and used after
//! it lives in a [slot](slots), so no cost depends on the product of calls and values.
//! *Source:* LLVM's WebAssemblyLowerEmscriptenEHSjLj, which uses the same three runtime functions.
//! *Departs:* values stay in registers where their computation still dominates their uses, and go
//! to memory otherwise; the function is not converted to a new static single assignment form.
//! *Limits:* no `setjmp` in a handler or a cleanup, and no `setjmp` that is called through a
//! pointer.
//!
//! `setjmp` cannot throw: if it was declared without `nothrow` and is an `invoke`, it is first made
//! a call, as in LLVM.
//!
//! A `longjmp` to an environment of another function, or of another call of this one, is thrown
//! again: `__wasm_setjmp` writes the address of `%id` to the environment, which stays the same as
//! long as the function runs. C++ exceptions are not caught.
//!
//! Every call after a `setjmp` may jump, unless it calls an intrinsic. As in LLVM, the attribute
//! `nounwind` does not matter for this: all functions of C have it.

mod pads;
mod slots;
mod undo;

pub use undo::{Resolved, Violation, undo};

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::attributes::ParameterAttributes;
use crate::builder::{Cursor, FunctionBuilder};
use crate::constant::Constant;
use crate::debug::Point;
use crate::function::Function;
use crate::id::{BlockId, FuncId, Id, InstId, TypeId, ValueId};
use crate::inst::{Argument, Call, Callee, Op, Operand, Tail};
use crate::module::Module;
use crate::ops::Flags;
use crate::provenance::Role;
use crate::tables::Tables;
use crate::terminator::{Case, CatchSwitch, Terminator};
use crate::types::Type;

/// The names in the C library and in the runtime.
const SETJMP: &str = "setjmp";
const LONGJMP: &str = "longjmp";
const SAVE: &str = "__wasm_setjmp";
const TEST: &str = "__wasm_setjmp_test";
const JUMP: &str = "__wasm_longjmp";

/// The number of the tag of jumps.
const TAG: u128 = 1;

/// The reason why a function keeps its calls of `setjmp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A call is in a handler or a cleanup.
    InFunclet,
    /// A call does not have exactly one argument, or its result is not an `i32`.
    Form,
    /// A value that would go to memory is a token, or is used on an edge where it cannot be read.
    Slot,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InFunclet => "setjmp in a handler or a cleanup",
            Self::Form => "setjmp with a type other than 'int (jmp_buf)'",
            Self::Slot => "setjmp in a function whose handler needs a value from before it",
        })
    }
}

impl Refused {
    /// What the author of the program can do.
    pub fn remedy(self) -> &'static str {
        match self {
            Self::InFunclet | Self::Slot => {
                "move the call, with the code that longjmp returns to, into a separate function"
            }
            Self::Form => "include <setjmp.h>",
        }
    }
}

/// Tells whether a module calls `setjmp` or `longjmp`, or has the address of one.
pub(super) fn may_change(module: &Module) -> bool {
    declared(module, SETJMP).is_some() || declared(module, LONGJMP).is_some()
}

/// Gives `longjmp` its name in the runtime, for all of its callers, and returns `setjmp`, if the
/// module declares it.
pub(super) fn prepare(tables: &mut Tables<'_>) -> Option<FuncId> {
    let module = tables.module();
    let is_free = declared(module, JUMP).is_none();
    if let Some(longjmp) = declared(module, LONGJMP).filter(|_| is_free) {
        tables.rename_function(longjmp, JUMP);
    }
    declared(tables.module(), SETJMP)
}

/// A function that another module defines.
fn declared(module: &Module, name: &str) -> Option<FuncId> {
    let mut functions = module.functions.iter();
    let found = functions
        .find(|&(id, function)| module.function_name(id) == name && !function.is_definition());
    found.map(|(id, _)| id)
}

/// Resolves the calls of `setjmp` in a function; nothing if it has none.
pub(super) fn resolve(
    tables: &mut Tables<'_>,
    id: FuncId,
    setjmp: FuncId,
) -> Option<Result<Function, Refused>> {
    let source = &tables.module().functions[id];
    if !calls(source, setjmp) {
        return None;
    }
    let mut builder = FunctionBuilder::new(Function::clone(source));
    make_calls(&mut builder, setjmp);
    let cuts = cuts(tables.module(), builder.function(), setjmp);
    let mut work = Work {
        builder,
        tables,
        resumed: Vec::new(),
    };
    Some(work.run(&cuts).map(|()| work.builder.finish().0))
}

/// Tells whether a function calls another one by its name.
fn calls(function: &Function, callee: FuncId) -> bool {
    function.blocks.values().any(|block| {
        let insts = block.insts.iter().map(|&inst| &function.insts[inst].op);
        let called = insts.filter_map(|op| match op {
            Op::Call(call) => Some(&**call),
            _ => None,
        });
        let mut called = called.chain(block.terminator.call());
        called.any(|call| call.callee == Callee::Direct(callee))
    })
}

/// Converts block ends that cannot throw to calls: `setjmp`, whatever its declaration, and every
/// `invoke` that would unwind to a landing pad, where [nothing arrives](super::invokes).
fn make_calls(builder: &mut FunctionBuilder, setjmp: FuncId) {
    let function = builder.function();
    let mut gone: BTreeMap<BlockId, BTreeSet<BlockId>> = BTreeMap::new();
    for (id, block) in function.blocks.iter() {
        if let Terminator::Invoke(invoke) = &block.terminator
            && (invoke.call.callee == Callee::Direct(setjmp)
                || function.lands(&block.terminator).is_some())
        {
            gone.entry(invoke.unwind).or_default().insert(id);
        }
    }
    for (pad, blocks) in gone {
        blocks.iter().for_each(|&block| builder.make_call(block));
        builder.forget(&blocks, pad);
    }
}

/// The place where a block is cut.
struct Cut {
    block: BlockId,
    /// The position of the call among the instructions.
    place: usize,
    is_setjmp: bool,
}

/// The calls of a function after which blocks are cut, the last call of each block first.
fn cuts(module: &Module, function: &Function, setjmp: FuncId) -> Vec<Cut> {
    let is_setjmp = |inst: InstId| match &function.insts[inst].op {
        Op::Call(call) => call.callee == Callee::Direct(setjmp),
        _ => false,
    };
    let mut first: Vec<Option<usize>> = Vec::with_capacity(function.blocks.len());
    let mut left = Vec::new();
    for block in function.blocks.values() {
        let place = block.insts.iter().position(|&inst| is_setjmp(inst));
        first.push(place);
        if place.is_some() {
            left.extend(block.terminator.successors());
        }
    }
    let mut behind = vec![false; function.blocks.len()];
    while let Some(block) = left.pop() {
        if !std::mem::replace(&mut behind[block.index()], true) {
            left.extend(function.blocks[block].terminator.successors());
        }
    }
    let mut cuts = Vec::new();
    for (id, block) in function.blocks.iter() {
        let first = match behind[id.index()] {
            true => 0,
            false => first[id.index()].unwrap_or(usize::MAX),
        };
        for (place, &inst) in block.insts.iter().enumerate().rev() {
            let is_setjmp = is_setjmp(inst);
            if place >= first && (is_setjmp || may_jump(module, &function.insts[inst].op)) {
                cuts.push(Cut {
                    block: id,
                    place,
                    is_setjmp,
                });
            }
        }
    }
    cuts
}

/// Tells whether an instruction calls a function that may call `longjmp`.
fn may_jump(module: &Module, op: &Op) -> bool {
    let Op::Call(call) = op else {
        return false;
    };
    let may = match call.callee {
        Callee::Direct(callee) => module.intrinsic(callee).is_none(),
        Callee::Indirect(_) => true,
        Callee::Assembly(_) => false,
    };
    // The frame of the function is gone before the callee of a `musttail` call runs.
    may && call.tail != Tail::MustTail
}

/// A function whose calls are being resolved.
struct Work<'a, 'm> {
    tables: &'a mut Tables<'m>,
    builder: FunctionBuilder,
    /// By number, counted from 1: the block where a `setjmp` returns, and its result.
    resumed: Vec<(BlockId, ValueId)>,
}

/// The blocks that catch a jump.
struct Caught {
    /// The `catchswitch`.
    pad: BlockId,
    /// The block that goes to the place where `setjmp` returns.
    resume: BlockId,
    /// The value that `setjmp` returns.
    value: Operand,
}

impl Work<'_, '_> {
    fn run(&mut self, cuts: &[Cut]) -> Result<(), Refused> {
        let pads = pads::Pads::new(self.builder.function());
        let number = self.tables.int(32);
        let one = self.tables.number(32, 1);
        let entry = BlockId::new(0);
        let pointer = self.tables.ty(Type::Pointer { space: 0 });
        let variable = Op::Alloca {
            ty: number,
            count: one,
            align: Some(4),
            inalloca: false,
        };
        let (_, frame) = self.builder.insert(entry, 0, variable, Some(pointer));
        let frame = Operand::Value(frame.expect("a variable has an address"));
        let caught = self.catch(frame);
        // The first instruction of the entry is new.
        for cut in cuts {
            let place = cut.place + usize::from(cut.block == entry);
            let inst = self.builder.function().blocks[cut.block].insts[place];
            self.builder.stand_for(Point::Inst(inst));
            match cut.is_setjmp {
                true => self.save(cut.block, place, frame, &caught)?,
                false => {
                    let call = &self.builder.function().insts[inst].op;
                    let unwind = pads.unwind(self.tables.module(), call, caught.pad);
                    self.builder.make_invoke(cut.block, place, unwind);
                }
            }
        }
        self.resume(&caught);
        pads.unwind_to(&mut self.builder, cuts, caught.pad);
        if self.builder.function().personality.is_none() {
            let (personality, _) = self
                .tables
                .function("__gxx_wasm_personality_v0", number, &[]);
            if let Operand::Const(address) = self.tables.constant(Constant::Function(personality)) {
                self.builder.set_personality(address);
            }
        }
        slots::keep(&mut self.builder, self.tables)
    }

    /// Adds the blocks that catch a jump.
    fn catch(&mut self, frame: Operand) -> Caught {
        let entry = BlockId::new(0);
        let [pad, handler, resume, again] =
            [(); 4].map(|()| self.builder.add_block(entry, Role::Copy(entry)));
        let (number, byte) = (self.tables.int(32), self.tables.int(8));
        let pointer = self.tables.ty(Type::Pointer { space: 0 });
        let token = self.tables.ty(Type::Token);
        let none = self.tables.constant(Constant::Zero(token));
        let switch = self
            .builder
            .end_with_switch(pad, token, |result| CatchSwitch {
                result,
                parent: none,
                handlers: [handler].into(),
                unwind: None,
            });
        let bytes = u128::from(self.tables.module().data_layout.pointer(0).bits / 8);
        let mut cursor = Cursor::at_end(&mut self.builder, self.tables, handler);
        let arguments = Box::default();
        let switch = Operand::Value(switch);
        let caught = cursor.add(Op::CatchPad { switch, arguments }, token);
        let tag = cursor.number(32, TAG);
        let jump = cursor.intrinsic("llvm.wasm.catch", pointer, &[tag]);
        let to = cursor.load(pointer, jump, None);
        let offset = cursor.number(32, bytes);
        let field = Op::Gep {
            source: byte,
            base: jump,
            indices: [offset].into(),
            flags: Flags::default(),
        };
        let field = cursor.add(field, pointer);
        let value = cursor.load(number, field, Some(4));
        self.builder.set_terminator(
            handler,
            Terminator::CatchReturn {
                pad: caught,
                to: resume,
            },
        );
        let which = self.call(resume, TEST, Some(number), &[to, frame]);
        let which = which.expect("the call has a result");
        self.call(again, JUMP, None, &[to, value]);
        self.builder.set_terminator(
            resume,
            Terminator::Switch {
                value: which,
                cases: Box::default(),
                default: again,
            },
        );
        Caught { pad, resume, value }
    }

    /// Calls a function of the runtime at the end of a block.
    fn call(
        &mut self,
        block: BlockId,
        name: &str,
        result: Option<TypeId>,
        arguments: &[Operand],
    ) -> Option<Operand> {
        let op = self.call_of(name, result, arguments);
        let (_, result) = self.builder.append(block, op, result);
        result.map(Operand::Value)
    }

    fn call_of(&mut self, name: &str, result: Option<TypeId>, arguments: &[Operand]) -> Op {
        let types = arguments.iter();
        let module = self.tables.module();
        let types = types.map(|&value| module.operand_type(self.builder.function(), value));
        let types: Vec<_> = types.collect();
        let void = self.tables.ty(Type::Void);
        let (callee, ty) = self.tables.function(name, result.unwrap_or(void), &types);
        let arguments = arguments.iter().map(|&value| Argument {
            value,
            attributes: ParameterAttributes::default(),
        });
        let call = Call::new(Callee::Direct(callee), ty, arguments.collect());
        Op::Call(Box::new(call))
    }

    /// Replaces a call of `setjmp` by a call of the runtime, after which a jump continues.
    fn save(
        &mut self,
        block: BlockId,
        place: usize,
        frame: Operand,
        caught: &Caught,
    ) -> Result<(), Refused> {
        let inst = self.builder.function().blocks[block].insts[place];
        let Op::Call(call) = &self.builder.function().insts[inst].op else {
            return Ok(());
        };
        if !call.bundles.is_empty() {
            return Err(Refused::InFunclet);
        }
        let &[Argument { value: env, .. }] = &*call.arguments else {
            return Err(Refused::Form);
        };
        let module = self.tables.module();
        if !module
            .types
            .is_pointer(module.operand_type(self.builder.function(), env))
        {
            return Err(Refused::Form);
        }
        let number = self.tables.int(32);
        let result = self.builder.function().insts[inst].result;
        if result.is_some_and(|result| self.builder.function().value_type(result) != number) {
            return Err(Refused::Form);
        }
        let label = self.tables.number(32, self.resumed.len() as u128 + 1);
        let call = self.call_of(SAVE, None, &[env, label, frame]);
        let rest = self.builder.split(block, place + 1);
        self.builder.set_terminator(block, Terminator::Jump(rest));
        let result = self.builder.replace_by_phi(inst, call, rest, number);
        let zero = self.tables.number(32, 0);
        self.builder.add_incoming(result, block, zero);
        self.builder
            .add_incoming(result, caught.resume, caught.value);
        self.resumed.push((rest, result));
        Ok(())
    }

    /// Leads a jump to the place where its `setjmp` returns.
    fn resume(&mut self, caught: &Caught) {
        let targets = self.resumed.iter().zip(1..);
        let cases: Vec<Case> = targets
            .map(|(&(to, _), number)| Case {
                value: self.tables.number_id(32, number),
                to,
            })
            .collect();
        let old = &self.builder.function().blocks[caught.resume].terminator;
        if let Terminator::Switch { value, default, .. } = *old {
            self.builder.set_terminator(
                caught.resume,
                Terminator::Switch {
                    value,
                    cases: cases.into(),
                    default,
                },
            );
        }
    }
}

/// The blocks that can be reached from some blocks, including those.
fn reached(function: &Function, from: impl IntoIterator<Item = BlockId>) -> BTreeSet<BlockId> {
    let mut left: Vec<BlockId> = from.into_iter().collect();
    let mut seen = BTreeSet::new();
    while let Some(block) = left.pop() {
        if seen.insert(block) {
            left.extend(function.blocks[block].terminator.successors());
        }
    }
    seen
}
