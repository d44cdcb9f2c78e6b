//! Lowering: a program expressed in the constructs of a less expressive target.
//!
//! *Needs:* a graph, any program that keeps the rules on it, and a [`Profile`]. *Gives:* [`lower`]:
//! an equivalent program that conforms to the profile, and a [`Report`] of the costs.
//! *Cost:* O(s log s) for s steps and each of at most [`ROUNDS`] rounds, and the cost of
//! [tidying](crate::tidy) the program, which is the larger part. For a profile without jumps, a
//! condition over flags can be as long as the nesting depth of the jumps. `bench/profiles.md` has
//! measurements.
//! *Source:* flags and guards for targets without jumps: [BohmJacopini66], [ErosaHendren94]; the
//! structure that programs keep without labelled exits: [Ramshaw88].
//! *Departs:* jumps are compared by their targets, so that few of them cross a bracket; a scope
//! that jumps would cross is dissolved if control continues from its code in one way only.
//! *Limits:* no block is copied, so a loop with two targets always costs a selector, even where a
//! copy of a short target would save it. A `Leave` stays in place in every profile.
//!
//! ```text
//! before (nested)                     after (b)
//! l1: loop {                          label = 0
//!   a                                 l1: loop {
//!   l0: loop {                          a
//!     b                                 l0: loop {
//!     if b { break l1 }                   b
//!     c                                   if b { label = 1; break l0 }
//!     if c { break l0 }                   c
//!     continue l0                         if c { break l0 }
//!   }                                     continue l0
//!   d                                   }
//!   continue l1                         if label == 1 { break l1 }
//! }                                     d
//! e                                     continue l1
//!                                     }
//!                                     e
//! ```
//!
//! ## The stages
//! 1. [`bits`] replaces the label by flags if the target has no integer for it.
//! 2. [`places`] finds the step with an effect to which each place leads.
//! 3. [`rows`] finds switches that absorb the scopes around them, if arms fall through in the
//!    target. Such a switch is kept despite jumps that cross it if nothing is cheaper.
//! 4. [`write()`](write) writes the program by a [`plan`]: which scopes are written, which are
//!    dissolved, and where a guard is needed. Its findings go into the next plan, until a plan no
//!    longer changes. [`brackets`] translates brackets and [`jumps`] translates jumps; [`frames`],
//!    [`skips`], [`crossings`], [`list`] and [`flags`] hold the state of writing.
//! 5. [`without_unread`] removes flags that no test reads.
//!
//! A program in which jumps cross brackets is [tidied](crate::tidy) first. The first selector or
//! test that is needed shows that it is such a program.

mod bits;
mod brackets;
mod crossings;
mod flags;
mod frames;
mod jumps;
mod list;
mod places;
mod plan;
mod report;
#[cfg_attr(not(feature = "emit"), path = "no_rows.rs")]
mod rows;
mod skips;
mod write;

#[cfg(test)]
mod tests;

pub use report::{Refusal, Report};

use crate::cfg::Cfg;
use crate::flags::without_unread;
use crate::ids::Id;
use crate::program::{Jumps, Labelled, Profile, Program, Selector, Step};
use crate::structure::state_machine;
use crate::tidy::tidy;
use crate::verify;
use alloc::vec::Vec;
use places::Places;
use plan::Plan;
use rows::Rows;
use write::{Written, write};

/// The greatest number of plans that are tried for a program; after these comes a plan that always
/// works.
pub const ROUNDS: usize = 24;

/// A program that conforms to a profile.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// The costs of the lowering.
    pub report: Report,
}

/// Makes an equivalent program in the constructs of a target.
///
/// Refuses a program that breaks a rule on `cfg`, and a maximal depth that even a state machine
/// exceeds. A program that would be too deep becomes a state machine first.
///
/// ```
/// use unsnarl::program::Profile;
/// use unsnarl::{lower, reduce, structure, text, verify};
///
/// // A loop in a loop, and an edge that leaves both.
/// let graph = text::read("a -> b\nb -> c | e\nc -> b | a\ne -> return", text::Notation::Cfg)?;
/// let program = structure::nested(&reduce::dispatch(&graph.cfg));
/// let lowered = lower::lower(&graph.cfg, &program, &Profile::SINGLE_LEVEL)?;
/// assert!(verify::profile(&lowered.program, &Profile::SINGLE_LEVEL).is_empty());
/// let limit = verify::state_limit(&graph.cfg, &lowered.program);
/// assert!(verify::simulation(&graph.cfg, &lowered.program, limit).is_proved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lower(cfg: &Cfg, program: &Program, profile: &Profile) -> Result<Lowered, Refusal> {
    lower_for(cfg, program, profile, &|_| true)
}

/// Lowers a program as [`lower`] does, for a host that prints nothing for some `Run`s and `Take`s.
///
/// Arms of a switch fall through only if, of all arms that lead to one place, at most one prints
/// anything. So where most edges have no code, more of the program stays unchanged for a target
/// that [falls through](crate::program::Falls). `prints` must give the same answers [when the
/// program is written](crate::forms::Host::prints).
pub fn lower_for(
    cfg: &Cfg,
    program: &Program,
    profile: &Profile,
    prints: &dyn Fn(Step) -> bool,
) -> Result<Lowered, Refusal> {
    let target = &Target { profile, prints };
    if let Some(&violation) = verify::program(cfg, program).first() {
        return Err(Refusal::Broken(violation));
    }
    let lowered = |candidate: Candidate, is_machine| Lowered {
        report: candidate.report(program, is_machine),
        program: candidate.program,
    };
    let max_depth = profile.max_depth.map_or(usize::MAX, |depth| depth as usize);
    let best = best(cfg, program, target);
    if best.depth <= max_depth {
        return Ok(lowered(best, false));
    }
    let machine = lower_program(&state_machine(cfg), target);
    match machine.depth <= max_depth {
        true => Ok(lowered(machine, true)),
        false => Err(Refusal::Depth {
            max_depth,
            depth: machine.depth,
        }),
    }
}

