//! The proof that a rewritten graph is the graph of the source, up to copies, bypasses and
//! inside-blocks.
//!
//! *Needs:* a function, the graph that rewrites made from it, and the [`Provenance`] that they
//! claim.
//! *Gives:* [`Folded`], the counts of folded blocks and edges, or the [`Violation`].
//! *Cost:* linear in the two graphs, except for logarithms.
//! *Limits:* only control flow is compared. The computations of blocks are not, nor the flow of
//! control inside a block. For a decision that is [divided](Provenance::is_divided) over several
//! blocks, it is not checked which target is taken when, only that each of its targets can be
//! reached and nothing else.
//!
//! It knows none of the rewrites. A walk from the entry follows the blocks that begin a block of
//! the source, each with the blocks inside it:
//!
//! | rule | condition |
//! |---|---|
//! | Q1 | each block has a role, and the block that the role names exists |
//! | Q2 | the entry begins the entry of the source |
//! | Q3 | the blocks inside a block are entered from there only, and finally leave it |
//! | Q4 | a block ends like its source: the same exit, and the same targets slot for slot |
//! | Q5 | where a block ends as a copy of another one, its source only jumps there |
//! | Q6 | an edge that leads past an empty block leads to the only target of that block |
//! | Q7 | a block that forwards is empty and jumps to the block that it names, or to another that forwards there |
//! | Q8 | a divided decision was a switch, and its blocks lead to all of its targets and to no other block |
//! | Q9 | where landing pads are claimed to be [gone](Provenance::has_calls), a block that ends as an `invoke` which unwinds to one jumps to the normal target |
//! | Q10 | a block that ends as an `invoke` which unwinds to a funclet may divide the unwinding edge over several slots after the first, one for each caught exception; as a `cleanupret` to a block, over all its slots; as a `catchswitch`, whose handlers and target are its slots, it may jump or branch, and two copies of one may go to the handler and to the target |
//!
//! By Q2 and Q4 to Q10 every path of the rewritten graph is a path of the source, without the
//! blocks of Q6 and Q7. Conversely, every path of the source that takes no edge to a landing pad of
//! Q9 is a path of the rewritten graph. The quotient cannot know whether such an edge can be taken:
//! that depends on whether the target has exceptions. [`Folded::unwinds`] counts these edges.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use unsnarl::{Cfg, Exit};

use crate::function::Function;
use crate::graph::exit_of;
use crate::id::{BlockId, Id};
use crate::provenance::{Provenance, Role};
use crate::terminator::Terminator;

/// The counts of folded blocks and edges that can be reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Folded {
    /// Copies: blocks that begin a block of the source which another block also begins, and blocks
    /// that end as a copy.
    pub copies: usize,
    /// Edges and blocks that only lead elsewhere.
    pub bypasses: usize,
    /// Blocks inside others.
    pub inside: usize,
    /// Edges to landing pads of the source that are gone.
    pub unwinds: usize,
    /// Calls from which a `longjmp` returns to a `setjmp`. The proof of the resolution counts them.
    pub jumps: usize,
}

