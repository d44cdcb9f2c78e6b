//! The provenance of the blocks of a rewritten function.
//!
//! *Needs:* nothing; a [`crate::FunctionBuilder`] keeps it while it changes a function.
//! *Gives:* [`Provenance`]: for each block its [`Role`], and the changes of rewrites to edges.
//!
//! It is a claim that [`crate::rewrite::quotient`] proves: if copies, bypasses and inside-blocks
//! are folded together, the rewritten graph is the graph of the source.
//!
//! ```text
//! source   a: … jump b            b: x = phi …; return x
//! role     a: copy of a, ending as b                            it returns the value itself
//!          c: copy of b                                         a return of its own for an edge
//!          d: inside a                                          a loop that computes a quotient
//!          e: forwards to b                                     copies that several edges share
//! ```

use std::collections::{BTreeMap, BTreeSet};

use crate::id::{BlockId, Id, IdMap};

/// The relation of a block of a rewritten function to the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It begins the code of this block of the source: it is that block, or a copy.
    Copy(BlockId),
    /// It continues the code that this block of the *rewritten* function began, and is entered from
    /// inside that block only.
    Inside(BlockId),
    /// It is empty and jumps to a block that begins the code of this block of the source, directly
    /// or through one other block that forwards to it.
    Forward(BlockId),
}

/// The provenance of the blocks of a rewritten function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    roles: IdMap<BlockId, Role>,
    /// By block of the rewritten function: the block of the source whose end it has.
    tails: BTreeMap<BlockId, BlockId>,
    /// Pairs of a block of the rewritten function and an empty block of the source: edges of the
    /// former lead past the latter.
    bypasses: BTreeSet<(BlockId, BlockId)>,
    /// The blocks that began with one decision and now divide it over several blocks.
    divided: BTreeSet<BlockId>,
    /// Whether the source's edges to landing pads are gone.
    calls: bool,
}

impl Provenance {
    /// Makes the provenance of an unchanged function with this number of blocks.
    pub fn unchanged(blocks: usize) -> Self {
        let roles: Vec<Role> = (0..blocks)
            .map(|block| Role::Copy(Id::new(block)))
            .collect();
        Provenance {
            roles: IdMap::from_values(roles),
            ..Provenance::default()
        }
    }

    /// Gives the number of blocks of the rewritten function.
    pub fn len(&self) -> usize {
        self.roles.len()
    }

    /// Tells whether there are no blocks.
    pub fn is_empty(&self) -> bool {
        self.roles.is_empty()
    }

    /// Gives the role of a block.
    pub fn role(&self, block: BlockId) -> Role {
        self.roles[block]
    }

    /// Returns the block of the rewritten function that began the code of `block`: itself, unless
    /// it is inside another one.
    pub fn start(&self, block: BlockId) -> BlockId {
        match self.roles[block] {
            Role::Inside(start) => start,
            Role::Copy(_) | Role::Forward(_) => block,
        }
    }

    /// Returns the block of the source whose code a block runs, as a whole or in part, or to which
    /// it leads.
    pub fn source(&self, block: BlockId) -> BlockId {
        match self.roles[self.start(block)] {
            Role::Copy(source) | Role::Forward(source) => source,
            // A start is not inside another block; the checker finds broken claims.
            Role::Inside(other) => other,
        }
    }

    /// Returns the block of the source that a block copies completely, if it does.
    pub fn whole(&self, block: BlockId) -> Option<BlockId> {
        match self.roles[block] {
            Role::Copy(source) if !self.tails.contains_key(&block) => Some(source),
            _ => None,
        }
    }

    /// Returns the block of the source whose end a block has, if that is not the block whose code
    /// it begins.
    pub fn tail(&self, block: BlockId) -> Option<BlockId> {
        self.tails.get(&block).copied()
    }

    /// Tells whether edges of `from` lead past an empty block of the source.
    pub fn bypasses(&self, from: BlockId, past: BlockId) -> bool {
        self.bypasses.contains(&(from, past))
    }

    /// Walks the empty blocks of the source past which edges of `from` lead, in order.
    pub fn bypassed(&self, from: BlockId) -> impl Iterator<Item = BlockId> {
        let first = (from, BlockId::new(0));
        let own = self.bypasses.range(first..);
        own.take_while(move |pair| pair.0 == from)
            .map(|pair| pair.1)
    }

    /// Tells whether the decision of a block is divided over several blocks.
    pub fn is_divided(&self, start: BlockId) -> bool {
        self.divided.contains(&start)
    }

    /// Tells whether calls that would unwind to a landing pad of the source only return.
    pub fn has_calls(&self) -> bool {
        self.calls
    }

    /// Adds the next block.
    pub fn push(&mut self, role: Role) -> BlockId {
        self.roles.push(role)
    }

    /// Adds the next block, which is empty and jumps to `to`.
    pub fn push_before(&mut self, to: BlockId) -> BlockId {
        self.push(match self.roles[to] {
            Role::Copy(source) => Role::Forward(source),
            inside_or_forward => inside_or_forward,
        })
    }

    /// Sets the role of a block.
    pub fn set_role(&mut self, block: BlockId, role: Role) {
        self.roles[block] = role;
    }

    /// Records that a block ends as a copy of a block of the source.
    pub fn set_tail(&mut self, block: BlockId, tail: BlockId) {
        self.tails.insert(block, tail);
    }

    /// Records that edges of `from` lead past an empty block of the source.
    pub fn add_bypass(&mut self, from: BlockId, past: BlockId) {
        self.bypasses.insert((from, past));
    }

    /// Records that a decision is divided over several blocks.
    pub fn set_divided(&mut self, start: BlockId) {
        self.divided.insert(start);
    }

    /// Records that calls that would unwind to a landing pad of the source only return: the edges
    /// to landing pads are gone.
    pub fn set_calls(&mut self) {
        self.calls = true;
    }

    /// Records that another block now has the end of `from`.
    pub(crate) fn move_end(&mut self, from: BlockId, to: BlockId) {
        if let Some(tail) = self.tails.remove(&from) {
            self.tails.insert(to, tail);
        }
        for past in self.bypassed(from).collect::<Vec<_>>() {
            self.bypasses.remove(&(from, past));
            self.bypasses.insert((to, past));
        }
    }

    /// Renumbers the blocks of the rewritten function; those without a number are gone.
    pub(crate) fn renumber(&mut self, numbers: &IdMap<BlockId, Option<BlockId>>) {
        let old = std::mem::take(self);
        for (block, &role) in old.roles.iter() {
            if numbers[block].is_some() {
                self.roles.push(match role {
                    Role::Inside(start) => Role::Inside(numbers[start].unwrap_or(start)),
                    Role::Copy(_) | Role::Forward(_) => role,
                });
            }
        }
        let tails = old.tails.into_iter();
        self.tails = tails
            .filter_map(|(block, tail)| Some((numbers[block]?, tail)))
            .collect();
        let bypasses = old.bypasses.into_iter();
        self.bypasses = bypasses
            .filter_map(|(from, past)| Some((numbers[from]?, past)))
            .collect();
        let divided = old.divided.into_iter();
        self.divided = divided.filter_map(|start| numbers[start]).collect();
        self.calls = old.calls;
    }
}
