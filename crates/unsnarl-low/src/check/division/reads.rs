//! What is read after the call of a part, and which register that is.
//!
//! *Needs:* what each return of a part has set. *Gives:* [`Reads`], by the register that reads the
//! register that was set.
//! *Cost:* linear in what is set and read; for each reading that several registers may be meant by,
//! those are looked through.
//!
//! A reading is the register *r* that was set, at a use in another block, if both are the same
//! there each time. Let *d* be the block that defines *r*, which dominates the use; that is checked
//! in what is joined. The rule is: each return from the part that leads to a block that *d*
//! dominates has set the reading to *r*. For let a return lead to the use without passing the call
//! again. Either *d* dominates where it leads, and the return has set *r*; or else *d* is passed
//! after it. But *d* is in the part, which is entered by the call only, or before the call, and
//! then a way from *d* to the use passes the call, since the call dominates the use. So this is not
//! the last return before the use. In the same way *r* is not defined again after the return.
//!
//! What a block sets that does nothing else, and returns from a part, is used [where that
//! leads](Graph::lead): *d* must dominate that, too, and a return from an inner part leads there.
//! If
//! *d* does not, nothing can be meant, and the variable holds nothing that is known.
//!
//! A return that leads out of the function, by blocks with single edges, is exempt from the rule
//! unless the use is in one of these.

use std::collections::{BTreeSet, HashMap, HashSet};

use foldhash::fast::FixedState;
use unsnarl::BlockId;

use super::graph::Graph;
use super::normal::vector_of;
use crate::machine::{Function, Reg};
use crate::symbol::Symbol;

/// What is read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Key {
    /// The result of the call.
    Result,
    Variable(Symbol),
    /// A vector of two lanes.
    Lanes(Symbol, Symbol),
}

/// A register that reads.
#[derive(Clone, Debug)]
pub(super) struct Read {
    /// The part whose call it follows.
    pub(super) part: usize,
    pub(super) key: Key,
    /// The function and block that it is in.
    pub(super) place: (usize, BlockId),
    /// The registers that it may be, by the returns so far, of which so many were looked at.
    may_be: Vec<Reg>,
    seen: usize,
    /// The registers that uses in other blocks take it for.
    taken: Vec<Taken>,
}

/// A register that a reading is taken for.
#[derive(Clone, Debug)]
struct Taken {
    reg: Reg,
    /// The blocks of uses from which single edges lead out of the function.
    last: BTreeSet<BlockId>,
}

/// What was set at one place.
#[derive(Clone, Debug, Default)]
pub(super) struct Set {
    pub(super) result: Option<Reg>,
    pub(super) variables: HashMap<Symbol, Reg, FixedState>,
}

impl Set {
    /// What reads as a key.
    pub(super) fn get(&self, joined: &Function, key: Key) -> Option<Reg> {
        let variable = |symbol| self.variables.get(&symbol).copied();
        match key {
            Key::Result => self.result,
            Key::Variable(symbol) => variable(symbol),
            Key::Lanes(low, high) => vector_of(joined, variable(low)?, variable(high)?),
        }
    }
}

/// The returns of a part.
#[derive(Clone, Debug, Default)]
struct Returns {
    /// The block that each leads to, behind those that only set variables; none if it leaves the
    /// function.
    to: Vec<Option<BlockId>>,
    /// By return, in order.
    results: Vec<(usize, Reg)>,
    variables: HashMap<Symbol, Vec<(usize, Reg)>, FixedState>,
}

impl Returns {
    /// What returns have set that reads as a key, from a number of those on that set something.
    fn set<'a>(
        &'a self,
        joined: &'a Function,
        key: Key,
        from: usize,
    ) -> impl Iterator<Item = (usize, Reg)> + 'a {
        let variable = |symbol| self.variables.get(&symbol).map_or(&[][..], Vec::as_slice);
        let (own, high) = match key {
            Key::Result => (&self.results[..], None),
            Key::Variable(symbol) => (variable(symbol), None),
            Key::Lanes(low, high) => (variable(low), Some(variable(high))),
        };
        own[from..].iter().filter_map(move |&(index, reg)| {
            let Some(highs) = high else {
                return Some((index, reg));
            };
            let at = highs
                .binary_search_by_key(&index, |&(index, _)| index)
                .ok()?;
            Some((index, vector_of(joined, reg, highs[at].1)?))
        })
    }

    /// How many returns have set what reads as a key, or its first lane.
    fn count(&self, key: Key) -> usize {
        match key {
            Key::Result => self.results.len(),
            Key::Variable(symbol) | Key::Lanes(symbol, _) => {
                self.variables.get(&symbol).map_or(0, Vec::len)
            }
        }
    }
}

/// All readings, and what was set for them.
#[derive(Debug)]
pub(super) struct Reads {
    all: Vec<Read>,
    /// By part.
    returns: Vec<Returns>,
}

impl Reads {
    pub(super) fn new(parts: usize) -> Self {
        Reads {
            all: Vec::new(),
            returns: vec![Returns::default(); parts],
        }
    }

    /// Adds a reading, and gives its number.
    pub(super) fn add(&mut self, part: usize, key: Key, place: (usize, BlockId)) -> usize {
        self.all.push(Read {
            part,
            key,
            place,
            may_be: Vec::new(),
            seen: 0,
            taken: Vec::new(),
        });
        self.all.len() - 1
    }

