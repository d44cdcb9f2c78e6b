//! Random modules of LLVM IR for all targets: WebAssembly, JavaScript, portable C and C for people.
//!
//! *Gives:* for each [module](unsnarl_testkit::programs) a check of each [target](super::targets),
//! on which its functions give the checksums that they give natively.
//!
//! The files of a failing module are kept below `target/conformance/random-ir`. *Departs:* no clang
//! 14, which has typed pointers.

use super::report::Report;
use super::targets::{Bench, HOST, Program, TARGETS, WASI};
use crate::error::Error;
use crate::parallel;
use crate::paths;
use unsnarl_testkit::programs::{FUNCTIONS, program};

/// How many modules, in a run of everything and in a short one.
const COUNTS: [usize; 2] = [800, 40];
/// How many modules are judged before a line is printed.
const BATCH: usize = 20;

/// As many modules as a run has.
pub(super) fn ir(report: &mut Report) -> Result<(), Error> {
    let bench = Bench::new("random-ir")?;
    let count = report.pick(COUNTS[0], COUNTS[1]);
    let seeds: Vec<u64> = (report.first_case()..).take(count).collect();
    for (number, batch) in seeds.chunks(BATCH).enumerate() {
        for checks in parallel::map(batch, |&seed| judge(&bench, seed)) {
            checks?.into_iter().for_each(|check| report.check(check));
        }
        let (done, failed) = (number * BATCH + batch.len(), report.failed());
        let (targets, refused) = (TARGETS.len(), bench.refused());
        println!(
            "{done} of {count} modules for {targets} targets; {refused} refused, {failed} failed"
        );
    }
    report.check(match bench.refused() < count {
        true => Ok(()),
        false => Err("as many were refused as there are modules".to_owned()),
    });
    Ok(())
}

/// A check of a module for each target.
fn judge(bench: &Bench, seed: u64) -> Result<Vec<Result<(), String>>, Error> {
    let folder = bench.folder().join(format!("seed-{seed}"));
    let sources = ["host.ll", "wasm.ll"].map(|name| folder.join(name));
    for (source, triple) in sources.iter().zip([HOST, WASI]) {
        paths::write(source, program(seed, triple).as_bytes())?;
    }
    bench.judge(&Program {
        name: format!("seed {seed}"),
        seed,
        folder,
        sources,
        options: &[],
        functions: FUNCTIONS,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::targets::{Target, turn};
    use crate::conformance::turns::Turn;
    use std::collections::BTreeSet;

    /// What a turn for a target chooses, by name.
    fn choices(target: Target, turn: &Turn) -> Vec<String> {
        vec![
            format!("to {target:?}"),
            format!("by {}", turn.clang.command),
            format!("at {}", turn.level),
            format!("with {}", turn.algorithm),
            format!("after {}", turn.reduction),
            format!("through {}", turn.compiler.command),
            format!("and {}", turn.compiler_level),
        ]
    }

    #[test]
    fn every_pair_of_choices_has_its_turn() {
        let mut pairs = BTreeSet::new();
        let mut all = vec![BTreeSet::new(); 7];
        for seed in 0..COUNTS[0] as u64 {
            for target in TARGETS {
                let choices = choices(target, &turn(seed, target));
                for (index, choice) in choices.iter().enumerate() {
                    all[index].insert(choice.clone());
                    let later = &choices[index + 1..];
                    pairs.extend(later.iter().map(|other| (choice.clone(), other.clone())));
                }
            }
        }
        for (index, own) in all.iter().enumerate() {
            for other in &all[index + 1..] {
                for one in own {
                    for two in other {
                        // Portable C is not compiled at -O2, nor C for people at -O1.
                        let is_due = !two.starts_with("and ") || !one.starts_with("to ");
                        let pair = (one.clone(), two.clone());
                        assert!(!is_due || pairs.contains(&pair), "{pair:?}");
                    }
                }
            }
        }
    }
}
