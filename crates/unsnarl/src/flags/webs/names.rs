//! Flags that may have several webs, and names for these webs.
//!
//! *Needs:* a [`Tape`], and later the places where each web is set and tested.
//! *Gives:* [`several`], [`rename`].
//! *Cost:* O(items + terms); O(k log k) for k stores and tests to rename.

use super::super::tape::{ENDS, Place, Tape};
use super::{MOST, Use};
use crate::ids::{FlagId, Id};
use crate::program::{Step, Term};
use alloc::vec;
use alloc::vec::Vec;

/// Tells which flags may have several webs: these are set at least twice and tested at least twice.
/// Also gives the number of all flags.
pub(super) fn several(tape: &Tape) -> (Vec<bool>, usize) {
    let mut counts = vec![[0_u32; 2]; tape.program.flag_count()];
    let mut at = tape.next(ENDS);
    while at != ENDS {
        match tape.step(at) {
            Some(Step::Set(flag, _)) => counts[flag.index()][0] += 1,
            Some(Step::Test(..)) => tape.condition(at).iter().for_each(|term| {
                if let Term::Flag(flag) = term {
                    counts[flag.index()][1] += 1;
                }
            }),
            _ => {}
        }
        at = tape.next(at);
    }
    let used = counts.iter().filter(|[sets, tests]| sets + tests > 0);
    let count = used.count();
    let several = |[sets, tests]: [u32; 2]| sets > 1 && tests > 1;
    (counts.into_iter().map(several).collect(), count)
}

/// Renames webs: the first web of each flag keeps the flag.
pub(super) fn rename(tape: &mut Tape, mut uses: Vec<Use>, count: usize) {
    uses.sort_unstable();
    let mut fresh = tape.program.flag_count();
    let mut named: Vec<(Place, FlagId, FlagId)> = Vec::new();
    for of_flag in uses.chunk_by(|one, other| one.0 == other.0) {
        let mut webs = of_flag.chunk_by(|one, other| one.1 == other.1);
        webs.next();
        for web in webs {
            let name = FlagId::new(fresh);
            fresh += 1;
            named.extend(web.iter().map(|&(flag, _, at)| (at, flag, name)));
        }
    }
    if fresh - tape.program.flag_count() + count > MOST {
        return;
    }
    named.sort_unstable();
    for of_place in named.chunk_by(|one, other| one.0 == other.0) {
        let at = of_place[0].0;
        let name = |flag: FlagId| {
            let found = of_place.iter().find(|&&(_, other, _)| other == flag);
            found.map_or(flag, |&(_, _, name)| name)
        };
        if let Some(Step::Set(flag, _)) = tape.step(at) {
            tape.set_flag(at, name(flag));
            continue;
        }
        let terms = tape.condition(at).iter().map(|term| match term {
            Term::Flag(flag) => Term::Flag(name(*flag)),
            term => *term,
        });
        let terms: Vec<Term> = terms.collect();
        tape.set_condition(at, &terms);
    }
}
