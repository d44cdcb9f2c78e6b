//! Changed code of real programs: both proofs together must notice every change that a run can
//! observe.
//!
//! Functions are compiled, changed in one of [fifteen ways](kinds), and judged again. What is not
//! noticed is [run](run) on random states beside the original: one state on which they differ fails
//! the test. The files in `UNSNARL_MUTANTS`, one a line, are taken in place of some functions here,
//! at least `UNSNARL_MUTANTS_COUNT` mutations are made, and what is not noticed runs on
//! `UNSNARL_MUTANTS_STATES` states. A table says how many of each kind were noticed, and why the
//! others make no difference.

mod atomics;
mod body;
mod exceptions;
mod facts;
pub(super) mod judge;
mod kinds;
mod legacy;
mod messages;
mod relocations;
mod run;
mod source;

use std::collections::BTreeMap;

use unsnarl_testkit::Rng;
use wasmparser::{BinaryReader, FunctionBody};

use self::body::Body;
use self::facts::{Facts, Types};
use self::judge::Judge;
use self::kinds::{KINDS, Kind};
use self::run::{FUEL_OF_CHANGED, Outcome, STACK_SIZE, Shell};
use crate::compiled::Compiled;
use crate::{BlockParameters, Options};

/// What came of the mutations of one kind.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    invalid: usize,
    noticed: usize,
    /// Not noticed, and no state shows a difference, of which there were some.
    alike: usize,
    /// Not noticed, and no run ends in time, so that nothing was compared.
    unreached: usize,
}

/// What came of all.
#[derive(Default)]
struct Tallies {
    kinds: BTreeMap<Kind, Tally>,
    missed: Vec<String>,
}

impl Tallies {
    fn add(&mut self, other: Tallies) {
        for (kind, tally) in other.kinds {
            let sum = self.kinds.entry(kind).or_default();
            sum.invalid += tally.invalid;
            sum.noticed += tally.noticed;
            sum.alike += tally.alike;
            sum.unreached += tally.unreached;
        }
        self.missed.extend(other.missed);
    }

    fn count(&self) -> usize {
        let tallies = self.kinds.values();
        tallies
            .map(|tally| tally.noticed + tally.alike + tally.unreached)
            .sum()
    }

    fn print(&self) {
        println!(
            "| mutation | valid | noticed | not noticed, equal | nothing compared | why equal |"
        );
        println!("|---|--:|--:|--:|--:|---|");
        for (kind, tally) in &self.kinds {
            println!(
                "| {} | {} | {} | {} | {} | {} |",
                kind.name(),
                tally.noticed + tally.alike + tally.unreached,
                tally.noticed,
                tally.alike,
                tally.unreached,
                kind.excuse()
            );
        }
    }
}

/// One pass over a file.
struct Round<'a> {
    name: &'a str,
    /// On how many states what is not noticed runs.
    states: u64,
    number: u64,
}

/// Mutates each function of a text once in each way.
fn mutate(round: &Round<'_>, text: &str, options: &Options<'_>) -> Tallies {
    let mut tallies = Tallies::default();
    judge::with(text, options, |judge, bytes, functions| {
        let types = Types::read(bytes);
        let pure = functions.iter().filter(|function| judge.is_pure(function));
        let pure = pure.map(|function| function.map.index).collect();
        let shell = Shell::new(bytes, &types, pure);
        for function in functions {
            let subject = Subject {
                round,
                judge,
                shell: &shell,
                types: &types,
            };
            mutate_function(&subject, function, &mut tallies);
        }
    });
    tallies
}

struct Subject<'a> {
    round: &'a Round<'a>,
    judge: &'a Judge<'a>,
    shell: &'a Shell<'a>,
    types: &'a Types,
}

