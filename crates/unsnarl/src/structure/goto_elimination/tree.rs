//! A tree of movable statements.
//!
//! *Needs:* nothing. *Gives:* [`Tree`], an arena of statements in lists.
//! *Cost:* every change is O(1), except [`wrap`](Tree::wrap) and [`captured`](Tree::captured),
//! which visit the enclosed statements. A statement takes 28 bytes.
//! *Limits:* the budget also limits the time: an added statement costs one unit, and so do
//! [`LOOKS`] visits of statements.
//!
//! A statement has links to its neighbours in its list and to the statement that holds the list. So
//! a goto moves from list to list without copies, and every walk follows these links and needs no
//! stack.

use crate::ids::{Id, IdMap, NodeId};
use crate::reduce::{Budget, Exceeded, TooLarge};
use alloc::vec::Vec;

/// The kind of a statement. Labels are given by their positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The root, which holds the outermost list.
    Root,
    /// A label, and the block or the exit after it.
    Place(u32),
    /// `if (goto_L) goto L`
    Goto(u32),
    /// `if (goto_L) break`, out of the innermost loop.
    Break(u32),
    /// `if (!goto_L) { … }`
    Guard(u32),
    /// `do { … } while (goto_L)`
    Repeat(u32),
}

#[derive(Clone, Copy)]
struct Node {
    kind: Kind,
    holder: Option<NodeId>,
    before: Option<NodeId>,
    after: Option<NodeId>,
    first: Option<NodeId>,
    last: Option<NodeId>,
}

/// The number of visits of statements that cost as much as one added statement.
const LOOKS: u64 = 64;

/// Statements, one of which is the root.
pub(super) struct Tree {
    nodes: IdMap<NodeId, Node>,
    root: NodeId,
    budget: Budget,
    /// The number of visits that are still allowed.
    looks: u64,
}

impl Tree {
    /// Makes a tree whose outermost list has these statements. Statements that are added later are
    /// charged to the budget; `size` of it is used up already.
    pub(super) fn new(
        kinds: impl IntoIterator<Item = Kind>,
        size: u64,
        budget: Budget,
    ) -> Result<Tree, TooLarge> {
        let room = (budget.get().checked_sub(size)).ok_or(Exceeded::Result.of(budget))?;
        let mut nodes = IdMap::new();
        let root = nodes.push(Node::of(Kind::Root));
        let mut tree = Tree {
            nodes,
            root,
            budget,
            looks: room.saturating_mul(LOOKS),
        };
        let mut last = None;
        for kind in kinds {
            let node = tree.nodes.push(Node::of(kind));
            tree.put(node, root, last, None);
            last = Some(node);
        }
        Ok(tree)
    }

    /// Gives the rest of the budget.
    pub(super) fn left(&self) -> Budget {
        Budget::total(self.looks / LOOKS)
    }

    pub(super) fn root(&self) -> NodeId {
        self.root
    }

    /// Walks all statements, including those that were taken out of the tree.
    pub(super) fn all(&self) -> impl Iterator<Item = (NodeId, Kind)> {
        self.nodes.iter().map(|(node, of)| (node, of.kind))
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn kind(&self, node: NodeId) -> Kind {
        self.nodes[node].kind
    }

    /// Gives the statement whose list contains a statement.
    pub(super) fn holder(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node].holder
    }

    pub(super) fn first(&self, holder: NodeId) -> Option<NodeId> {
        self.nodes[holder].first
    }

