//! The judgement of a lowering.
//!
//! *Needs:* a graph, a program of it, a profile. *Gives:* [`lower_and_judge`].
//! *Cost:* that of the lowering and of the proof.

use crate::judge;
use unsnarl::lower::{Lowered, lower};
use unsnarl::program::Profile;
use unsnarl::verify::{self, Verdict};
use unsnarl::{Cfg, Program};

/// The states in which a program of many flags is proved.
const STATES: usize = 1 << 24;

/// Lowers a program, and judges the result by the rules of the profile, the proof and the oracle.
///
/// The error says what is wrong, with the result.
pub fn lower_and_judge(
    cfg: &Cfg,
    program: &Program,
    profile: &Profile,
) -> Result<(Lowered, Verdict), String> {
    let name = profile.name;
    let lowered = lower(cfg, program, profile).map_err(|refusal| format!("{name}: {refusal}"))?;
    let result = &lowered.program;
    if let Some(breach) = verify::profile(result, profile).first() {
        return Err(format!("{name}: {breach}\n{result}"));
    }
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

fn proved_or_bounded(verdict: Verdict) -> Result<Verdict, String> {
    match verdict {
        Verdict::Failed(failure) => Err(failure.to_string()),
        verdict => Ok(verdict),
    }
}
