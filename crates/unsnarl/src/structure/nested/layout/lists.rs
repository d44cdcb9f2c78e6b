//! Where lists begin and end in the walk.
//!
//! *Needs:* the walk, at the beginning or the end of a list.
//! *Gives:* when a list ends, the decisions of it that hold [scopes](super::super::scopes), and
//! the [loose](super::super::plan) children.
//! *Cost:* O(1) for a list without scopes; else O(s + h) for s scopes and h decisions in it that
//! can hold one.

use super::Walk;
use super::tasks::Arms;
use crate::ids::BlockId;
use crate::program::Step;
use crate::structure::nested::scopes::{Holder, Mark, hold};
use alloc::vec::Vec;

impl Walk<'_> {
    pub(super) fn open_list(&mut self) {
        self.outer.push((self.item, self.marks.len() as u32));
    }

    /// Ends the innermost list, or one arm of those that are; tells whether a decision in front of
    /// it could hold a scope of it.
    #[inline]
    fn end_list(&mut self) -> bool {
        let marks = self.outer.last().map_or(0, |&(_, marks)| marks);
        self.marks.len() as u32 > marks && self.settle(marks)
    }

    /// Lets decisions of the list that ends hold its scopes; its marks are all but so many.
    #[cold]
    pub(super) fn settle(&mut self, marks: u32) -> bool {
        let is_left = hold(&self.marks[marks as usize..], &mut self.scopes);
        self.marks.truncate(marks as usize);
        is_left
    }

    /// Ends the latest of some arms, if there was one, and notes whether its child is loose.
    #[inline]
    pub(super) fn end_arm(&mut self, arms: &Arms) {
        if self.end_list()
            && let Some(way) = arms.last_if_free()
            && let Some(child) = self.plan.tree.way(way).child()
        {
            let bracket = self.outer.last().map_or(0, |&(item, _)| item);
            self.layout.loose.push((bracket, child));
        }
    }

    /// Counts the scopes, and leaves the loose children to decisions that hold none.
    pub(super) fn finish_loose(&mut self) {
        let holders = self.scopes.iter().filter_map(|scope| scope.holder);
        let mut held: Vec<u32> = holders.map(|holder| holder.bracket).collect();
        self.layout.scopes = self.scopes.len() - held.len();
        held.sort_unstable();
        let holds_none = |&(bracket, _): &(u32, BlockId)| held.binary_search(&bracket).is_err();
        self.layout.loose.retain(holds_none);
    }

    /// Ends a decision. If it has the arm of a child that is written behind it, which begins at the
    /// step `outside_arm`, it can hold a scope.
    pub(super) fn close_decision(&mut self, outside_arm: Option<u32>) {
        self.close_list();
        if let Some(arm) = outside_arm {
            self.marks.push(Mark::Holder(Holder {
                bracket: self.item,
                behind: self.layout.steps.len() as u32,
                arm,
            }));
        }
    }

    /// Ends a loop or a decision, and the task for it.
    pub(super) fn close_list(&mut self) {
        self.end_list();
        self.tasks.pop();
        self.layout.steps.push(Step::End);
        (self.item, _) = self.outer.pop().expect("a list that ends has begun");
    }
}