    pub(super) fn get(&self, number: usize) -> &Read {
        &self.all[number]
    }

    /// Notes what was set when a part returned, and the block that this leads to.
    pub(super) fn returned(&mut self, part: usize, to: Option<BlockId>, set: &Set) {
        let returns = &mut self.returns[part];
        let index = returns.to.len();
        returns.to.push(to);
        returns.results.extend(set.result.map(|reg| (index, reg)));
        for (&symbol, &reg) in &set.variables {
            let all = returns.variables.entry(symbol).or_default();
            all.push((index, reg));
        }
    }

    /// The register that a reading is in a block, if it is one: to be [justified](Reads::stale)
    /// when all returns are known. Of several that can be read there, the one defined last.
    pub(super) fn take(
        &mut self,
        number: usize,
        block: BlockId,
        joined: &Joined,
        graph: &Graph,
    ) -> Option<Reg> {
        let read = &mut self.all[number];
        let returns = &self.returns[read.part];
        for (_, reg) in returns.set(&joined.function, read.key, read.seen) {
            // Mostly all returns set the same.
            if !read.may_be.contains(&reg) {
                read.may_be.push(reg);
            }
        }
        read.seen = returns.count(read.key);
        let lead = graph.lead(block);
        let comes = |reg: &&Reg| {
            let home = joined.home(**reg);
            [block, lead]
                .iter()
                .all(|&to| graph.dominators.dominates(home, to))
        };
        let known = read.may_be.iter().filter(comes);
        let &reg = known.max_by_key(|&&reg| graph.place(joined.home(reg)))?;
        let place = read.taken.iter().position(|taken| taken.reg == reg);
        let place = place.unwrap_or_else(|| {
            let last = BTreeSet::new();
            read.taken.push(Taken { reg, last });
            read.taken.len() - 1
        });
        if graph.out(lead).is_some() {
            read.taken[place].last.insert(lead);
        }
        Some(reg)
    }

    /// The first reading that was taken for a register that is not the same.
    pub(super) fn stale(&self, joined: &Joined, graph: &Graph) -> Option<&Read> {
        let returns = self.returns.iter();
        let leading: Vec<Leading> = returns.map(|own| Leading::new(own, graph)).collect();
        self.all.iter().find(|read| {
            if read.taken.is_empty() {
                return false;
            }
            let returns = &self.returns[read.part];
            read.taken.iter().any(|taken| {
                let mut brings = HashSet::new();
                for (index, reg) in returns.set(&joined.function, read.key, 0) {
                    if reg == taken.reg {
                        brings.insert(index);
                    }
                }
                let home = joined.home(taken.reg);
                let mut bound = leading[read.part].bound(taken, home, graph);
                !bound.all(|index| brings.contains(&index))
            })
        })
    }
}

/// Where the returns of a part lead.
struct Leading {
    /// The places of those that go on, and their numbers, in order.
    on: Vec<(usize, usize)>,
    /// By block from which single edges lead out of the function: the places of those that lead
    /// there, and their numbers, in order.
    out: Vec<(usize, usize, BlockId)>,
}

impl Leading {
    fn new(returns: &Returns, graph: &Graph) -> Self {
        let mut leading = Leading {
            on: Vec::new(),
            out: Vec::new(),
        };
        for (index, &to) in returns.to.iter().enumerate() {
            let Some(to) = to else {
                continue;
            };
            match graph.out(to) {
                Some(out) => leading.out.push((out.start, index, to)),
                None => leading.on.push((graph.place(to), index)),
            }
        }
        leading.on.sort_unstable();
        leading.out.sort_unstable();
        leading
    }

    /// The returns that must bring a register that a block defines.
    fn bound<'a>(
        &'a self,
        taken: &'a Taken,
        home: BlockId,
        graph: &'a Graph,
    ) -> impl Iterator<Item = usize> + 'a {
        let below = graph.below(home);
        let start = self.on.partition_point(|&(place, _)| place < below.start);
        let on = self.on[start..].iter();
        let on = on.take_while(move |(place, _)| *place < below.end);
        let out = taken.last.iter().flat_map(move |&last| {
            let to_last = graph.out(last).unwrap_or_default();
            let start = self.out.partition_point(|out| out.0 < to_last.start);
            let own = self.out[start..].iter();
            let own = own.take_while(move |out| out.0 < to_last.end);
            own.filter(move |out| graph.dominators.dominates(home, out.2))
        });
        on.map(|&(_, index)| index).chain(out.map(|out| out.1))
    }
}

/// What is joined so far.
#[derive(Debug)]
pub(super) struct Joined {
    pub(super) function: Function,
    /// By register: the block that defines it, or the entry.
    homes: Vec<BlockId>,
}

impl Joined {
    pub(super) fn new(function: Function) -> Self {
        Joined {
            function,
            homes: Vec::new(),
        }
    }

    /// The block that defines a register; the entry for what no block does.
    fn home(&self, reg: Reg) -> BlockId {
        let home = self.homes.get(reg.index());
        home.copied().unwrap_or(self.function.order()[0])
    }

    /// Says which block defines a register.
    pub(super) fn set_home(&mut self, reg: Reg, block: BlockId) {
        if self.homes.len() <= reg.index() {
            self.homes.resize(reg.index() + 1, self.function.order()[0]);
        }
        self.homes[reg.index()] = block;
    }
}
