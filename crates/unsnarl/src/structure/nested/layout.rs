//! The walk that lays the blocks out.
//!
//! *Needs:* the [`Plan`].
//! *Gives:* [`Layout`]: the steps of the program. For every target of a jump there is a bracket
//! that ends right before it: one that is there anyway, or a [scope](super::scopes) that is
//! inserted last.
//! *Cost:* O(V + E log k) time for exits of k arms, and O(s log s) for s scopes.
//! *Source:* the laminar closure of scopes is the rule of LLVM's CFGStackify, done here in one pass
//! with a stack; that the end of an `if` serves as a label is from GHC's `FromCmm` ([Ramsey22]).
//!
//! A *list* is the content of one arm, one loop, or the whole program; its *items* are blocks' code
//! and brackets. Lists nest as brackets do. Every jump leads to a block that begins an item of its
//! own list or of an enclosing one, because a merge is in the list of its parent and a follow in
//! that of its loop. So:
//!
//! - a jump to where control flows anyway is omitted;
//! - if every other jump to t is in the item right before t, and that is a bracket, they jump to
//!   its end;
//! - else t needs a scope. It ends right before t and opens as late as possible: at the first item
//!   of t's list that contains a jump to t. Where it would cross another scope, it opens together
//!   with that one. Scopes of different lists cannot cross. If it opens behind a decision whose end
//!   nothing reaches, the decision [holds](super::scopes) what is in it instead.

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

/// The program but for its labels. Its steps use *drafts* of labels: a jump is written before it is
/// known which bracket it leads past.
#[derive(Default)]
pub(super) struct Layout {
    pub(super) steps: Vec<Step>,
    /// The slots and values of all arms.
    pub(super) cases: Vec<u32>,
    pub(super) drafts: IdMap<LabelId, Draft>,
    /// How many scopes there are.
    pub(super) scopes: usize,
    /// The children with which a decision that holds no scope could hold one.
    pub(super) loose: Vec<LooseChild>,
}

/// A child with which a decision could hold a scope.
pub(super) struct LooseChild {
    pub(super) child: BlockId,
    /// The step that opens the decision.
    pub(super) bracket: u32,
    pub(super) how: Loose,
}

/// A draft of a label.
pub(super) struct Draft {
    /// The block that jumps with this label lead to.
    pub(super) block: BlockId,
    /// Of a loop's label the draft for jumps past its end, if there are any: it becomes the same
    /// label.
    pub(super) past: Option<LabelId>,
}

/// Lays out the whole graph; the subtrees in `machines` become state machines. `cases` is the
/// tree's table of slots.
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

/// Room for steps that is made at the start; most programs need no more.
const STEPS_PER_BLOCK: usize = 8;
/// Room that is made for what is open at a time.
const ROOM: usize = 16;

/// What is known of a block as the target of jumps.
#[derive(Clone, Copy)]
struct Target {
    /// The height of the list of a merge or follow; none once it is written, and jumps to it are
    /// back edges.
    home: Option<Height>,
    /// Until it is written, if it has a label: the item of its list that contains the first jump to
    /// it.
    first_jump: u32,
    /// The label for jumps to it: before it is written, of the bracket that they leave; then of its
    /// loop.
    label: Option<LabelId>,
}

/// How many lists are open, the list itself included.
type Height = NonZeroU32;

const UNPLACED: Target = Target {
    home: Some(Height::MIN),
    first_jump: 0,
    label: None,
};

/// What is known of a written block.
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
    /// The same of the lists around it, from the outermost, and how many marks they have.
    outer: Vec<(u32, u32)>,
    targets: IdMap<BlockId, Target>,
    /// The scopes, by ascending end.
    scopes: Vec<Scope>,
    /// Of the open lists, the scopes and the decisions that can hold one, by ascending end.
    marks: Vec<Mark>,
    /// Where those begin and end that the next one may cross.
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

    /// Opens the loop of a header and leaves its follows to be laid out; gives where control flows
    /// at its end.
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

    /// Lays out a block, its arms and its merges; its loop, if it heads one, is open.
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

    /// Opens the bracket of a decision and leaves its arms, and the child after it, to be laid out.
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

    /// Begins the arm for the way of this number, whose child is written in the arm if it is
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

    /// Goes to a block that is not a child: along the flow, forward, or back to a header.
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

    /// The bracket of a block's decision.
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

    /// Leaves the children of a kind to be laid out in the innermost list, one after the other and
    /// then `next`; gives the first of all these.
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

    /// Decides which bracket the jumps to a block leave that is about to be placed.
    #[inline]
    fn arrive(&mut self, block: BlockId) {
        let target = core::mem::replace(&mut self.targets[block], STANDS);
        if let Some(label) = target.label {
            self.serve(label, target.first_jump);
        }
    }

    /// Binds the jumps of this label, the first of them in an item, to the end of a bracket or of a
    /// scope.
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
