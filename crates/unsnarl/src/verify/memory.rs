//! The flags of a running program.
//!
//! *Needs:* flags numbered densely.
//! *Gives:* [`Memory`]: the values of the flags, the value of a condition, and whether the values
//! have changed since a kept moment.
//! *Cost:* O(1) to set or compare, O(terms) for a condition, O(flags set since) to keep or forget.
//!
//! The current values are compared with the values at one kept moment. A comparison reads one
//! counter of differences: each flag stores its kept value beside its current one, and setting a
//! flag updates the counter.

use super::live::Live;
use crate::ids::FlagId;
use crate::program::Term;
use alloc::vec::Vec;

#[derive(Clone, Copy, Default)]
struct Cell {
    now: Option<bool>,
    /// The value at the kept moment.
    kept: Option<bool>,
    /// Whether the flag has been set since the kept moment.
    is_fresh: bool,
}

pub(super) struct Memory {
    cells: Vec<Cell>,
    /// The flags that are set, each once.
    set: Vec<u32>,
    /// The flags among these that have been set since the kept moment.
    fresh: Vec<u32>,
    /// The number of flags whose values differ from the kept ones.
    differing: usize,
    /// The values of the operands while a condition is evaluated.
    operands: Vec<bool>,
}

impl Memory {
    /// Makes a memory of this number of flags, none of which is set.
    pub(super) fn new(count: usize) -> Memory {
        Memory {
            cells: alloc::vec![Cell::default(); count],
            set: Vec::new(),
            fresh: Vec::new(),
            differing: 0,
            operands: Vec::new(),
        }
    }

    /// Makes all flags unset, now and at the kept moment.
    pub(super) fn forget(&mut self) {
        while let Some(flag) = self.set.pop() {
            self.cells[flag as usize] = Cell::default();
        }
        self.fresh.clear();
        self.differing = 0;
    }

    pub(super) fn get(&self, flag: u32) -> Option<bool> {
        self.cells[flag as usize].now
    }

    pub(super) fn set(&mut self, flag: u32, value: bool) {
        let cell = &mut self.cells[flag as usize];
        if cell.now.is_none() {
            self.set.push(flag);
        }
        if !core::mem::replace(&mut cell.is_fresh, true) {
            self.fresh.push(flag);
        }
        self.differing -= usize::from(cell.now != cell.kept);
        cell.now = Some(value);
        self.differing += usize::from(cell.now != cell.kept);
    }

    /// Makes the current moment the kept one.
    pub(super) fn keep(&mut self) {
        for flag in self.fresh.drain(..) {
            let cell = &mut self.cells[flag as usize];
            cell.kept = cell.now;
            cell.is_fresh = false;
        }
        self.differing = 0;
    }

    /// Tells whether all flags have the values of the kept moment.
    pub(super) fn is_as_kept(&self) -> bool {
        self.differing == 0
    }

    /// Gives the value of a formula, or the first of its flags that is not set, even if the other
    /// flags decide the value.
    pub(super) fn evaluate(&mut self, live: &Live, terms: &[Term]) -> Result<bool, FlagId> {
        let value = |cells: &[Cell], flag| cells[live.number(flag)? as usize].now;
        for &term in terms {
            if let Term::Flag(flag) = term {
                value(&self.cells, flag).ok_or(flag)?;
            }
        }
        self.operands.clear();
        for &term in terms.iter().rev() {
            let mut operand = || self.operands.pop().expect("P6: operators have operands");
            let value = match term {
                Term::Flag(flag) => value(&self.cells, flag).ok_or(flag)?,
                Term::Not => !operand(),
                Term::And => operand() & operand(),
                Term::Or => operand() | operand(),
            };
            self.operands.push(value);
        }
        Ok(self.operands.pop().expect("P6: a formula has a value"))
    }
}
