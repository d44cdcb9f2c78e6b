//! The choice of regions that become parts.
//!
//! *Needs:* regions, each after those in it.
//! *Gives:* those that become parts, in order: first those outside of loops, then those with the
//! least values in and out per byte, until what is left keeps the limits. With a region those in it
//! become parts.
//! *Cost:* a sort of the regions.

use std::cmp::Ordering;

use super::Limits;
use super::regions::{Region, RegionId, Regions, inner};
use super::sizes::Weight;

/// Chooses regions of a function of this weight. Each comes after those in it.
pub(super) fn choose(regions: &Regions, mut left: Weight, limits: &Limits) -> Vec<RegionId> {
    let mut is_chosen = vec![false; regions.len()];
    let mut by_rank: Vec<RegionId> = regions.ids().collect();
    by_rank.sort_by(|&one, &other| {
        let order = rank(regions.region(one), regions.region(other));
        order.then(one.cmp(&other))
    });
    let mut inside = Vec::new();
    for id in by_rank {
        if limits.exceeded_by(left).is_none() {
            break;
        }
        inside.push(id);
        while let Some(id) = inside.pop() {
            if !std::mem::replace(&mut is_chosen[id.index()], true) {
                let region = regions.region(id);
                left = region.saved_from(left);
                inside.extend(inner(&region.units));
            }
        }
    }
    let all = regions.ids();
    all.filter(|id| is_chosen[id.index()]).collect()
}

/// Cold ones first, then those with few values per byte.
pub(super) fn rank(one: &Region, other: &Region) -> Ordering {
    let product = |values: u64, weight: Weight| u128::from(values) * u128::from(weight.bytes);
    let own = product(one.values, other.weight);
    let others = product(other.values, one.weight);
    one.depth.cmp(&other.depth).then(own.cmp(&others))
}
