//! Division of a graph into shapes.
//!
//! *Needs:* any [`Cfg`].
//! *Gives:* [`Shapes`]: a tree of shapes, and for every edge the [`Transfer`] that it becomes.
//! *Cost:* that of the [module above](super).
//! *Source:* [Zakai11] §3.
//!
//! A *set* of blocks with *entries* becomes a shape and one or more smaller sets, each with entries
//! of its own:
//!
//! - **Simple**, if there is one entry and no edge of the set leads to it: the entry alone. The
//!   rest is its *next* set; the entries of that set are the targets of the edges of the block.
//! - **Loop**, if edges of the set lead to every entry: the blocks that can reach an entry are its
//!   *inner* set, with the same entries. The rest is the next set; its entries are the targets of
//!   the edges out of the inner set. Edges of the inner set to an entry repeat the loop and are not
//!   visited again.
//! - **Multiple** otherwise: for every entry, the blocks that only this entry reaches. Entries with
//!   such blocks are *handled*, each as a separate set; the rest is the next set.
//!
//! A Multiple always handles an entry: an entry that is not the target of an edge of the set is
//! reached only by itself. And every block of a set is reachable from the entries of the set inside
//! the set, so no block is lost. A set is represented by a number that its blocks store. The rest
//! of a set keeps the number, so the rest is never visited.

use super::groups::Groups;
use crate::analysis::{Order, Predecessors};
use crate::cfg::Cfg;
use crate::ids::{BlockId, IdMap};
use alloc::vec;
use alloc::vec::Vec;
use core::num::NonZeroU32;

/// The kinds of shapes. Numbers of shapes ascend from a shape to the shapes in it and after it.
pub(super) enum Kind {
    /// One block.
    Simple(BlockId),
    /// The shape with the next number, repeated.
    Loop,
    /// The handled entries.
    Multiple {
        entries: Vec<BlockId>,
        /// Whether it comes directly after a Simple, whose decision then chooses the entry.
        fused: bool,
    },
}

/// The facts about an entry that a Multiple handles. At most one Multiple handles a block.
#[derive(Clone, Copy)]
pub(super) struct Handled {
    pub(super) multiple: u32,
    /// The shape that begins with the entry, once there is one.
    pub(super) body: Option<u32>,
    /// The value of the label that selects the entry, if the Multiple tests the label.
    pub(super) value: Option<u32>,
}

pub(super) struct Shape {
    pub(super) kind: Kind,
    /// The shape after this one.
    pub(super) next: Option<u32>,
}

/// The effect of taking an edge.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Transfer {
    /// Control goes past the end of the shape with this number, to the shape after it.
    Past(u32),
    /// Control goes back to the start of the Loop with this number.
    Again(u32),
}

/// The shapes of a graph. The program starts with the first.
pub(super) struct Shapes {
    pub(super) shapes: Vec<Shape>,
    /// The transfer of each edge out of a reachable block, by [`Cfg::edge_index`].
    pub(super) transfers: Vec<Option<Transfer>>,
    pub(super) handled: IdMap<BlockId, Option<Handled>>,
}

/// Divides a graph into shapes.
pub(super) fn find(cfg: &Cfg) -> Shapes {
    let order = Order::new(cfg);
    let all = SetId::MIN;
    let mut set = IdMap::filled(cfg.block_count(), None);
    order
        .blocks()
        .iter()
        .for_each(|&block| set[block] = Some(all));
    let mut search = Search {
        cfg,
        order: &order,
        predecessors: Predecessors::new(cfg, &order),
        groups: Groups::new(cfg, &order),
        set,
        last_set: all,
        closed: IdMap::filled(cfg.block_count(), None),
        labels: 0,
        found: Shapes {
            shapes: Vec::new(),
            transfers: vec![None; cfg.edge_count()],
            handled: IdMap::filled(cfg.block_count(), None),
        },
        tasks: vec![Task {
            set: all,
            entries: vec![cfg.entry()],
            place: Place::First,
        }],
    };
    while let Some(task) = search.tasks.pop() {
        search.shape(task);
    }
    search.found
}

/// The number of a set, counted from one so that an `Option` of it takes no more space.
type SetId = NonZeroU32;

/// A task: to make a shape from a set.
struct Task {
    set: SetId,
    /// In canonical order.
    entries: Vec<BlockId>,
    place: Place,
}

/// The place of a shape.
#[derive(Clone, Copy)]
enum Place {
    First,
    Next(u32),
    Inner,
    Handled(BlockId),
}

struct Search<'a> {
    cfg: &'a Cfg,
    order: &'a Order,
    predecessors: Predecessors,
    groups: Groups,
    /// `None` for blocks that have a shape, and for unreachable blocks.
    set: IdMap<BlockId, Option<SetId>>,
    last_set: SetId,
    /// The first Loop of which a block is an entry: edges of its inner set to the block are
    /// transfers.
    closed: IdMap<BlockId, Option<u32>>,
    /// The highest value of the label in use.
    labels: u32,
    found: Shapes,
    tasks: Vec<Task>,
}

