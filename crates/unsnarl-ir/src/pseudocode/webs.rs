//! Webs: values that are one variable, so that edges need not copy between them.
//!
//! *Needs:* where instructions are written, and where values are [live](super::live).
//! *Gives:* [`Webs`].
//! *Cost:* near-linear: operands of phis, and segments times the square of a logarithm.
//! *Source:* the copies of phis are inserted first and then coalesced; two values may be one
//! variable if they are never live at once \[Boissinot09\], \[Sreedhar99\].
//! *Departs:* copies are on edges, where all of them happen at once, so a value that only an edge
//! reads does not interfere with the phis that the edge sets. Not every copy that could be removed
//! is removed: names of the source decide.
//!
//! ```text
//! l:                                          l:
//!   i = phi [0, e], [i.next, l]
//!   a[i] = 0                                    a[i] = 0
//!   i.next = i + 1                      ->      i = i + 1
//!   if i.next != n goto l (i = i.next)          if i != n goto l
//! ```
//!
//! 1. Values of different variables of the source stay apart, unless the copy would be on a back
//!    edge: there it would come between a loop and its condition.
//! 2. In a function with calls that return twice no values are joined: a value that is live at such
//!    a call stays live until the function returns, since it may be read after another return.
//! 3. A value that only one edge out of a branch reads is computed on that edge, unless the edge
//!    jumps back or leaves a loop.

use std::collections::BTreeMap;

use super::effect::{Effect, effect_of, returns_twice};
use super::flow::Flow;
use super::live::Live;
use super::uses::Uses;
use super::variables::Variables;
use crate::debug::LocalVariableId;
use crate::function::{Definition, Function};
use crate::id::{BlockId, Id, IdMap, ValueId};
use crate::inst::Operand;
use crate::module::Module;
use crate::types::Type;
use unsnarl::Segments;

/// The values that share variables.
pub(super) struct Webs {
    /// By value: the first value of its web.
    first: IdMap<ValueId, ValueId>,
    /// By first value: the values of each web of more than one, ascending.
    members: BTreeMap<ValueId, Vec<ValueId>>,
}

impl Webs {
    pub(super) fn find(
        module: &Module,
        function: &Function,
        variables: &Variables,
        uses: &Uses,
        flow: &Flow,
        live: &mut Live<'_>,
    ) -> Self {
        let mut joiner = Joiner::new(function, variables, live);
        if function
            .blocks
            .keys()
            .any(|block| returns_twice(module, function, block))
        {
            return joiner.webs();
        }
        let mut copies = copies(module, function, uses, flow);
        copies.retain(|copy| variables.at(function, Operand::Value(copy.from)).is_none());
        for goes_back in [true, false] {
            for copy in copies.iter().filter(|copy| copy.goes_back == goes_back) {
                joiner.join(copy.to, copy.from, Sources::Alike);
            }
        }
        for copy in copies.iter().filter(|copy| copy.goes_back) {
            joiner.join(copy.to, copy.from, Sources::Any);
        }
        joiner.webs()
    }

    /// Gives the first value of the web that a value is in.
    pub(super) fn first(&self, value: ValueId) -> ValueId {
        self.first[value]
    }

    /// Gives the values of a web, by its first one.
    pub(super) fn members(&self, first: ValueId) -> &[ValueId] {
        self.members.get(&first).map_or(&[], Vec::as_slice)
    }

    /// Tells whether a value shares a variable with others.
    pub(super) fn is_shared(&self, value: ValueId) -> bool {
        self.members.contains_key(&self.first[value])
    }
}

/// A value that edges copy to a phi.
struct EdgeCopy {
    to: ValueId,
    from: ValueId,
    goes_back: bool,
}

