//! Slots: the place of each variable in the frame.
//!
//! ```text
//! a, b, c of 4, 8 and 400 bytes; only b and c live at once     | a           |
//!                                                              | b     | c … |
//! ```
//! *Needs:* the variables of a function, and which of them [never live at once](Lifetimes).
//! *Gives:* an offset for each, such that two that may live at once have no byte in common.
//! *Cost:* near-linear in the variables that live always; quadratic in the others.
//! *Source:* first fit, as in offline storage allocation.
//! *Departs:* from LLVM, which lets whole variables take the place of larger ones, largest first.
//! Here small ones come first, because their offsets take one byte in an access, and each goes to
//! the lowest free place. So no offset is larger than if nothing were shared: by induction over the
//! variables before, the end of all of them is a free place that is no higher.
//! *Limits:* not the smallest frame; finding that is NP-hard.

use crate::select::frame::lifetimes::Lifetimes;
use crate::select::frame::variable::Variable;

/// Occupied bytes.
struct Taken {
    start: u64,
    end: u64,
    /// The number of the variable; nothing if some live always.
    number: Option<usize>,
}

/// The offset of each variable, and the end of the last.
pub(crate) fn place(variables: &[Variable], lifetimes: &Lifetimes) -> (Vec<u64>, u64) {
    let mut order: Vec<usize> = (0..variables.len()).collect();
    order.sort_by_key(|&variable| variables[variable].size);
    let mut offsets = vec![0; variables.len()];
    let mut end = 0;
    // Ascending by start.
    let mut taken: Vec<Taken> = Vec::new();
    for variable in order {
        let Variable { size, align, .. } = variables[variable];
        let number = lifetimes.number(variable);
        let start = match number {
            None => end,
            Some(number) => lowest(&taken, size, align, |other| {
                lifetimes.overlap(number, other)
            }),
        };
        let start = aligned(start, align);
        offsets[variable] = start;
        let own = Taken {
            start,
            end: start.saturating_add(size),
            number,
        };
        end = own.end.max(end);
        add(&mut taken, own);
    }
    (offsets, end)
}

/// The lowest place that is free for a variable.
fn lowest(taken: &[Taken], size: u64, align: u64, overlaps: impl Fn(usize) -> bool) -> u64 {
    let mut start: u64 = 0;
    for other in taken {
        if other.number.is_none_or(&overlaps) {
            if start.saturating_add(size) <= other.start {
                break;
            }
            start = aligned(start.max(other.end), align);
        }
    }
    start
}

fn add(taken: &mut Vec<Taken>, own: Taken) {
    if let Some(last) = taken.last_mut()
        && (last.number, own.number) == (None, None)
    {
        // Nothing comes after the last variable, which this one was placed behind.
        last.end = own.end;
        return;
    }
    let at = taken.partition_point(|other| other.start <= own.start);
    taken.insert(at, own);
}

fn aligned(start: u64, align: u64) -> u64 {
    start.checked_next_multiple_of(align).unwrap_or(u64::MAX)
}
