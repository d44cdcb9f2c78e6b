//! Exceptions as places, for the legacy instructions (`try`, `catch`, `rethrow`).
//!
//! *Needs:* a function that was selected for
//! [`Exceptions::Places`](unsnarl_low::select::Exceptions::Places).
//! *Gives:* [`Places`]: which blocks are entered with an exception that was caught, and which
//! registers hold the same one.
//! *Cost:* near-linear in the blocks, and in the edges that pass an exception on.
//!
//! A register that refers to an exception is a parameter of a block. It has no local: the exception
//! is there within the brackets that have caught it. A jump from one such block to another, to
//! which no other edge leads, passes on what is there already: their registers are of one *class*.
//! If other edges lead there too, the jump throws the exception again to where that block catches.

use foldhash::HashMap;

use unsnarl::{BlockId, Id};
use unsnarl_low::{Exit, Function, Reg, Type};

/// The exceptions of a function, and where they are caught.
#[derive(Debug)]
pub(crate) struct Places {
    classes: HashMap<Reg, u32>,
    /// By block that is entered with an exception, if it is caught there: its class.
    pads: Vec<Option<u32>>,
}

impl Places {
    pub(crate) fn new(function: &Function) -> Places {
        let mut incoming = vec![(0_u32, false); function.block_count()];
        for &from in function.order() {
            let is_call = matches!(function.block(from).exit, Exit::Call(..));
            for edge in function.different_edges(from) {
                let entered = &mut incoming[edge.to.index()];
                entered.0 += 1;
                entered.1 |= is_call;
            }
        }
        let is_passed_on = |block: BlockId| incoming[block.index()] == (1, false);
        let mut sources: HashMap<Reg, Reg> = HashMap::default();
        for &from in function.order() {
            let edges = function.different_edges(from);
            for edge in edges.filter(|edge| is_passed_on(edge.to)) {
                let copies = function.copies(edge);
                sources.extend(copies.filter(|&(reg, _)| function.ty(reg) == Type::ExnRef));
            }
        }
        let mut places = Places {
            classes: HashMap::default(),
            pads: vec![None; function.block_count()],
        };
        let mut numbers: HashMap<Reg, u32> = HashMap::default();
        for &block in function.order() {
            let parameters = function.block(block).parameters.iter();
            let mut own = parameters.filter(|&&reg| function.ty(reg) == Type::ExnRef);
            let Some(&reg) = own.next() else {
                continue;
            };
            let next = numbers.len() as u32;
            let class = *numbers.entry(root(&sources, reg)).or_insert(next);
            places.classes.insert(reg, class);
            places.pads[block.index()] = Some(class).filter(|_| !is_passed_on(block));
        }
        places
    }

    /// Tells whether no exception is caught to be thrown again.
    pub(crate) fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// The class of the exception that a register refers to.
    pub(crate) fn class(&self, reg: Reg) -> Option<u32> {
        self.classes.get(&reg).copied()
    }

    /// The class of the exception with which a block is entered, if it is caught there.
    pub(crate) fn pad(&self, block: BlockId) -> Option<u32> {
        self.pads.get(block.index()).copied().flatten()
    }
}

/// Where the exception that a register refers to was caught.
fn root(sources: &HashMap<Reg, Reg>, reg: Reg) -> Reg {
    let mut root = reg;
    for _ in 0..=sources.len() {
        match sources.get(&root) {
            Some(&source) => root = source,
            None => break,
        }
    }
    root
}
