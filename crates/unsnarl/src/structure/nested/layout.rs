//! The walk that lays out the blocks.
//!
//! *Needs:* the [`Plan`].
//! *Gives:* [`Layout`]: the steps of the program. For every target of a jump, a bracket ends
//! directly before it: an existing bracket, or a [scope](super::scopes) that is inserted last.
//! *Cost:* O(V + E log k) time for exits of k arms, and O(s log s) for s scopes.
//! *Source:* the laminar closure of scopes is the rule of LLVM's CFGStackify, here in one pass with
//! a stack; the use of the end of an `if` as a label is from GHC's `FromCmm` ([Ramsey22]).
//!
//! A *list* is the content of one arm, one loop, or the whole program; its *items* are the code of
//! blocks and brackets. Lists nest as brackets do. Every jump leads to a block that begins an item
//! of the list of the jump or of an enclosing list, because a merge is in the list of its parent,
//! and a follow is in the list of its loop. So:
//!
//! - a jump to a block that control reaches anyway is omitted;
//! - if all other jumps to t are in the item directly before t, and this item is a bracket, they
//!   jump to its end;
//! - otherwise t needs a scope. The scope ends directly before t and opens as late as possible: at
//!   the first item of the list of t that contains a jump to t. Where it would cross another scope,
//!   it opens together with that scope. Scopes of different lists cannot cross. If the scope opens
//!   after a decision whose end control never reaches, the decision [holds](super::scopes) the
//!   content of the scope instead.

mod lists;
mod states;
mod tasks;

use super::machines::Machines;
use super::plan::{Choice, Loose, Outside, Plan, Surroundings};
use super::scopes::{Mark, Scope, put_in};
use super::tree::Kind;
use crate::cfg::Exit;
use crate::ids::{BlockId, IdMap, LabelId};
use crate::program::{Cases, Step};
use crate::reduce::Reducible;
use crate::structure::exits::Way;
use crate::structure::laminar::close_over;
use alloc::vec::Vec;
use core::num::NonZeroU32;
use tasks::{Arms, Task};

/// The program before labels are numbered. Its steps use *drafts* of labels, because a jump is
/// written before the bracket that it leaves is known.
#[derive(Default)]
pub(super) struct Layout {
    pub(super) steps: Vec<Step>,
    /// The slots and values of all arms.
    pub(super) cases: Vec<u32>,
    pub(super) drafts: IdMap<LabelId, Draft>,
    /// The number of scopes.
    pub(super) scopes: usize,
    /// The children that, if written outside, would let a decision hold a scope that holds none
    /// now.
    pub(super) loose: Vec<LooseChild>,
}

/// A child that, if written outside, would let its decision hold a scope.
pub(super) struct LooseChild {
    pub(super) child: BlockId,
    /// The step that opens the decision.
    pub(super) bracket: u32,
    pub(super) how: Loose,
}

/// A draft of a label.
pub(super) struct Draft {
    /// The block to which jumps with this label lead.
    pub(super) block: BlockId,
    /// For the label of a loop: the draft for jumps past its end, if there are any. Both become the
    /// same label.
    pub(super) past: Option<LabelId>,
}

/// Lays out the whole graph. The subtrees in `machines` become state machines. `cases` is the table
/// of slots of the tree.
pub(super) fn lay_out(
    graph: &Reducible,
    plan: &Plan,
    cases: Vec<u32>,
    machines: Option<&Machines>,
) -> Layout {
    let count = graph.cfg().block_count();
    let mut walk = Walk {
        graph,
        plan,
        machines,
        layout: Layout {
            steps: Vec::with_capacity(STEPS_PER_BLOCK * count + ROOM),
            cases,
            ..Layout::default()
        },
        item: 0,
        outer: Vec::with_capacity(ROOM),
        targets: IdMap::filled(count, UNPLACED),
        scopes: Vec::new(),
        marks: Vec::new(),
        closed: Vec::new(),
        tasks: Vec::with_capacity(ROOM),
    };
    walk.place(graph.cfg().entry(), None, false);
    while let Some(task) = walk.tasks.last_mut() {
        match task {
            Task::Arms(arms) => {
                let before = *arms;
                match arms.next() {
                    Some(way) => {
                        let Arms { outside, flow, .. } = before;
                        if outside == Some(way) {
                            arms.outside_arm = Some(walk.layout.steps.len() as u32);
                        }
                        walk.end_arm(&before);
                        walk.arm(way, outside != Some(way), flow);
                    }
                    None => {
                        walk.end_arm(&before);
                        walk.close_decision();
                    }
                }
            }
            &mut Task::Place { block, next, flat } => {
                walk.tasks.pop();
                walk.place(block, next, flat);
            }
            Task::CloseLoop => walk.close_list(),
        }
    }
    walk.settle(0);
    walk.finish_loose();
    put_in(&walk.scopes, &mut walk.layout.steps);
    walk.layout
}

