//! Exceptions as places, for the legacy instructions (`try`, `catch`, `rethrow`).
//!
//! *Needs:* a function that was selected for [`Exceptions::Places`](unsnarl_low::select::Exceptions).
//! *Gives:* [`Places`]: which blocks are entered with an exception that was caught, and which
//! registers hold the same one.
//! *Cost:* near-linear in the blocks, and in the edges that pass an exception on.
//!
//! A register that refers to an exception is a parameter of a block. It has no local: the exception
//! is there within the brackets that have caught it. Registers that edges copy into each other are
//! of one *class*, and a jump from one such block to another passes on what is there already, or, if
//! other edges lead there too, throws it again to where that one catches.

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
        let mut parents: HashMap<Reg, Reg> = HashMap::default();
        let mut incoming = vec![(0_u32, false); function.block_count()];
        for &from in function.order() {
            let block = function.block(from);
            let is_call = matches!(block.exit, Exit::Call(..));
            for edge in function.different_edges(from) {
                let entered = &mut incoming[edge.to.index()];
                entered.0 += 1;
                entered.1 |= is_call;
                for (parameter, source) in function.copies(edge) {
                    if function.ty(parameter) == Type::ExnRef {
                        let (one, other) = (root(&parents, parameter), root(&parents, source));
                        if one != other {
                            parents.insert(one.max(other), one.min(other));
                        }
                    }
                }
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
            let class = *numbers.entry(root(&parents, reg)).or_insert(next);
            places.classes.insert(reg, class);
            let is_passed_on = incoming[block.index()] == (1, false);
            places.pads[block.index()] = Some(class).filter(|_| !is_passed_on);
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

/// The least register of a class, as far as it is known.
fn root(parents: &HashMap<Reg, Reg>, mut reg: Reg) -> Reg {
    while let Some(&parent) = parents.get(&reg) {
        reg = parent;
    }
    reg
}
