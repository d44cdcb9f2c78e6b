//! The walk that lays the blocks out, with jumps that still name blocks.
//!
//! *Needs:* the [`Plan`].
//! *Gives:* [`Layout`]: tokens in the order of the program; the scopes that must be put between them,
//! which nest; and for every other target of a jump the bracket whose end serves it.
//! *Cost:* O(V + E log k) time for exits of k arms.
//! *Source:* the laminar closure of scopes is the rule of LLVM's CFGStackify, done here in one pass with a
//! stack; that the end of an `if` serves as a label is from GHC's `FromCmm` ([Ramsey22]).
//!
//! A *list* is what stands in one arm, one loop, or the whole program; its *items* are blocks' code and
//! brackets. Lists nest as brackets do. Every jump leads to a block that begins an item of its own list
//! or of one further out, because a merge stands in the list of its parent and a follow in that of its loop. So:
//!
//! - a jump to where control flows anyway is no jump;
//! - if every other jump to t stands in the item right before t, and that is a bracket, its end serves t;
//! - else t needs a scope. It ends right before t and opens at the first item of t's list in which a jump
//!   to t stands: no later would do. Where it would then cross a scope that has ended by then, it opens with
//!   that one. Scopes of different lists cannot cross.

use super::machines::Machines;
use super::plan::{Outside, Plan, Surroundings};
use super::tree::Kind;
use crate::cfg::Exit;
use crate::ids::{BlockId, Edge, IdMap};
use crate::program::Cases;
use crate::reduce::Reducible;
use crate::structure::exits::Way;
use crate::structure::laminar::close_over;
use alloc::vec::Vec;

/// A step of the program in which jumps name blocks, and brackets have no labels yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Run(BlockId),
    Take(Edge),
    Leave(BlockId),
    Store(u32),
    /// Goes forward to a block that is not where control flows anyway.
    Jump(BlockId),
    /// Goes back to the start of the loop of this header.
    Again(BlockId),
    /// Opens the loop of this header. The end of a bracket serves the block that it names beside, if any.
    Loop(BlockId, Serves),
    If(BlockId, Serves),
    Switch(BlockId, Serves),
    Dispatch(Serves),
    Arm(Cases),
    End,
}

/// The block that the end of a bracket serves, if it serves one.
pub(super) type Serves = Option<BlockId>;

/// A scope: it opens before the token `start` and ends before the token `end`, the first of `target`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scope {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) target: BlockId,
}

/// The program before labels.
#[derive(Default)]
pub(super) struct Layout {
    pub(super) tokens: Vec<Token>,
    /// The slots and values of all arms.
    pub(super) cases: Vec<u32>,
    /// Scopes by ascending end.
    pub(super) scopes: Vec<Scope>,
}

/// Lays out the whole graph; the subtrees in `machines` become state machines. `cases` is the tree's table of slots.
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
            tokens: Vec::with_capacity(TOKENS_PER_BLOCK * count),
            cases,
            scopes: Vec::new(),
        },
        lists: Vec::with_capacity(ROOM),
        targets: IdMap::filled(count, UNPLACED),
        closed: Vec::new(),
        tasks: Vec::with_capacity(ROOM),
    };
    walk.lists.push(List::default());
    walk.place(graph.cfg().entry(), None, false);
    while let Some(task) = walk.tasks.pop() {
        match task {
            Task::Place { block, next, flat } => walk.place(block, next, flat),
            Task::Arm { way, child, flow } => walk.arm(way, child, flow),
            Task::CloseList => walk.close_list(),
        }
    }
    walk.layout
}

/// Room for tokens that is made at the start; most programs need no more.
const TOKENS_PER_BLOCK: usize = 6;
/// Room that is made for what is open at a time.
const ROOM: usize = 16;

/// What remains to be laid out.
enum Task {
    /// A block's subtree. Control flows to `next` at its end.
    Place {
        block: BlockId,
        next: Option<BlockId>,
        flat: bool,
    },
    /// The arm of an open decision for the way of this number. `flow` is where control flows at the end of the bracket.
    Arm {
        way: u32,
        child: Option<BlockId>,
        flow: Option<BlockId>,
    },
    /// The end of a loop, or of the last arm of a decision.
    CloseList,
}

