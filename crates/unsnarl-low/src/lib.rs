//! A machine between an SSA module and a structured target: registers, blocks, linear memory.
//!
//! *Needs:* nothing; instruction selection fills a [`Function`], a target walks it.
//! *Gives:* the [machine], its [operations](op) with their effects, its [text] form, its
//! [rules](verify), [modules](module), an [interpreter](interpret), [passes](opt),
//! [expression trees](trees), and the parts of a [proof](check) that a target's code computes the
//! same.
//!
//! Everything that is about values and not about a target happens here. Everything that needs a
//! branch happened before: no pass makes or removes a decision, but for the exits of calls where a
//! function is [divided](opt::divide).

pub mod check;
pub mod interpret;
pub mod link;
mod live;
pub mod machine;
pub mod module;
pub mod op;
pub mod opt;
pub mod select;
pub mod symbol;
pub mod text;
pub mod trees;
pub mod types;
pub mod verify;

pub use machine::{
    Block, Callee, Catch, Edge, Exit, Frame, Function, Inst, InstId, Number, Reg, RegData, Source,
};
pub use module::Module;
pub use op::Op;
pub use op::effect::{Effect, Traps};
pub use symbol::{Signature, Symbol, SymbolNames, Symbols};
pub use types::{LaneType, Sign, Size, Type, Width};
