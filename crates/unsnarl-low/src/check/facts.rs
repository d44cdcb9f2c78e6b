//! What is known of a variable where a block is entered.

use std::rc::Rc;

use unsnarl::BlockId;

use crate::machine::{Number, Reg};

/// A name of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// What a register holds.
    Reg(Reg),
    /// An operand of the exit of a block, when it ran last.
    Decision(BlockId, u32),
    /// A constant.
    Number(Number),
    /// An address in the frame.
    Frame(u32),
    /// The stack pointer of the caller.
    CallerStack,
}

/// The facts of one variable, ascending. All of them name the same value.
#[derive(Clone, Debug, Default)]
pub struct Facts(Option<Rc<[Fact]>>);

impl Facts {
    /// Makes a set; `list` need not be in order.
    pub fn new(mut list: Vec<Fact>) -> Self {
        if list.is_empty() {
            return Facts(None);
        }
        list.sort_unstable();
        list.dedup();
        Facts(Some(list.into()))
    }

    /// The facts in order.
    pub fn list(&self) -> &[Fact] {
        self.0.as_deref().unwrap_or_default()
    }

    /// What equal copies of a set have in common, and no other set that is in use: a place in
    /// memory, to be told apart only.
    pub fn place(&self) -> Option<usize> {
        Some(self.0.as_ref()?.as_ptr().addr())
    }

    /// Keeps what `other` has too; tells whether that is less. Linear in the smaller set, but for a
    /// logarithm.
    pub fn intersect(&mut self, other: &Facts) -> bool {
        if self == other {
            return false;
        }
        let (few, many) = match self.list().len() <= other.list().len() {
            true => (self.list(), other.list()),
            false => (other.list(), self.list()),
        };
        let has = |fact: &Fact| many.binary_search(fact).is_ok();
        let kept: Vec<Fact> = few.iter().copied().filter(has).collect();
        let shrinks = kept.len() < self.list().len();
        if shrinks {
            *self = Facts::new(kept);
        }
        shrinks
    }
}

impl PartialEq for Facts {
    fn eq(&self, other: &Self) -> bool {
        self.place() == other.place() || self.list() == other.list()
    }
}

impl Eq for Facts {}
