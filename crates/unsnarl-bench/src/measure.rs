//! Every contestant on every graph of a set, side by side: one graph at a time, so that
//! disturbances of the machine affect all of them.
//!
//! *Needs:* a set, the contestants. *Gives:* [`Results`]. *Cost:* some samples of each, and the
//! judging: the skeleton is counted, and run on random decisions beside the oracle.

use crate::child::Child;
use crate::contestants::{self, binaryen, llvm};
use crate::error::Error;
use crate::graphs::{Graph, Set};
use crate::replay::{load, replay};
use crate::skeleton::{Counts, count};
use crate::timing::SAMPLES;
use crate::wire::Answer;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use wasmi::{Engine, Module};

/// The result of a contestant on a graph.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    /// The time of each sample; nothing of a contestant whose time is only known for whole modules.
    pub(crate) samples: Option<[Duration; SAMPLES]>,
    /// The counts of its skeleton, if it makes one.
    pub(crate) counts: Option<Counts>,
}

/// What came of one contestant on all graphs of a set.
pub(crate) struct Row {
    pub(crate) name: String,
    /// For each graph what was made, or why nothing was.
    pub(crate) made: Vec<Result<Made, String>>,
}

/// What came of a set.
pub(crate) struct Results {
    /// The contestants: the floor first, the default next.
    pub(crate) rows: Vec<Row>,
    /// What LLVM's passes took in each sample, for the modules that the graphs are from.
    pub(crate) modules: Option<[Duration; SAMPLES]>,
    /// What they took for a module of the skeletons of these graphs.
    pub(crate) skeletons: Option<[Duration; SAMPLES]>,
}

/// Measures a set; `folder` is where npm has installed the peers, and where files may be written.
pub(crate) fn measure(set: &Set, folder: &Path) -> Result<Results, Error> {
    let mut children: Vec<(String, Child)> = Vec::new();
    for name in contestants::names() {
        children.push((name.to_owned(), worker(name)));
    }
    let node = binaryen::child(folder).map_err(Error::file("write into", folder))?;
    children.push((binaryen::NAME.to_owned(), node));

    let engine = Engine::default();
    let mut rows: Vec<Row> = children.iter().map(|(name, _)| row(name)).collect();
    for graph in &set.graphs {
        for ((_, child), row) in children.iter_mut().zip(&mut rows) {
            row.made.push(judge(graph, child.ask(&graph.cfg)?, &engine));
        }
    }
    drop(children);
    let (llvm, skeletons) = llvm_row(set, folder, &engine)?;
    rows.push(llvm);
    let modules = match set.modules.is_empty() {
        true => None,
        false => Some(sum_of_modules(&set.modules)?),
    };
    Ok(Results {
        rows,
        modules,
        skeletons,
    })
}

fn row(name: &str) -> Row {
    Row {
        name: name.to_owned(),
        made: Vec::new(),
    }
}

/// This program again, as a contestant's process; a shell keeps it from taking all memory.
fn worker(name: &'static str) -> Child {
    Child::new(move || {
        let program = std::env::current_exe().unwrap_or_else(|_| "unsnarl-bench".into());
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 4194304; exec \"$0\" worker \"$1\""]);
        command.arg(program).arg(name);
        command
    })
}

/// Counts and replays what a contestant has made.
fn judge(graph: &Graph, answer: Answer, engine: &Engine) -> Result<Made, String> {
    let (samples, wasm) = match answer {
        Answer::Failed(words) => return Err(words),
        Answer::Made { samples, wasm } => (samples, wasm),
    };
    let samples: Vec<Duration> = samples.into_iter().map(Duration::from_nanos).collect();
    let samples: [Duration; SAMPLES] = samples.try_into().map_err(|_| "no answer: samples lack")?;
    let counts = match wasm.is_empty() {
        true => None,
        false => {
            let module = load(engine, &wasm)?;
            replay(&graph.cfg, engine, &module, "run")?;
            Some(count(&wasm, "run")?)
        }
    };
    Ok(Made {
        samples: Some(samples),
        counts,
    })
}

/// LLVM's skeletons, and what its passes take on them. Graphs that it cannot compile together fail
/// together.
fn llvm_row(
    set: &Set,
    folder: &Path,
    engine: &Engine,
) -> Result<(Row, Option<[Duration; SAMPLES]>), Error> {
    let mut row = row(llvm::NAME);
    let made = match llvm::skeletons(folder, &set.graphs) {
        Err(Error::Failed { message, .. }) => Err(message),
        Err(error) => return Err(error),
        Ok((wasm, ir)) => load(engine, &wasm).map(|module| (wasm, ir, module)),
    };
    let (wasm, ir, module) = match made {
        Ok(made) => made,
        Err(message) => {
            row.made = set.graphs.iter().map(|_| Err(message.clone())).collect();
            return Ok((row, None));
        }
    };
    for (place, graph) in set.graphs.iter().enumerate() {
        row.made
            .push(judge_export(graph, place, &wasm, &module, engine));
    }
    Ok((row, Some(sum_of_modules(&[ir])?)))
}

fn judge_export(
    graph: &Graph,
    place: usize,
    wasm: &[u8],
    module: &Module,
    engine: &Engine,
) -> Result<Made, String> {
    let name = llvm::export(place);
    replay(&graph.cfg, engine, module, &name)?;
    let counts = Some(count(wasm, &name)?);
    Ok(Made {
        samples: None,
        counts,
    })
}

fn sum_of_modules(modules: &[std::path::PathBuf]) -> Result<[Duration; SAMPLES], Error> {
    let mut sums = [Duration::ZERO; SAMPLES];
    for sum in &mut sums {
        for module in modules {
            *sum += llvm::times(module)?;
        }
    }
    Ok(sums)
}
