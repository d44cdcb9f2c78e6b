//! Locals: coalescing and colouring of the registers that are left.
//!
//! *Needs:* [`Trees`] of a function, and the copies on its edges.
//! *Gives:* [`Locals`]: for each register that is left its local.
//! *Cost:* near-linear in blocks, code and copies, in time and memory: each step has a
//! [budget](budget), and when it is spent, the locals become more, never wrong.
//!
//! The blocks form one line, in an order in which definitions come first, and a register is live in
//! a set of segments of that line. A phi and its source on an edge are coalesced if they are never
//! live at once: such an edge has nothing to copy. The resulting webs are coloured greedily, first
//! fit in order of the first segment. Edges are parallel copies: all sources are read before any
//! target is written, so neither order nor cycles matter. Locals beyond the limit of engines are
//! [kept in the frame](spill).

mod budget;
mod colors;
pub mod edge;
mod hulls;
mod line;
mod live;
pub mod spill;
#[cfg(test)]
mod tests;
mod webs;

use crate::trees::Trees;
use crate::{Function, Reg, Type};

use self::budget::Budget;
use self::line::Line;
use self::live::live_segments;
use self::spill::Slot;
use self::webs::Webs;

/// A value kept in a local: the registers of a web, or a number that control needs. Several may
/// share a local, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Web(u32);

impl Web {
    /// Its number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The locals of a function.
#[derive(Clone, Debug)]
pub struct Locals {
    /// By register.
    webs: Vec<Option<Web>>,
    /// By web: its local.
    numbers: Vec<Option<u32>>,
    /// By web: its type, if it has no value before the function runs.
    own_types: Vec<Option<Type>>,
    /// By web: its slot if it has no local; empty if nothing was spilled.
    slots: Vec<Option<Slot>>,
    /// How many parameters there are, which come first.
    pub parameters: u32,
    /// The types of those that are not parameters.
    pub types: Vec<Type>,
}

impl Locals {
    /// Gives the registers of a function locals.
    pub fn new(function: &Function, trees: &Trees) -> Self {
        Locals::within(function, trees, Budget::of(function, trees))
    }

    /// The locals, with a budget for each step.
    fn within(function: &Function, trees: &Trees, budget: Budget) -> Self {
        let segments = live_segments(&Line::new(function, trees), budget);
        let mut webs = Webs::new(function, segments);
        webs.join_parameters(function, trees, budget);
        webs.color(function, budget)
    }

    /// The web of a register that is not rematerialised.
    ///
    /// # Panics
    /// If nothing reads or sets the register.
    pub fn get(&self, reg: Reg) -> Web {
        self.find(reg)
            .expect("every register that is read or set is kept in a local")
    }

    /// The web of a register, if it has one.
    pub fn find(&self, reg: Reg) -> Option<Web> {
        self.webs[reg.index()]
    }

    /// Adds a web with a local of its own.
    pub fn add(&mut self, ty: Type) -> Web {
        self.types.push(ty);
        let number = self.parameters + self.types.len() as u32 - 1;
        self.numbers.push(Some(number));
        self.own_types.push(Some(ty));
        Web(self.numbers.len() as u32 - 1)
    }

    /// The local of a web; none if nothing accesses it.
    pub fn number(&self, web: Web) -> Option<u32> {
        self.numbers[web.index()]
    }

    /// How many locals there are, with the parameters.
    pub fn count(&self) -> usize {
        self.parameters as usize + self.types.len()
    }

    /// The slot of a web that was spilled.
    pub fn slot(&self, web: Web) -> Option<Slot> {
        *self.slots.get(web.index())?
    }

    /// Tells whether something was spilled.
    pub fn has_slots(&self) -> bool {
        !self.slots.is_empty()
    }

    /// Moves the webs of some locals, which are no parameters, to slots.
    fn move_to(&mut self, slots: &[Option<Slot>]) {
        let slot =
            |number: &Option<u32>| slots[number.as_ref()?.checked_sub(self.parameters)? as usize];
        self.slots = self.numbers.iter().map(slot).collect();
        let kept: Vec<bool> = self.slots.iter().map(Option::is_none).collect();
        self.retain(&kept);
    }

    /// All webs in order.
    pub fn all(&self) -> impl ExactSizeIterator<Item = Web> + use<> {
        (0..self.numbers.len() as u32).map(Web)
    }

    /// The type of a web that has no value before the function runs.
    pub fn own_type(&self, web: Web) -> Option<Type> {
        self.own_types[web.index()]
    }

    /// Removes the unused webs, and then the locals without webs.
    pub fn retain(&mut self, is_used: &[bool]) {
        for (number, &is_used) in self.numbers.iter_mut().zip(is_used) {
            *number = number.filter(|_| is_used);
        }
        let mut is_needed = vec![false; self.types.len()];
        let own = self.numbers.iter().flatten();
        own.filter_map(|number| number.checked_sub(self.parameters))
            .for_each(|place| is_needed[place as usize] = true);
        let mut needed = self.parameters;
        let renumbered: Vec<u32> = is_needed
            .iter()
            .map(|&is_needed| {
                needed += u32::from(is_needed);
                needed.wrapping_sub(1)
            })
            .collect();
        for number in self.numbers.iter_mut().flatten() {
            if let Some(place) = number.checked_sub(self.parameters) {
                *number = renumbered[place as usize];
            }
        }
        let mut is_needed = is_needed.into_iter();
        self.types.retain(|_| is_needed.next() == Some(true));
    }
}
