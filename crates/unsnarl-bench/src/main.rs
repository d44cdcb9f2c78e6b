//! Measures structuring: ours and others', side by side, on the same graphs.
//!
//! `cargo xtask bench` fetches what this needs and runs it. Every program is judged before its time
//! counts: ours are proved, and every skeleton, a peer's as well, is run beside the oracle of the
//! testkit.

mod child;
mod compare;
mod contestants;
mod error;
mod graphs;
mod measure;
mod profiles;
mod reductions;
mod replay;
mod report;
mod scale;
mod skeleton;
mod structurize;
mod timing;
mod wire;
mod worker;

use clap::{Parser, Subcommand};
use error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Parser)]
#[command(about = "Measures structuring, ours and others'")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Every contestant on every graph, then how time grows with size; Markdown on standard output
    Structure {
        /// A folder with modules of LLVM IR, and what to call it
        #[arg(long = "modules", value_name = "NAME=FOLDER", value_parser = named_folder)]
        modules: Vec<(String, PathBuf)>,
        /// The folder in which npm has installed the peers
        #[arg(long, value_name = "FOLDER")]
        peers: PathBuf,
        #[command(flatten)]
        choice: Choice,
    },
    /// How time grows with size, and nothing else; Markdown on standard output
    Growth {
        /// Measure this shape alone (may be repeated)
        #[arg(long = "shape", value_name = "SHAPE")]
        shapes: Vec<String>,
        /// The largest size, in blocks and edges
        #[arg(long, value_name = "N", default_value_t = scale::LARGEST)]
        largest: usize,
    },
    /// Every reduction on every irreducible function, as JavaScript in node; Markdown on standard
    /// output
    Reductions {
        /// A folder with modules of LLVM IR, and what to call it
        #[arg(long = "modules", value_name = "NAME=FOLDER", value_parser = named_folder)]
        modules: Vec<(String, PathBuf)>,
    },
    /// What it costs to leave loops one at a time, ours beside LLVM's StructurizeCFG; Markdown on
    /// standard output
    Structurize {
        /// A folder with modules of LLVM IR, and what to call it
        #[arg(long = "modules", value_name = "NAME=FOLDER", value_parser = named_folder)]
        modules: Vec<(String, PathBuf)>,
    },
    /// How long structuring and lowering take, in walks; Markdown on standard output
    Profiles {
        /// A folder with modules of LLVM IR, and what to call it
        #[arg(long = "modules", value_name = "NAME=FOLDER", value_parser = named_folder)]
        modules: Vec<(String, PathBuf)>,
        /// Measure the growth of this shape alone (may be repeated)
        #[arg(long = "shape", value_name = "SHAPE")]
        shapes: Vec<String>,
        /// The largest size of the table of growth, in blocks and edges
        #[arg(long, value_name = "N", default_value_t = scale::LARGEST)]
        largest: usize,
    },
    /// Answers graphs on standard input, as one contestant
    #[command(hide = true)]
    Worker {
        /// Its name
        name: String,
    },
}

/// What of it to measure.
#[derive(clap::Args)]
struct Choice {
    /// Measure this set alone (may be repeated); `growth` is how time grows with size
    #[arg(long, value_name = "SET")]
    only: Vec<String>,
    /// The largest size of the table of growth, in blocks and edges
    #[arg(long, value_name = "N", default_value_t = scale::LARGEST)]
    largest: usize,
}

/// What `--only` calls the table of growth.
const GROWTH: &str = "growth";

fn named_folder(text: &str) -> Result<(String, PathBuf), &'static str> {
    let (name, folder) = text.split_once('=').ok_or("write NAME=FOLDER")?;
    Ok((name.to_owned(), folder.into()))
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Structure {
            modules,
            peers,
            choice,
        } => structure(&modules, &peers, &choice),
        Command::Growth { shapes, largest } => scale::scale(&shapes, largest),
        Command::Reductions { modules } => reductions::reductions(&modules),
        Command::Structurize { modules } => structurize::structurize(&modules),
        Command::Profiles {
            modules,
            shapes,
            largest,
        } => profiles::profiles(&modules, &shapes, largest),
        Command::Worker { name } => worker::work(&name),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn structure(
    modules: &[(String, PathBuf)],
    peers: &std::path::Path,
    choice: &Choice,
) -> Result<(), Error> {
    if cfg!(not(feature = "peers")) {
        return Err(Error::NoPeers);
    }
    let wanted = |name: &str| choice.only.is_empty() || choice.only.iter().any(|only| only == name);
    let names: Vec<&str> = modules.iter().map(|(name, _)| name.as_str()).collect();
    let known = [names.as_slice(), &["shapes", GROWTH]].concat();
    if let Some(name) = choice
        .only
        .iter()
        .find(|name| !known.contains(&name.as_str()))
    {
        return Err(Error::NoSet {
            name: name.clone(),
            known: known.join(", "),
        });
    }
    let mut sets = Vec::new();
    for (name, folder) in modules.iter().filter(|(name, _)| wanted(name)) {
        sets.push(graphs::of_folder(name, folder)?);
    }
    sets.extend(wanted("shapes").then(graphs::of_shapes));
    let mut measured = Vec::new();
    for set in sets {
        eprintln!("{}: {} graphs", set.name, set.graphs.len());
        let results = measure::measure(&set, peers)?;
        measured.push((set, results));
    }
    let mut text = String::new();
    report::report(&mut text, &measured).expect("a string takes any text");
    print!("{text}");
    if wanted(GROWTH) {
        scale::scale(&[], choice.largest)?;
    }
    Ok(())
}
