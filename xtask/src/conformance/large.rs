//! Large programs of C and C++: Box2D, Bullet and CPython, against their native builds.
//!
//! *Needs:* what the [corpus](crate::corpus) needs for them, LLVM's back end, `wasm-ld` and node.
//! *Gives:* a check for each module, that every function is proved; one for each run; and one for
//! each file of Box2D's own unit tests. *Limits:* at -O2, by the default algorithm, in node and
//! SpiderMonkey; with `--short` the runs are small.

use super::report::Report;
use crate::corpus::{LARGE, Large};
use crate::engines::Engine;
use crate::error::Error;
use crate::parallel;
use crate::paths::Scratch;
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::{self, Backend, Proofs};
use std::path::PathBuf;
use std::time::Instant;

const ENGINES: [Engine; 2] = [Engine::Node, Engine::SpiderMonkey];

/// Each program in each engine.
pub(crate) fn large(report: &mut Report) -> Result<(), Error> {
    let command = Unsnarl::build()?;
    let ours = Backend::Unsnarl {
        command: &command,
        choice: Choice::Algorithm("nested"),
    };
    for program in &LARGE {
        check(program, &ours, report)?;
    }
    Ok(())
}

fn check(program: &Large, ours: &Backend<'_>, report: &mut Report) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let modules = program.modules()?;
    let answers = program.answers(scratch.folder(), report.pick(false, true))?;
    let start = Instant::now();
    let made = parallel::map(&modules, |module| {
        let object = scratch.file(&format!("{}.o", name(module)));
        Ok((ours.make_object(module, &object)?, object))
    });
    let (mut objects, mut all) = (Vec::new(), Proofs::default());
    for (module, made) in modules.iter().zip(made) {
        let made: Result<(Proofs, PathBuf), Error> = made;
        report.check(match made {
            Err(error) => Err(format!("{}: {}: {error}", program.name, name(module))),
            Ok((proofs, object)) => {
                objects.push(object);
                all += proofs;
                match proofs.has_bounded() {
                    true => Err(format!("{}: {}: {proofs}", program.name, name(module))),
                    false => Ok(()),
                }
            }
        });
    }
    let compiled = start.elapsed();
    if objects.len() < modules.len() {
        return Ok(());
    }
    let module = scratch.file("linked.wasm");
    wasi::link(&objects, program.libraries, &module)?;
    let runs = answers
        .iter()
        .flat_map(|answer| ENGINES.map(|engine| (answer, engine)));
    let runs: Vec<_> = runs.collect();
    let results = parallel::map(&runs, |&(answer, engine)| {
        let run = || answer.require(engine.script()?.arg(&module)).map(drop);
        let name = answer.run.name(program.name);
        run().map_err(|error| format!("{name} in {}: {error}", engine.name()))
    });
    results.into_iter().for_each(|result| report.check(result));
    println!(
        "{}: {} modules, {all}compiled in {:.1} s; {} runs",
        program.name,
        modules.len(),
        compiled.as_secs_f64(),
        runs.len()
    );
    Ok(())
}

fn name(module: &std::path::Path) -> String {
    let name = module.file_stem().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
