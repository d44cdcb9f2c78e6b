//! The initial value of the label.
//!
//! *Needs:* a program. *Gives:* [`unset`]. *Cost:* O(steps + cases · log cases).

use crate::program::{Program, Step};
use alloc::collections::BTreeSet;

/// Gives the initial value of the label for a language whose variables always have a value: the
/// greatest number that no arm lists. Nothing if no dispatcher has a default, since a dispatcher
/// without a default always finds the label set.
pub(super) fn unset(program: &Program) -> Option<u32> {
    let is_default =
        |(_, step)| matches!(step, Step::Arm(cases) if program.cases(cases).is_empty());
    if !program.steps().any(is_default) {
        return None;
    }
    let listed: BTreeSet<u32> = program.all_cases().iter().copied().collect();
    let mut numbers = (0..=u32::MAX).rev();
    numbers.find(|number| !listed.contains(number))
}