/// The room for steps that is reserved at the start. Most programs need no more.
const STEPS_PER_BLOCK: usize = 8;
/// The room that is reserved for open lists and tasks.
const ROOM: usize = 16;

/// The facts about a block as the target of jumps.
#[derive(Clone, Copy)]
struct Target {
    /// The height of the list of a merge or follow; `None` once it is written, when jumps to it are
    /// back edges.
    home: Option<Height>,
    /// Until the block is written, if it has a label: the item of its list that contains the first
    /// jump to it.
    first_jump: u32,
    /// The label for jumps to the block: before it is written, the label of the bracket that they
    /// leave; afterwards, the label of its loop.
    label: Option<LabelId>,
}

/// The height of a list: the number of open lists, itself included.
type Height = NonZeroU32;

const UNPLACED: Target = Target {
    home: Some(Height::MIN),
    first_jump: 0,
    label: None,
};

/// The facts about a written block.
const STANDS: Target = Target {
    home: None,
    first_jump: 0,
    label: None,
};

struct Walk<'a> {
    graph: &'a Reducible,
    plan: &'a Plan,
    machines: Option<&'a Machines>,
    layout: Layout,
    /// The step that begins the latest item of the innermost list.
    item: u32,
    /// The same step for the lists around it, from the outermost in, and the number of marks before
    /// each list.
    outer: Vec<(u32, u32)>,
    targets: IdMap<BlockId, Target>,
    /// The scopes, by ascending end.
    scopes: Vec<Scope>,
    /// The scopes of the open lists, and the decisions that can hold one, by ascending end.
    marks: Vec<Mark>,
    /// The beginnings and ends of the scopes that the next scope may cross.
    closed: Vec<(u32, u32)>,
    tasks: Vec<Task>,
}