/// The target of a lowering.
struct Target<'t> {
    profile: &'t Profile,
    /// Tells whether a `Run` or a `Take` prints anything.
    prints: &'t dyn Fn(Step) -> bool,
}

/// A candidate for the lowered program.
struct Candidate {
    program: Program,
    selectors: usize,
    tests: usize,
    depth: usize,
}

impl Candidate {
    fn new(written: Written) -> Candidate {
        let swept = without_unread(written.program);
        Candidate {
            depth: depth(&swept.program),
            program: swept.program,
            selectors: written.selectors,
            tests: written.tests.saturating_sub(swept.tests),
        }
    }

    /// The cost that is minimised.
    fn cost(&self) -> (usize, usize) {
        (self.selectors, self.tests)
    }

    fn report(&self, before: &Program, is_state_machine: bool) -> Report {
        let [copies, copies_before] = [copies(&self.program), copies(before)];
        Report {
            selectors: self.selectors,
            tests: self.tests,
            copies: copies.saturating_sub(copies_before),
            depth_before: depth(before),
            depth_after: self.depth,
            is_state_machine,
        }
    }
}

/// Counts the occurrences of blocks in a program beyond the first of each.
fn copies(program: &Program) -> usize {
    let mut seen: Vec<bool> = Vec::new();
    let mut copies = 0;
    for (_, step) in program.steps() {
        let Step::Run(block) = step else { continue };
        if block.index() >= seen.len() {
            seen.resize(block.index() + 1, false);
        }
        copies += usize::from(core::mem::replace(&mut seen[block.index()], true));
    }
    copies
}

/// Gives the nesting depth of the brackets of a program.
fn depth(program: &Program) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for (_, step) in program.steps() {
        if step.opens() {
            depth += 1;
            deepest = deepest.max(depth);
        } else if step == Step::End {
            depth -= 1;
        }
    }
    deepest
}

/// Lowers a program. If jumps cross brackets, the program is tidied first, because then fewer of
/// them do. If that makes it too deep for the target, the program is lowered without tidying.
fn best(cfg: &Cfg, program: &Program, target: &Target<'_>) -> Candidate {
    if let Some(simple) = lower_if(program, target, Additions::None) {
        return simple;
    }
    let tidied = lower_program(&tidy(cfg, program), target);
    let limit = target.profile.max_depth;
    match limit.is_some_and(|most| tidied.depth > most as usize) {
        true => lower_program(program, target),
        false => tidied,
    }
}

fn lower_program(program: &Program, target: &Target<'_>) -> Candidate {
    lower_if(program, target, Additions::Any)
        .expect("with `Additions::Any` every addition is allowed")
}

/// Whether selectors and tests may be added to a program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Additions {
    Any,
    /// Not by the first plan; later plans may add some.
    None,
}

/// Lowers a program. Gives `None` if the first plan adds a selector or test that may not be added.
fn lower_if(program: &Program, target: &Target<'_>, additions: Additions) -> Option<Candidate> {
    let profile = target.profile;
    let flagged = match profile.selector {
        Selector::Flags => bits::without_label(program),
        Selector::Integer => None,
    };
    let program = flagged.as_ref().unwrap_or(program);
    if profile.jumps == Jumps::Labelled && profile.labelled == Labelled::Every {
        return Some(Candidate {
            depth: depth(program),
            program: program.clone(),
            selectors: 0,
            tests: 0,
        });
    }
    let places = Places::new(program);
    let rows = Rows::find(program, profile, target.prints);
    let mut best: Option<Candidate> = None;
    for crosses_rows in [true, false] {
        if rows.is_empty() {
            break;
        }
        let plan = Plan::new(program, profile, rows.clone(), crosses_rows);
        let Some((written, plan)) = write_by(plan, program, &places, profile, additions) else {
            continue;
        };
        let is_crossed = !written.findings.crossed_rows.is_empty();
        let are_in = plan.rows.are_in(program, &written.program, target.prints);
        let candidate = are_in.then(|| Candidate::new(written));
        best = match (best, candidate) {
            (Some(best), Some(other)) if other.cost() < best.cost() => Some(other),
            (best, other) => best.or(other),
        };
        if are_in && !is_crossed {
            break;
        }
    }
    best.or_else(|| {
        let plan = Plan::new(program, profile, Rows::default(), false);
        let (written, _) = write_by(plan, program, &places, profile, additions)?;
        Some(Candidate::new(written))
    })
}

/// Writes a program by better and better plans, until a plan no longer changes. Also gives the last
/// plan.
fn write_by(
    mut plan: Plan,
    program: &Program,
    places: &Places,
    profile: &Profile,
    additions: Additions,
) -> Option<(Written, Plan)> {
    let label = |(_, step)| matches!(step, Step::Store(_) | Step::Dispatch(_));
    let is_integer = profile.selector == Selector::Integer && !program.steps().any(label);
    let write = |plan: &Plan, may_add| write(program, places, profile, plan, is_integer, may_add);
    let mut written = write(&plan, additions == Additions::Any)?;
    let mut rounds = 1;
    while plan.learn(&written.findings) {
        rounds += 1;
        if rounds > ROUNDS {
            plan.settle();
        }
        written = write(&plan, true)?;
        if rounds > ROUNDS {
            break;
        }
    }
    Some((written, plan))
}
