//! The examples, compiled and run: they must print and return what their native builds do.

use super::report::Report;
pub(super) use crate::difference::first_difference;
use crate::engines;
use crate::error::Error;
use crate::examples::LEVELS;
use crate::manifest::{self, Run};
use crate::paths::{self, Scratch};
use crate::process::{self, Ending};
use crate::tools::LLC;
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi;
use std::process::Command;
use std::time::Duration;
use unsnarl::structure::ALGORITHMS;

/// Far above what any example takes.
const LIMIT: Duration = Duration::from_secs(120);

/// Every run × both levels × LLVM's own back end × node. What fails here is wrong with the
/// examples, not with us.
pub(crate) fn through_llvm(report: &mut Report) -> Result<(), Error> {
    let runs = manifest::runs()?;
    let scratch = Scratch::new()?;
    let (object, module) = (scratch.file("x.o"), scratch.file("x.wasm"));
    for (ir, level, runs) in programs(&runs) {
        let mut llc = LLC.call()?;
        llc.args(["-O2", "-filetype=obj", &ir, "-o"]).arg(&object);
        process::require(llc.current_dir(paths::examples()), LIMIT)?;
        wasi::link_alone(std::slice::from_ref(&object), &module)?;
        for run in &runs {
            report.check(compare(run, &mut engines::node(&module, &run.arguments)?));
        }
        println!("{} {level}: {} runs", runs[0].program, runs.len());
    }
    Ok(())
}

/// Every run × both levels × every algorithm × the embedded engine and node.
pub(crate) fn through_unsnarl(report: &mut Report) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let all = manifest::runs()?;
    let scratch = Scratch::new()?;
    for (ir, level, runs) in programs(&all) {
        let program = &runs[0].program;
        let ir = paths::examples().join(ir);
        for algorithm in ALGORITHMS.iter().map(|algorithm| algorithm.name) {
            // Named apart, so that a module that was not written is missed and no older one runs in
            // its place.
            let module = scratch.file(&format!("{program}{level}-{algorithm}.wasm"));
            let compiled = process::require(
                &mut unsnarl.compile(&ir, &module, Choice::Algorithm(algorithm)),
                LIMIT,
            );
            report.check(compiled.map(drop).map_err(|error| error.to_string()));
            for run in &runs {
                let embedded = &mut unsnarl.run(&ir, algorithm, &run.arguments);
                report.check(compare(run, embedded));
                report.check(compare(run, &mut engines::node(&module, &run.arguments)?));
            }
        }
        println!(
            "{program} {level}: {} runs by {} algorithms, in wasmi and in node",
            runs.len(),
            ALGORITHMS.len()
        );
    }
    Ok(())
}

/// Each program at each level: its IR below the folder of examples, the level, and its runs, which
/// are never none.
fn programs(runs: &[Run]) -> Vec<(String, &'static str, Vec<&Run>)> {
    let mut programs = Vec::new();
    for program in manifest::programs(runs) {
        for (level, folder) in LEVELS {
            let runs = runs.iter().filter(|run| run.program == program).collect();
            programs.push((format!("{folder}{program}.ll"), level, runs));
        }
    }
    programs
}

/// Runs the command of an example, and reports where it differs from the native build.
pub(super) fn compare(run: &Run, command: &mut Command) -> Result<(), String> {
    let line = process::shown(command);
    let differs = |what: String| format!("{line}: {what}");
    let expected =
        paths::read(&paths::examples().join(run.expected())).map_err(|error| error.to_string())?;
    match process::capture(command, LIMIT) {
        Err(error) => Err(error.to_string()),
        Ok(outcome) if outcome.ending != Ending::Status(run.status) => {
            let errors = outcome.error_text();
            Err(differs(format!(
                "ended with {}, not status {}\n{errors}",
                outcome.ending, run.status
            )))
        }
        Ok(outcome) => {
            first_difference(&expected, &outcome.output).map_or(Ok(()), |what| Err(differs(what)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_status_is_a_difference_even_if_the_output_is_right() {
        let run = |status| Run {
            name: "fannkuch-refused".to_owned(),
            program: "fannkuch".to_owned(),
            status,
            arguments: Vec::new(),
        };
        assert_eq!(compare(&run(0), &mut Command::new("true")), Ok(()));
        assert_eq!(
            compare(&run(1), &mut Command::new("true")),
            Err("true: ended with status 0, not status 1\n".to_owned())
        );
    }
}
