//! Scopes among the steps of a layout, and the decisions that take the place of some.
//!
//! *Needs:* of each list the scopes, which nest, and the decisions that could [hold](Holder) one;
//! then the steps.
//! *Gives:* the steps with the scopes among them; as few scopes as these decisions allow.
//! *Cost:* O(h + s log s) for s scopes and h holders; every step after the first scope is moved
//! once or twice, in place.
//!
//! A decision whose child is written behind it, in no arm, ends where nothing goes. So the child's
//! arm can take in what follows, up to the end of any scope that opens behind the decision, and the
//! decision's end becomes the scope's. If the child's arm is not the last it becomes the last:
//!
//! ```text
//! before: if a { continue } block { x; if b { break } y } z
//! after:  if a { continue } else { x; if b { break } y } z
//! ```
//!
//! A decision can hold one scope: one of those that open behind it and lie directly in the same
//! list or scope as the decision. From the last decision to the first, each takes the nearest that
//! none behind it holds. Where there is none left, it holds the scope of one behind it, and that
//! one, or another between them, holds one directly inside of a scope that is held: the outer scope
//! then begins before the decision that holds the inner one.
//!
//! The steps are moved from the last to the first, so that none is overwritten before it has been
//! moved.

use crate::ids::{BlockId, LabelId};
use crate::program::Step;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// A scope: it opens before the step `start` and ends before the step `end`, the first of its
/// target block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scope {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) label: LabelId,
    /// The decision that holds it.
    pub(super) holder: Option<Holder>,
}

/// A decision that can hold a scope that opens behind it: nothing reaches its end, and one of its
/// arms only takes an edge to what comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Holder {
    /// The step that opens it.
    pub(super) bracket: u32,
    /// The step behind its end.
    pub(super) behind: u32,
    /// The step that begins the arm for what comes next.
    pub(super) arm: u32,
}

/// A decision that could hold a scope with this child outside, if another one held the scope that
/// jumps to its end would then need. That scope would open before this decision and end right
/// behind what it then holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wish {
    /// The step that opens it.
    pub(super) bracket: u32,
    /// The step behind its end.
    pub(super) behind: u32,
    pub(super) child: BlockId,
}

/// A scope or a holder of a list, or what could become one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mark {
    /// The scope of this number ends.
    End(u32),
    /// A decision ends.
    Holder(Holder),
    /// The same.
    Wish(Wish),
}

/// What [`hold`] has found out about a list.
pub(super) struct Held {
    /// Whether a decision in front of the list could hold one more scope.
    pub(super) has_more: bool,
    /// The wishes for which there is a decision.
    pub(super) granted: Vec<Wish>,
}

/// Lets the decisions of one list hold scopes of it. `marks` are those of the list in their order.
#[cold]
pub(super) fn hold(marks: &[Mark], scopes: &mut [Scope]) -> Held {
    let mut matching = Matching::default();
    for mark in marks.iter().rev() {
        let place = match *mark {
            Mark::End(number) => scopes[number as usize].end,
            Mark::Holder(holder) => holder.behind,
            Mark::Wish(wish) => wish.behind,
        };
        while let Some(level) = matching
            .around
            .pop_if(|level| scopes[level.scope as usize].start >= place)
        {
            matching.close(level, scopes);
        }
        match *mark {
            Mark::End(number) => matching.open(number),
            Mark::Holder(holder) => matching.give(holder),
            Mark::Wish(wish) => matching.wishes.push(wish),
        }
    }
    let has_more = matching.has_more();
    matching.pair_all(scopes);
    Held {
        has_more,
        granted: matching.granted,
    }
}

/// Which scopes of a list are held, from the last mark to the first.
#[derive(Default)]
struct Matching {
    /// The scopes around the place at hand.
    around: Vec<Level>,
    /// The scopes behind the place at hand that nothing holds, the nearest last, of each of those
    /// around it after the other.
    free: Vec<u32>,
    /// In the same way, scopes that nothing holds directly inside of one that is held.
    inside: Vec<u32>,
    /// In the same way, scopes that are held, and the decisions that hold them.
    held: Vec<u32>,
    holders: Vec<Holder>,
    /// Scopes directly inside of another one, that nothing held when that one began: by the other.
    within: BTreeMap<u32, Vec<u32>>,
    /// In the same way as `free`, wishes that nothing grants.
    wishes: Vec<Wish>,
    granted: Vec<Wish>,
}

/// A scope around a place, and how much of each list lies outside of it.
struct Level {
    scope: u32,
    free: usize,
    inside: usize,
    held: usize,
    wishes: usize,
}

impl Matching {
    /// A scope ends here.
    fn open(&mut self, scope: u32) {
        self.around.push(Level {
            scope,
            free: self.free.len(),
            inside: self.inside.len(),
            held: self.held.len(),
            wishes: self.wishes.len(),
        });
    }

