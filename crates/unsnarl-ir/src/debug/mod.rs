//! Debug information: the source locations of code, and the source's names.
//!
//! *Needs:* nothing; a reader fills it.
//! *Gives:* [`DebugInfo`], one table for each class of nodes (units, files, functions, blocks,
//! types, variables, locations, …), and for each function [`FunctionDebug`]: the locations of its
//! instructions, and records of the locations of its variables.
//! [`verify_debug`](crate::verify_debug) has the rules of both.
//! *Cost:* a module without debug information has an empty pointer, as has each of its functions.
//! *Source:* LLVM's metadata, with its classes and fields; the numbers are those of DWARF.
//! *Departs:* records are all the debug information that is in code: the older intrinsics become
//! records. A value that is undefined or poison is [`Operands::Nothing`].
//! *Limits:* bitcode is read without it.
//!
//! Debug information never changes code. Invalid debug information is left out, and code generation
//! does not look at it.
//!
//! Read `info` first, which lists the classes; their fields are in `scopes`, `types` and
//! `variables`, in terms of `field` and `words`.

mod class;
mod expression;
mod field;
mod function;
mod info;
mod node;
mod reference;
mod scopes;
mod types;
mod variables;
pub mod words;

pub use class::Class;
pub use expression::{Expression, Fragment, Step, Steps};
pub use field::{Bound, Field, Misfit, Usually};
pub use function::{FunctionDebug, Operands, Point, Record, VariableKind, VariableRecord};
pub use info::{DebugInfo, Numbers};
pub use node::*;
pub use reference::{LocalScope, Scope, TypeRef};
pub use scopes::{
    CommonBlock, File, ImportedEntity, LexicalBlock, LexicalBlockFile, Macro, MacroFile, Namespace,
    SourceModule, Subprogram, Unit,
};
pub use types::{
    BasicType, CompositeType, DerivedType, Enumerator, FixedPointType, GenericSubrange,
    ObjcProperty, StringType, Subrange, SubrangeType, SubroutineType, TemplateType, TemplateValue,
};
pub use variables::{
    Assignment, GlobalVariable, GlobalVariableExpression, Label, LocalVariable, Location,
};