impl Walk<'_> {
    fn place(&mut self, block: BlockId, next: Option<BlockId>, flat: bool) {
        if let Some(machines) = self.machines
            && machines.has_root(block)
        {
            self.machine(block, machines);
            return;
        }
        self.arrive(block);
        if self.plan.tree.heads_a_loop(block) {
            let next = self.open_loop(block, next);
            self.body(block, next, false);
        } else {
            self.body(block, next, flat);
        }
    }

    /// Opens the loop of a header, and adds tasks for its follows. Gives the block to which control
    /// flows at the end of the loop.
    fn open_loop(&mut self, header: BlockId, next: Option<BlockId>) -> Option<BlockId> {
        let next = self.push_in_order(header, Kind::Follows, next);
        self.begin_loop(header);
        self.open_list();
        self.tasks.push(Task::CloseLoop);
        next
    }

    fn begin_loop(&mut self, header: BlockId) {
        let label = self.draft(header);
        self.targets[header].label = Some(label);
        self.begin_item(Step::Loop(label));
    }

    /// Lays out a block, its arms and its merges. If the block is the header of a loop, the loop is
    /// open.
    fn body(&mut self, block: BlockId, next: Option<BlockId>, flat: bool) {
        let plan = self.plan;
        if !self.graph.is_dispatcher(block) {
            self.begin_item(Step::Run(block));
        }
        let flow = self.push_in_order(block, Kind::Merges, next);
        match plan.tree.ways(block) {
            [] => self.layout.steps.push(Step::Leave(block)),
            [way] => {
                self.transfer(way);
                match way.child() {
                    Some(child) => self.tasks.push(Task::Place {
                        block: child,
                        next: flow,
                        flat,
                    }),
                    None => self.go(way.target, flow),
                }
            }
            ways => self.decide(block, ways, flow, flat),
        }
    }

    /// Opens the bracket of a decision, and adds tasks for its arms and for the child after it.
    fn decide(&mut self, block: BlockId, ways: &[Way], end: Option<BlockId>, flat: bool) {
        self.begin_item(self.bracket(block));
        let here = self.height();
        let around = Surroundings {
            end,
            end_is_free: end.is_some_and(|end| {
                let Target {
                    home,
                    label,
                    first_jump,
                } = self.targets[end];
                home != here || label.is_some() && first_jump < self.item
            }),
            flat,
        };
        let Choice { outside, is_free } = self.plan.choose(ways, around);
        let way_outside = outside.map(Outside::way);
        let child_outside = way_outside.and_then(|at| ways[at].child());
        if let Some(child) = child_outside {
            let flat = matches!(outside, Some(Outside::Chained(_)));
            self.tasks.push(Task::Place {
                block: child,
                next: end,
                flat,
            });
        }
        let first = self.plan.tree.first_way(block);
        self.tasks.push(Task::Arms(Arms {
            ways: (first, first + ways.len() as u32),
            outside: way_outside.map(|at| first + at as u32),
            outside_arm: None,
            is_free,
            wish: None,
            flow: child_outside.or(end),
        }));
        self.open_list();
    }

    /// Begins the arm for the way with this number. The child of the way is written in the arm if
    /// `nested`.
    fn arm(&mut self, way: u32, nested: bool, flow: Option<BlockId>) {
        let plan = self.plan;
        let way = plan.tree.way(way);
        let cases = Cases::of_table(way.slots);
        self.layout.steps.push(Step::Arm(cases));
        self.item = self.layout.steps.len() as u32;
        self.transfer(way);
        match way.child().filter(|_| nested) {
            Some(child) => self.place(child, flow, false),
            None => self.go(way.target, flow),
        }
    }

    /// Takes an edge and stores the label that belongs to it.
    fn transfer(&mut self, way: &Way) {
        if !self.graph.is_dispatcher(way.edge.block) {
            self.layout.steps.push(Step::Take(way.edge));
        }
        self.layout.steps.extend(way.store.map(Step::Store));
    }

    /// Goes to a block that is not a child: without a jump if control flows there, otherwise by a
    /// jump.
    #[inline]
    fn go(&mut self, target: BlockId, flow: Option<BlockId>) {
        if flow != Some(target) {
            self.jump(target);
        }
    }

    /// Jumps forward, or back to a header.
    fn jump(&mut self, target: BlockId) {
        let Target { home, label, .. } = self.targets[target];
        let Some(home) = home else {
            let label = label.expect("a back edge is in its loop");
            self.layout.steps.push(Step::Continue(label));
            return;
        };
        let label = label.unwrap_or_else(|| {
            let label = self.draft(target);
            let outer = self.outer.get(home.get() as usize - 1);
            let first_jump = outer.map_or(self.item, |&(item, _)| item);
            self.targets[target].label = Some(label);
            self.targets[target].first_jump = first_jump;
            label
        });
        self.layout.steps.push(Step::Break(label));
    }

    /// The height of the innermost list.
    fn height(&self) -> Option<Height> {
        Some(Height::MIN.saturating_add(self.outer.len() as u32))
    }

    /// Makes a draft of a label for jumps to a block.
    fn draft(&mut self, block: BlockId) -> LabelId {
        self.layout.drafts.push(Draft { block, past: None })
    }

    /// The bracket for the decision of a block.
    fn bracket(&self, block: BlockId) -> Step {
        match self.graph.cfg().exit(block) {
            _ if self.graph.is_dispatcher(block) => Step::Dispatch(None),
            Exit::Branch => Step::If(block, None),
            _ => Step::Switch(block, None),
        }
    }

    /// Begins an item of the innermost list with a step.
    #[inline]
    fn begin_item(&mut self, step: Step) {
        self.item = self.layout.steps.len() as u32;
        self.layout.steps.push(step);
    }

    /// Adds tasks for the children of a kind, in the innermost list, one after the other, with
    /// `next` after them. Gives the first block of this sequence.
    #[inline]
    fn push_in_order(
        &mut self,
        parent: BlockId,
        kind: Kind,
        next: Option<BlockId>,
    ) -> Option<BlockId> {
        let first = self.plan.tree.first(parent, kind);
        if first.is_none() {
            return next;
        }
        self.push_children(parent, kind, next);
        first
    }

    #[cold]
    fn push_children(&mut self, parent: BlockId, kind: Kind, next: Option<BlockId>) {
        let here = self.height();
        let before = self.tasks.len();
        for block in self.plan.tree.children(parent, kind) {
            self.targets[block].home = here;
            if let Some(Task::Place { next, .. }) = self.tasks[before..].last_mut() {
                *next = Some(block);
            }
            self.tasks.push(Task::Place {
                block,
                next,
                flat: false,
            });
        }
        self.tasks[before..].reverse();
    }

    /// Decides which bracket the jumps to a block leave. The block is about to be placed.
    #[inline]
    fn arrive(&mut self, block: BlockId) {
        let target = core::mem::replace(&mut self.targets[block], STANDS);
        if let Some(label) = target.label {
            self.serve(label, target.first_jump);
        }
    }

    /// Binds the jumps with this label to the end of a bracket or of a scope. `first_jump` is the
    /// item that contains the first of them.
    #[cold]
    fn serve(&mut self, label: LabelId, first_jump: u32) {
        let before = self.item;
        if first_jump == before {
            match &mut self.layout.steps[before as usize] {
                Step::Loop(own) => self.layout.drafts[*own].past = Some(label),
                Step::If(_, own) | Step::Switch(_, own) | Step::Dispatch(own) => *own = Some(label),
                step => unreachable!("a jump out of {step:?}, which is no bracket"),
            }
            return;
        }
        let end = self.layout.steps.len() as u32;
        let start = close_over(&mut self.closed, first_jump, end);
        self.marks.push(Mark::End(self.scopes.len() as u32));
        self.scopes.push(Scope {
            start,
            end,
            label,
            holder: None,
        });
    }
}
