//! The simplest program of a small reducible graph, found by trying all layouts.
//!
//! *Needs:* a reducible graph of a few blocks. *Gives:* [`optimum`]: the lexicographically least
//! (scopes, jumps, depth). *Cost:* exponential; seven blocks take a moment.
//!
//! A *layout* is a list of items: a block, after it perhaps the bracket of its decision, whose arms
//! are lists of their own, or a loop. The rules of a layout:
//!
//! - a loop contains exactly its own blocks, begins with its header, and nothing else repeats;
//! - an arm holds any blocks that only the arm's edge leads to from outside, or none;
//! - the order within a list is any topological order of the forward edges.
//!
//! Every program that copies no block, stores no label, and keeps loops apart from what follows
//! them is such a layout with scopes. The layout determines its scopes: a block needs one unless
//! every jump to it is either fall-through or inside the bracket right before it. A scope opens at
//! the item with the first such jump, or further out where it would cross another.

use std::collections::BTreeMap;
use std::rc::Rc;
use unsnarl::analysis::{Loops, Order};
use unsnarl::{BlockId, Cfg, Id, LoopId};

/// What a program costs: scopes first, then jumps, then depth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Cost {
    /// The scopes.
    pub scopes: usize,
    /// The jumps, back to the start of loops included.
    pub jumps: usize,
    /// How deep brackets nest.
    pub depth: usize,
}

/// Finds the least cost of a layout of a reducible graph with at most 16 blocks.
///
/// Nothing if there are more than `most` layouts of some part.
pub fn optimum(cfg: &Cfg, most: usize) -> Option<Cost> {
    Some(simplest(cfg, most)?.0)
}

/// Finds the least cost of a layout, as [`optimum`] does, and shows the first layout of that cost:
/// a decision with its arms in braces, a loop in brackets.
pub fn simplest(cfg: &Cfg, most: usize) -> Option<(Cost, String)> {
    let order = Order::new(cfg);
    let loops = Loops::new(cfg, &order);
    let all = order
        .blocks()
        .iter()
        .fold(0, |set, &block| set | bit(block));
    let mut search = Search {
        cfg,
        loops,
        reached: all,
        most,
        known: BTreeMap::new(),
    };
    let layouts = search.lists(cfg.entry(), all, None)?;
    let costs = layouts.iter().map(|list| (cost(&search, list), list));
    let (cost, best) = costs.min_by_key(|&(cost, _)| cost)?;
    Some((cost, show(best)))
}

fn show(list: &[Item]) -> String {
    let item = |item: &Item| match item {
        Item::Run(block) => format!("b{}", block.index()),
        Item::Decide(_, arms) => {
            let arm = |(target, list): &(BlockId, List)| match list.as_slice() {
                [] => format!("-> b{}", target.index()),
                list => show(list),
            };
            format!(
                "{{{}}}",
                arms.iter().map(arm).collect::<Vec<_>>().join(" | ")
            )
        }
        Item::Loop(_, body) => format!("[{}]", show(body)),
    };
    list.iter().map(item).collect::<Vec<_>>().join(" ")
}

/// A set of blocks.
type Set = u32;

fn bit(block: BlockId) -> Set {
    1 << block.index()
}

fn members(set: Set) -> impl Iterator<Item = BlockId> {
    (0..32)
        .filter(move |index| set & (1 << index) != 0)
        .map(BlockId::new)
}

/// A list of items, shared between the layouts that contain it.
type List = Rc<Vec<Item>>;

#[derive(Clone)]
enum Item {
    Run(BlockId),
    /// The bracket of a decision: its targets, with what is nested in the arm of each.
    Decide(BlockId, Vec<(BlockId, List)>),
    /// A loop, by its header.
    Loop(BlockId, List),
}

struct Search<'c> {
    cfg: &'c Cfg,
    loops: Loops,
    reached: Set,
    most: usize,
    /// The lists that begin with a block and hold a set; those in the loop of the block are kept
    /// apart.
    known: BTreeMap<(BlockId, Set, bool), Vec<List>>,
}

