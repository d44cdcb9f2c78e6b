//! A limit on the blocks and edges that the recursion over multi-entry loops reads, and the means
//! to keep it.
//!
//! *Needs:* regions, as the recursion reads them.
//! *Gives:* [`Effort`], which counts the blocks and edges of regions. Once it has counted more than
//! [`FACTOR`] times the blocks and edges of the graph, it adds dividing blocks to the entries of
//! multi-entry loops.
//! *Cost:* O(v + e) a loop.
//! *Source:* that a layer of a breadth-first search separates the layers before it from the layers
//! after it is as old as the search; to divide a graph at its lightest layer is the step of
//! [LeightonRao99].
//!
//! ## Why
//! Each step of the recursion removes the entries E of a multi-entry loop S and continues with the
//! loops that are left. Let layer 0 be E, and let layer i + 1 be the blocks of S that are targets
//! of edges from layer i and lie in no earlier layer. A multi-entry loop that is left is entered at
//! blocks of layer 1 or later, so it has fewer layers than S. Therefore the recursion is at most as
//! deep as the number of layers of S. On a chain of interlocked loops or on a grid it is that deep,
//! and each step reads everything inside.
//!
//! An edge ascends by one layer at most, so no edge leads past a layer to the layers after it. So
//! without E and the blocks of one layer, each remaining loop lies either before that layer or
//! after it. The dispatcher leads to those blocks too, as if they were entries. The rule for the
//! edges inside still holds, because it requires only that every edge from outside goes to the
//! dispatcher. If at most three quarters of S lie on either side, the recursion ends after O(log
//! (V + E)) further steps, and takes O((V + E) log (V + E)) in total.
//!
//! Of the layers that divide S in this way, the one whose incoming edges weigh least is taken. A
//! loop of few layers is not divided.

use super::draft::Draft;
use super::region::Region;
use crate::cfg::Cfg;
use crate::ids::{BlockId, IdMap};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The number of times that the blocks and edges of the graph may be read before loops are divided.
const FACTOR: u64 = 64;

/// A loop with this number of layers or fewer is not divided: the recursion inside it is no deeper.
const FEW: usize = 16;

/// The number of blocks and edges of regions that were read, and the limit above which loops are
/// divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    spent: u64,
    limit: u64,
    few: usize,
}

impl Effort {
    /// Makes the limit for a graph.
    pub(super) fn of(cfg: &Cfg) -> Effort {
        let size = (cfg.block_count() + cfg.edge_count()) as u64;
        Effort {
            spent: 0,
            limit: size.saturating_mul(FACTOR),
            few: FEW,
        }
    }

    /// Sets no limit.
    #[cfg(test)]
    pub(super) fn unlimited() -> Effort {
        Effort {
            spent: 0,
            limit: u64::MAX,
            few: FEW,
        }
    }

    /// Divides, from the start, each loop of three layers or more.
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
    /// `met` gives the order in which entries are listed.
    pub(super) fn spend(&mut self, region: &mut Region, draft: &Draft, met: &IdMap<BlockId, u32>) {
        self.spent = self.spent.saturating_add(region.size());
        if self.spent > self.limit {
            divide(region, self.few, draft, met);
        }
    }
}

/// Adds a layer to the entries of each multi-entry loop of a region, if the loop has more than
/// `few` layers.
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

/// The measures of a layer of a loop.
#[derive(Clone, Copy, Default)]
struct Layer {
    /// The end of its places in the list of all places.
    end: usize,
    /// The number of its blocks and of the edges inside the loop that leave them.
    size: u64,
    /// The weight of the edges inside the loop that lead to it.
    into: u64,
}

/// Chooses a layer that leaves at most three quarters of the loop on either side: the lightest of
/// these layers, and of equally light layers the one that divides best.
fn lightest(layers: &[Layer], few: usize) -> Option<usize> {
    if layers.len() <= few {
        return None;
    }
    let total: u64 = layers.iter().map(|layer| layer.size).sum();
    let most = total / 4 * 3;
    // The entries are removed in any case.
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
    /// The layer of each place of the region; no two loops share a place.
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

    /// Gives the layer of a place. A place that is met for the first time is put into `layer`.
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
        // A loop of few layers is not divided.
        check(&[(5, 1); FEW], None);
        // All layers weigh the same: the one that divides best is chosen.
        check(&[(5, 1); 21], Some(10));
        // A light layer that leaves three quarters on one side is better than the middle; one that
        // leaves more is not chosen.
        let mut layers = [(5, 3); 21];
        (layers[5].1, layers[2].1) = (1, 0);
        check(&layers, Some(5));
        // Most of the loop is in one layer.
        layers[17] = (2_000, 900);
        check(&layers, Some(17));
        // The entries are a quarter of the loop, so no other layer is needed.
        layers[0].0 = 1_000;
        check(&layers, None);
    }
}
