//! Any control-flow graph in, structured code out, and a proof that every jump is kept.
//!
//! *Needs:* a graph: blocks, and for each the ordered targets of its exit.
//! *Gives:* a structured [`Program`]: loops, scopes, decisions and jumps that leave or repeat them.
//! *Cost:* near-linear in blocks and edges, whatever the graph; nothing recurses on it.
//!
//! The modules are in the order of the pipeline:
//!
//! ```
//! use unsnarl::{emit, measure, reduce, structure, text, verify};
//!
//! // A graph: read from text, built block by block, or imported from an IR of your own.
//! let graph = text::read("a -> b | c\nb -> c\nc -> b | d\nd -> return", text::Notation::Cfg)?;
//!
//! // Every loop gets one entry. This one had two, b and c.
//! let reducible = reduce::dispatch(&graph.cfg);
//!
//! // Structure.
//! let program = structure::nested(&reducible);
//! assert_eq!(measure(&program).dispatchers, 1);
//!
//! // Prove that every string of decisions takes the same edges in both.
//! let limit = verify::state_limit(&graph.cfg, &program);
//! assert!(verify::simulation(&graph.cfg, &program, limit).is_proved());
//!
//! // Write it: as text here, or walk the steps and emit what you like.
//! let mut code = String::new();
//! emit::pseudocode(&mut code, &graph.cfg, &program, &graph)?;
//! assert!(code.contains("loop {"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The code of blocks is never inspected. An edge is a step of the program ([`Take`](Step::Take)),
//! so a host in SSA form places its parallel copies there and need not split critical edges.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

// The modules are in reading order; the blank lines keep the formatter from sorting them.
mod count;
pub mod ids;
mod rows;
mod segments;

pub mod cfg;

pub mod analysis;

pub mod reduce;

pub mod program;

mod flags;

pub mod structure;

pub mod tidy;

pub mod lower;

pub mod verify;

#[cfg(feature = "text")]
pub mod text;

#[cfg(feature = "emit")]
pub mod forms;

#[cfg(feature = "emit")]
pub mod compound;

#[cfg(feature = "emit")]
pub mod emit;

pub use cfg::{Cfg, CfgBuilder, CfgError, ControlFlow, Exit, import};
pub use ids::{BlockId, Edge, FlagId, Id, IdMap, LabelId, LoopId, NodeId};
pub use program::{Measures, Program, ProgramBuilder, Step, measure};
pub use rows::{Counting, Placing, Rows};
pub use segments::{Segment, Segments};
