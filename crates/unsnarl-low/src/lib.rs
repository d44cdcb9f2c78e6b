//! A machine between an SSA module and a structured target: registers, blocks, linear memory.
//!
//! *Needs:* nothing; instruction selection fills a [`Function`], a target walks it.
//! *Gives:* the [machine], its [operations](op) with their effects, and an
//! [interpreter](interpret).
//!
//! Everything that is about values and not about a target happens here. Everything that needs a
//! branch happened before: no pass makes or removes a decision.

pub mod interpret;
pub mod machine;
pub mod op;
pub mod symbol;
pub mod types;

pub use machine::{
    Block, Callee, Catch, Definition, Edge, Exit, Frame, Function, Inst, InstId, Number, Reg,
    RegData,
};
pub use op::Op;
pub use op::effect::{Effect, Traps};
pub use symbol::{Signature, Symbol, SymbolNames};
pub use types::{Lane, Sign, Size, Type, Width};
