//! The plan for the brackets to which jumps bind.
//!
//! *Needs:* a program and a profile.
//! *Gives:* [`Plan`], and [`Findings`], the results of writing a program by a plan.
//! *Cost:* O(steps) for each plan.
//!
//! The first plan is the simplest. Writing by it shows which scopes no jump needs, which loops
//! never repeat and which code needs a guard; [`Plan::learn`] takes these findings into the next
//! plan.

use super::rows::Rows;
use crate::ids::{IdMap, NodeId};
use crate::program::{Jumps, Profile, Program};
use alloc::vec::Vec;

/// The treatment of a scope. Scopes are a `Block`, the end of a bracket whose label cannot be named
/// in the target, and a loop that never repeats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    /// The scope is written.
    Real,
    /// It is not written, because no jump needs it.
    Gone,
    /// It is not written: the code that its jumps skip moves into the arm that does not jump.
    Nested,
}

/// The meaning of the flag of a `while`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Repeats {
    /// The flag is cleared when the body begins, and set by the jumps that repeat the loop.
    IfAsked,
    /// The flag is set before the loop, and cleared by the jumps that leave it.
    UnlessLeft,
    /// There is no flag: nothing leaves the loop.
    Always,
}

#[derive(Clone)]
pub(super) struct Plan {
    pub(super) scopes: IdMap<NodeId, Scope>,
    /// The scopes whose treatment no longer changes, because another one has been tried.
    fixed: IdMap<NodeId, bool>,
    /// The loops that are not written as loops, because nothing repeats them.
    pub(super) once: IdMap<NodeId, bool>,
    /// The scopes and loops whose jumps set a flag that guards the code that they skip.
    pub(super) guarded: IdMap<NodeId, bool>,
    pub(super) repeats: IdMap<NodeId, Repeats>,
    /// Whether several targets share a test somewhere, so that the selector must be clear
    /// elsewhere.
    pub(super) has_groups: bool,
    /// Whether a single flag tells that some jump past code is under way. It is needed if a guard
    /// would otherwise have to test too many flags.
    pub(super) skips_any: bool,
    /// The switches that absorb the scopes around them.
    pub(super) rows: Rows,
    /// Whether jumps may cross such a switch.
    pub(super) crosses_rows: bool,
    has_jumps: bool,
}

/// The results of writing a program.
#[derive(Default)]
pub(super) struct Findings {
    /// Scopes that no jump needs.
    pub(super) unused: Vec<NodeId>,
    /// Scopes that a jump needs, although the plan had them as unused.
    pub(super) needed: Vec<NodeId>,
    /// Loops that nothing repeats.
    pub(super) once: Vec<NodeId>,
    /// Nested scopes, and loops of targets without jumps, whose jumps skip code to which several
    /// arms lead.
    pub(super) shared: Vec<NodeId>,
    /// Scopes that jumps to other brackets cross.
    pub(super) crossed: Vec<NodeId>,
    /// Whether several targets share a test somewhere.
    pub(super) has_groups: bool,
    /// Whether some guard would have to test too many flags.
    pub(super) skips_any: bool,
    /// Scopes of rows to whose ends no jump leads.
    pub(super) broken_rows: Vec<NodeId>,
    /// Outermost scopes of rows that jumps to other places cross.
    pub(super) crossed_rows: Vec<NodeId>,
    /// Loops for whose flags another meaning is better.
    pub(super) repeats: Vec<(NodeId, Repeats)>,
}

impl Plan {
    pub(super) fn new(program: &Program, profile: &Profile, rows: Rows, crosses: bool) -> Plan {
        let has_jumps = profile.jumps != Jumps::None;
        let scope = if has_jumps {
            Scope::Real
        } else {
            Scope::Nested
        };
        Plan {
            scopes: IdMap::filled(program.len(), scope),
            fixed: IdMap::filled(program.len(), false),
            once: IdMap::filled(program.len(), false),
            guarded: IdMap::filled(program.len(), false),
            repeats: IdMap::filled(program.len(), Repeats::IfAsked),
            has_groups: false,
            skips_any: false,
            rows,
            crosses_rows: crosses,
            has_jumps,
        }
    }

    /// Applies findings, and tells whether they change the plan.
    ///
    /// Every change is made at most once for each bracket, so the sequence of plans ends.
    pub(super) fn learn(&mut self, findings: &Findings) -> bool {
        let mut changed = false;
        let mut note =
            |place: &mut bool, value: bool| changed |= core::mem::replace(place, value) != value;
        if findings.has_groups {
            note(&mut self.has_groups, true);
        }
        if findings.skips_any {
            note(&mut self.skips_any, true);
        }
        for &node in &findings.once {
            note(&mut self.once[node], true);
        }
        for &node in &findings.shared {
            if self.has_jumps {
                note(&mut self.fixed[node], true);
                self.scopes[node] = Scope::Real;
            } else {
                note(&mut self.guarded[node], true);
            }
        }
        for &node in &findings.needed {
            note(&mut self.fixed[node], true);
            self.scopes[node] = Scope::Real;
        }
        for &node in &findings.unused {
            if !self.fixed[node] {
                changed |= core::mem::replace(&mut self.scopes[node], Scope::Gone) != Scope::Gone;
            }
        }
        for &node in &findings.crossed {
            if !self.fixed[node] && self.scopes[node] == Scope::Real {
                self.scopes[node] = Scope::Nested;
                changed = true;
            }
        }
        let crossed = findings.crossed_rows.iter().filter(|_| !self.crosses_rows);
        for &node in findings.broken_rows.iter().chain(crossed) {
            self.rows.give_up(node);
            changed = true;
        }
        for &(node, repeats) in &findings.repeats {
            changed |= core::mem::replace(&mut self.repeats[node], repeats) != repeats;
        }
        changed
    }

    /// Makes a plan that works for every program, by giving up everything that might still have to
    /// change.
    pub(super) fn settle(&mut self) {
        self.has_groups = true;
        self.skips_any = true;
        self.rows = Rows::default();
        for node in self.scopes.keys() {
            self.fixed[node] = true;
            self.guarded[node] = !self.has_jumps;
            if self.has_jumps {
                self.scopes[node] = Scope::Real;
            }
        }
    }
}