/// The reason why the rewritten graph is not that of the source. Blocks are those of the rewritten
/// function, unless they are called `source`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// Q1: the number of roles differs from the number of blocks.
    Roles,
    /// Q1: the role of a block names a block that does not exist or does not begin a block of the
    /// source.
    Role(BlockId),
    /// Q2: the entry begins another block.
    Entry,
    /// Q3: an edge leads inside another block.
    Entered {
        /// The block that it leaves.
        from: BlockId,
        /// The block that it leads to.
        to: BlockId,
    },
    /// Q3: the end of the enclosing block cannot be reached from a block inside it.
    Trapped(BlockId),
    /// Q3: a block that is inside another one is not entered from it.
    Skipped(BlockId),
    /// Q3: the blocks inside a block leave it in several places, and its decision is not divided.
    Ends(BlockId),
    /// Q4, Q9 and Q10: a block does not end like its source.
    Exit {
        /// The block.
        block: BlockId,
        /// The block of the source like which it should end.
        source: BlockId,
    },
    /// Q4 and Q6: an edge has a wrong target.
    Edge {
        /// The block that it leaves.
        from: BlockId,
        /// Its slot.
        slot: usize,
        /// The block of the source to which it should lead.
        source: BlockId,
    },
    /// Q5: a block ends as a copy of a block that its source does not jump to.
    Tail(BlockId),
    /// Q7: a block that forwards is not empty, or has another target.
    Forward(BlockId),
    /// Q8: a divided decision was not a switch, or one of its targets is missing.
    Divided(BlockId),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roles => write!(
                f,
                "the number of roles differs from the number of blocks (Q1)"
            ),
            Self::Role(block) => write!(
                f,
                "the role of {block} does not name the beginning of a block (Q1)"
            ),
            Self::Entry => write!(f, "the entry does not begin the entry of the source (Q2)"),
            Self::Entered { from, to } => {
                write!(f, "{from} -> {to} leads inside another block (Q3)")
            }
            Self::Trapped(block) => write!(f, "{block} is inside a block and never leaves it (Q3)"),
            Self::Skipped(block) => {
                write!(f, "a block inside {block} is entered from elsewhere (Q3)")
            }
            Self::Ends(block) => write!(f, "{block} is left in several places (Q3)"),
            Self::Exit { block, source } => {
                write!(
                    f,
                    "{block} does not end like {source} of the source (Q4, Q9, Q10)"
                )
            }
            Self::Edge { from, slot, source } => {
                write!(
                    f,
                    "slot {slot} of {from} does not lead to {source} of the source (Q4, Q6)"
                )
            }
            Self::Tail(block) => {
                write!(
                    f,
                    "{block} ends as a copy of a block that its source does not jump to (Q5)"
                )
            }
            Self::Forward(block) => {
                write!(
                    f,
                    "{block} forwards, but is not empty or leads elsewhere (Q7)"
                )
            }
            Self::Divided(block) => {
                write!(
                    f,
                    "{block} does not divide a switch, or misses one of its targets (Q8)"
                )
            }
        }
    }
}

impl std::error::Error for Violation {}

/// Proves that the graph of a rewritten function is that of the source. `is_empty` tells whether a
/// block of the rewritten function is empty.
///
/// # Errors
/// The first violation on the walk.
pub fn quotient(
    source: &Function,
    rewritten: &Cfg,
    is_empty: impl Fn(BlockId) -> bool,
    provenance: &Provenance,
) -> Result<Folded, Violation> {
    let mut walk = Walk {
        source,
        rewritten,
        provenance,
        is_empty: &is_empty,
        seen: vec![false; rewritten.block_count()],
        starts: Vec::new(),
        inside: BTreeMap::new(),
        begun: vec![false; source.blocks.len()],
        folded: Folded::default(),
    };
    walk.check_roles()?;
    for block in rewritten.blocks() {
        if let Role::Inside(start) = provenance.role(block) {
            *walk.inside.entry(start).or_default() += 1;
        }
    }
    let entry = rewritten.entry();
    if provenance.role(entry) != Role::Copy(BlockId::new(0)) {
        return Err(Violation::Entry);
    }
    walk.visit(entry);
    while let Some(start) = walk.starts.pop() {
        walk.start(start)?;
    }
    Ok(walk.folded)
}

struct Walk<'a> {
    source: &'a Function,
    rewritten: &'a Cfg,
    is_empty: &'a dyn Fn(BlockId) -> bool,
    provenance: &'a Provenance,
    seen: Vec<bool>,
    /// The starts that are still to be walked.
    starts: Vec<BlockId>,
    /// For each start: the number of blocks inside it.
    inside: BTreeMap<BlockId, usize>,
    /// The blocks of the source that have been begun.
    begun: Vec<bool>,
    folded: Folded,
}

/// The only target of a terminator that does nothing but decide, if it has only one.
fn only_successor(terminator: &Terminator) -> Option<BlockId> {
    let (Terminator::Jump(_) | Terminator::Branch { .. } | Terminator::Switch { .. }) = terminator
    else {
        return None;
    };
    let mut successors = terminator.successors();
    let first = successors.next()?;
    successors.all(|next| next == first).then_some(first)
}

