//! The result of one algorithm on one graph, in numbers.
//!
//! *Needs:* an algorithm and a graph.
//! *Gives:* [`Row`].
//! *Cost:* the algorithm runs until its time is known well enough; its program is proved and walked
//! once.

use crate::args::Compare;
use crate::commands::printing;
use crate::input::Subject;
use std::collections::BTreeSet;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};
use unsnarl::lower::lower_for;
use unsnarl::program::Profile;
use unsnarl::structure::{Algorithm, Settings};
use unsnarl::tidy::tidy;
use unsnarl::verify::{self, Verdict};
use unsnarl::{Cfg, Edge, Measures, Program, Step, measure};

/// How often an algorithm runs to be timed, unless that takes longer than [`LONG`].
const RUNS: usize = 5;
const LONG: Duration = Duration::from_millis(50);

/// The random walk on which dispatchers are counted: where it starts from, and how many blocks it
/// passes.
const SEED: u64 = 1;
const WALK: u64 = 10_000;

/// An algorithm and what it made, or why it refused.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) made: Result<Made, String>,
}

/// The results of an algorithm on one graph, or on several.
#[derive(Clone, Default)]
pub(super) struct Made {
    /// How many programs are proved, how many only up to a bound, and how many there are.
    proved: usize,
    bounded: usize,
    programs: usize,
    /// How many graphs it refused.
    refused: usize,
    /// The counterexample of a failed proof.
    pub(super) failure: Option<String>,
    measures: Measures,
    executed: u64,
    nanoseconds: u128,
}

impl Row {
    /// Runs an algorithm on a graph, and gives up when the time is over.
    ///
    /// An algorithm that is given up keeps running in its thread until the command ends: the
    /// library cannot be interrupted.
    pub(super) fn of(algorithm: &'static Algorithm, subject: &Subject<'_>, how: &Compare) -> Row {
        let cfg = &subject.cfg;
        let prints = printing(&subject.bodies);
        let edges = cfg.blocks().flat_map(|block| cfg.edges(block));
        let task = Task {
            algorithm,
            settings: how.reduction.settings(cfg),
            limit: how.limit,
            is_tidied: how.tidy,
            profile: how.target.named(),
            coded: edges.filter(|&edge| prints(Step::Take(edge))).collect(),
        };
        let name = algorithm.name;
        let Some(time) = how.timeout() else {
            let made = task.make(cfg);
            return Row { name, made };
        };
        let (sender, receiver) = mpsc::channel();
        let cfg = cfg.clone();
        let watched = thread::Builder::new().spawn(move || {
            // The receiver is gone if the time is over.
            let _ = sender.send(task.make(&cfg));
        });
        if watched.is_err() {
            let made = Err("cannot start a thread for --timeout".to_owned());
            return Row { name, made };
        }
        let made = receiver.recv_timeout(time).unwrap_or_else(|error| {
            Err(match error {
                RecvTimeoutError::Timeout => {
                    format!(
                        "not done after {} s, the limit of --timeout",
                        time.as_secs()
                    )
                }
                RecvTimeoutError::Disconnected => "the algorithm ended without a result".to_owned(),
            })
        });
        Row { name, made }
    }
}

/// What is to be done with a graph.
struct Task {
    algorithm: &'static Algorithm,
    settings: Settings,
    limit: Option<usize>,
    is_tidied: bool,
    profile: Option<&'static Profile>,
    /// The edges with code.
    coded: BTreeSet<Edge>,
}

impl Task {
    fn make(&self, cfg: &Cfg) -> Result<Made, String> {
        let (mut program, nanoseconds) = timed(self.algorithm, cfg, &self.settings)?;
        if self.is_tidied {
            program = tidy(cfg, &program);
        }
        let mut failure = verify::program(cfg, &program)
            .first()
            .map(ToString::to_string);
        if let (Some(profile), None) = (self.profile, &failure) {
            let prints = |step| match step {
                Step::Take(edge) => self.coded.contains(&edge),
                _ => true,
            };
            let lowered = lower_for(cfg, &program, profile, &prints);
            program = lowered.map_err(|refusal| refusal.to_string())?.program;
            let breaches = verify::profile_for(&program, profile, &prints);
            failure = breaches.first().map(ToString::to_string);
        }
        let mut made = Made {
            programs: 1,
            measures: measure(&program),
            nanoseconds,
            failure,
            ..Made::default()
        };
        if made.failure.is_some() {
            return Ok(made);
        }
        let limit = self
            .limit
            .unwrap_or_else(|| verify::state_limit(cfg, &program));
        match verify::simulation(cfg, &program, limit) {
            Verdict::Proved { .. } => made.proved = 1,
            Verdict::Bounded { .. } => made.bounded = 1,
            Verdict::Failed(counterexample) => made.failure = Some(counterexample.to_string()),
        }
        let executed = verify::executed_dispatches(cfg, &program, SEED, WALK);
        made.executed = executed.unwrap_or(0);
        Ok(made)
    }
}

