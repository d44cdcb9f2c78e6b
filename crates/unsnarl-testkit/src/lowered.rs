//! The judgement of a lowering.
//!
//! *Needs:* a graph, a program of it, a profile. *Gives:* [`lower_and_judge`], which holds a
//! lowering to the promises of `docs/profiles.md`.
//! *Cost:* that of the lowering and of the proof.

use crate::judge;
use std::collections::BTreeSet;
use unsnarl::lower::{Lowered, lower_for};
use unsnarl::program::{Jumps, Profile, Term};
use unsnarl::verify::{self, Verdict};
use unsnarl::{Cfg, FlagId, Program, Step, measure};

/// The states in which a program of many flags is proved.
const STATES: usize = 1 << 24;

/// Lowers a program, and judges the result by the rules of the profile, the promises, the proof and
/// the oracle.
///
/// The error says what is wrong, with the result.
pub fn lower_and_judge(
    cfg: &Cfg,
    program: &Program,
    profile: &Profile,
) -> Result<(Lowered, Verdict), String> {
    let name = profile.name;
    // As of a host without code for edges, which is what `verify::profile` judges.
    let prints = |step| matches!(step, Step::Run(_));
    let lowered = lower_for(cfg, program, profile, &prints);
    let lowered = lowered.map_err(|refusal| format!("{name}: {refusal}"))?;
    let result = &lowered.program;
    if let Some(breach) = verify::profile(result, profile).first() {
        return Err(format!("{name}: {breach}\n{result}"));
    }
    let promised = keeps_promises(program, profile, &lowered);
    promised.map_err(|problem| format!("{name}: {problem}\n{result}"))?;
    let verdict = match judge(cfg, result) {
        Ok(proved @ Verdict::Proved { .. }) => Ok(proved),
        // Flags multiply states.
        Ok(_) => proved_or_bounded(verify::simulation(cfg, result, STATES)),
        Err(problem) => Err(problem),
    };
    match verdict {
        Ok(verdict) => Ok((lowered, verdict)),
        Err(problem) => Err(format!("{name}: {problem}\n{result}")),
    }
}

/// Tells which promise a lowering breaks.
fn keeps_promises(program: &Program, profile: &Profile, lowered: &Lowered) -> Result<(), String> {
    let Lowered {
        program: result,
        report,
    } = lowered;
    let [before, after] = [program, result].map(measure);
    if after.copies > before.copies || report.copies > 0 {
        return Err(format!("blocks were copied: {report}"));
    }
    let can_say = verify::profile(program, profile).is_empty();
    if can_say && (report.selectors > 0 || report.tests > 0) {
        return Err(format!(
            "the target can say it already: {report}\n{program}"
        ));
    }
    if (report.depth_before, report.depth_after) != (before.depth, after.depth) {
        return Err(format!(
            "depth {} to {}: {report}",
            before.depth, after.depth
        ));
    }
    if report.is_state_machine && profile.max_depth.is_none() {
        return Err(format!("nothing is too deep: {report}"));
    }
    match unread(result, profile) {
        Some(flag) => Err(format!("nothing asks for {flag}")),
        None => Ok(()),
    }
}

/// Gives a flag that is set and that no test asks for; there may be some where nothing is changed.
fn unread(program: &Program, profile: &Profile) -> Option<FlagId> {
    if profile.jumps == Jumps::Labelled {
        return None;
    }
    let mut read = BTreeSet::new();
    let mut set = BTreeSet::new();
    for (_, step) in program.steps() {
        match step {
            Step::Set(flag, _) => drop(set.insert(flag)),
            Step::Test(condition, _) => {
                let terms = program.condition(condition).iter();
                read.extend(terms.filter_map(|term| match term {
                    Term::Flag(flag) => Some(*flag),
                    _ => None,
                }));
            }
            _ => {}
        }
    }
    set.difference(&read).next().copied()
}

fn proved_or_bounded(verdict: Verdict) -> Result<Verdict, String> {
    match verdict {
        Verdict::Failed(failure) => Err(failure.to_string()),
        verdict => Ok(verdict),
    }
}
