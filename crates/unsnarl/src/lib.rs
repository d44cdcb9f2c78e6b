//! Any control-flow graph in, structured code out, and a proof that every jump is kept.
//!
//! Modules stand in the order of the pipeline.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod analysis;
pub mod cfg;
pub mod ids;
pub mod program;
pub mod reduce;
pub mod structure;
pub mod text;
pub mod verify;

pub use cfg::{Cfg, CfgBuilder, CfgError, ControlFlow, Exit, import};
pub use ids::{BlockId, Edge, Id, IdMap, LabelId, LoopId, NodeId};
pub use program::{Measures, Program, ProgramBuilder, Step, measure};