/// Gives the program, and the median time that it took to make it.
fn timed(algorithm: &Algorithm, cfg: &Cfg, settings: &Settings) -> Result<(Program, u128), String> {
    let started = Instant::now();
    let mut times = Vec::with_capacity(RUNS);
    loop {
        let start = Instant::now();
        let program = algorithm.structure(cfg, settings);
        times.push(start.elapsed().as_nanos());
        let program = program.map_err(|refusal| refusal.to_string())?;
        if times.len() == RUNS || started.elapsed() > LONG {
            times.sort_unstable();
            return Ok((program, times[times.len() / 2]));
        }
    }
}

impl Made {
    /// The result on one graph, for tests.
    #[cfg(test)]
    pub(super) fn of_one_program() -> Made {
        Made {
            programs: 1,
            proved: 1,
            executed: 12_345,
            nanoseconds: 1_234_567,
            measures: Measures {
                scopes: 12,
                loops: 3,
                depth: 4,
                steps: 40_000,
                ..Measures::default()
            },
            ..Made::default()
        }
    }

    /// Says what is proved, in a word or, of several programs, in numbers.
    pub(super) fn proof(&self) -> String {
        match (self.programs, self.proved, self.bounded) {
            (1, 1, _) => "proved".into(),
            (1, _, 1) => "bounded".into(),
            (1, ..) => "failed".into(),
            (programs, proved, _) => format!("{proved}/{programs}"),
        }
    }

    /// Gives the counts with the names that they have in JSON and in the head of the table.
    pub(super) fn counts(&self) -> [(&'static str, u128); 14] {
        let counts = &self.measures;
        [
            ("label_stores", counts.label_stores as u128),
            ("routed_edges", counts.routed_edges as u128),
            ("executed_dispatches", u128::from(self.executed)),
            ("scopes", counts.scopes as u128),
            ("loops", counts.loops as u128),
            ("ifs", counts.ifs as u128),
            ("tests", counts.tests as u128),
            ("switches", (counts.switches + counts.dispatchers) as u128),
            ("branches", counts.branches as u128),
            ("depth", counts.depth as u128),
            ("copies", counts.copies as u128),
            ("flags", counts.flags as u128),
            ("statements", counts.steps as u128),
            ("nanoseconds", self.nanoseconds),
        ]
    }

    /// Adds the results on another graph; depths take the maximum.
    fn add(&mut self, other: &Made) {
        self.proved += other.proved;
        self.bounded += other.bounded;
        self.programs += other.programs;
        self.executed += other.executed;
        self.nanoseconds += other.nanoseconds;
        let depth = self.measures.depth.max(other.measures.depth);
        self.measures = sum(&self.measures, &other.measures);
        self.measures.depth = depth;
    }
}

fn sum(one: &Measures, other: &Measures) -> Measures {
    Measures {
        label_stores: one.label_stores + other.label_stores,
        routed_edges: one.routed_edges + other.routed_edges,
        dispatchers: one.dispatchers + other.dispatchers,
        scopes: one.scopes + other.scopes,
        loops: one.loops + other.loops,
        ifs: one.ifs + other.ifs,
        switches: one.switches + other.switches,
        branches: one.branches + other.branches,
        depth: one.depth.max(other.depth),
        tests: one.tests + other.tests,
        flags: one.flags + other.flags,
        flag_stores: one.flag_stores + other.flag_stores,
        copies: one.copies + other.copies,
        steps: one.steps + other.steps,
    }
}

/// Adds the rows of one graph to the sums.
pub(super) fn add_up(totals: &mut Vec<Row>, rows: &[Row]) {
    if totals.is_empty() {
        let empty = |row: &Row| Row {
            name: row.name,
            made: Ok(Made::default()),
        };
        totals.extend(rows.iter().map(empty));
    }
    for (total, row) in totals.iter_mut().zip(rows) {
        if let Ok(total) = &mut total.made {
            match &row.made {
                Ok(made) => total.add(made),
                Err(_) => total.refused += 1,
            }
        }
    }
}

impl Made {
    /// Says how many graphs were refused, if any.
    pub(super) fn refusals(&self) -> Option<String> {
        (self.refused > 0).then(|| format!("{} refused", self.refused))
    }
}
