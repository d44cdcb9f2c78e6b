//! A typed SSA module that stands between front ends and back ends.
//!
//! *Needs:* nothing; a reader (`unsnarl-llvm`) fills a [`Module`], a writer (`unsnarl-wasm`) walks it.
//! *Gives:* the module, its data layout ([`Layout`]), constants as bytes and relocations ([`Image`]), the numbered
//! rules of the form ([`verify`]), the control-flow graph of a function ([`control_flow`]) and the way out of SSA by
//! parallel copies on edges ([`EdgeCopies`]).
//! *Limits:* says what LLVM IR says about C: no exception handling pads, no coroutines, no scalable vectors' lengths.
//!
//! Everything is an arena with a dense id. [`TypeId`], [`ConstId`], [`GlobalId`] and [`FuncId`] belong to the module,
//! [`BlockId`], [`InstId`] and [`ValueId`] to one function. Block 0 is the entry, and block `i` of a function is block
//! `i` of its control-flow graph. Read the files in this order: `types`, `constant`, `global`, `function`, `inst`,
//! `module`; then `layout`, `address`, `image`, which are facts about a module.
//!
//! Two things of LLVM IR are gone by construction, so that no back end needs to know them:
//! *typed pointers* (every pointer is opaque, the types stand at the instructions) and *block addresses* (an
//! address-taken block has a number, see [`Function::labels`]; its address is that number as a pointer, and an
//! `indirectbr` is a [`Terminator::Switch`] over the numbers).

mod address;
mod constant;
mod function;
mod global;
mod id;
mod image;
mod inst;
mod int;
mod layout;
mod module;
mod name;
mod types;

pub use address::{Address, AddressError, Term};
pub use constant::{Constant, Expression, IndexRange};
pub use function::{
    Block, BlockLabel, Definition, Function, FunctionAttributes, Parameter, ParameterAttributes,
    Phi, Value,
};
pub use global::{Global, GlobalKind, Linkage, ThreadLocal, Visibility};
pub use id::{BlockId, ConstId, FuncId, GlobalId, Id, IdVec, InstId, NameId, TypeId, ValueId};
pub use image::{Image, ImageError, Relocation, Scalar, Scalars, Symbol, resolve_alias};
pub use inst::{
    Argument, AtomicOp, Atomicity, BinaryOp, Call, Callee, Case, CastOp, Flags, FloatPredicate,
    Inst, IntPredicate, Op, Operand, Ordering, Origin, Tail, Terminator, UnaryOp,
};
pub use int::WideInt;
pub use layout::{DataLayout, DataLayoutError, Layout, PointerLayout, TypeLayout};
pub use module::Module;
pub use name::{Name, Names};
pub use types::{FloatKind, NamedType, Type, Types};
