//! Live ranges and locals of random functions, compared with a naive analysis position by position.

mod functions;
mod naive;

use std::collections::BTreeSet;

use crate::trees::build_trees;
use crate::{Function, Type};
use unsnarl_testkit::random::Rng;

use self::functions::function;
use super::Locals;
use super::budget::Budget;
use super::colors::Colors;
use super::line::Line;
use super::live::live_segments;
use unsnarl::Segments;

type Positions = BTreeSet<u32>;

fn positions(segments: &Segments) -> Positions {
    segments
        .iter()
        .flat_map(|(start, end)| start..end)
        .collect()
}

/// The live positions of each register within a budget.
fn live(function: &Function, work: usize) -> Vec<Segments> {
    let line = Line::new(function, &build_trees(function));
    live_segments(&line, Budget::new(work))
}

const PLENTY: usize = 1 << 40;

#[test]
fn live_ranges_are_exact_within_the_budget() {
    for seed in 0..600 {
        let function = function(&mut Rng::new(seed));
        let naive = naive::live_positions(&function, &build_trees(&function));
        for (reg, segments) in live(&function, PLENTY).iter().enumerate() {
            assert_eq!(
                positions(segments),
                naive[reg],
                "%{reg} of random function {seed}"
            );
        }
    }
}

#[test]
fn hulls_are_one_segment_around_what_is_live() {
    let (mut exact, mut larger) = (0, 0);
    for seed in 0..600 {
        let function = function(&mut Rng::new(seed));
        let naive = naive::live_positions(&function, &build_trees(&function));
        for (reg, segments) in live(&function, 0).iter().enumerate() {
            let hull = positions(segments);
            assert!(
                hull.is_superset(&naive[reg]),
                "%{reg} of random function {seed}"
            );
            assert_eq!(segments.len(), usize::from(!naive[reg].is_empty()));
            let starts_with_it = hull.first() == naive[reg].first();
            assert!(starts_with_it, "%{reg} of random function {seed}");
            exact += usize::from(hull == naive[reg]);
            larger += usize::from(hull != naive[reg]);
        }
    }
    assert!(
        exact > larger && larger > 0,
        "{exact} exact, {larger} larger"
    );
}

#[test]
fn registers_that_are_live_at_once_have_different_locals() {
    let mut shared = 0;
    for seed in 0..400 {
        let function = function(&mut Rng::new(seed));
        let trees = build_trees(&function);
        let naive = naive::live_positions(&function, &trees);
        for work in [0, 3, 30, PLENTY] {
            let locals = Locals::within(&function, &trees, Budget::new(work));
            let number = |reg| locals.find(reg).and_then(|web| locals.number(web));
            let kept: Vec<_> = function
                .regs()
                .filter(|&reg| number(reg).is_some())
                .collect();
            for (at, &left) in kept.iter().enumerate() {
                for &right in &kept[at + 1..] {
                    if number(left) != number(right) {
                        continue;
                    }
                    shared += 1;
                    assert_eq!(function.ty(left), function.ty(right));
                    let both = naive[left.index()].intersection(&naive[right.index()]);
                    assert_eq!(both.count(), 0, "{left}, {right} of random function {seed}");
                }
            }
            for reg in function.regs().filter(|reg| !naive[reg.index()].is_empty()) {
                assert!(number(reg).is_some(), "{reg} of random function {seed}");
            }
        }
    }
    assert!(shared > 1_000, "only {shared} pairs share a local");
}

/// Random segments that ascend; some touch.
fn random_segments(rng: &mut Rng) -> Segments {
    let mut at = rng.below(60) as u32;
    let count = 1 + rng.below(4);
    Segments::of((0..count).map(|_| {
        let start = at + rng.below(8) as u32;
        at = start + 1 + rng.below(6) as u32;
        (start, at)
    }))
}

#[test]
fn segments_are_sets_of_positions() {
    let mut rng = Rng::new(5);
    let mut disjoint = 0;
    for _ in 0..5_000 {
        let (mut left, right) = (random_segments(&mut rng), random_segments(&mut rng));
        let (of_left, of_right) = (positions(&left), positions(&right));
        assert_eq!(left.overlap(&right), !of_left.is_disjoint(&of_right));
        if of_left.is_disjoint(&of_right) {
            disjoint += 1;
            left.absorb(right);
            assert_eq!(positions(&left), &of_left | &of_right);
            assert_eq!(left, Segments::of(left.iter()), "they do not touch");
        }
    }
    assert!(disjoint > 500);
}

/// Webs in the order in which they start.
fn random_webs(rng: &mut Rng) -> Vec<(Type, Segments)> {
    let count = rng.below(40);
    let mut web = || ([Type::I32, Type::F64][rng.below(2)], random_segments(rng));
    let mut webs: Vec<(Type, Segments)> = (0..count).map(|_| web()).collect();
    webs.sort_by_key(|(_, segments)| segments.start());
    webs
}

#[test]
fn colors_are_those_of_naive_first_fit() {
    let mut rng = Rng::new(7);
    for _ in 0..1_000 {
        let webs = random_webs(&mut rng);
        let mut naive: Vec<(Type, Positions)> = Vec::new();
        let mut colors = Colors::new(&[], Budget::new(PLENTY));
        for (ty, segments) in webs {
            let wanted = positions(&segments);
            let mut fits = naive.iter();
            let fits = fits.position(|(own, taken)| *own == ty && taken.is_disjoint(&wanted));
            let expected = fits.unwrap_or(naive.len());
            if fits.is_none() {
                naive.push((ty, Positions::new()));
            }
            naive[expected].1.extend(wanted);
            assert_eq!(colors.choose(ty, segments), expected);
        }
    }
}

#[test]
fn colors_differ_when_the_budget_is_spent() {
    let mut rng = Rng::new(9);
    for round in 0..1_000 {
        let webs = random_webs(&mut rng);
        let mut colors = Colors::new(&[], Budget::new(round % 20));
        let mut taken: Vec<(Type, Positions)> = Vec::new();
        for (ty, segments) in webs {
            let wanted = positions(&segments);
            let color = colors.choose(ty, segments);
            if color == taken.len() {
                taken.push((ty, Positions::new()));
            }
            assert_eq!(taken[color].0, ty);
            assert!(taken[color].1.is_disjoint(&wanted), "round {round}");
            taken[color].1.extend(wanted);
        }
    }
}
