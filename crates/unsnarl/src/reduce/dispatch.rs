//! Dispatchers, only for the edges that need them.
//!
//! *Needs:* any [`Cfg`].
//! *Gives:* [`Reducible`]: the graph with one dispatcher for each multi-entry loop, nested ones
//! included.
//! *Cost:* O((V + E) α(V) d) time, and the time of the [ordering]. Here d is the nesting depth of
//! multi-entry loops or O(log (V + E)), whichever is less: once the recursion has read regions of
//! more than 64 (V + E) blocks and edges in total, loops are divided, see [effort]. The result has
//! one more block for each multi-entry loop, and one more edge for each entry and each block that
//! divides a loop.
//! *Source:* the recursion over the entries of strongly connected components is that of
//! [Steensgaard93]. To replace several entries by one with a variable and a switch is folklore; the
//! label variable is from [Zakai11].
//! *Departs:* an edge inside the loop that leads to an entry goes through the dispatcher only if
//! the owners of its source require it (see below). The multi-entry loops of a region are found in
//! the loop forest of the whole region, instead of by a descent through loops with one entry.
//!
//! ## The rule
//! A region is a header and the blocks below it, without the edges to the header. The first region
//! is the entry of the graph and all reachable blocks. Let S be an outermost multi-entry loop of
//! the region, and E its entries. Every edge from outside of S to an entry goes to the dispatcher.
//! An edge u → e inside S to an entry
//!
//! - (a) stays if `e` is the only owner of `u` (see [owners]);
//! - (b) stays if all owners of `u` come before `e` in the order that is chosen for E;
//! - (c) goes to the dispatcher otherwise. The order is chosen so that these edges have the least
//!   total weight.
//!
//! Then S below its dispatcher is a region too. The edges that stay between different entries
//! ascend in the order. So a remaining cycle either passes a single entry `e` and otherwise only
//! blocks that `e` alone owns, or it lies in S without E. A loop of the first kind has one entry
//! already. A loop of the second kind is smaller than S, so the recursion ends. It also follows
//! that no entry of S is an entry of a multi-entry loop inside S: dispatchers never lead to
//! dispatchers, and one variable serves all of them.
//!
//! ```text
//! before                  after, d0 being the dispatcher
//! a -> b | e              a  -> d0 (0) | e         stores in parentheses
//! b -> c                  b  -> c
//! c -> d                  c  -> d                  (b): only b owns c, and b comes before d
//! d -> b | f              d  -> d0 (0) | f         (c): d owns itself and comes after b
//! e -> d                  e  -> d0 (1)
//! f -> return             d0 -> switch b d
//! ```
//!
//! All of this still holds if E contains other blocks of S besides all its entries. This is how
//! loops are divided.
//!
//! ## The label
//! Arm `k` of a dispatcher is taken when the label is `k`. Arm 0 leads to the entry whose edges
//! through the dispatcher weigh most; the others follow in the order in which a walk along first
//! arms meets the entries. There is one exception. If all edges from outside leave one switch, and
//! all arms of this switch lead to the entries without host code, then the dispatcher has the arms
//! of that switch, and edge `i` of the switch stores `i`: the decision itself is the label, see
//! [`Reducible::selects`].

use super::draft::Draft;
use super::effort::Effort;
use super::ordering::order_entries;
use super::owners::{Crossing, Owners, Tables};
use super::region::{Below, Link, Region};
use super::{Promises, Reducible, Reduction};
use crate::analysis::first_met;
use crate::cfg::Cfg;
use crate::ids::BlockId;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

pub(super) const ROW: Reduction = Reduction {
    name: "dispatch",
    about: "one dispatcher for each multi-entry loop, and only the edges that need it go through it",
    promises: Promises {
        no_copy: true,
        no_dispatcher: false,
        total: true,
    },
    cost: "near-linear in V + E for each depth of multi-entry loops, O((V + E) log (V + E)) at most",
    source: "Steensgaard93, Zakai11",
    run: |cfg, _| Ok(dispatch(cfg)),
};

/// Gives every loop of `cfg` one entry by means of dispatchers.
///
/// Total: it succeeds for every graph. A reducible graph comes back unchanged. Unreachable blocks
/// keep their arms.
///
/// ```
/// use unsnarl::{BlockId, CfgBuilder, Edge, Exit, Id, reduce};
///
/// let [fork, left, right] = [0, 1, 2].map(BlockId::new);
/// let mut builder = CfgBuilder::new();
/// builder.block(Exit::Branch, [left, right]);
/// builder.block(Exit::Jump, [right]);
/// builder.block(Exit::Jump, [left]);
/// let reducible = reduce::dispatch(&builder.build(fork)?);
/// let dispatcher = BlockId::new(3);
/// assert_eq!(reducible.cfg().successors(fork), [dispatcher, dispatcher]);
/// // Of the two edges inside the loop one needs the dispatcher.
/// assert_eq!(reducible.cfg().successors(left), [right]);
/// assert_eq!(reducible.stored(Edge::new(right, 0)), Some(0));
/// # Ok::<(), unsnarl::CfgError>(())
/// ```
pub fn dispatch(cfg: &Cfg) -> Reducible {
    dispatch_with(cfg, &mut Effort::of(cfg))
}

