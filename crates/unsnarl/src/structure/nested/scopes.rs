//! Insertion of scopes into the steps of a layout, and the decisions that replace some scopes.
//!
//! *Needs:* for each list, its scopes, which nest, and the decisions that could [hold](Holder) one;
//! then the steps.
//! *Gives:* the steps with the scopes inserted: as few scopes as these decisions allow.
//! *Cost:* O(h + s log s) for s scopes and h holders; every step after the first scope is moved
//! once or twice, in place.
//!
//! If a child of a decision is written after the decision instead of in its arm, no jump leads to
//! the end of the decision. So the arm of the child can contain the code that follows, up to the
//! end of any scope that opens after the decision, and the end of the decision becomes the end of
//! the scope. The decision *holds* the scope. If the arm of the child is not the last arm, it
//! becomes the last:
//!
//! ```text
//! before: if a { continue } block { x; if b { break } y } z
//! after:  if a { continue } else { x; if b { break } y } z
//! ```
//!
//! A decision can hold one scope, which must open after it and lie directly in the same list or
//! scope as the decision. From the last decision to the first, each takes the nearest scope that no
//! later decision holds. If no such scope is left, the decision takes over the scope of a later
//! decision; that decision, or another one between them, then holds a scope directly inside a held
//! scope, because the outer scope then begins before the decision that holds the inner one.
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

/// A decision that can hold a scope that opens after it: no code reaches its end, and one of its
/// arms only takes an edge to the block that comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Holder {
    /// The step that opens it.
    pub(super) bracket: u32,
    /// The step after its end.
    pub(super) behind: u32,
    /// The step that begins the arm for the block that comes next.
    pub(super) arm: u32,
}

/// A wish: a decision that could hold a scope if this child were outside. Jumps to its end would
/// then need another scope, which another decision must hold. That scope would open before this
/// decision and end directly after the scope that this decision holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wish {
    /// The step that opens it.
    pub(super) bracket: u32,
    /// The step after its end.
    pub(super) behind: u32,
    pub(super) child: BlockId,
}

/// A mark in a list: the end of a scope, or of a decision that holds or could hold a scope.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mark {
    /// The scope of this number ends.
    End(u32),
    /// A decision ends.
    Holder(Holder),
    /// A decision that has a wish ends.
    Wish(Wish),
}

/// The findings of [`hold`] about a list.
pub(super) struct Held {
    /// Whether a decision in front of the list could hold one more scope.
    pub(super) has_more: bool,
    /// The wishes for which there is a decision that holds the additional scope.
    pub(super) granted: Vec<Wish>,
}

/// Makes the decisions of one list hold scopes of the list. `marks` are the marks of the list in
/// order.
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

/// The matching of scopes to decisions of a list, made from the last mark to the first.
#[derive(Default)]
struct Matching {
    /// The scopes around the current place.
    around: Vec<Level>,
    /// The scopes after the current place that no decision holds, the nearest last, grouped by the
    /// scopes around the place.
    free: Vec<u32>,
    /// In the same order, scopes that no decision holds and that are directly inside a held scope.
    inside: Vec<u32>,
    /// In the same order, the held scopes, and the decisions that hold scopes.
    held: Vec<u32>,
    holders: Vec<Holder>,
    /// By scope: the scopes directly inside it that no decision held when it began.
    within: BTreeMap<u32, Vec<u32>>,
    /// In the same order as `free`, wishes that are not granted.
    wishes: Vec<Wish>,
    granted: Vec<Wish>,
}

/// A scope around a place, and the lengths of the lists outside of it.
struct Level {
    scope: u32,
    free: usize,
    inside: usize,
    held: usize,
    wishes: usize,
}

impl Matching {
    /// Enters a scope at its end.
    fn open(&mut self, scope: u32) {
        self.around.push(Level {
            scope,
            free: self.free.len(),
            inside: self.inside.len(),
            held: self.held.len(),
            wishes: self.wishes.len(),
        });
    }

    /// Leaves a scope at its beginning.
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

    /// Makes one more scope held, by this decision or by a later one.
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

    /// Tells whether one more decision, in front of the list, could hold a scope. If there are
    /// scopes around the front, the outermost could be held.
    fn has_more(&self) -> bool {
        !self.free.is_empty() || !self.inside.is_empty() || !self.around.is_empty()
    }

    fn pair_all(&mut self, scopes: &mut [Scope]) {
        while let Some(level) = self.around.pop() {
            self.pair(level.held, scopes);
        }
        self.pair(0, scopes);
    }

    /// Assigns decisions to the held scopes from position `from` on, as matching brackets: a
    /// bracket opens after each decision and closes where a scope ends.
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

/// A change to the steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    /// The arm between this step and the place is dropped.
    Cut(u32),
    /// A scope ends, or the decision that holds it.
    End,
    /// A decision begins to hold a scope: its end is dropped here, and its arm that begins with
    /// this step becomes the last arm.
    Hold(u32),
    /// A scope opens; it ends before this step.
    Open(Reverse<u32>, LabelId),
}

/// Inserts scopes into steps.
///
/// At the same place, scopes end before others open; of the scopes that open together, the longest
/// opens first.
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
    // The steps before `from` move to the places before `to`.
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
    // Held scopes needed no steps of their own, so some room is left.
    steps.drain(from..to);
}

/// Sets the label of a decision to that of the scope that it holds.
fn label(step: &mut Step, label: LabelId) {
    match step {
        Step::If(_, own) | Step::Switch(_, own) | Step::Dispatch(own) => *own = Some(label),
        step => unreachable!("{step:?} is no decision"),
    }
}

/// Gives the step after an arm that only takes an edge.
fn end_of_short_arm(steps: &[Step], arm: u32) -> u32 {
    let takes = |step: &&Step| matches!(step, Step::Take(_) | Step::Store(_));
    arm + 1 + steps[arm as usize + 1..].iter().take_while(takes).count() as u32
}