/// The due targets of an exit's slots, where the source's end unwinds to a funclet, or begins to
/// unwind, and the exit has another form (Q10).
fn caught(source: &Terminator, exit: Exit, slots: usize) -> Option<Vec<BlockId>> {
    match source {
        Terminator::Invoke(invoke) if exit == Exit::Switch && slots >= 2 => {
            let mut due = vec![invoke.unwind; slots];
            due[0] = invoke.normal;
            Some(due)
        }
        Terminator::CleanupReturn {
            unwind: Some(to), ..
        } if exit == Exit::Switch && slots >= 1 => Some(vec![*to; slots]),
        Terminator::CatchSwitch(_) => {
            let due: Vec<BlockId> = source.successors().collect();
            let has_form = matches!((exit, slots), (Exit::Jump, 1) | (Exit::Branch, 2));
            (has_form && due.len() == slots).then_some(due)
        }
        _ => None,
    }
}

/// Tells whether a block may be one of the two copies of a `catchswitch` with one handler, one of
/// which goes to the handler and the other one to the unwind target (Q10).
fn is_one_of_two(source: &Terminator, exit: Exit, slots: usize) -> bool {
    matches!(source, Terminator::CatchSwitch(_))
        && source.successor_count() == 2
        && (exit, slots) == (Exit::Jump, 1)
}

/// A block with all blocks inside it.
struct Region {
    blocks: Vec<BlockId>,
    /// By block: the slots that leave the region.
    leaving: BTreeMap<BlockId, Vec<usize>>,
    /// By block: its predecessors inside the region.
    predecessors: BTreeMap<BlockId, Vec<BlockId>>,
}

