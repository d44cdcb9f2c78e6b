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
use super::tree::heads_a_loop;
use crate::cfg::Exit;
use crate::ids::{BlockId, Edge, IdMap};
use crate::program::Cases;
use crate::reduce::Reducible;
use crate::structure::exits::{Exits, Way};
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
    /// Opens the loop of this header.
    Loop(BlockId),
    If(BlockId),
    Switch(BlockId),
    Dispatch,
    Arm(Cases),
    End,
}

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
    /// The targets that a bracket serves, with the token that opens it.
    pub(super) served: Vec<(BlockId, u32)>,
}

/// Lays out the whole graph; the subtrees in `machines` become state machines.
pub(super) fn lay_out(graph: &Reducible, plan: &Plan, machines: &Machines) -> Layout {
    let count = graph.cfg().block_count();
    let mut walk = Walk {
        graph,
        plan,
        layout: Layout {
            tokens: Vec::with_capacity(TOKENS_PER_BLOCK * count),
            ..Layout::default()
        },
        exits: Exits::default(),
        lists: alloc::vec![List::default()],
        home: IdMap::filled(count, 0),
        first_jump: IdMap::filled(count, u32::MAX),
        closed: Vec::new(),
        tasks: alloc::vec![Task::Place {
            block: graph.cfg().entry(),
            next: None,
            flat: false
        }],
    };
    while let Some(task) = walk.tasks.pop() {
        match task {
            Task::Place { block, .. } if machines.has_root(block) => walk.machine(block, machines),
            Task::Place { block, next, flat } => walk.place(block, next, flat),
            Task::Body { block, next, flat } => walk.body(block, next, flat),
            Task::Arm {
                cases,
                way,
                child,
                flow,
            } => walk.arm(cases, way, child, flow),
            Task::CloseList => walk.close_list(),
        }
    }
    walk.layout
}

/// Room for tokens that is made at the start; most programs need no more.
const TOKENS_PER_BLOCK: usize = 4;

/// What remains to be laid out. `next` is where control flows at the end of the thing.
enum Task {
    /// A block's subtree.
    Place {
        block: BlockId,
        next: Option<BlockId>,
        flat: bool,
    },
    /// A block, its arms and its merges; its loop, if it heads one, is open.
    Body {
        block: BlockId,
        next: Option<BlockId>,
        flat: bool,
    },
    /// An arm of an open decision. `flow` is where control flows at the end of the bracket.
    Arm {
        cases: Cases,
        way: Way,
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

struct Walk<'a> {
    graph: &'a Reducible,
    plan: &'a Plan,
    layout: Layout,
    exits: Exits,
    lists: Vec<List>,
    /// The list in which a merge or follow will stand, as a height in `lists`.
    home: IdMap<BlockId, u32>,
    /// The item of its list in which the first jump to a block stands.
    first_jump: IdMap<BlockId, u32>,
    /// The scopes that the next one may cross.
    closed: Vec<(u32, u32)>,
    tasks: Vec<Task>,
}

impl Walk<'_> {
    fn place(&mut self, block: BlockId, next: Option<BlockId>, flat: bool) {
        self.arrive(block);
        if !heads_a_loop(self.graph, block) {
            self.tasks.push(Task::Body { block, next, flat });
            return;
        }
        let plan = self.plan;
        let follows = plan.tree.follows.row(block);
        self.settle(follows);
        self.push_in_order(follows, next);
        self.begin_item(Token::Loop(block));
        self.lists.push(List::default());
        self.tasks.push(Task::CloseList);
        let next = follows.first().copied().or(next);
        self.tasks.push(Task::Body {
            block,
            next,
            flat: false,
        });
    }

    fn body(&mut self, block: BlockId, next: Option<BlockId>, flat: bool) {
        let (graph, plan) = (self.graph, self.plan);
        if !graph.is_dispatcher(block) {
            self.begin_item(Token::Run(block));
        }
        let merges = plan.tree.merges.row(block);
        self.settle(merges);
        self.push_in_order(merges, next);
        let flow = merges.first().copied().or(next);
        self.exits.of(graph.cfg(), block, |edge| graph.stored(edge));
        match *self.exits.ways() {
            [] => self.layout.tokens.push(Token::Leave(block)),
            [way] => {
                self.transfer(way);
                match plan.child(way) {
                    Some(child) => self.tasks.push(Task::Place {
                        block: child,
                        next: flow,
                        flat,
                    }),
                    None => self.go(way.target, flow),
                }
            }
            _ => self.decide(block, flow, flat),
        }
    }

