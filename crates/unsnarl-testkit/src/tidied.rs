//! The requirements on `tidy`, checked on one program.
//!
//! *Needs:* a graph and a correct program of it. *Gives:* [`judge`]: nothing, or the fault in
//! words. *Cost:* that of a proof for each rewrite.

use crate::judge as judge_program;
use unsnarl::tidy::{REWRITES, tidy};
use unsnarl::{Cfg, Measures, Program, measure};

/// Judges the results of each rewrite alone and of all together; the fault in words.
pub fn judge(cfg: &Cfg, program: &Program) -> Result<(), String> {
    let before = measure(program);
    for rewrite in REWRITES {
        if let Some(rewritten) = rewrite.apply(cfg, program) {
            let judged = judge_one(cfg, &rewritten, &before);
            judged.map_err(|problem| format!("{}: {problem}\n{rewritten}", rewrite.name))?;
        }
    }
    let tidied = tidy(cfg, program);
    judge_one(cfg, &tidied, &before).map_err(|problem| format!("tidy: {problem}\n{tidied}"))?;
    let again = tidy(cfg, &tidied);
    if again != tidied {
        return Err(format!("tidied:\n{tidied}\ntidied twice:\n{again}"));
    }
    Ok(())
}

fn judge_one(cfg: &Cfg, program: &Program, before: &Measures) -> Result<(), String> {
    judge_program(cfg, program)?;
    let after = measure(program);
    let counts = |measures: &Measures| {
        [
            ("label stores", measures.label_stores),
            ("flag stores", measures.flag_stores),
            ("loops", measures.loops),
            ("loops and scopes", measures.loops + measures.scopes),
            ("branches", measures.branches),
            ("depth", measures.depth),
            ("steps", measures.steps),
            ("copies", measures.copies),
        ]
    };
    let pairs = counts(before).into_iter().zip(counts(&after));
    for ((name, before), (_, after)) in pairs {
        if after > before {
            return Err(format!("{name}: {after}, and {before} before"));
        }
    }
    Ok(())
}
