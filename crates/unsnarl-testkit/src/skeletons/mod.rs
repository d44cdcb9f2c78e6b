//! Running skeletons: what a written program calls, compared with what its graph does.
//!
//! *Needs:* a graph, a program of it, and a tape of numbers that decide.
//! *Gives:* [`Seen`], of the graph by the oracle, of a skeleton by a [`Host`] that the engine
//! calls. The engines are [`wasm`], and [`node`], [`python`], [`c`], [`rust`], [`wgsl`] and
//! [`if_while`] for the [`languages`]; [`trials`] are what they are given.
//! *Cost:* O(blocks that run).

pub mod c;
pub mod engine;
pub mod if_while;
pub mod languages;
pub mod node;
pub mod python;
pub mod rust;
pub mod trials;
pub mod wasm;
pub mod wgsl;

use crate::oracle::{self, Ending, Event};
use std::fmt;
use unsnarl::{Cfg, ControlFlow, Exit, Id, Program};

/// A run: the blocks in order, and how it ended.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Seen {
    /// The numbers of the blocks that ran.
    pub blocks: Vec<usize>,
    /// How the run ended.
    pub end: End,
}

/// How a run ends.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// The function returned.
    Returned,
    /// An unreachable block was reached.
    Unreachable,
    /// A block had to decide after the end of the tape.
    TapeUsed,
    /// As many blocks ran as were allowed.
    LongEnough,
    /// An error of the skeleton, in words.
    Wrong(String),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Returned => f.write_str("returned"),
            End::Unreachable => f.write_str("unreachable"),
            End::TapeUsed => f.write_str("tape used"),
            End::LongEnough => f.write_str("long enough"),
            End::Wrong(what) => write!(f, "wrong: {what}"),
        }
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for block in &self.blocks {
            write!(f, "{block} ")?;
        }
        write!(f, "{}", self.end)
    }
}

impl std::error::Error for End {}

/// The run of the graph on a tape.
pub fn of_graph(cfg: &Cfg, tape: &[u32], limit: usize) -> Seen {
    seen(cfg, &oracle::run_graph(cfg, tape, limit))
}

/// The run of the program on a tape, whether or not it follows the graph.
pub fn of_program(cfg: &Cfg, program: &Program, tape: &[u32], limit: usize) -> Seen {
    seen(cfg, &oracle::run_program(cfg, program, tape, limit))
}

fn seen(cfg: &Cfg, trace: &oracle::Trace) -> Seen {
    let ran = trace.events.iter().filter_map(|event| match event {
        Event::Ran(block) => Some(block.index()),
        Event::Took(..) | Event::Left(_) => None,
    });
    let end = match (trace.ending, trace.events.last()) {
        (Ending::Left, Some(Event::Left(block))) => match cfg.exit(*block) {
            Exit::Unreachable => End::Unreachable,
            _ => End::Returned,
        },
        (Ending::Left, _) => End::Wrong(String::from("left without a block")),
        (Ending::TapeUsed, _) => End::TapeUsed,
        (Ending::LongEnough, _) => End::LongEnough,
        (Ending::Stuck(why), _) => End::Wrong(String::from(why)),
    };
    let blocks = ran.collect();
    Seen { blocks, end }
}

/// The functions that a skeleton calls. They check the skeleton: each block that decides must
/// decide exactly once, right after it ran.
#[derive(Clone, Debug)]
pub struct Host {
    tape: Vec<u32>,
    read: usize,
    limit: usize,
    /// Of each block the number of arms; nothing if it does not decide.
    arms: Vec<Option<usize>>,
    /// The block that ran and has not decided yet.
    undecided: Option<usize>,
    /// The blocks that ran.
    pub blocks: Vec<usize>,
}

impl Host {
    /// Waits for a run.
    pub fn new(cfg: &Cfg, tape: &[u32], limit: usize) -> Host {
        Host::with_arms(deciding(cfg), tape, limit)
    }

    /// Waits for a run of blocks of which each has so many arms, if it decides.
    fn with_arms(arms: Vec<Option<usize>>, tape: &[u32], limit: usize) -> Host {
        Host {
            tape: tape.to_vec(),
            read: 0,
            limit,
            arms,
            undecided: None,
            blocks: Vec::new(),
        }
    }

    /// Runs a block; an `Err` ends the run.
    pub fn block(&mut self, index: usize) -> Result<(), End> {
        if let Some(before) = self.undecided {
            return Err(End::Wrong(format!("block {before} was not asked")));
        }
        let Some(&arms) = self.arms.get(index) else {
            return Err(End::Wrong(format!("there is no block {index}")));
        };
        if self.blocks.len() == self.limit {
            return Err(End::LongEnough);
        }
        self.blocks.push(index);
        self.undecided = arms.map(|_| index);
        Ok(())
    }

    /// Decides for a slot of the block that ran last; an `Err` ends the run.
    pub fn decide(&mut self, index: usize) -> Result<usize, End> {
        if self.undecided.take() != Some(index) {
            return Err(End::Wrong(format!("block {index} is asked out of turn")));
        }
        let arms = self.arms[index].unwrap_or(1);
        if arms < 2 {
            return Ok(0);
        }
        let Some(&number) = self.tape.get(self.read) else {
            return Err(End::TapeUsed);
        };
        self.read += 1;
        Ok(number as usize % arms)
    }
}

/// Gives for each block that decides the number of its arms.
fn deciding(cfg: &Cfg) -> Vec<Option<usize>> {
    let decides = |exit| matches!(exit, Exit::Branch | Exit::Switch);
    cfg.blocks()
        .map(|block| decides(cfg.exit(block)).then(|| ControlFlow::successors(cfg, block).count()))
        .collect()
}
