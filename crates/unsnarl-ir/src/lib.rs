//! A typed SSA module between front ends and back ends.
//!
//! *Needs:* nothing; a reader (`unsnarl-llvm`) fills a [`Module`], a writer (`unsnarl-wasm`) walks
//! it.
//! *Gives:* the module, its data layout ([`Layout`]), constants as bytes and relocations
//! ([`Image`]), the numbered rules of the form ([`verify`]), a [builder](FunctionBuilder),
//! [rewrites](rewrite) for a described target with the proof that they keep the graph, the
//! control-flow graph of a function ([`graph()`]) and out-of-SSA translation by parallel copies on
//! edges ([`EdgeCopies`]); for tests, an interpreter of modules ([`interpret`]).
//! *Limits:* the only metadata kept is [debug information](debug); attributes that do not affect
//! code are not kept.
//!
//! Everything is an arena with a dense id. [`TypeId`], [`ConstId`], [`GlobalId`] and [`FuncId`]
//! belong to the module, [`BlockId`], [`InstId`] and [`ValueId`] to one function. Block 0 is the
//! entry, and block `i` of a function is block `i` of its control-flow graph. Read the files in
//! this order: `types`, `constant`, `global`, `function`, `inst`, `module`; then `layout`,
//! `address`, `image`, which are computed from a module; then `builder` and `rewrite`, which change
//! one.
//!
//! Two features of LLVM IR are removed by construction, so that no back end has to handle them:
//! *typed pointers* (every pointer is opaque, the types are at the instructions) and *block
//! addresses* (an address-taken block has a number, see [`Function::labels`]; its address is that
//! number as a pointer, and an `indirectbr` is a [`Terminator::Switch`] over the numbers).

mod address;
mod atomic;
mod attributes;
mod builder;
mod constant;
mod copies;
pub mod debug;
pub mod demand;
mod function;
mod global;
mod graph;
mod id;
mod image;
mod inst;
mod int;
mod interned;
pub mod interpret;
mod intrinsic;
mod layout;
mod module;
mod name;
mod operands;
mod ops;
mod origin;
mod print;
mod provenance;
pub mod pseudocode;
pub mod rewrite;
mod tables;
mod terminator;
mod types;
mod verify;

pub use address::{Address, AddressError, Term};
pub use atomic::{AtomicOp, Atomicity, Ordering};
pub use attributes::{FunctionAttributes, ParameterAttributes};
pub use builder::{Cursor, FunctionBuilder};
pub use constant::{Constant, Expression, IndexRange};
pub use copies::{CopyStep, EdgeCopies, PhiCopy, sequentialize};
pub use function::{Block, BlockLabel, Definition, Function, Parameter, Phi, Value};
pub use global::{Comdat, ComdatKind, Global, GlobalKind, Linkage, ThreadLocal, Visibility};
pub use graph::{exit_of, graph, reverse_postorder};
pub use id::{BlockId, ConstId, FuncId, GlobalId, Id, IdMap, InstId, NameId, TypeId, ValueId};
pub use image::{Image, ImageError, Relocation, Run, Scalar, Scalars, Symbol};
pub use inst::{
    Argument, Assembly, AssemblyDialect, Bundle, Call, Callee, Clause, ClauseKind, Inst, Op,
    Operand, Tail,
};
pub use int::WideInt;
pub use intrinsic::{base_name, constrained_binary, constrained_cast, constrained_predicate};
pub use layout::{DataLayout, DataLayoutError, Layout, PointerLayout, TypeLayout};
pub use module::{CustomSection, Module};
pub use name::{Name, Names};
pub use ops::{BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate, UnaryOp};
pub use origin::Origin;
pub use print::{
    ShownBlock, ShownFunction, ShownInst, ShownOperand, ShownTerminator, ShownType, TerminatorPart,
};
pub use provenance::{Provenance, Role};
pub use tables::Tables;
pub use terminator::{CallBranch, Case, CatchSwitch, Invoke, Terminator};
pub use types::{FloatKind, NamedType, Type, Types};
pub use verify::{
    DebugPlace, DebugRule, DebugViolation, Place, Rule, Violation, scope_circles, verify,
    verify_debug, verify_debug_of_functions, verify_function, verify_function_debug,
};