impl Search<'_> {
    /// Gives every list of exactly the blocks in `set` that begins with `first`; `inside` is the
    /// loop of `first` if that is open already.
    fn lists(&mut self, first: BlockId, set: Set, inside: Option<LoopId>) -> Option<Vec<List>> {
        let key = (first, set, inside.is_some());
        if let Some(known) = self.known.get(&key) {
            return Some(known.clone());
        }
        let own = self.own_loop(first);
        let mut made = Vec::new();
        match own.filter(|_| inside.is_none()) {
            Some(id) => {
                let body = members(set).filter(|&block| self.loops.contains(id, block));
                let body = body.fold(0, |body, block| body | bit(block));
                let rest = self.rests(set & !body)?;
                for body in self.lists(first, body, Some(id))? {
                    for rest in &rest {
                        made.push(joined(&[Item::Loop(first, body.clone())], rest));
                    }
                }
            }
            None => {
                for (head, used) in self.heads(first, set)? {
                    for rest in self.rests(set & !used)? {
                        made.push(joined(&head, &rest));
                    }
                }
            }
        }
        if made.len() > self.most {
            return None;
        }
        self.known.insert(key, made.clone());
        Some(made)
    }

    /// Gives every list of exactly the blocks in `set`, whichever comes first.
    fn rests(&mut self, set: Set) -> Option<Vec<List>> {
        if set == 0 {
            return Some(vec![Rc::new(Vec::new())]);
        }
        let mut made = Vec::new();
        for first in members(set) {
            let waits = members(set & !bit(first))
                .any(|from| self.targets(from).contains(&first) && !self.is_back(from, first));
            if !waits {
                made.extend(self.lists(first, set, None)?);
            }
        }
        Some(made)
    }

    /// Gives every nesting of items in the arms of a block's decision, with the set of blocks that
    /// it uses.
    fn heads(&mut self, block: BlockId, set: Set) -> Option<Vec<(Vec<Item>, Set)>> {
        let targets = self.targets(block);
        if targets.len() < 2 {
            return Some(vec![(vec![Item::Run(block)], bit(block))]);
        }
        let mut heads: Vec<(Vec<(BlockId, List)>, Set)> = vec![(Vec::new(), bit(block))];
        for &target in &targets {
            let mut next = Vec::new();
            for (arms, used) in heads {
                let mut with = |list: List, held: Set| {
                    let mut arms = arms.clone();
                    arms.push((target, list));
                    next.push((arms, used | held));
                };
                with(Rc::new(Vec::new()), 0);
                let free = set & !used;
                for held in subsets(free).filter(|held| held & bit(target) != 0) {
                    if self.is_closed(block, target, held) {
                        for list in self.lists(target, held, None)? {
                            with(list, held);
                        }
                    }
                }
            }
            heads = next;
            if heads.len() > self.most {
                return None;
            }
        }
        let item = |(arms, used)| (vec![Item::Run(block), Item::Decide(block, arms)], used);
        Some(heads.into_iter().map(item).collect())
    }

    /// Tells whether the edge from `block` to `target` is the only one into a set from outside.
    fn is_closed(&self, block: BlockId, target: BlockId, held: Set) -> bool {
        members(self.reached).all(|from| {
            held & bit(from) != 0
                || self
                    .targets(from)
                    .iter()
                    .all(|&to| held & bit(to) == 0 || (from, to) == (block, target))
        })
    }

    /// Gives the different targets of a block's arms.
    fn targets(&self, block: BlockId) -> Vec<BlockId> {
        let mut targets = Vec::new();
        for &to in self.cfg.successors(block) {
            if !targets.contains(&to) {
                targets.push(to);
            }
        }
        targets
    }

    fn own_loop(&self, block: BlockId) -> Option<LoopId> {
        self.loops
            .innermost(block)
            .filter(|&id| self.loops.header(id) == block)
    }

    /// Counts the jump that an edge takes, unless control flows there; tells whether it leads
    /// forward.
    fn jumps(&self, from: BlockId, to: BlockId, flow: Option<BlockId>, cost: &mut Cost) -> bool {
        let is_back = self.is_back(from, to);
        let is_jump = is_back || flow != Some(to);
        cost.jumps += usize::from(is_jump);
        is_jump && !is_back
    }

    /// Tells whether an edge leads back to the header of a loop around its source.
    fn is_back(&self, from: BlockId, to: BlockId) -> bool {
        self.own_loop(to)
            .is_some_and(|id| self.loops.contains(id, from))
    }
}

fn subsets(set: Set) -> impl Iterator<Item = Set> {
    let mut next = Some(set);
    std::iter::from_fn(move || {
        let subset = next?;
        next = (subset != 0).then(|| (subset - 1) & set);
        Some(subset)
    })
}

fn joined(head: &[Item], rest: &[Item]) -> List {
    Rc::new(head.iter().chain(rest).cloned().collect())
}

