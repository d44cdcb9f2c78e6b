//! The strongly connected components of a text's flow of control.
//!
//! *Needs:* the places of a text. *Gives:* their strongly [connected components](components).
//! *Cost:* linear in the places and their successors.
//! *Source:* R. E. Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972. The library's
//! `analysis` is not used, because programs are made with it.

use super::flow::{Flow, Place, Step};
use alloc::vec;
use alloc::vec::Vec;

/// Gives the number of each place's component; components that control reaches last have the lowest
/// numbers.
pub(super) fn components(flow: &Flow) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let count = flow.steps.len();
    let nexts: Vec<Vec<Place>> = flow
        .steps
        .iter()
        .map(|step| {
            let mut own = Vec::new();
            each_next(step, |next| own.push(next));
            own
        })
        .collect();
    let mut numbers = vec![NEW; count];
    let mut low = vec![NEW; count];
    let mut components = vec![NEW; count];
    let (mut found, mut made) = (0, 0);
    let mut open: Vec<Place> = Vec::new();
    for root in 0..count {
        if numbers[root] != NEW {
            continue;
        }
        let mut work = vec![(root, 0)];
        while let Some(top) = work.last_mut() {
            let (place, done) = *top;
            if done == 0 {
                numbers[place] = found;
                low[place] = found;
                found += 1;
                open.push(place);
            }
            if let Some(&next) = nexts[place].get(done) {
                top.1 += 1;
                if numbers[next] == NEW {
                    work.push((next, 0));
                } else if components[next] == NEW {
                    low[place] = low[place].min(numbers[next]);
                }
                continue;
            }
            work.pop();
            if let Some(&(outer, _)) = work.last() {
                low[outer] = low[outer].min(low[place]);
            }
            if low[place] == numbers[place] {
                while let Some(inner) = open.pop() {
                    components[inner] = made;
                    if inner == place {
                        break;
                    }
                }
                made += 1;
            }
        }
    }
    components
}

/// Calls `found` with each successor of a place.
pub(super) fn each_next(step: &Step, mut found: impl FnMut(Place)) {
    match step {
        Step::Act { next, .. } | Step::Set { next, .. } | Step::Save { next, .. } => found(*next),
        // A host's statement, which control may pass as a whole, has no variables of control.
        Step::Enter { into, .. } => found(*into),
        Step::Go { to, .. } => found(*to),
        Step::Ask { yes, no, parts, .. } => {
            found(*yes);
            found(*no);
            parts.iter().for_each(|parts| found(parts.first));
        }
        Step::Choose { cases, others, .. } => {
            cases.values().for_each(|&to| found(to));
            found(*others);
        }
        Step::End | Step::Never | Step::Lost { .. } => {}
    }
}
