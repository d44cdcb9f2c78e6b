//! `cargo xtask bench forms`: what of the forms of the source is in our pseudocode again.
//!
//! *Needs:* clang 19 with a libc for WebAssembly, and the downloaded programs.
//! *Gives:* tables in Markdown: for each program, compiled at -O1 with debug information, how many
//! loops of each kind, short circuits, switches and jumps the source has, and our pseudocode; the
//! same for the functions that have as many loops in both; what has become of each loop of the
//! source; and how many of the short circuits are left in the IR.
//! *Cost:* some minutes, most of them for SQLite.
//! *Limits:* only functions that are in both count. clang inlines small ones, so that their loops
//! are counted in ours once for each call, and it drops, unrolls and splits loops.

mod causes;
mod circuits;
mod counts;
mod notes;
mod places;
mod pseudocode;
mod source;

use crate::corpus::{self, PROGRAMS, Program};
use crate::error::Error;
use crate::examples;
use crate::paths::{self, Scratch};
use crate::process;
use crate::unsnarl::Unsnarl;
use causes::Causes;
use circuits::Survivors;
use counts::{Counts, Functions};
use places::Fates;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// For one call of a compiler, or of `unsnarl`.
const LIMIT: Duration = Duration::from_secs(900);

/// A file of C: the command that shows its syntax tree, and its module.
struct Unit {
    syntax: Command,
    module: PathBuf,
}

/// The names of what can be measured alone.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let programs = PROGRAMS.iter().map(|program| program.name);
    std::iter::once(EXAMPLES).chain(programs)
}

const EXAMPLES: &str = "examples";

/// Compares the programs of these names, or all if there are none.
pub(super) fn forms(only: &[String]) -> Result<(), Error> {
    let is_chosen = |name: &str| only.is_empty() || only.iter().any(|one| one == name);
    let unsnarl = Unsnarl::build()?;
    let scratch = Scratch::new()?;
    let mut rows = Vec::new();
    for name in names().filter(|name| is_chosen(name)) {
        eprintln!("bench: {name}");
        let units = match PROGRAMS.iter().find(|program| program.name == name) {
            Some(program) => of_program(program)?,
            None => of_examples(scratch.folder())?,
        };
        rows.push(Row::measure(name, units, &unsnarl)?);
    }
    print(&rows);
    Ok(())
}

fn of_program(program: &Program) -> Result<Vec<Unit>, Error> {
    let folder = corpus::debug_ir(program, "-O1")?;
    let mut units = Vec::new();
    for module in corpus::with_ending(&folder, "ll")? {
        units.push(Unit {
            syntax: corpus::syntax(program, &module)?,
            module,
        });
    }
    Ok(units)
}

fn of_examples(folder: &Path) -> Result<Vec<Unit>, Error> {
    let mut units = Vec::new();
    for source in corpus::with_ending(&paths::examples(), "c")? {
        let name = source.file_stem().unwrap_or_default().to_string_lossy();
        let module = folder.join(format!("{name}.ll"));
        paths::write(&module, &examples::debug_ir(&name)?)?;
        units.push(Unit {
            syntax: examples::syntax(&name)?,
            module,
        });
    }
    Ok(units)
}

/// What a program has.
struct Row {
    name: String,
    /// In all functions that are in both: of the source, and ours.
    all: [Counts; 2],
    /// In those with as many loops in both, of which there are some in the source.
    alike: [Counts; 2],
    /// The loops of ours without a condition in functions that are in both.
    causes: Causes,
    fates: Fates,
    /// What is left of the short circuits of the source in the IR of functions that are in both.
    survivors: Survivors,
    /// In each function as many of ours as have survived there at most.
    found: usize,
}