    /// Opens the bracket of a decision and leaves its arms, and the child after it, to be laid out.
    fn decide(&mut self, block: BlockId, end: Option<BlockId>, flat: bool) {
        self.begin_item(self.bracket(block));
        let here = self.lists.len() as u32 - 1;
        let end_is_free = end.is_some_and(|end| self.home[end] != here);
        let plan = self.plan;
        let outside = plan.outside(
            self.exits.ways(),
            Surroundings {
                end,
                end_is_free,
                flat,
            },
        );
        let way_outside = outside.map(Outside::way);
        let child_outside = way_outside.and_then(|at| plan.child(self.exits.ways()[at]));
        if let Some(child) = child_outside {
            let flat = matches!(outside, Some(Outside::Chained(_)));
            self.tasks.push(Task::Place {
                block: child,
                next: end,
                flat,
            });
        }
        self.tasks.push(Task::CloseList);
        let first_arm = self.tasks.len();
        for at in 0..self.exits.ways().len() {
            let way = self.exits.ways()[at];
            let cases = Cases::append(&mut self.layout.cases, self.exits.slots(way));
            let child = plan.child(way).filter(|_| way_outside != Some(at));
            self.tasks.push(Task::Arm {
                cases,
                way,
                child,
                flow: child_outside.or(end),
            });
        }
        self.tasks[first_arm..].reverse();
        self.lists.push(List::default());
    }

    fn arm(&mut self, cases: Cases, way: Way, child: Option<BlockId>, flow: Option<BlockId>) {
        self.layout.tokens.push(Token::Arm(cases));
        let item = self.layout.tokens.len() as u32;
        *self.lists.last_mut().expect("an arm stands in its list") = List { item };
        self.transfer(way);
        match child {
            Some(child) => self.tasks.push(Task::Place {
                block: child,
                next: flow,
                flat: false,
            }),
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
        if self.home[target] == PLACED {
            self.layout.tokens.push(Token::Again(target));
            return;
        }
        let item = self.lists[self.home[target] as usize].item;
        self.first_jump[target] = self.first_jump[target].min(item);
        self.layout.tokens.push(Token::Jump(target));
    }

    /// Lays out the subtree of `root` as a loop around a switch over its blocks.
    fn machine(&mut self, root: BlockId, machines: &Machines) {
        self.arrive(root);
        if let Some(state) = machines.start(root) {
            self.layout.tokens.push(Token::Store(state));
        }
        self.begin_item(Token::Loop(root));
        self.layout.tokens.push(Token::Dispatch);
        for (block, states) in machines.arms(root) {
            self.push_arm(states.iter().copied());
            self.layout.tokens.push(Token::Run(block));
            self.exits
                .of(self.graph.cfg(), block, |edge| self.graph.stored(edge));
            self.leave_state(block, root, machines);
        }
        self.layout.tokens.extend([Token::End, Token::End]);
    }

    fn leave_state(&mut self, block: BlockId, root: BlockId, machines: &Machines) {
        let count = self.exits.ways().len();
        if count == 0 {
            self.layout.tokens.push(Token::Leave(block));
        }
        if count > 1 {
            self.layout.tokens.push(self.bracket(block));
        }
        for at in 0..count {
            let way = self.exits.ways()[at];
            if count > 1 {
                let cases = Cases::append(&mut self.layout.cases, self.exits.slots(way));
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
        if count > 1 {
            self.layout.tokens.push(Token::End);
        }
    }

    fn push_arm(&mut self, cases: impl Iterator<Item = u32>) {
        let cases = Cases::append(&mut self.layout.cases, cases);
        self.layout.tokens.push(Token::Arm(cases));
    }

    /// The bracket of a block's decision.
    fn bracket(&self, block: BlockId) -> Token {
        match self.graph.cfg().exit(block) {
            _ if self.graph.is_dispatcher(block) => Token::Dispatch,
            Exit::Branch => Token::If(block),
            _ => Token::Switch(block),
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

    /// Says that the children of a block will stand in the innermost list.
    fn settle(&mut self, children: &[BlockId]) {
        let here = self.lists.len() as u32 - 1;
        children.iter().for_each(|&child| self.home[child] = here);
    }

    fn push_in_order(&mut self, children: &[BlockId], next: Option<BlockId>) {
        let mut next = next;
        for &block in children.iter().rev() {
            self.tasks.push(Task::Place {
                block,
                next,
                flat: false,
            });
            next = Some(block);
        }
    }

    /// Decides what serves the jumps to a block that is about to be placed.
    fn arrive(&mut self, block: BlockId) {
        self.home[block] = PLACED;
        let first = self.first_jump[block];
        if first == u32::MAX {
            return;
        }
        let before = self.lists[self.lists.len() - 1].item;
        if first == before {
            self.layout.served.push((block, before));
            return;
        }
        let end = self.layout.tokens.len() as u32;
        let start = close_over(&mut self.closed, first, end);
        self.layout.scopes.push(Scope {
            start,
            end,
            target: block,
        });
    }
}

/// The home of a block that has been placed: jumps to it lead back.
const PLACED: u32 = u32::MAX;