impl Walk<'_> {
    fn check_roles(&self) -> Result<(), Violation> {
        let (new, old) = (self.rewritten.block_count(), self.source.blocks.len());
        if self.provenance.len() != new {
            return Err(Violation::Roles);
        }
        let is_wrong = |&block: &BlockId| match self.provenance.role(block) {
            Role::Copy(source) | Role::Forward(source) => source.index() >= old,
            Role::Inside(start) => {
                start.index() >= new || !matches!(self.provenance.role(start), Role::Copy(_))
            }
        };
        match self.rewritten.blocks().find(is_wrong) {
            Some(block) => Err(Violation::Role(block)),
            None => Ok(()),
        }
    }

    fn visit(&mut self, start: BlockId) {
        if !std::mem::replace(&mut self.seen[start.index()], true) {
            self.starts.push(start);
        }
    }

    /// The targets of the slots of a block of the rewritten graph.
    fn targets(&self, block: BlockId) -> &[BlockId] {
        self.rewritten.successors(block)
    }

    /// Checks a block that begins a block of the source.
    fn start(&mut self, start: BlockId) -> Result<(), Violation> {
        let Role::Copy(source) = self.provenance.role(start) else {
            return Err(Violation::Role(start));
        };
        let was_begun = std::mem::replace(&mut self.begun[source.index()], true);
        self.folded.copies += usize::from(was_begun);
        if !self.inside.contains_key(&start) && !self.provenance.is_divided(start) {
            return self.end(start, source);
        }
        let region = self.region(start)?;
        let inside = region.blocks.len() - 1;
        if inside != self.inside.get(&start).copied().unwrap_or_default() {
            return Err(Violation::Skipped(start));
        }
        self.folded.inside += inside;
        if self.provenance.is_divided(start) {
            return self.divided(start, source, &region);
        }
        let mut ends = region.blocks.iter().copied().filter(|block| {
            let inside = self.targets(*block).len() - region.leaving.get(block).map_or(0, Vec::len);
            inside == 0
        });
        let (Some(end), None) = (ends.next(), ends.next()) else {
            return Err(Violation::Ends(start));
        };
        if region.leaving.keys().any(|&block| block != end) {
            return Err(Violation::Ends(start));
        }
        self.end(end, source)
    }

    /// Finds the blocks inside a block.
    fn region(&self, start: BlockId) -> Result<Region, Violation> {
        let mut region = Region {
            blocks: Vec::new(),
            leaving: BTreeMap::new(),
            predecessors: BTreeMap::new(),
        };
        let mut found = BTreeSet::from([start]);
        let mut left = vec![start];
        while let Some(from) = left.pop() {
            region.blocks.push(from);
            for (slot, &to) in self.targets(from).iter().enumerate() {
                match self.provenance.role(to) {
                    Role::Inside(other) if other == start => {
                        region.predecessors.entry(to).or_default().push(from);
                        if found.insert(to) {
                            left.push(to);
                        }
                    }
                    Role::Inside(_) => return Err(Violation::Entered { from, to }),
                    Role::Copy(_) | Role::Forward(_) => {
                        region.leaving.entry(from).or_default().push(slot);
                    }
                }
            }
        }
        self.leaves(&region)?;
        Ok(region)
    }

    /// Checks that each block of a region can leave it.
    fn leaves(&self, region: &Region) -> Result<(), Violation> {
        let is_end =
            |block: &BlockId| self.targets(*block).is_empty() || region.leaving.contains_key(block);
        let mut left: Vec<BlockId> = region.blocks.iter().copied().filter(is_end).collect();
        let mut leaves: BTreeSet<BlockId> = left.iter().copied().collect();
        while let Some(block) = left.pop() {
            for &from in region.predecessors.get(&block).into_iter().flatten() {
                if leaves.insert(from) {
                    left.push(from);
                }
            }
        }
        let mut blocks = region.blocks.iter();
        match blocks.find(|block| !leaves.contains(block)) {
            Some(&block) => Err(Violation::Trapped(block)),
            None => Ok(()),
        }
    }

    /// Checks the end of a block, which may be the end of another block of the source.
    fn end(&mut self, block: BlockId, source: BlockId) -> Result<(), Violation> {
        let Some(tail) = self.provenance.tail(block) else {
            return self.ends_as(block, source);
        };
        match &self.source.blocks[source].terminator {
            Terminator::Jump(to) if *to == tail => self.ends_as_copy(block, tail),
            Terminator::Invoke(call) if call.normal == tail && self.only_returns(source) => {
                self.folded.unwinds += 1;
                self.ends_as_copy(block, tail)
            }
            _ => Err(Violation::Tail(block)),
        }
    }

    fn ends_as_copy(&mut self, block: BlockId, tail: BlockId) -> Result<(), Violation> {
        self.folded.copies += 1;
        self.ends_as(block, tail)
    }

    /// Tells whether a block of the source ends with a call that would unwind to a landing pad, and
    /// that is claimed only to return.
    fn only_returns(&self, source: BlockId) -> bool {
        let terminator = &self.source.blocks[source].terminator;
        self.provenance.has_calls() && self.source.lands(terminator).is_some()
    }

    /// Checks the end of a block slot for slot.
    fn ends_as(&mut self, block: BlockId, source: BlockId) -> Result<(), Violation> {
        let old = &self.source.blocks[source].terminator;
        let (exit, count) = match self.only_returns(source) {
            true => (Exit::Jump, 1),
            false => (exit_of(old), old.successor_count()),
        };
        let new = self.rewritten.successors(block);
        let found = self.rewritten.exit(block);
        let due: Vec<BlockId> = match caught(old, found, new.len()) {
            None if is_one_of_two(old, found, new.len()) => {
                let arrived = self.arrive(block, new[0])?;
                old.successors().filter(|&to| to == arrived).collect()
            }
            Some(due) if !self.only_returns(source) => due,
            _ if exit == found && count == new.len() => old.successors().take(count).collect(),
            _ => return Err(Violation::Exit { block, source }),
        };
        if due.is_empty() && !new.is_empty() {
            return Err(Violation::Exit { block, source });
        }
        self.folded.unwinds += old.successor_count().saturating_sub(count);
        for (slot, (&old, &new)) in due.iter().zip(new).enumerate() {
            let arrived = self.arrive(block, new)?;
            if !self.leads(block, arrived, old) {
                return Err(Violation::Edge {
                    from: block,
                    slot,
                    source: old,
                });
            }
        }
        Ok(())
    }

    /// Tells whether an edge that arrives at one block of the source may stand for an edge that is
    /// due to another one: the two are the same, or the due block is empty and only leads there.
    fn leads(&mut self, from: BlockId, arrived: BlockId, due: BlockId) -> bool {
        if arrived == due {
            return true;
        }
        let past = &self.source.blocks[due];
        let leads = self.provenance.bypasses(from, due)
            && past.insts.is_empty()
            && only_successor(&past.terminator) == Some(arrived);
        self.folded.bypasses += usize::from(leads);
        leads
    }

    /// The blocks past which edges of a block lead, with their targets.
    fn past(&self, from: BlockId) -> impl Iterator<Item = (BlockId, BlockId)> {
        let past = self.provenance.bypassed(from);
        past.filter_map(|past| {
            let terminator = &self.source.blocks.get(past)?.terminator;
            Some((only_successor(terminator)?, past))
        })
    }

    /// The block of the source that an edge to `to` begins.
    fn arrive(&mut self, from: BlockId, to: BlockId) -> Result<BlockId, Violation> {
        let (start, named) = match self.provenance.role(to) {
            Role::Forward(source) => {
                let mut next = self.forward(to)?;
                if self.provenance.role(next) == Role::Forward(source) {
                    next = self.forward(next)?;
                }
                (next, Some(source))
            }
            Role::Inside(_) => return Err(Violation::Entered { from, to }),
            Role::Copy(_) => (to, None),
        };
        match self.provenance.role(start) {
            Role::Copy(source) if named.is_none_or(|named| named == source) => {
                self.visit(start);
                Ok(source)
            }
            _ => Err(Violation::Forward(to)),
        }
    }

    /// The target of a block that forwards.
    fn forward(&mut self, block: BlockId) -> Result<BlockId, Violation> {
        let jumps = self.rewritten.exit(block) == Exit::Jump && (self.is_empty)(block);
        let (&[next], true) = (self.targets(block), jumps) else {
            return Err(Violation::Forward(block));
        };
        if !std::mem::replace(&mut self.seen[block.index()], true) {
            self.folded.bypasses += 1;
        }
        Ok(next)
    }

    /// Checks a decision that is divided over several blocks.
    fn divided(
        &mut self,
        start: BlockId,
        source: BlockId,
        region: &Region,
    ) -> Result<(), Violation> {
        let old = &self.source.blocks[source].terminator;
        if exit_of(old) != Exit::Switch {
            return Err(Violation::Divided(start));
        }
        let due: BTreeSet<BlockId> = old.successors().collect();
        let mut reached = BTreeSet::new();
        let is_inside = |&to: &BlockId| matches!(self.provenance.role(to), Role::Inside(_));
        for &block in &region.blocks {
            if let Some(tail) = self.provenance.tail(block) {
                if !due.contains(&tail) || self.targets(block).iter().any(is_inside) {
                    return Err(Violation::Tail(block));
                }
                reached.insert(tail);
                self.ends_as_copy(block, tail)?;
                continue;
            }
            if self.targets(block).is_empty() {
                return Err(Violation::Exit { block, source });
            }
            let mut past: BTreeMap<BlockId, Vec<BlockId>> = BTreeMap::new();
            for (to, own) in self.past(block) {
                past.entry(to).or_default().push(own);
            }
            let mut arrivals = BTreeSet::new();
            for &slot in region.leaving.get(&block).into_iter().flatten() {
                let arrived = self.arrive(block, self.targets(block)[slot])?;
                if !arrivals.insert(arrived) {
                    continue;
                }
                // The edge may stand for each of these.
                let own = past.get(&arrived).into_iter().flatten().copied();
                let mut is_due = false;
                for meant in own.chain([arrived]).filter(|own| due.contains(own)) {
                    if self.leads(block, arrived, meant) {
                        reached.insert(meant);
                        is_due = true;
                    }
                }
                if !is_due {
                    return Err(Violation::Edge {
                        from: block,
                        slot,
                        source: arrived,
                    });
                }
            }
        }
        match reached == due {
            true => Ok(()),
            false => Err(Violation::Divided(start)),
        }
    }
}
