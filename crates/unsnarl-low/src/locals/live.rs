//! Live ranges: where on the line of a function each register is live.
//!
//! *Needs:* the code of its blocks, and their successors.
//! *Gives:* the [`Segments`] of each register.
//! *Cost:* near-linear in the blocks and their code: what is not exact within the [budget](Budget)
//! stays a [hull](super::hulls).
//! *Source:* liveness of SSA form by a walk up from the uses of each register \[Brandner11\].
//! *Departs:* by the budget. The live ranges of all registers together can be as large as blocks
//! times registers; registers with short hulls come first, and those for which the budget is not
//! enough count as live in all of their hulls, which costs locals but is never wrong.

use super::budget::Budget;
use super::hulls::{Hull, hulls};
use super::line::{Line, Point};
use unsnarl::Segments;

/// The segments of each register.
pub(super) fn live_segments(line: &Line, mut budget: Budget) -> Vec<Segments> {
    let mut hulls = hulls(line);
    hulls.sort_unstable_by_key(|hull| (hull.blocks, hull.reg));
    let mut segments = vec![Segments::default(); line.reg_count()];
    let mut walk = Walk::new(line);
    for hull in hulls {
        let own = match hull.blocks {
            1 => None,
            _ => walk.up_from_uses(&hull, &mut budget),
        };
        segments[hull.reg] = own.unwrap_or_else(|| Segments::of([hull.segment]));
    }
    segments
}

/// A walk from the uses of a register up to its definition.
struct Walk<'a> {
    line: &'a Line,
    /// Places at whose start the register is live, and the position until which it is.
    live: Vec<(usize, u32)>,
    /// By place: its number among those, if it is one of them.
    numbers: Vec<usize>,
}

impl<'a> Walk<'a> {
    fn new(line: &'a Line) -> Self {
        Walk {
            line,
            live: Vec::new(),
            numbers: vec![0; line.places()],
        }
    }

    /// The exact segments of a register; none if the budget is not enough.
    fn up_from_uses(&mut self, hull: &Hull, budget: &mut Budget) -> Option<Segments> {
        let line = self.line;
        let definition = line.definition(hull.reg);
        let place = definition.map(|point| point.place);
        // How far it is live in the block that defines it.
        let mut own_end = hull.segment.0 + 1;
        self.live.clear();
        for &Point {
            place: user,
            position,
        } in line.uses(hull.reg)
        {
            match Some(user) == place {
                true => own_end = own_end.max(position),
                false => self.is_live_until(user, position),
            }
        }
        let mut next = 0;
        while let Some(&(user, _)) = self.live.get(next) {
            next += 1;
            let predecessors = line.predecessors(user);
            if !budget.spend(1 + predecessors.len()) {
                return None;
            }
            for &before in predecessors {
                match Some(before) == place {
                    true => own_end = line.after(before),
                    false => self.is_live_until(before, line.after(before)),
                }
            }
        }
        self.live.sort_unstable();
        let own = definition.map(|point| (point.position, own_end));
        let others = self
            .live
            .iter()
            .map(|&(place, end)| (line.start(place), end));
        let mut all: Vec<_> = own.into_iter().chain(others).collect();
        if definition.is_none()
            && let Some(first) = all.first_mut()
        {
            // It is set before the line.
            first.0 = 0;
        }
        Some(Segments::of(all))
    }

    /// Adds a place at whose start the register is live.
    fn is_live_until(&mut self, place: usize, position: u32) {
        let number = self.numbers[place];
        match self.live.get_mut(number) {
            Some((known, end)) if *known == place => *end = position.max(*end),
            _ => {
                self.numbers[place] = self.live.len();
                self.live.push((place, position));
            }
        }
    }
}
