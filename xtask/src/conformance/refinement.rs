//! What LLVM IR means, by the interpreter of `unsnarl-ir`, against what LLVM's optimiser makes of
//! it.
//!
//! *Needs:* `opt` 19 and 22.
//! *Gives:* for random functions without branches, run on random arguments before and after `opt`
//! 19: every result after it is among the behaviours before it. A difference is a fault of the
//! interpreter, or of `opt`: one that `opt` 22 does not make is named and does not fail.

use super::report::Report;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process;
use crate::tools::{OPT, OPT_22, Tool};
use std::path::Path;
use std::time::Duration;
use unsnarl_testkit::Rng;
use unsnarl_testkit::refinement::{Difference, Runs, compare_texts};
use unsnarl_testkit::straight::function;

/// Modules for a run of everything, and for a short one.
const COUNTS: [usize; 2] = [40, 4];
const FUNCTIONS: usize = 2000;
const STATES: usize = 40;
const LONGEST: usize = 12;
const PASSES: [&str; 2] = ["instcombine<no-verify-fixpoint>", "default<O2>"];
const LIMIT: Duration = Duration::from_secs(600);

/// Every module by every pipeline.
pub(crate) fn refinement(report: &mut Report) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let [source, before, after] =
        ["source.ll", "before.ll", "after.ll"].map(|name| scratch.file(name));
    let mut sum = Runs::default();
    let count = report.pick(COUNTS[0], COUNTS[1]);
    for seed in (report.first_case()..).take(count) {
        let mut rng = Rng::new(seed);
        let functions = (0..FUNCTIONS).map(|index| {
            let length = 2 + rng.below(LONGEST - 2);
            function(&mut rng, &format!("f{index}"), length)
        });
        paths::write(&source, functions.collect::<String>().as_bytes())?;
        // Declares the intrinsics.
        opt(OPT, "verify", &source, &before)?;
        for passes in PASSES {
            let compared = |tool| -> Result<Compared, Error> {
                opt(tool, passes, &source, &after)?;
                let [before, after] = [text(&before)?, text(&after)?];
                Ok(compare_texts(&before, &after, &mut Rng::new(seed), STATES))
            };
            let mut found = compared(OPT)?;
            if let Ok((_, differences)) = &found
                && let Some(difference) = differences.first()
            {
                let later = compared(OPT_22)?;
                if matches!(&later, Ok((_, differences)) if differences.is_empty()) {
                    println!("module {seed}, {passes}, opt 19 and not opt 22: {difference}");
                    found = later;
                }
            }
            report.check(found.and_then(|(runs, differences)| {
                sum.refined += runs.refined;
                sum.undefined += runs.undefined;
                sum.undetermined += runs.undetermined;
                match differences.first() {
                    None => Ok(()),
                    Some(difference) => Err(format!("module {seed}, {passes}: {difference}")),
                }
            }));
        }
    }
    println!(
        "{} runs refined; {} had undefined behaviour before, {} an open choice",
        sum.refined, sum.undefined, sum.undetermined
    );
    Ok(())
}

/// What the comparison of two modules says, or why they cannot be compared.
type Compared = Result<(Runs, Vec<Difference>), String>;

fn text(path: &Path) -> Result<String, Error> {
    Ok(String::from_utf8_lossy(&paths::read(path)?).into_owned())
}

fn opt(tool: Tool, passes: &str, from: &Path, to: &Path) -> Result<(), Error> {
    let mut opt = tool.call()?;
    opt.arg(format!("-passes={passes}"));
    opt.arg("-S").arg(from).arg("-o").arg(to);
    process::require(&mut opt, LIMIT).map(drop)
}