/// An open list.
#[derive(Clone, Copy, Default)]
struct List {
    /// The token that begins its latest item.
    item: u32,
}

/// What is known of a block as the target of jumps.
#[derive(Clone, Copy)]
struct Target {
    /// The list in which a merge or follow will stand, as a height in `lists`; `PLACED` once it stands.
    home: u32,
    /// The item of its list in which the first jump to it stands; `NONE` before there is one.
    first_jump: u32,
}

/// The home of a block that has been placed: jumps to it lead back.
const PLACED: u32 = u32::MAX;
/// Stands for no item.
const NONE: u32 = u32::MAX;

const UNPLACED: Target = Target {
    home: 0,
    first_jump: NONE,
};

struct Walk<'a> {
    graph: &'a Reducible,
    plan: &'a Plan,
    machines: Option<&'a Machines>,
    layout: Layout,
    lists: Vec<List>,
    targets: IdMap<BlockId, Target>,
    /// The scopes that the next one may cross.
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
        if !self.plan.tree.heads_a_loop(block) {
            self.body(block, next, flat);
            return;
        }
        self.push_in_order(block, Kind::Follows, next);
        self.begin_item(Token::Loop(block, None));
        self.lists.push(List::default());
        self.tasks.push(Task::CloseList);
        let next = self.plan.tree.first(block, Kind::Follows).or(next);
        self.body(block, next, false);
    }

    /// Lays out a block, its arms and its merges; its loop, if it heads one, is open.
    fn body(&mut self, block: BlockId, next: Option<BlockId>, flat: bool) {
        let plan = self.plan;
        if !self.graph.is_dispatcher(block) {
            self.begin_item(Token::Run(block));
        }
        self.push_in_order(block, Kind::Merges, next);
        let flow = plan.tree.first(block, Kind::Merges).or(next);
        match *plan.tree.ways(block) {
            [] => self.layout.tokens.push(Token::Leave(block)),
            [way] => {
                self.transfer(way);
                match plan.tree.arm(way) {
                    Some(child) => self.tasks.push(Task::Place {
                        block: child,
                        next: flow,
                        flat,
                    }),
                    None => self.go(way.target, flow),
                }
            }
            ref ways => self.decide(block, ways, flow, flat),
        }
    }

    /// Opens the bracket of a decision and leaves its arms, and the child after it, to be laid out.
    fn decide(&mut self, block: BlockId, ways: &[Way], end: Option<BlockId>, flat: bool) {
        self.begin_item(self.bracket(block));
        let here = self.lists.len() as u32 - 1;
        let around = Surroundings {
            end,
            end_is_free: end.is_some_and(|end| self.targets[end].home != here),
            flat,
        };
        let tree = &self.plan.tree;
        let outside = self.plan.outside(ways, around);
        let way_outside = outside.map(Outside::way);
        let child_outside = way_outside.and_then(|at| tree.arm(ways[at]));
        if let Some(child) = child_outside {
            let flat = matches!(outside, Some(Outside::Chained(_)));
            self.tasks.push(Task::Place {
                block: child,
                next: end,
                flat,
            });
        }
        self.tasks.push(Task::CloseList);
        let first = tree.first_way(block);
        for (at, &way) in ways.iter().enumerate().rev() {
            self.tasks.push(Task::Arm {
                way: first + at as u32,
                child: tree.arm(way).filter(|_| way_outside != Some(at)),
                flow: child_outside.or(end),
            });
        }
        self.lists.push(List::default());
    }

    fn arm(&mut self, way: u32, child: Option<BlockId>, flow: Option<BlockId>) {
        let way = self.plan.tree.way(way);
        self.layout
            .tokens
            .push(Token::Arm(Cases::of_table(way.slots)));
        let item = self.layout.tokens.len() as u32;
        *self.lists.last_mut().expect("an arm stands in its list") = List { item };
        self.transfer(way);
        match child {
            Some(child) => self.place(child, flow, false),
            None => self.go(way.target, flow),
        }
    }

    fn close_list(&mut self) {
        self.layout.tokens.push(Token::End);
        self.lists.pop();
    }

    /// Takes an edge and stores the label that belongs to it.
    fn transfer(&mut self, way: Way) {
        if !self.graph.is_dispatcher(way.edge.block) {
            self.layout.tokens.push(Token::Take(way.edge));
        }
        self.layout.tokens.extend(way.store.map(Token::Store));
    }

    /// Goes to a block that is not a child: along the flow, forward, or back to a header.
    fn go(&mut self, target: BlockId, flow: Option<BlockId>) {
        if flow == Some(target) {
            return;
        }
        let Target { home, .. } = self.targets[target];
        if home == PLACED {
            self.layout.tokens.push(Token::Again(target));
            return;
        }
        let item = self.lists[home as usize].item;
        let first = &mut self.targets[target].first_jump;
        *first = item.min(*first);
        self.layout.tokens.push(Token::Jump(target));
    }

    /// Lays out the subtree of `root` as a loop around a switch over its blocks.
    fn machine(&mut self, root: BlockId, machines: &Machines) {
        self.arrive(root);
        if let Some(state) = machines.start(root) {
            self.layout.tokens.push(Token::Store(state));
        }
        self.begin_item(Token::Loop(root, None));
        self.layout.tokens.push(Token::Dispatch(None));
        for (block, states) in machines.arms(root) {
            let cases = Cases::append(&mut self.layout.cases, states.iter().copied());
            self.layout.tokens.push(Token::Arm(cases));
            self.layout.tokens.push(Token::Run(block));
            self.leave_state(block, root, machines);
        }
        self.layout.tokens.extend([Token::End, Token::End]);
    }

    fn leave_state(&mut self, block: BlockId, root: BlockId, machines: &Machines) {
        let plan = self.plan;
        let ways = plan.tree.ways(block);
        if ways.is_empty() {
            self.layout.tokens.push(Token::Leave(block));
        }
        if ways.len() > 1 {
            self.layout.tokens.push(self.bracket(block));
        }
        for &way in ways {
            if ways.len() > 1 {
                let cases = Cases::of_table(way.slots);
                self.layout.tokens.push(Token::Arm(cases));
            }
            self.layout.tokens.push(Token::Take(way.edge));
            match machines.state_after(self.graph, root, way.edge) {
                Some(state) => self
                    .layout
                    .tokens
                    .extend([Token::Store(state), Token::Again(root)]),
                None => {
                    self.layout.tokens.extend(way.store.map(Token::Store));
                    self.go(way.target, None);
                }
            }
        }
        if ways.len() > 1 {
            self.layout.tokens.push(Token::End);
        }
    }

    /// The bracket of a block's decision.
    fn bracket(&self, block: BlockId) -> Token {
        match self.graph.cfg().exit(block) {
            _ if self.graph.is_dispatcher(block) => Token::Dispatch(None),
            Exit::Branch => Token::If(block, None),
            _ => Token::Switch(block, None),
        }
    }

    /// Begins an item of the innermost list with a token.
    fn begin_item(&mut self, token: Token) {
        let item = self.layout.tokens.len() as u32;
        *self
            .lists
            .last_mut()
            .expect("the outermost list stays open") = List { item };
        self.layout.tokens.push(token);
    }

    /// Leaves the children of a kind to be laid out in the innermost list, one after the other and then `next`.
    fn push_in_order(&mut self, parent: BlockId, kind: Kind, next: Option<BlockId>) {
        if self.plan.tree.first(parent, kind).is_none() {
            return;
        }
        let here = self.lists.len() as u32 - 1;
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

    /// Decides what serves the jumps to a block that is about to be placed.
    fn arrive(&mut self, block: BlockId) {
        let Target { first_jump, .. } = self.targets[block];
        self.targets[block].home = PLACED;
        if first_jump == NONE {
            return;
        }
        let before = self.lists[self.lists.len() - 1].item;
        if first_jump == before {
            match &mut self.layout.tokens[before as usize] {
                Token::Loop(_, serves)
                | Token::If(_, serves)
                | Token::Switch(_, serves)
                | Token::Dispatch(serves) => *serves = Some(block),
                token => unreachable!("a jump out of {token:?}, which is no bracket"),
            }
            return;
        }
        let end = self.layout.tokens.len() as u32;
        let start = close_over(&mut self.closed, first_jump, end);
        self.layout.scopes.push(Scope {
            start,
            end,
            target: block,
        });
    }
}
