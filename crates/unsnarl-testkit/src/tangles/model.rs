//! What a function does.
//!
//! *Needs:* a graph. *Gives:* [`Function`], which adds to each block what it tells, what it decides
//! by and what its edges carry; and [`Run`], what a host is told.
//! *Cost:* O(blocks) for a function, O(steps) for a run.

use crate::Rng;
use std::fmt::Write as _;
use unsnarl::{BlockId, Cfg, Edge, Exit, Id};

/// How often a run tells something before the host ends it.
pub const LONGEST: usize = 40;
/// How many blocks may run in a row that tell nothing: more have no end, since there are fewer
/// blocks, and as many values of phis.
const SILENT: usize = 20_000;
/// What phis hold is below this.
const VALUES: u32 = 8;

/// A value that a block can use.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// The argument of the function.
    Argument,
    /// The phi of the block.
    Phi,
    /// The phi and this, below [`VALUES`].
    Sum(u32),
    /// A number.
    Number(u32),
}

/// What a block decides by.
#[derive(Clone, Copy, Debug)]
pub enum By {
    /// What the host says.
    Host,
    /// A value that may be a number of the block's own.
    Value(Value),
    /// A bit of the argument: a branch takes its first arm if it is set.
    Bit(u32),
}

/// A block.
#[derive(Clone, Debug)]
pub struct Block {
    /// What the host is told, if it is.
    pub tells: Option<Value>,
    /// Whether it has a phi.
    pub has_phi: bool,
    /// What it decides by.
    pub by: By,
    /// By slot but the last: the value for which it is taken.
    pub cases: Vec<u32>,
    /// What is returned.
    pub result: Value,
    /// Whether a call that does not return comes before the end, if control is not to get there.
    pub is_ended: bool,
}

/// A function of one argument.
pub struct Function {
    /// Its graph.
    pub cfg: Cfg,
    /// Its blocks.
    pub blocks: Vec<Block>,
    /// By edge: what the phi of its target is then, said where the edge comes from.
    carried: Vec<Value>,
}

/// A run that has a meaning.
#[derive(Clone, Debug)]
pub struct Run {
    /// The argument.
    pub argument: u32,
    /// What the host says follows from this.
    pub tape: u32,
    /// What the host is told, and how the run ends.
    pub told: String,
}

/// What the host says to a block, after it has been told so many things.
pub fn said(tape: u32, told: usize, block: usize) -> u32 {
    let mixed = (tape ^ (told as u32).wrapping_mul(0x9e37_79b9) ^ (block as u32) << 8)
        .wrapping_mul(0x85eb_ca6b);
    (mixed >> 13) % VALUES
}

impl Function {
    /// Adds to a graph what its blocks do.
    pub fn new(cfg: Cfg, rng: &mut Rng) -> Function {
        let mut is_target = vec![false; cfg.block_count()];
        let edges = cfg.blocks().flat_map(|block| cfg.edges(block));
        for edge in edges {
            is_target[cfg.target(edge).index()] = true;
        }
        let (telling, phis) = (30 + rng.below(60), rng.below(70));
        let blocks: Vec<Block> = cfg
            .blocks()
            .map(|block| {
                let has_phi = is_target[block.index()] && rng.chance(phis);
                let arms = cfg.successors(block).len();
                Block {
                    tells: rng.chance(telling).then(|| value(rng, has_phi)),
                    has_phi,
                    by: by(rng, cfg.exit(block), has_phi),
                    cases: cases(rng, arms),
                    result: value(rng, has_phi),
                    is_ended: rng.chance(50),
                }
            })
            .collect();
        let mut function = Function {
            carried: Vec::new(),
            blocks,
            cfg,
        };
        for block in function.cfg.blocks() {
            let mut own: Vec<(BlockId, Value)> = Vec::new();
            for edge in function.cfg.edges(block) {
                let target = function.cfg.target(edge);
                let known = own.iter().find(|(to, _)| *to == target);
                let carried = match known {
                    // IR has one value for all edges between two blocks.
                    Some((_, value)) => *value,
                    None => value(rng, function.blocks[block.index()].has_phi),
                };
                own.push((target, carried));
                function.carried.push(carried);
            }
        }
        function
    }

    /// What an edge carries to the phi of its target.
    pub fn carried(&self, edge: Edge) -> Value {
        self.carried[self.cfg.edge_index(edge)]
    }

    /// Runs it, if that has a meaning.
    pub fn run(&self, argument: u32, tape: u32) -> Option<Run> {
        let (mut told, mut text) = (0, String::new());
        let (mut at, mut phi, mut silent) = (self.cfg.entry(), 0, 0);
        let of = |value: Value, phi: u32| match value {
            Value::Argument => argument,
            Value::Phi => phi,
            Value::Sum(number) => (phi + number) % VALUES,
            Value::Number(number) => number,
        };
        let end = loop {
            let block = &self.blocks[at.index()];
            silent += 1;
            if silent > SILENT {
                return None;
            }
            if let Some(value) = block.tells {
                let _ = write!(text, "{}:{} ", at.index(), of(value, phi));
                (told, silent) = (told + 1, 0);
                if told == LONGEST {
                    break String::from("enough");
                }
            }
            match self.cfg.exit(at) {
                Exit::Return => break format!("returns {}", of(block.result, phi)),
                Exit::Unreachable if block.is_ended => break format!("ends {}", at.index()),
                Exit::Unreachable => return None,
                Exit::Jump | Exit::Branch | Exit::Switch => {}
            }
            let by = match block.by {
                By::Host => said(tape, told, at.index()),
                By::Value(value) => of(value, phi),
                By::Bit(bit) => argument >> bit & 1,
            };
            let last = self.cfg.successors(at).len() - 1;
            let slot = match (self.cfg.exit(at), block.by) {
                (Exit::Jump, _) => 0,
                (Exit::Branch, By::Bit(_)) => usize::from(by == 0),
                (Exit::Branch, _) => usize::from(by >= VALUES / 2),
                _ => block
                    .cases
                    .iter()
                    .position(|&case| case == by)
                    .unwrap_or(last),
            };
            let edge = Edge::new(at, slot);
            phi = of(self.carried(edge), phi);
            at = self.cfg.target(edge);
        };
        Some(Run {
            argument,
            tape,
            told: text + &end,
        })
    }
}

fn value(rng: &mut Rng, has_phi: bool) -> Value {
    let number = rng.below(VALUES as usize) as u32;
    match rng.below(if has_phi { 5 } else { 2 }) {
        0 => Value::Argument,
        1 => Value::Number(number),
        2 => Value::Phi,
        _ => Value::Sum(number),
    }
}

fn by(rng: &mut Rng, exit: Exit, has_phi: bool) -> By {
    match (rng.below(5), exit) {
        (0 | 1, _) => By::Host,
        (2, Exit::Branch) => By::Bit(rng.below(3) as u32),
        (3, _) if has_phi => By::Value(value(rng, true)),
        (4, _) if has_phi => By::Value(Value::Sum(rng.below(VALUES as usize) as u32)),
        (_, Exit::Branch) => By::Bit(rng.below(2) as u32),
        _ => By::Host,
    }
}

/// Different numbers for all slots but the last.
fn cases(rng: &mut Rng, arms: usize) -> Vec<u32> {
    let first = [0, 0, 1, 3][rng.below(4)];
    let mut cases: Vec<u32> = (first..first + arms.saturating_sub(1) as u32).collect();
    if rng.chance(30) {
        rng.shuffle(&mut cases);
    }
    cases
}