/// Gives every loop of `cfg` one entry, and divides loops once the effort is spent.
pub(super) fn dispatch_with(cfg: &Cfg, effort: &mut Effort) -> Reducible {
    let order = match Reducible::or_order(cfg) {
        Ok(reducible) => return reducible,
        Err(order) => order,
    };
    let mut draft = Draft::new(cfg);
    let met = first_met(cfg);
    let mut places = Vec::new();
    let mut work = VecDeque::from([Below {
        blocks: order.into_blocks(),
        ways_in: Vec::new(),
    }]);
    while let Some(below) = work.pop_front() {
        let mut region = Region::new(&draft, &below, &mut places, &met);
        effort.spend(&mut region, &draft, &met);
        let mut tables = Tables::new(&region);
        let outside = Outside::new(&region, &tables, &draft);
        let ways_in = region.ways_in();
        for (around, ways_in) in (0..).zip(&ways_in) {
            let routed = choose(&region, around, &mut tables, &draft);
            let give = Given {
                region: &region,
                around,
                ways_in,
                routed: &routed,
            };
            work.extend(give.dispatcher(&tables, &outside, &mut draft));
        }
    }
    draft.finish()
}

/// Chooses the edges inside a loop that go through its dispatcher, so that they have the least
/// total weight.
pub(super) fn choose(
    region: &Region,
    around: u32,
    tables: &mut Tables,
    draft: &Draft,
) -> Vec<Crossing> {
    let mut owners = Owners::new(region, around, tables, draft);
    let order = order_entries(&mut owners);
    owners.routed(&order).collect()
}

/// Facts about the edges from outside into the multi-entry loops of a region.
pub(super) struct Outside {
    /// By place: the weight of the edges from outside, if the place is an entry.
    heat: Vec<u64>,
    /// By loop: the place that all edges from outside leave, if there is only one and its decision
    /// may replace the label.
    selectors: Vec<Option<u32>>,
}

impl Outside {
    pub(super) fn new(region: &Region, tables: &Tables, draft: &Draft) -> Outside {
        let mut outside = Outside {
            heat: alloc::vec![0; region.len()],
            selectors: alloc::vec![None; region.loops().len()],
        };
        let mut several = alloc::vec![false; region.loops().len()];
        for from in 0..region.len() as u32 {
            for link in region.links(from) {
                if let Some(around) = region.within(link.to)
                    && Some(around) != region.within(from)
                {
                    debug_assert_ne!(tables.number(link.to), None, "loops are entered at entries");
                    outside.heat[link.to as usize] += u64::from(draft.weight(link.edge));
                    let selector = &mut outside.selectors[around as usize];
                    several[around as usize] |= selector.is_some_and(|other| other != from);
                    *selector = Some(from);
                }
            }
        }
        for (around, selector) in (0..).zip(&mut outside.selectors) {
            *selector = selector.filter(|&from| {
                let block = region.block(from);
                let links = region.links(from).iter();
                !several[around as usize]
                    && !region.loops()[around as usize].is_divided()
                    && draft.may_select(block)
                    && links.clone().map(|link| link.edge).eq(draft.edges(block))
                    && links
                        .clone()
                        .all(|link| region.within(link.to) == Some(around))
            });
        }
        outside
    }
}

/// A loop that is given a dispatcher.
pub(super) struct Given<'a> {
    pub(super) region: &'a Region,
    pub(super) around: u32,
    pub(super) ways_in: &'a [Link],
    /// The edges inside the loop that must go through the dispatcher.
    pub(super) routed: &'a [Crossing],
}

impl Given<'_> {
    /// Makes the dispatcher, redirects the edges to it, and gives the region below it, unless all
    /// blocks of the loop are entries. Then no loops but self loops are left, since the remaining
    /// edges between entries ascend in the order.
    pub(super) fn dispatcher(
        &self,
        tables: &Tables,
        outside: &Outside,
        draft: &mut Draft,
    ) -> Option<Below> {
        let entries = &self.region.loops()[self.around as usize].entries;
        let mut heat: Vec<u64> = entries
            .iter()
            .map(|&at| outside.heat[at as usize])
            .collect();
        for crossing in self.routed {
            heat[crossing.to as usize] += u64::from(crossing.weight);
        }
        let selected = outside.selectors[self.around as usize].is_some();
        let number = |link: &Link| {
            let number = tables.number(link.to);
            number.expect("loops are entered at entries")
        };
        let targets = if selected {
            self.ways_in.iter().map(number).collect()
        } else {
            hottest_first(&heat)
        };
        // Every entry has an arm.
        let mut arms = alloc::vec![0; entries.len()];
        for (arm, &entry) in targets.iter().enumerate().rev() {
            arms[entry as usize] = arm as u32;
        }
        let block = draft.add_dispatcher((0..).zip(&targets).map(|(arm, &entry)| {
            let first = arms[entry as usize] == arm;
            let target = self.region.block(entries[entry as usize]);
            (target, if first { heat[entry as usize] } else { 0 })
        }));
        for crossing in self.routed {
            draft.route(crossing.edge, block, arms[crossing.to as usize]);
        }
        for (slot, link) in (0..).zip(self.ways_in) {
            let arm = arms[number(link) as usize];
            draft.route(link.edge, block, if selected { slot } else { arm });
        }
        self.below(block)
    }

    fn below(&self, dispatcher: BlockId) -> Option<Below> {
        let members = self.region.members(self.around);
        let entries = &self.region.loops()[self.around as usize].entries;
        let below = members.iter().map(|&at| self.region.block(at));
        (members.len() > entries.len()).then(|| Below {
            blocks: core::iter::once(dispatcher).chain(below).collect(),
            ways_in: Vec::new(),
        })
    }
}

/// Lists the entries, beginning with one of the greatest heat.
fn hottest_first(heat: &[u64]) -> Vec<u32> {
    let mut entries: Vec<u32> = (0..heat.len() as u32).collect();
    let hottest = (entries.iter().copied().rev())
        .max_by_key(|&entry| heat[entry as usize])
        .expect("a multi-entry loop has entries");
    entries[..=hottest as usize].rotate_right(1);
    entries
}
