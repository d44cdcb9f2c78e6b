//! The copies on an edge, one after the other.
//!
//! *Needs:* the copies, which all happen at once, and the variables of values.
//! *Gives:* [`sequence`]: sequential copies with the same effect. A copy comes after the copies
//! that read its target; if copies read each other's targets in a cycle, the old value is kept
//! under a separate name.
//! *Cost:* O(copies · log + text).
//! *Source:* as [`crate::copies`]; there a copy reads one register, here an expression reads many
//! values.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::{Copy, Expression, Shape};
use super::webs::Webs;
use crate::id::ValueId;

pub(super) fn sequence(webs: &Webs, copies: Vec<(ValueId, Expression)>) -> Vec<Copy> {
    let targets: BTreeMap<ValueId, usize> = copies
        .iter()
        .enumerate()
        .map(|(index, &(to, _))| (webs.first(to), index))
        .collect();
    let mut reads: Vec<BTreeSet<usize>> = Vec::with_capacity(copies.len());
    let mut readers: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); copies.len()];
    for (index, (_, value)) in copies.iter().enumerate() {
        let mut read: BTreeSet<usize> = BTreeSet::new();
        value.walk(&mut |part| {
            if let Shape::Value(value) = part.shape {
                let target = targets.get(&webs.first(value)).copied();
                read.extend(target.filter(|&target| target != index));
            }
        });
        for &target in &read {
            readers[target].insert(index);
        }
        reads.push(read);
    }
    let mut pending: Vec<Option<(ValueId, Expression)>> = copies.into_iter().map(Some).collect();
    let mut steps = Vec::with_capacity(pending.len());
    let mut kept = 0;
    let ready = |readers: &[BTreeSet<usize>], index: usize| readers[index].is_empty();
    let mut work: BTreeSet<usize> = (0..pending.len())
        .filter(|&index| ready(&readers, index))
        .collect();
    let mut first = 0;
    while first < pending.len() {
        while let Some(index) = work.pop_first() {
            let Some((to, value)) = pending[index].take() else {
                continue;
            };
            steps.push(Copy::Assign { to, value });
            for &target in &reads[index] {
                readers[target].remove(&index);
                if ready(&readers, target) {
                    work.insert(target);
                }
            }
        }
        let Some((to, _)) = pending[first] else {
            first += 1;
            continue;
        };
        let mut waiting = readers[first].iter().filter_map(|&reader| {
            let (_, value) = pending[reader].as_ref()?;
            read_from(webs, value, to)
        });
        steps.push(Copy::Keep {
            number: kept,
            value: waiting.next().unwrap_or(to),
        });
        let number = kept;
        kept += 1;
        for reader in std::mem::take(&mut readers[first]) {
            reads[reader].remove(&first);
            if let Some((_, value)) = &mut pending[reader] {
                value.keep(&|value| webs.first(value) == webs.first(to), number);
            }
        }
        work.insert(first);
    }
    steps
}

/// Gives the value that an expression reads from the variable of another value.
fn read_from(webs: &Webs, expression: &Expression, variable: ValueId) -> Option<ValueId> {
    let mut found = None;
    expression.walk(&mut |part| match part.shape {
        Shape::Value(value) if webs.first(value) == webs.first(variable) => found = Some(value),
        _ => {}
    });
    found
}