    pub(super) fn before(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node].before
    }

    pub(super) fn after(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node].after
    }

    /// Adds a statement after another one.
    pub(super) fn add_after(&mut self, node: NodeId, kind: Kind) -> Result<NodeId, TooLarge> {
        let added = self.add(kind)?;
        self.move_after(added, node);
        Ok(added)
    }

    /// Moves a statement to the place after another one.
    pub(super) fn move_after(&mut self, node: NodeId, other: NodeId) {
        self.take_out(node);
        let holder = self.holder(other).expect("the root has no neighbours");
        self.put(node, holder, Some(other), self.after(other));
    }

    /// Moves a statement to the start of a list.
    pub(super) fn move_first(&mut self, node: NodeId, holder: NodeId) {
        self.take_out(node);
        self.put(node, holder, None, self.first(holder));
    }

    /// Inserts a statement that is in no list between two neighbours.
    fn put(&mut self, node: NodeId, holder: NodeId, before: Option<NodeId>, after: Option<NodeId>) {
        let of = &mut self.nodes[node];
        (of.holder, of.before, of.after) = (Some(holder), before, after);
        match before {
            Some(before) => self.nodes[before].after = Some(node),
            None => self.nodes[holder].first = Some(node),
        }
        match after {
            Some(after) => self.nodes[after].before = Some(node),
            None => self.nodes[holder].last = Some(node),
        }
    }

    /// Takes a statement out of its list, if it is in one.
    pub(super) fn take_out(&mut self, node: NodeId) {
        let Node {
            holder,
            before,
            after,
            ..
        } = self.nodes[node];
        let Some(holder) = holder else { return };
        match before {
            Some(before) => self.nodes[before].after = after,
            None => self.nodes[holder].first = after,
        }
        match after {
            Some(after) => self.nodes[after].before = before,
            None => self.nodes[holder].last = before,
        }
        let of = &mut self.nodes[node];
        (of.holder, of.before, of.after) = (None, None, None);
    }

    /// Encloses the statements from `first` to `last` of one list in a new statement. O(statements
    /// that are enclosed directly).
    pub(super) fn wrap(
        &mut self,
        first: NodeId,
        last: NodeId,
        kind: Kind,
    ) -> Result<NodeId, TooLarge> {
        let outer = self.add(kind)?;
        let holder = self.holder(first).expect("the root is not wrapped");
        let (before, after) = (self.before(first), self.after(last));
        self.put(outer, holder, before, after);
        (self.nodes[first].before, self.nodes[last].after) = (None, None);
        let of = &mut self.nodes[outer];
        (of.first, of.last) = (Some(first), Some(last));
        let mut next = Some(first);
        while let Some(node) = next {
            self.look()?;
            self.nodes[node].holder = Some(outer);
            next = self.after(node);
        }
        Ok(outer)
    }

    fn add(&mut self, kind: Kind) -> Result<NodeId, TooLarge> {
        self.spend(LOOKS)?;
        Ok(self.nodes.push(Node::of(kind)))
    }

    /// Charges one visit of a statement to the budget.
    pub(super) fn look(&mut self) -> Result<(), TooLarge> {
        self.spend(1)
    }

    fn spend(&mut self, looks: u64) -> Result<(), TooLarge> {
        let left = self.looks.checked_sub(looks);
        self.looks = left.ok_or(Exceeded::Result.of(self.budget))?;
        Ok(())
    }

    /// Lists the labels of the breaks that leave this loop, each once.
    pub(super) fn captured(&mut self, repeat: NodeId) -> Result<Vec<u32>, TooLarge> {
        let mut labels = Vec::new();
        let mut at = self.first(repeat);
        while let Some(node) = at {
            self.look()?;
            let kind = self.kind(node);
            if let Kind::Break(label) = kind {
                labels.push(label);
            }
            let inside = match kind {
                // Breaks inside an inner loop belong to that loop.
                Kind::Repeat(_) => None,
                _ => self.first(node),
            };
            at = inside.or_else(|| self.beyond(node, repeat));
        }
        labels.sort_unstable();
        labels.dedup();
        Ok(labels)
    }

    /// Gives the statement after this one and its content, inside another statement.
    fn beyond(&self, mut node: NodeId, around: NodeId) -> Option<NodeId> {
        while self.after(node).is_none() {
            node = self.holder(node).filter(|&holder| holder != around)?;
        }
        self.after(node)
    }
}

impl Node {
    fn of(kind: Kind) -> Node {
        Node {
            kind,
            holder: None,
            before: None,
            after: None,
            first: None,
            last: None,
        }
    }
}

/// Marks of climbs, by statement: the climb that passed it last.
pub(super) struct Marks {
    marks: Vec<u32>,
    round: u32,
}

impl Marks {
    pub(super) fn new() -> Marks {
        Marks {
            marks: Vec::new(),
            round: 0,
        }
    }

    /// Finds the innermost statement that contains both statements, at any depth; or the holder of
    /// the first statement around `left` for which `enough` holds. O(levels in between).
    pub(super) fn meeting(
        &mut self,
        tree: &mut Tree,
        left: NodeId,
        right: NodeId,
        enough: impl Fn(NodeId) -> bool,
    ) -> Result<NodeId, TooLarge> {
        self.marks.resize(tree.len(), 0);
        self.round += 2;
        let mut climbers = [left, right].map(|node| tree.holder(node));
        loop {
            tree.look()?;
            for side in [0, 1] {
                let Some(node) = climbers[side] else { continue };
                let mark = &mut self.marks[node.index()];
                let (mine, other) = (self.round + side as u32, self.round + 1 - side as u32);
                if *mark == other {
                    return Ok(node);
                }
                *mark = mine;
                climbers[side] = tree.holder(node);
                if let Some(holder) = climbers[side].filter(|_| side == 0 && enough(node)) {
                    return Ok(holder);
                }
            }
        }
    }
}
