//! Rows: switches that absorb the scopes around them.
//!
//! *Needs:* a program, a profile whose arms fall through, and the steps that print anything.
//! *Gives:* [`Rows`]: the parts of the program that become one switch of the target, and the jumps
//! that the order of its arms then expresses.
//! *Cost:* O(steps · log steps).
//!
//! These are the switches that [forms](crate::forms) find when the program is printed: the scopes
//! stay in the program, and the printer omits their brackets. So the written program is searched
//! again, and a row that is not found in it is given up.

use crate::forms::{Taken, taken};
use crate::ids::{IdMap, LabelId, NodeId};
use crate::program::{Falls, Profile, Program, Step};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The role of a step in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Switch,
    /// A scope that catches nothing.
    Inner,
    /// The outermost scope, which catches `break` in the target.
    Outer,
    /// A jump to the end of an inner scope.
    Jump,
}

/// The rows of a program.
#[derive(Clone, Default)]
pub(super) struct Rows {
    all: Vec<Taken>,
    roles: BTreeMap<NodeId, (usize, Role)>,
}

impl Rows {
    /// Finds the rows of a program.
    pub(super) fn find(
        program: &Program,
        profile: &Profile,
        prints: &dyn Fn(Step) -> bool,
    ) -> Rows {
        let is_switch = |(_, step)| matches!(step, Step::Switch(..));
        if profile.falls == Falls::Never || !program.steps().any(is_switch) {
            return Rows::default();
        }
        let mut rows = Rows {
            all: taken(program, prints),
            roles: BTreeMap::new(),
        };
        for (number, row) in rows.all.iter().enumerate() {
            let scopes = row.scopes.iter();
            let scopes = scopes.map(|&scope| match Some(&scope) == row.scopes.last() {
                true => (scope, Role::Outer),
                false => (scope, Role::Inner),
            });
            let jumps = row.jumps.iter().map(|&jump| (jump, Role::Jump));
            let parts = scopes.chain(jumps).chain([(row.switch, Role::Switch)]);
            let parts = parts.map(|(node, role)| (node, (number, role)));
            rows.roles.extend(parts);
        }
        rows
    }

    pub(super) fn is_empty(&self) -> bool {
        self.roles.is_empty()
    }

    /// Gives the role of a step in a row.
    pub(super) fn role(&self, node: NodeId) -> Option<Role> {
        self.roles.get(&node).map(|&(_, role)| role)
    }

    /// Gives up the row to which a step belongs.
    pub(super) fn give_up(&mut self, node: NodeId) {
        if let Some(&(given_up, _)) = self.roles.get(&node) {
            self.roles.retain(|_, &mut (number, _)| number != given_up);
        }
    }

    /// Tells whether the written program has each row again: with the scopes of its switch, which
    /// keep their labels, and possibly more scopes around them.
    pub(super) fn are_in(
        &self,
        program: &Program,
        written: &Program,
        prints: &dyn Fn(Step) -> bool,
    ) -> bool {
        let label = |of: &Program, node| of.step(node).bound_label();
        let mut found: IdMap<LabelId, Option<Vec<Option<LabelId>>>> =
            IdMap::filled(written.label_count(), None);
        for row in taken(written, prints) {
            let labels: Vec<_> = row.scopes.iter().map(|&it| label(written, it)).collect();
            if let Some(&Some(first)) = labels.first() {
                found[first] = Some(labels);
            }
        }
        self.all.iter().all(|row| {
            let is_kept = self.roles.contains_key(&row.switch);
            let labels: Vec<_> = row.scopes.iter().map(|&it| label(program, it)).collect();
            let first = labels.first().copied().flatten();
            let again = first.and_then(|first| found.get(first)?.as_ref());
            !is_kept || again.is_some_and(|again| again.starts_with(&labels))
        })
    }
}
