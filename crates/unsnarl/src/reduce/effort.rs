//! A bound on what the recursion over multi-entry loops reads, and how it is kept.
//!
//! *Needs:* regions, as the recursion reads them.
//! *Gives:* [`Effort`], which counts the blocks and edges of regions and, once that is more than
//! [`FACTOR`] times the graph, adds to the entries of multi-entry loops blocks that divide them.
//! *Cost:* O(v + e) a loop.
//! *Source:* that a layer of a breadth-first search separates what lies before it from what lies
//! after is as old as the search; to divide a graph at its lightest layer is the step of
//! [LeightonRao99].
//!
//! ## Why
//! Each step of the recursion removes the entries E of a multi-entry loop S and continues with the
//! loops that are left. Let layer 0 be E, and layer i + 1 the blocks of S not in a layer so far to
//! which an edge leads from layer i. A multi-entry loop that is left is entered at blocks of the
//! next layer at least, so it has fewer layers than S: the recursion is at most as deep as S has
//! layers, and on a chain of interlocked loops or a grid it is, each step reading all that is
//! inside.
//!
//! No edge leads from before a layer to after it: an edge ascends by one layer at most. So without
//! E and the blocks of one layer, each loop that is left lies before the layer or after it. Let the
//! dispatcher lead to those blocks too, as if they were entries. The rule for the edges inside
//! still holds, because it requires only that every edge from outside goes to the dispatcher. With
//! at most three quarters of S on either side the recursion ends after O(log (V + E)) further
//! steps, and all together takes O((V + E) log (V + E)).
//!
//! Of the layers that divide S so, the one is taken into which the lightest edges lead. A loop of
//! few layers is left as it is.

use super::draft::Draft;
use super::region::Region;
use crate::cfg::Cfg;
use crate::ids::{BlockId, IdMap};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// How many times the blocks and edges of the graph may be read before loops are divided.
const FACTOR: u64 = 64;

/// A loop of so few layers is not divided: the recursion inside is no deeper.
const FEW: usize = 16;

/// The blocks and edges of regions that were read, and how many may be before loops are divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    spent: u64,
    limit: u64,
    few: usize,
}

impl Effort {
    /// Allows what a graph of this size is allowed.
    pub(super) fn of(cfg: &Cfg) -> Effort {
        let size = (cfg.block_count() + cfg.edge_count()) as u64;
        Effort {
            spent: 0,
            limit: size.saturating_mul(FACTOR),
            few: FEW,
        }
    }

    /// Allows anything.
    #[cfg(test)]
    pub(super) fn unlimited() -> Effort {
        Effort {
            spent: 0,
            limit: u64::MAX,
            few: FEW,
        }
    }

    /// Divides each loop that has a third layer from the start.
    #[cfg(test)]
    pub(super) fn eager() -> Effort {
        Effort {
            spent: 0,
            limit: 0,
            few: 2,
        }
    }

    /// Gives the number of blocks and edges that were read.
    #[cfg(test)]
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// Reads a region, and divides the loops in it if too much has been read.
    ///
    /// `met` says in which order entries are listed.
    pub(super) fn spend(&mut self, region: &mut Region, draft: &Draft, met: &IdMap<BlockId, u32>) {
        self.spent = self.spent.saturating_add(region.size());
        if self.spent > self.limit {
            divide(region, self.few, draft, met);
        }
    }
}

/// Adds a layer to the entries of each multi-entry loop of a region that has more than a few
/// layers.
fn divide(region: &mut Region, few: usize, draft: &Draft, met: &IdMap<BlockId, u32>) {
    let mut search = Search {
        layer_of: alloc::vec![None; region.len()],
        places: Vec::new(),
        layers: Vec::new(),
    };
    for around in 0..region.loops().len() as u32 {
        search.find_layers(region, around, draft);
        if let Some(number) = lightest(&search.layers, few) {
            let layer = search.layers[number - 1].end..search.layers[number].end;
            region.divide(around, &search.places[layer], |block| {
                met[draft.origin(block)]
            });
        }
    }
}

/// A layer of a loop, in numbers.
#[derive(Clone, Copy, Default)]
struct Layer {
    /// Where its places end in the list of all.
    end: usize,
    /// Its blocks and the edges that leave them.
    size: u64,
    /// The weight of the edges inside the loop that lead to it.
    into: u64,
}

/// Chooses the lightest of the layers that leave at most three quarters of the loop on either side,
/// of several the one that divides best.
fn lightest(layers: &[Layer], few: usize) -> Option<usize> {
    if layers.len() <= few {
        return None;
    }
    let total: u64 = layers.iter().map(|layer| layer.size).sum();
    let most = total / 4 * 3;
    // The entries are taken out in any case.
    let (mut before, mut behind) = (0, total - layers[0].size);
    if behind <= most {
        return None;
    }
    let mut best = None;
    for (number, layer) in layers.iter().enumerate().skip(1) {
        behind -= layer.size;
        let larger = behind.max(before);
        if larger <= most {
            best = best.max(Some(Reverse((layer.into, larger, number))));
        }
        before += layer.size;
    }
    best.map(|Reverse((_, _, number))| number)
}

/// A breadth-first search inside a loop, from its entries.
struct Search {
    /// By place of the region, the layer; no two loops share a place.
    layer_of: Vec<Option<u32>>,
    /// The places of the loop, layer by layer.
    places: Vec<u32>,
    layers: Vec<Layer>,
}

impl Search {
    fn find_layers(&mut self, region: &Region, around: u32, draft: &Draft) {
        self.places.clear();
        self.layers.clear();
        for &entry in &region.loops()[around as usize].entries {
            self.reach(entry, 0);
        }
        let mut next = 0;
        while let Some(&at) = self.places.get(next) {
            next += 1;
            let below = self.layer_of[at as usize].map_or(0, |layer| layer + 1);
            let mut size = 1;
            for link in region.links(at) {
                if region.within(link.to) == Some(around) {
                    let layer = self.reach(link.to, below);
                    self.layers[layer as usize].into += u64::from(draft.weight(link.edge));
                    size += 1;
                }
            }
            self.layers[below as usize - 1].size += size;
        }
    }

    /// Gives the layer of a place, which is `layer` if the place was not met before.
    fn reach(&mut self, at: u32, layer: u32) -> u32 {
        if let Some(known) = self.layer_of[at as usize] {
            return known;
        }
        self.layer_of[at as usize] = Some(layer);
        self.places.push(at);
        if self.layers.len() == layer as usize {
            self.layers.push(Layer::default());
        }
        self.layers[layer as usize].end = self.places.len();
        layer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(layers: &[(u64, u64)], expected: Option<usize>) {
        let mut end = 0;
        let layers: Vec<Layer> = (layers.iter())
            .map(|&(size, into)| {
                end += 1;
                Layer { end, size, into }
            })
            .collect();
        assert_eq!(lightest(&layers, FEW), expected);
    }

    #[test]
    fn the_lightest_layer_that_divides() {
        // Few layers stay.
        check(&[(5, 1); FEW], None);
        // All weigh the same: the one that divides best.
        check(&[(5, 1); 21], Some(10));
        // A light one at three quarters is better than the middle; one beyond is not taken.
        let mut layers = [(5, 3); 21];
        (layers[5].1, layers[2].1) = (1, 0);
        check(&layers, Some(5));
        // Most of the loop in one layer.
        layers[17] = (2_000, 900);
        check(&layers, Some(17));
        // Entries that are a quarter of the loop are enough to go on with.
        layers[0].0 = 1_000;
        check(&layers, None);
    }
}