/// The copies that may be removed, in the order of their target blocks.
fn copies(module: &Module, function: &Function, uses: &Uses, flow: &Flow) -> Vec<EdgeCopy> {
    let mut copies = Vec::new();
    for &block in flow.order() {
        for phi in &function.blocks[block].phis {
            if *module.types.get(function.value_type(phi.result)) == Type::Token {
                continue;
            }
            for &(before, operand) in &phi.incoming {
                let Operand::Value(from) = operand else {
                    continue;
                };
                let is_reached = flow.place(before).is_some();
                if is_reached && !is_on_edge(module, function, uses, flow, from, (before, block)) {
                    copies.push(EdgeCopy {
                        to: phi.result,
                        from,
                        goes_back: flow.goes_back(before, block),
                    });
                }
            }
        }
    }
    copies
}

/// Tells whether a value is computed on the only edge that reads it.
fn is_on_edge(
    module: &Module,
    function: &Function,
    uses: &Uses,
    flow: &Flow,
    value: ValueId,
    (from, to): (BlockId, BlockId),
) -> bool {
    let Definition::Inst(inst) = function.values[value].definition else {
        return false;
    };
    effect_of(module, &function.insts[inst]) == Effect::None
        && uses.single(value).is_some()
        && function.blocks[from].terminator.successor_count() > 1
        && !flow.goes_back(from, to)
        && !flow.leaves_loop(from, to)
}

/// Whether values of different variables of the source may be joined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sources {
    Alike,
    Any,
}

struct Joiner<'l, 'a> {
    live: &'l mut Live<'a>,
    parent: IdMap<ValueId, ValueId>,
    /// By value; for a web, the entry of its first value counts.
    source: IdMap<ValueId, Option<LocalVariableId>>,
    /// By the first value of a web: where it is live; only for values inspected so far.
    segments: BTreeMap<ValueId, Option<Segments>>,
}

impl<'l, 'a> Joiner<'l, 'a> {
    fn new(function: &Function, variables: &Variables, live: &'l mut Live<'a>) -> Self {
        let values: Vec<ValueId> = function.values.keys().collect();
        let sources: Vec<_> = values
            .iter()
            .map(|&value| variables.source(value))
            .collect();
        Joiner {
            live,
            parent: IdMap::from_values(values),
            source: IdMap::from_values(sources),
            segments: BTreeMap::new(),
        }
    }

    fn first(&mut self, value: ValueId) -> ValueId {
        let mut first = value;
        while self.parent[first] != first {
            self.parent[first] = self.parent[self.parent[first]];
            first = self.parent[first];
        }
        first
    }

    /// Joins the webs of two values if they are never live at once.
    fn join(&mut self, left: ValueId, right: ValueId, sources: Sources) {
        let (left, right) = (self.first(left), self.first(right));
        let is_other =
            |left: Option<_>, right: Option<_>| left.is_some() && right.is_some() && left != right;
        let differ = is_other(self.source[left], self.source[right]);
        if left == right || differ && sources == Sources::Alike {
            return;
        }
        for value in [left, right] {
            let live = &mut self.live;
            self.segments
                .entry(value)
                .or_insert_with(|| live.segments(value));
        }
        let (Some(Some(own)), Some(Some(other))) =
            (self.segments.get(&left), self.segments.get(&right))
        else {
            return;
        };
        if own.overlap(other) {
            return;
        }
        let (first, second) = (left.min(right), left.max(right));
        let taken = self.segments.remove(&second).flatten();
        if let (Some(Some(own)), Some(taken)) = (self.segments.get_mut(&first), taken) {
            own.absorb(taken);
        }
        self.source[first] = self.source[left].or(self.source[right]);
        self.parent[second] = first;
    }

    fn webs(mut self) -> Webs {
        let mut first = IdMap::new();
        let mut members: BTreeMap<ValueId, Vec<ValueId>> = BTreeMap::new();
        for index in 0..self.parent.len() {
            let value = ValueId::new(index);
            let own = self.first(value);
            first.push(own);
            if own != value {
                members.entry(own).or_insert_with(|| vec![own]).push(value);
            }
        }
        Webs { first, members }
    }
}