fn mutate_function(subject: &Subject<'_>, function: &mut Compiled, tallies: &mut Tallies) {
    let original = function.body.clone();
    let body = Body::read(&original, &function.map.pieces, &function.due.hints);
    let facts = facts_of(subject.types, function);
    let name = subject.round.name;
    let mut rng = Rng::new(subject.round.number << 32 | u64::from(function.map.index));
    let mut expected: Option<Vec<Outcome>> = None;
    let judged = subject.judge.judge(function, body.write());
    assert_eq!(judged, Ok(()), "{name}: what was written is proved");
    for kind in KINDS {
        let Some((place, changed)) = kind.mutate(&body, &facts, &mut rng) else {
            continue;
        };
        let written = changed.write();
        let tally = tallies.kinds.entry(kind).or_default();
        let bytes = written.bytes.clone();
        if bytes == original || !subject.judge.is_valid(function.map.index, &bytes) {
            tally.invalid += 1;
            continue;
        }
        if subject.judge.judge(function, written).is_err() {
            tally.noticed += 1;
            continue;
        }
        let index = function.map.index;
        let (shell, states) = (subject.shell, subject.round.states);
        let expected = expected.get_or_insert_with(|| shell.run(index, &original, states));
        let changed = shell.run_with(index, &bytes, states, FUEL_OF_CHANGED);
        let pairs: Vec<_> = expected.iter().zip(changed).collect();
        let differ = |pair: &&(&Outcome, Outcome)| pair.0.differs_from(pair.1);
        match pairs.iter().find(differ) {
            Some(_) => tallies.missed.push(format!(
                "{name}, function {index}, {} at instruction {place}: {}",
                kind.name(),
                around(&body, place)
            )),
            None if pairs.iter().any(|pair| pair.0.is_compared(pair.1)) => tally.alike += 1,
            None => tally.unreached += 1,
        }
    }
}

/// The instructions up to a place, for whoever looks for the reason.
fn around(body: &Body, place: usize) -> String {
    let places = place.saturating_sub(16)..=place;
    let ops: Vec<String> = places
        .map(|place| format!("{:?}", body.op(place)))
        .collect();
    ops.join("; ")
}

fn facts_of<'a>(types: &'a Types, function: &Compiled) -> Facts<'a> {
    let ty = types.functions[function.map.index as usize];
    let mut locals = types.types[ty as usize].0.clone();
    let reader = FunctionBody::new(BinaryReader::new(&function.body, 0));
    for group in reader.get_locals_reader().expect("it was validated") {
        let (count, ty) = group.expect("it was validated");
        locals.extend(std::iter::repeat_n(ty, count as usize));
    }
    Facts { types, locals }
}

fn options() -> [Options<'static>; 2] {
    let standard = Options {
        stack_size: STACK_SIZE,
        exports: crate::Exports::External,
        ..Options::default()
    };
    let unusual = Options {
        block_parameters: BlockParameters::WhereShorter,
        locals: 0,
        structure: &|cfg| Ok(unsnarl::structure::state_machine(cfg)),
        ..standard
    };
    [standard, unusual]
}

fn number(variable: &str, otherwise: usize) -> usize {
    let text = std::env::var(variable);
    text.ok().map_or(otherwise, |text| {
        text.parse().expect("the variable holds a number")
    })
}

/// The files that were asked for, or some examples.
fn texts() -> Vec<(String, String)> {
    let examples = "interpreter-switch.ll\ntokenizer.ll\nO0/duff.ll\ngoto-loops.ll\nquicksort.ll";
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/");
    let list = std::env::var("UNSNARL_MUTANTS").unwrap_or_else(|_| {
        let paths = examples.lines().map(|name| format!("{folder}{name}\n"));
        paths.collect()
    });
    let paths = list.lines().filter(|path| !path.is_empty());
    paths
        .map(|path| {
            let text = std::fs::read_to_string(path).expect("the file can be read");
            (path.to_owned(), source::self_contained(&text))
        })
        .collect()
}

#[test]
fn changes_of_real_programs_are_noticed() {
    let wanted = number("UNSNARL_MUTANTS_COUNT", 1_000);
    let states = number("UNSNARL_MUTANTS_STATES", 50) as u64;
    let texts = texts();
    let mut all = Tallies::default();
    // Every file has its turn, and again until there are enough.
    for round in 0.. {
        let before = all.count();
        for (name, text) in &texts {
            for options in &options() {
                let round = Round {
                    name,
                    states,
                    number: round,
                };
                all.add(mutate(&round, text, options));
            }
        }
        if all.count() >= wanted || all.count() == before {
            break;
        }
    }
    all.print();
    println!("{} mutations", all.count());
    assert!(
        all.missed.is_empty(),
        "not noticed:\n{}",
        all.missed.join("\n")
    );
    assert!(all.count() >= wanted, "only {} mutations", all.count());
}
