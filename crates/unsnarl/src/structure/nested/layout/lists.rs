//! The beginnings and ends of lists in the walk.
//!
//! *Needs:* the walk, at the beginning or the end of a list.
//! *Gives:* when a list ends, its decisions that hold [scopes](super::super::scopes), and the
//! [loose](super::super::plan) children.
//! *Cost:* O(1) for a list without scopes; otherwise O(s + h) for s scopes and h decisions in the
//! list that can hold a scope.

use super::tasks::{Arms, Task};
use super::{LooseChild, Walk};
use crate::ids::BlockId;
use crate::program::Step;
use crate::structure::nested::plan::Loose;
use crate::structure::nested::scopes::{Holder, Mark, Wish, hold};
use alloc::vec::Vec;

impl Walk<'_> {
    pub(super) fn open_list(&mut self) {
        self.outer.push((self.item, self.marks.len() as u32));
    }

    /// Ends the innermost list, or the current arm if the list has arms. Tells whether a decision
    /// in front of it could hold one of its scopes.
    #[inline]
    fn end_list(&mut self) -> bool {
        let marks = self.outer.last().map_or(0, |&(_, marks)| marks);
        self.marks.len() as u32 > marks && self.settle(marks)
    }

    /// Makes decisions of the list that ends hold its scopes. The marks of the list are those from
    /// number `marks` on.
    #[cold]
    pub(super) fn settle(&mut self, marks: u32) -> bool {
        let held = hold(&self.marks[marks as usize..], &mut self.scopes);
        self.marks.truncate(marks as usize);
        let loose = held.granted.into_iter().map(|wish| LooseChild {
            child: wish.child,
            bracket: wish.bracket,
            how: Loose::Anywhere,
        });
        self.layout.loose.extend(loose);
        held.has_more
    }

    /// Ends the latest arm of a decision, if there was one, and records whether its child is loose.
    #[inline]
    pub(super) fn end_arm(&mut self, arms: &Arms) {
        if self.end_list()
            && let Some(way) = arms.last()
            && let Some(child) = self.plan.tree.way(way).child()
        {
            self.note_loose(child, arms);
        }
    }

    /// Records that the decision of these arms could hold a scope if this child were outside.
    #[cold]
    fn note_loose(&mut self, child: BlockId, arms: &Arms) {
        if arms.is_free {
            let bracket = self.outer.last().map_or(0, |&(item, _)| item);
            self.layout.loose.push(LooseChild {
                child,
                bracket,
                how: Loose::WhereFree,
            });
        } else if arms.outside.is_none()
            && let Some(Task::Arms(arms)) = self.tasks.last_mut()
        {
            arms.wish = Some(child);
        }
    }

    /// Counts the scopes, and keeps only the loose children of decisions that hold no scope.
    pub(super) fn finish_loose(&mut self) {
        let holders = self.scopes.iter().filter_map(|scope| scope.holder);
        let mut held: Vec<u32> = holders.map(|holder| holder.bracket).collect();
        self.layout.scopes = self.scopes.len() - held.len();
        held.sort_unstable();
        let holds_none = |child: &LooseChild| held.binary_search(&child.bracket).is_err();
        self.layout.loose.retain(holds_none);
    }

    /// Ends a decision whose arms are all laid out. If the child of one of its arms is written
    /// after it, it can hold a scope. If it has a wish, it could hold one.
    pub(super) fn close_decision(&mut self) {
        let Some(&Task::Arms(Arms {
            outside_arm, wish, ..
        })) = self.tasks.last()
        else {
            unreachable!("its arms are the task at hand");
        };
        self.close_list();
        let (bracket, behind) = (self.item, self.layout.steps.len() as u32);
        if let Some(arm) = outside_arm {
            self.marks.push(Mark::Holder(Holder {
                bracket,
                behind,
                arm,
            }));
        } else if let Some(child) = wish {
            self.marks.push(Mark::Wish(Wish {
                bracket,
                behind,
                child,
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