impl Row {
    fn measure(name: &str, units: Vec<Unit>, unsnarl: &Unsnarl) -> Result<Self, Error> {
        let mut row = Row {
            name: name.to_owned(),
            all: Default::default(),
            alike: Default::default(),
            causes: Causes::default(),
            fates: Fates::default(),
            survivors: Survivors::default(),
            found: 0,
        };
        for mut unit in units {
            let source = source::functions(&mut unit.syntax)?;
            let structured = |emit: &[&str]| {
                let mut structure = Command::new(unsnarl.program());
                structure.arg("structure").arg(&unit.module).args(emit);
                let text = process::require(&mut structure, LIMIT)?;
                Ok::<_, Error>(String::from_utf8_lossy(&text).into_owned())
            };
            let text = structured(&[])?;
            let ours = pseudocode::functions(&text);
            row.add(&source, &ours);
            let causes = causes::causes(&text, |line| pseudocode::name_of(line).to_owned());
            let in_both = causes.iter().filter(|(name, _)| source.contains_key(*name));
            in_both.for_each(|(_, causes)| row.causes += causes);
            let ir = paths::read(&unit.module)?;
            let ir = String::from_utf8_lossy(&ir);
            row.fates
                .add(&ir, &text, &structured(&["--emit", "json"])?)?;
            let survivors = circuits::survivors(&ir);
            row.add_survivors(&source, &ours, &survivors);
        }
        Ok(row)
    }

    fn add_survivors(
        &mut self,
        source: &Functions,
        ours: &Functions,
        survivors: &BTreeMap<String, Survivors>,
    ) {
        for (name, own) in ours.iter().filter(|(name, _)| source.contains_key(*name)) {
            let left = survivors.get(name).copied().unwrap_or_default();
            self.survivors.operators += left.operators;
            self.survivors.circuits += left.circuits;
            self.found += left.circuits.min(own.circuits);
        }
    }

    fn add(&mut self, source: &Functions, ours: &Functions) {
        for (name, own) in ours {
            let Some(theirs) = source.get(name) else {
                continue;
            };
            let both = [theirs, own];
            for (sum, counts) in self.all.iter_mut().zip(both) {
                *sum += counts;
            }
            if theirs.loops() > 0 && theirs.loops() == own.loops() {
                for (sum, counts) in self.alike.iter_mut().zip(both) {
                    *sum += counts;
                }
            }
        }
    }
}

fn print(rows: &[Row]) {
    print_forms(rows);
    println!("\n{}", Fates::HEAD);
    for row in rows {
        println!("| {} | {} |", row.name, row.fates.cells());
    }
    println!("\n{}", Causes::HEAD);
    for row in rows {
        println!("| {} | {} |", row.name, row.causes.cells());
    }
    println!(
        "\n| program | `&&`, `\\|\\|` in the source | places at which the IR decides | short circuits there | ours | found of those, at most |"
    );
    println!("|---|--:|--:|--:|--:|--:|");
    for row in rows {
        let [source, ours] = &row.all;
        println!(
            "| {} | {} | {} | {} | {} | {} |",
            row.name,
            source.circuits,
            row.survivors.operators,
            row.survivors.circuits,
            ours.circuits,
            counts::percent(row.found, row.survivors.circuits)
        );
    }
}

fn print_forms(rows: &[Row]) {
    println!("{}", Counts::HEAD);
    for row in rows {
        for (what, counts) in ["source", "ours"].iter().zip(&row.all) {
            println!("| {} | {what} | {counts} |", row.name);
        }
    }
    println!(
        "\nFunctions with as many loops in both:\n\n{}",
        Counts::HEAD
    );
    for row in rows {
        for (what, counts) in ["source", "ours"].iter().zip(&row.alike) {
            println!("| {} | {what} | {counts} |", row.name);
        }
    }
    println!(
        "\n| program | of all loops, with a condition in the source | in ours | ours to the source's, where alike |"
    );
    println!("|---|--:|--:|--:|");
    for row in rows {
        let share = |counts: &Counts| counts.share();
        let [source, ours] = &row.alike;
        println!(
            "| {} | {} | {} | {} |",
            row.name,
            share(&row.all[0]),
            share(&row.all[1]),
            counts::percent(ours.conditions, source.conditions)
        );
    }
}