/// Where control goes at the end of a list: the first block of an item.
fn cost(search: &Search<'_>, list: &List) -> Cost {
    let mut cost = Cost::default();
    (cost.depth, _) = measure(search, list, None, &mut cost);
    cost
}

/// Gives the depth of a list and its jumps out of it. `next` is the block to which control flows at
/// its end.
fn measure(
    search: &Search<'_>,
    list: &[Item],
    next: Option<BlockId>,
    cost: &mut Cost,
) -> (usize, Vec<BlockId>) {
    let mut depths = Vec::with_capacity(list.len());
    // By item: the blocks to which it jumps.
    let mut jumps: Vec<Vec<BlockId>> = Vec::with_capacity(list.len());
    for (at, item) in list.iter().enumerate() {
        let flow = list.get(at + 1).map(first_block).or(next);
        let (depth, out) = match item {
            Item::Run(block) => {
                let target = match search.targets(*block).as_slice() {
                    [only] => Some(*only),
                    _ => None,
                };
                let forward = target.filter(|&target| search.jumps(*block, target, flow, cost));
                (0, forward.into_iter().collect())
            }
            Item::Decide(block, arms) => {
                let mut deepest = 0;
                let mut out = Vec::new();
                for (target, arm) in arms {
                    if arm.is_empty() {
                        let forward = search.jumps(*block, *target, flow, cost);
                        out.extend(forward.then_some(*target));
                    } else {
                        let (depth, jumps) = measure(search, arm, flow, cost);
                        deepest = deepest.max(depth);
                        out.extend(jumps);
                    }
                }
                (deepest + 1, out)
            }
            Item::Loop(_, body) => {
                let (depth, jumps) = measure(search, body, flow, cost);
                (depth + 1, jumps)
            }
        };
        depths.push(depth);
        jumps.push(out);
    }
    place(list, &mut depths, &jumps, &mut cost.scopes);
    let here: Vec<BlockId> = list.iter().map(first_block).collect();
    let mut out = jumps.concat();
    out.retain(|target| !here.contains(target));
    (depths.into_iter().max().unwrap_or(0), out)
}

fn first_block(item: &Item) -> BlockId {
    match item {
        Item::Run(block) | Item::Loop(block, _) | Item::Decide(block, _) => *block,
    }
}

/// Adds the scopes of one list: counts them, and increases the depth of their contents.
fn place(list: &[Item], depths: &mut [usize], jumps: &[Vec<BlockId>], scopes: &mut usize) {
    let mut placed: Vec<(usize, usize)> = Vec::new();
    for (end, item) in list.iter().enumerate() {
        if let Item::Decide(..) = item {
            continue;
        }
        let target = first_block(item);
        let from: Vec<usize> = (0..end).filter(|&at| jumps[at].contains(&target)).collect();
        let Some(&first) = from.first() else { continue };
        let bracket = end > 0 && !matches!(list[end - 1], Item::Run(_));
        if bracket && first == end - 1 {
            continue;
        }
        let crossed = placed
            .iter()
            .filter(|(start, last)| *start < first && first < *last);
        let start = crossed.map(|(start, _)| *start).fold(first, usize::min);
        placed.push((start, end));
        *scopes += 1;
        depths[start..end].iter_mut().for_each(|depth| *depth += 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unsnarl::text::{Notation, read};

    #[track_caller]
    fn check(graph: &str, scopes: usize, jumps: usize, depth: usize) {
        let named = read(graph, Notation::Cfg).expect("the graph is well written");
        assert_eq!(
            optimum(&named.cfg, 100_000),
            Some(Cost {
                scopes,
                jumps,
                depth
            }),
            "{graph}"
        );
    }

    #[test]
    fn the_best_layout_is_found() {
        check("a -> return", 0, 0, 0);
        check("a -> b | c\nb -> c\nc -> return", 0, 0, 1);
        check(
            "a -> b | c\nb -> d\nd -> b | e\nc -> e\ne -> return",
            0,
            1,
            3,
        );
        check(
            "a -> switch b c d | e\nb -> c\nc -> d\nd -> e\ne -> return",
            2,
            2,
            3,
        );
        // Two guards before one exit: one scope, in any layout.
        check(
            "a -> b | x\nb -> c | x\nc -> y\nx -> y\ny -> return",
            1,
            1,
            3,
        );
        check("a -> a | b\nb -> return", 0, 1, 2);
    }
}
