//! Parallel copies on edges, one after the other.
//!
//! *Needs:* copies that all happen at once, no variable twice on the left.
//! *Gives:* [`in_order`]: assignments that do the same in their order, with a temporary for each
//! cycle.
//! *Cost:* O(n log n). *Source:* the traps are those of [Briggs98]: the lost copy and the swap.

use std::collections::BTreeMap;

/// What an assignment reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side<T> {
    /// What the copies are between.
    Own(T),
    /// The temporary, which holds one value at a time; it has the type of what it saves.
    Temporary(T),
}

/// Puts copies in order: each `(to, from)` gives `to` what `from` was before all of them.
pub(super) fn in_order<T: Copy + Ord>(copies: &[(T, T)]) -> Vec<(Side<T>, Side<T>)> {
    let mut pending: BTreeMap<T, T> = copies
        .iter()
        .copied()
        .filter(|(to, from)| to != from)
        .collect();
    let mut readers: BTreeMap<T, usize> = BTreeMap::new();
    for from in pending.values() {
        *readers.entry(*from).or_insert(0) += 1;
    }
    let is_free =
        |to: &T, readers: &BTreeMap<T, usize>| readers.get(to).is_none_or(|&count| count == 0);
    let mut ready: Vec<T> = pending
        .keys()
        .copied()
        .filter(|to| is_free(to, &readers))
        .collect();
    ready.reverse();
    let mut ordered = Vec::with_capacity(copies.len());
    loop {
        while let Some(to) = ready.pop() {
            let Some(from) = pending.remove(&to) else {
                continue;
            };
            ordered.push((Side::Own(to), Side::Own(from)));
            if let Some(count) = readers.get_mut(&from) {
                *count -= 1;
            }
            if is_free(&from, &readers) && pending.contains_key(&from) {
                ready.push(from);
            }
        }
        // What is left is cycles: each variable is read by one copy.
        let Some((&first, _)) = pending.iter().next() else {
            return ordered;
        };
        ordered.push((Side::Temporary(first), Side::Own(first)));
        let mut to = first;
        while let Some(from) = pending.remove(&to) {
            match from == first {
                true => ordered.push((Side::Own(to), Side::Temporary(first))),
                false => ordered.push((Side::Own(to), Side::Own(from))),
            }
            to = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every map of up to five variables to these and to one more, which none writes.
    #[test]
    fn all_copies_do_in_order_what_they_do_at_once() {
        for count in 0..=5_usize {
            for code in 0..(count + 1).pow(count as u32) {
                let from = |to: usize| code / (count + 1).pow(to as u32) % (count + 1);
                let copies: Vec<(usize, usize)> = (0..count).map(|to| (to, from(to))).collect();
                let mut values: Vec<usize> = (0..=count).collect();
                let mut temporary = None;
                for (to, from) in in_order(&copies) {
                    let value = match from {
                        Side::Own(from) => values[from],
                        Side::Temporary(_) => temporary.take().expect("it was saved"),
                    };
                    match to {
                        Side::Own(to) => values[to] = value,
                        Side::Temporary(_) => assert_eq!(temporary.replace(value), None),
                    }
                }
                let expected: Vec<usize> = (0..count).map(from).chain([count]).collect();
                assert_eq!(values, expected, "{copies:?}");
            }
        }
    }
}
