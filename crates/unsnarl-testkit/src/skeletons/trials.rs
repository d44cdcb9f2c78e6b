//! What is tried: the skeletons of the programs of a graph, with what they must show.
//!
//! *Needs:* a graph and a [`Language`]. *Gives:* [`trials`]: the programs of all pipelines and some
//! machines, [lowered](lower) to the profile of the language; of small ones the mutants, too.
//! [`default_trial`] is that of the default pipeline alone.
//! *Cost:* that of the pipelines and of the lowering; for mutants O(steps²).

use super::engine::{Case, Warnings};
use super::languages::Language;
use super::{End, Seen, of_graph, of_program};
use crate::algorithms::pipelines_for;
use crate::machines::machines;
use crate::mutate::mutants;
use crate::{Rng, notation};
use std::collections::BTreeSet;
use unsnarl::lower::lower_for;
use unsnarl::{Cfg, Program, Step, verify};

/// Blocks of one run.
pub const LIMIT: usize = 80;
/// Tapes of one graph.
const TAPES: usize = 6;
/// Numbers of one tape.
const DECISIONS: usize = 40;
/// Blocks of the largest graphs whose mutants are tried.
const LARGEST_MUTATED: usize = 4;

/// A skeleton with what it must show.
pub struct Trial {
    /// What made its program, and the graph.
    pub about: String,
    /// Whether it is that of a mutant, of which compilers may warn.
    pub is_mutant: bool,
    /// The skeleton with its tapes.
    pub case: Case,
    /// What each tape must show.
    pub expected: Vec<Seen>,
}

/// The skeletons of one graph.
pub struct Trials {
    /// No two of them have the same text, except where they must show different things.
    pub trials: Vec<Trial>,
    /// How many programs had the text of another.
    pub repeated: usize,
    /// How many programs were refused for their size.
    pub refused: usize,
}

/// Makes the trials of a graph; one in so many mutants is tried. The error is a lowering that is
/// refused.
pub fn trials(
    language: &Language,
    cfg: &Cfg,
    rng: &mut Rng,
    mutants_apart: usize,
) -> Result<Trials, String> {
    let mut maker = Maker::new(language, cfg, rng);
    let is_small = cfg.block_count() <= LARGEST_MUTATED;
    let mut programs: Vec<(String, bool, Program)> = Vec::new();
    for program in machines(cfg) {
        programs.push((String::from("machine"), is_small, program));
    }
    for pipeline in pipelines_for(cfg) {
        match pipeline.structure(cfg) {
            Some(program) => {
                let mutates = is_small && pipeline.max_depth.is_none();
                programs.push((pipeline.name(), mutates, program));
            }
            None => maker.made.refused += 1,
        }
    }
    for (name, mutates, program) in programs {
        let lowered = maker.add_lowered(&name, &program)?;
        if mutates {
            maker.add_mutants(&lowered, rng, mutants_apart);
        }
    }
    Ok(maker.made)
}

/// Makes the trial of the default pipeline.
pub fn default_trial(language: &Language, cfg: &Cfg, rng: &mut Rng) -> Result<Trials, String> {
    let mut maker = Maker::new(language, cfg, rng);
    let mut pipelines = pipelines_for(cfg);
    let pipeline = pipelines.next().expect("there is a default");
    match pipeline.structure(cfg) {
        Some(program) => drop(maker.add_lowered(&pipeline.name(), &program)?),
        None => maker.made.refused += 1,
    }
    Ok(maker.made)
}

struct Maker<'g> {
    language: &'g Language,
    cfg: &'g Cfg,
    tapes: Vec<Vec<u32>>,
    /// What the graph shows on each tape.
    runs: Vec<Seen>,
    /// The texts so far, with what they must show on all tapes.
    known: BTreeSet<(String, Vec<Seen>)>,
    made: Trials,
}

impl<'g> Maker<'g> {
    fn new(language: &'g Language, cfg: &'g Cfg, rng: &mut Rng) -> Maker<'g> {
        let tape = |rng: &mut Rng| (0..DECISIONS).map(|_| rng.next() as u32).collect();
        let tapes: Vec<Vec<u32>> = (0..TAPES).map(|_| tape(rng)).collect();
        let runs = tapes.iter().map(|tape| of_graph(cfg, tape, LIMIT));
        Maker {
            language,
            cfg,
            runs: runs.collect(),
            tapes,
            known: BTreeSet::new(),
            made: Trials {
                trials: Vec::new(),
                repeated: 0,
                refused: 0,
            },
        }
    }

    /// Lowers a program and adds it; gives what it was lowered to.
    fn add_lowered(&mut self, name: &str, program: &Program) -> Result<Program, String> {
        let language = self.language;
        // Edges have no code in skeletons.
        let prints = |step| matches!(step, Step::Run(_));
        let lowered =
            lower_for(self.cfg, program, &language.profile, &prints).map_err(|refusal| {
                let graph = notation::show(self.cfg);
                format!("{name} for {}: {refusal}\n{graph}", language.name)
            })?;
        self.add(name, &lowered.program);
        Ok(lowered.program)
    }

    fn add(&mut self, name: &str, program: &Program) {
        let text = self.language.skeleton(self.cfg, program);
        if !self.known.insert((text.clone(), self.runs.clone())) {
            self.made.repeated += 1;
            return;
        }
        self.push(name, false, text, self.runs.clone());
    }

    fn add_mutants(&mut self, program: &Program, rng: &mut Rng, apart: usize) {
        let (cfg, language) = (self.cfg, self.language);
        for mutant in mutants(cfg, program) {
            let program = &mutant.program;
            let keeps_rules = || {
                verify::program(cfg, program).is_empty()
                    && verify::profile(program, &language.profile).is_empty()
            };
            if rng.below(apart) > 0 || !keeps_rules() {
                continue;
            }
            let run = |tape: &Vec<u32>| of_program(cfg, program, tape, LIMIT);
            let runs: Vec<Seen> = self.tapes.iter().map(run).collect();
            // Where a mutant has no meaning, neither has its skeleton: it may well run forever.
            if runs.iter().all(|seen| matches!(seen.end, End::Wrong(_))) {
                continue;
            }
            let text = language.skeleton(cfg, program);
            if self.known.insert((text.clone(), runs.clone())) {
                self.push(&mutant.change, true, text, runs);
            }
        }
    }

    fn push(&mut self, name: &str, is_mutant: bool, text: String, runs: Vec<Seen>) {
        let both = self.tapes.iter().cloned().zip(runs);
        let meant = both.filter(|(_, seen)| !matches!(seen.end, End::Wrong(_)));
        let (tapes, expected) = meant.unzip();
        // A mutant may well set what nothing asks for, or have code that is never reached.
        let warnings = match is_mutant {
            true => Warnings::Ignored,
            false => Warnings::Refused,
        };
        self.made.trials.push(Trial {
            about: format!("{name} of\n{}", notation::show(self.cfg)),
            is_mutant,
            case: Case::new(self.cfg, text, tapes, warnings),
            expected,
        });
    }
}
