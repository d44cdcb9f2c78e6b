//! Exceptions in browsers: many modules in one page, because a browser takes seconds to start.
//!
//! *Needs:* Chromium and Firefox. *Gives:* a check for each module in each of them.
//! *Cost:* some seconds for a browser, and a tenth of one for a module.

use super::super::differential::Behaviour;
use super::super::report::Report;
use super::Module;
use crate::engines::Engine;
use crate::error::Error;
use crate::paths::{self, Scratch};
use std::path::PathBuf;

pub(super) const BROWSERS: [Engine; 2] = [Engine::Chromium, Engine::Firefox];

/// How many modules run in a page.
const PAGE: usize = 200;
const RUN_SECONDS: u64 = 60;

/// Runs every module in every browser.
pub(super) fn check(
    report: &mut Report,
    scratch: &Scratch,
    modules: &[Module],
) -> Result<(), Error> {
    for engine in BROWSERS {
        for page in modules.chunks(PAGE) {
            for (module, found) in page.iter().zip(run(engine, scratch, page)?) {
                report.check(
                    module
                        .expected
                        .compare(&found)
                        .map_err(|what| format!("{} in {}: {what}", module.title, engine.name())),
                );
            }
        }
        println!("{} modules in {}", modules.len(), engine.name());
    }
    Ok(())
}

fn run(engine: Engine, scratch: &Scratch, modules: &[Module]) -> Result<Vec<Behaviour>, Error> {
    let list = scratch.file("page.txt");
    let files: Vec<PathBuf> = modules.iter().map(|module| module.path.clone()).collect();
    let endings = engine.run_many(&list, &files, RUN_SECONDS)?;
    let behaviours = endings.into_iter().zip(&files).map(|(ending, file)| {
        let output = paths::read(&file.with_extension("wasm.out"))?;
        Ok(Behaviour { ending, output })
    });
    behaviours.collect()
}