    /// A scope begins here.
    fn close(&mut self, level: Level, scopes: &mut [Scope]) {
        self.pair(level.held, scopes);
        self.inside.truncate(level.inside);
        self.wishes.truncate(level.wishes);
        if self.free.len() > level.free {
            let within = self.free.split_off(level.free);
            self.within.insert(level.scope, within);
        }
        self.free.push(level.scope);
    }

    /// Lets a decision hold a scope, or one more be held by those behind it.
    fn give(&mut self, holder: Holder) {
        let (free, inside, wishes) = match self.around.last() {
            Some(level) => (level.free, level.inside, level.wishes),
            None => (0, 0, 0),
        };
        let scope = if self.free.len() > free {
            self.free.pop()
        } else if self.inside.len() > inside {
            self.inside.pop()
        } else {
            None
        };
        let Some(scope) = scope else {
            if self.wishes.len() > wishes {
                self.granted.extend(self.wishes.pop());
            }
            return;
        };
        self.held.push(scope);
        self.holders.push(holder);
        if let Some(within) = self.within.remove(&scope) {
            self.inside.extend(within);
        }
    }

    /// Tells whether one more decision could hold a scope. Of those around the front the outermost
    /// could be held.
    fn has_more(&self) -> bool {
        !self.free.is_empty() || !self.inside.is_empty() || !self.around.is_empty()
    }

    fn pair_all(&mut self, scopes: &mut [Scope]) {
        while let Some(level) = self.around.pop() {
            self.pair(level.held, scopes);
        }
        self.pair(0, scopes);
    }

    /// Gives the scopes that are held from here on their decisions, as brackets belong together:
    /// one opens behind each decision, and closes where a scope ends.
    fn pair(&mut self, from: usize, scopes: &mut [Scope]) {
        let mut held = self.held.split_off(from);
        held.sort_unstable_by_key(|&scope| scopes[scope as usize].end);
        // The last decision comes first.
        let mut coming = self.holders.split_off(from);
        let mut open: Vec<Holder> = Vec::new();
        for scope in held {
            let scope = &mut scopes[scope as usize];
            while let Some(holder) = coming.pop_if(|holder| holder.behind <= scope.end) {
                open.push(holder);
            }
            let holder = open
                .pop()
                .expect("each scope was taken for a decision before it");
            scope.start = holder.behind;
            scope.holder = Some(holder);
        }
    }
}

/// A change of the steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    /// The arm between this step and the place is left out.
    Cut(u32),
    /// A scope, or the decision that holds it, ends.
    End,
    /// The decision that holds what comes next goes on: its end is left out, and its arm that
    /// begins with this step becomes the last.
    Hold(u32),
    /// A scope opens that ends before this step.
    Open(Reverse<u32>, LabelId),
}

/// Puts scopes between steps.
///
/// Where a scope ends it does so before others open; of those that open together the longest comes
/// first.
pub(super) fn put_in(scopes: &[Scope], steps: &mut Vec<Step>) {
    if scopes.is_empty() {
        return;
    }
    let mut room = 2 * scopes.len();
    let mut changes = Vec::with_capacity(room);
    for scope in scopes {
        changes.push((scope.end, Change::End));
        match scope.holder {
            None => changes.push((scope.start, Change::Open(Reverse(scope.end), scope.label))),
            Some(Holder {
                bracket,
                behind,
                arm,
            }) => {
                label(&mut steps[bracket as usize], scope.label);
                changes.push((behind, Change::Hold(arm)));
                let end = end_of_short_arm(steps, arm);
                if end + 1 < behind {
                    changes.push((end, Change::Cut(arm)));
                    room += (end - arm) as usize;
                }
            }
        }
    }
    changes.sort_unstable();
    // The steps before `from` go before `to`.
    let mut from = steps.len();
    steps.resize(from + room, Step::End);
    let mut to = steps.len();
    for &(at, change) in changes.iter().rev() {
        let at = at as usize;
        to -= from - at;
        steps.copy_within(at..from, to);
        from = at;
        match change {
            Change::Open(_, label) => {
                to -= 1;
                steps[to] = Step::Block(label);
            }
            Change::Hold(arm) => {
                from -= 1;
                let end = end_of_short_arm(steps, arm) as usize;
                if end < from {
                    to -= end - arm as usize;
                    steps.copy_within(arm as usize..end, to);
                }
            }
            Change::End => {
                to -= 1;
                steps[to] = Step::End;
            }
            Change::Cut(arm) => from = arm as usize,
        }
    }
    // Scopes that are held have left room.
    steps.drain(from..to);
}

/// Gives a decision the label of the scope that it holds.
fn label(step: &mut Step, label: LabelId) {
    match step {
        Step::If(_, own) | Step::Switch(_, own) | Step::Dispatch(own) => *own = Some(label),
        step => unreachable!("{step:?} is no decision"),
    }
}

/// Gives the step behind an arm that only takes an edge.
fn end_of_short_arm(steps: &[Step], arm: u32) -> u32 {
    let takes = |step: &&Step| matches!(step, Step::Take(_) | Step::Store(_));
    arm + 1 + steps[arm as usize + 1..].iter().take_while(takes).count() as u32
}
