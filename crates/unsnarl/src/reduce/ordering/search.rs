//! A good order for many entries: greedy, then moves of one entry at a time.

use super::super::owners::Owners;
use super::Arcs;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The number of times that the search is repeated with the arcs of its latest order.
const ROUNDS: usize = 2;
/// The number of steps that moves may take, as a multiple of the number of entries and crossings.
const EFFORT: usize = 4;

/// Searches from the order `listed`, which has the charge `charge` and the arcs `arcs`.
pub(super) fn order(owners: &mut Owners, listed: Vec<u32>, charge: u64, arcs: Arcs) -> Vec<u32> {
    let mut best = (charge, listed);
    let mut next = sift(&arcs, greedy(&arcs));
    for _ in 0..ROUNDS {
        let charge = owners.charge(&next);
        let arcs = Arcs::new(owners.count(), owners.arcs());
        if charge < best.0 {
            best = (charge, next.clone());
        }
        let moved = sift(&arcs, next.clone());
        if moved == next {
            break;
        }
        next = moved;
    }
    best.1
}

/// Makes an order greedily. Of the entries that are left, an entry without incoming arcs comes
/// next, else the entry with the greatest surplus of outgoing over incoming weight.
fn greedy(arcs: &Arcs) -> Vec<u32> {
    let count = arcs.count();
    let sum = |row: &[(u32, u32)]| {
        row.iter()
            .map(|&(_, weight)| i64::from(weight))
            .sum::<i64>()
    };
    let mut out: Vec<i64> = (0..count).map(|entry| sum(arcs.out.row(entry))).collect();
    let mut into: Vec<i64> = (0..count).map(|entry| sum(arcs.into.row(entry))).collect();
    let key = |entry: u32, out: i64, into: i64| (into == 0, out - into, Reverse(entry));
    let mut heap: BinaryHeap<_> = (0..count as u32)
        .map(|entry| key(entry, out[entry as usize], into[entry as usize]))
        .collect();
    let mut placed = alloc::vec![false; count];
    let mut order = Vec::with_capacity(count);
    while let Some((source, surplus, Reverse(entry))) = heap.pop() {
        let (now, at) = (
            key(entry, out[entry as usize], into[entry as usize]),
            entry as usize,
        );
        // An entry whose key has changed since is in the heap again.
        if placed[at] || now != (source, surplus, Reverse(entry)) {
            continue;
        }
        placed[at] = true;
        order.push(entry);
        let mut update = |other: u32, out: i64, into: i64| {
            if !placed[other as usize] {
                heap.push(key(other, out, into));
            }
        };
        for &(to, weight) in arcs.out.row(entry as usize) {
            into[to as usize] -= i64::from(weight);
            update(to, out[to as usize], into[to as usize]);
        }
        for &(from, weight) in arcs.into.row(entry as usize) {
            out[from as usize] -= i64::from(weight);
            update(from, out[from as usize], into[from as usize]);
        }
    }
    order
}

/// Moves the entries, one after the other by number, each to the rank where the weight of its
/// backward arcs is least, until no entry moves or the effort is spent.
fn sift(arcs: &Arcs, mut order: Vec<u32>) -> Vec<u32> {
    let count = order.len();
    let mut ranks = alloc::vec![0_u32; count];
    for (rank, &entry) in (0..).zip(&order) {
        ranks[entry as usize] = rank;
    }
    let mut effort = EFFORT * (count + arcs.into.items().len());
    let mut still = 0;
    let mut entry = 0;
    let mut gains = Vec::new();
    while still < count {
        let rank = ranks[entry as usize];
        let place = best_place(arcs, entry, &ranks, &mut gains);
        let steps = gains.len() + place.abs_diff(rank) as usize + 1;
        if steps > effort {
            break;
        }
        effort -= steps;
        still = if place == rank { still + 1 } else { 0 };
        shift(&mut order, &mut ranks, rank, place);
        entry = (entry + 1) % count as u32;
    }
    order
}

/// Gives the rank for `entry` at which the weight of its backward arcs is least: its own rank if no
/// other is better, else the lowest of the best ranks.
fn best_place(arcs: &Arcs, entry: u32, ranks: &[u32], gains: &mut Vec<(u32, i64)>) -> u32 {
    gains.clear();
    let rank = |&(other, _): &(u32, u32)| ranks[other as usize];
    // Coming after the source of an arc gains its weight; coming after its target loses it.
    let sources = arcs.into.row(entry as usize).iter();
    gains.extend(sources.map(|arc| (rank(arc), i64::from(arc.1))));
    let targets = arcs.out.row(entry as usize).iter();
    gains.extend(targets.map(|arc| (rank(arc), -i64::from(arc.1))));
    gains.sort_unstable();
    let own = ranks[entry as usize];
    let here: i64 = gains
        .iter()
        .filter(|&&(other, _)| other < own)
        .map(|&(_, gain)| gain)
        .sum();
    let (mut best, mut place) = (here, own);
    let mut sum = 0;
    if sum > best {
        (best, place) = (sum, 0);
    }
    for run in gains.chunk_by(|left, right| left.0 == right.0) {
        sum += run.iter().map(|&(_, gain)| gain).sum::<i64>();
        if sum > best {
            // The entries after the entry's own rank move up by one when it leaves.
            (best, place) = (
                sum,
                if run[0].0 < own {
                    run[0].0 + 1
                } else {
                    run[0].0
                },
            );
        }
    }
    place
}

/// Moves the entry at rank `from` to rank `to`, and each entry in between by one rank.
fn shift(order: &mut [u32], ranks: &mut [u32], from: u32, to: u32) {
    let (low, high) = (from.min(to) as usize, from.max(to) as usize);
    let between = &mut order[low..=high];
    if from < to {
        between.rotate_left(1);
    } else {
        between.rotate_right(1);
    }
    for (rank, &entry) in (low as u32..).zip(&*between) {
        ranks[entry as usize] = rank;
    }
}