impl Search<'_> {
    fn shape(&mut self, task: Task) {
        let number = self.found.shapes.len() as u32;
        self.put(number, task.place);
        let repeated = task.entries.iter();
        let repeated = repeated
            .filter(|&&entry| self.is_repeated(task.set, entry))
            .count();
        match task.entries[..] {
            [block] if repeated == 0 => self.simple(number, task.set, block),
            _ if repeated == task.entries.len() => self.repeat(number, task),
            _ => self.multiple(number, task),
        }
    }

    /// Links a new shape to the shape before it, or to the entry with which it begins.
    fn put(&mut self, number: u32, place: Place) {
        match place {
            Place::First | Place::Inner => {}
            Place::Next(before) => self.found.shapes[before as usize].next = Some(number),
            Place::Handled(entry) => {
                if let Some(handled) = &mut self.found.handled[entry] {
                    handled.body = Some(number);
                }
            }
        }
    }

    fn push(&mut self, kind: Kind) {
        self.found.shapes.push(Shape { kind, next: None });
    }

    /// Tells whether an edge of the set leads to an entry.
    fn is_repeated(&self, set: SetId, entry: BlockId) -> bool {
        let in_set = |&from: &u32| self.set[self.order.blocks()[from as usize]] == Some(set);
        self.closed[entry].is_none() && self.predecessors_of(entry).iter().any(in_set)
    }

    /// The positions of the predecessors of a block.
    fn predecessors_of(&self, block: BlockId) -> &[u32] {
        let at = self.order.position(block);
        at.map_or(&[], |at| self.predecessors.of(at))
    }

    fn simple(&mut self, number: u32, set: SetId, block: BlockId) {
        self.push(Kind::Simple(block));
        self.set[block] = None;
        let mut entries = Vec::new();
        self.cut(number, set, block, &mut entries);
        self.go_on(number, set, entries);
    }

    /// Turns the edges from a block of a shape to the rest of the set into transfers past the
    /// shape.
    fn cut(&mut self, number: u32, set: SetId, block: BlockId, entries: &mut Vec<BlockId>) {
        for edge in self.cfg.edges(block) {
            let target = self.cfg.target(edge);
            if self.set[target] == Some(set) && self.closed[target].is_none() {
                self.found.transfers[self.cfg.edge_index(edge)] = Some(Transfer::Past(number));
                entries.push(target);
            }
        }
    }

    /// Adds a task that makes the shape after this one from the rest of a set.
    fn go_on(&mut self, number: u32, set: SetId, mut entries: Vec<BlockId>) {
        entries.sort_unstable_by_key(|&entry| self.order.position(entry));
        entries.dedup();
        if !entries.is_empty() {
            let place = Place::Next(number);
            self.tasks.push(Task {
                set,
                entries,
                place,
            });
        }
    }

    fn repeat(&mut self, number: u32, task: Task) {
        self.push(Kind::Loop);
        let inner = self.new_set();
        let members = self.gather(task.set, inner, &task.entries);
        for &entry in &task.entries {
            self.closed[entry].get_or_insert(number);
        }
        let mut entries = Vec::new();
        for block in members {
            self.close(number, inner, block);
            self.cut(number, task.set, block, &mut entries);
        }
        self.go_on(number, task.set, entries);
        // This task is taken next, so its shape gets the next number.
        self.tasks.push(Task {
            set: inner,
            place: Place::Inner,
            ..task
        });
    }

    fn new_set(&mut self) -> SetId {
        self.last_set = self.last_set.saturating_add(1);
        self.last_set
    }

    /// Moves the blocks that can reach an entry to another set, and lists them.
    fn gather(&mut self, set: SetId, inner: SetId, entries: &[BlockId]) -> Vec<BlockId> {
        let mut members = entries.to_vec();
        members
            .iter()
            .for_each(|&entry| self.set[entry] = Some(inner));
        let mut done = 0;
        while let Some(&block) = members.get(done) {
            done += 1;
            if self.closed[block].is_some() {
                continue;
            }
            for at in 0..self.predecessors_of(block).len() {
                let from = self.order.blocks()[self.predecessors_of(block)[at] as usize];
                if self.set[from] == Some(set) {
                    self.set[from] = Some(inner);
                    members.push(from);
                }
            }
        }
        members
    }

    /// Turns the edges from a block to the start of its loop into transfers.
    fn close(&mut self, number: u32, inner: SetId, block: BlockId) {
        for edge in self.cfg.edges(block) {
            let target = self.cfg.target(edge);
            if self.set[target] == Some(inner) && self.closed[target] == Some(number) {
                self.found.transfers[self.cfg.edge_index(edge)] = Some(Transfer::Again(number));
            }
        }
    }

    fn multiple(&mut self, number: u32, task: Task) {
        let is_live =
            |block: BlockId| self.set[block] == Some(task.set) && self.closed[block].is_none();
        self.groups
            .flood(self.cfg, self.order, &task.entries, is_live);
        let fused = matches!(task.place, Place::Next(before)
            if matches!(self.found.shapes[before as usize].kind, Kind::Simple(_)));
        let mut owning = Vec::new();
        let mut rest = Vec::new();
        for (at, &entry) in (0..).zip(&task.entries) {
            let owns_itself = self.groups.owns_itself(at, entry);
            let list = if owns_itself { &mut owning } else { &mut rest };
            list.push(entry);
        }
        let mut bodies = Vec::with_capacity(owning.len());
        for &entry in &owning {
            let set = self.new_set();
            self.set[entry] = Some(set);
            bodies.push(Task {
                set,
                entries: vec![entry],
                place: Place::Handled(entry),
            });
            self.labels += u32::from(!fused);
            self.found.handled[entry] = Some(Handled {
                multiple: number,
                body: None,
                value: (!fused).then_some(self.labels),
            });
        }
        let members = self.groups.take_members();
        for &(block, owner) in &members {
            self.set[block] = self.set[task.entries[owner as usize]];
        }
        for (block, _) in members {
            self.cut(number, task.set, block, &mut rest);
        }
        self.go_on(number, task.set, rest);
        self.tasks.extend(bodies.into_iter().rev());
        self.push(Kind::Multiple {
            entries: owning,
            fused,
        });
    }
}
