//! What a program's flags are for, and a program without what is not asked for.
//!
//! *Needs:* a program that keeps its rules.
//! *Gives:* [`without_unread`], which drops what sets variables that no test reads.
//! *Cost:* O(steps + terms).

mod unread;

pub(crate) use unread::without_unread;
