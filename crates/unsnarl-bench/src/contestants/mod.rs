//! The contestants that run in a process of this program.
//!
//! *Needs:* a graph. *Gives:* [`run`], the result of a contestant, and [`names`], all of them: the
//! walk, every algorithm of [`ALGORITHMS`], and the crates among the peers. Peers that are programs
//! of their own have modules of their own, [`binaryen`] and [`llvm`].
//!
//! Each makes its own form of the graph before the clock starts, and its program is written as
//! WebAssembly and judged after it has stopped.

pub(crate) mod binaryen;
pub(crate) mod llvm;
#[cfg(feature = "peers")]
mod relooper;
#[cfg(feature = "peers")]
mod waffle;

use crate::timing;
use crate::wire::Answer;
use std::time::Duration;
use unsnarl::emit;
use unsnarl::structure::{ALGORITHMS, Algorithm, Settings};
use unsnarl::text::Numbered;
use unsnarl::{Cfg, Program, verify};
use unsnarl_testkit::walk::walk;

/// The name of the floor.
pub(crate) const WALK: &str = "walk";

/// Names every contestant that runs in a process of this program, the floor first, then ours.
pub(crate) fn names() -> Vec<&'static str> {
    let ours = ALGORITHMS.iter().map(|algorithm| algorithm.name);
    std::iter::once(WALK)
        .chain(ours)
        .chain(PEERS.iter().map(|peer| peer.0))
        .collect()
}

/// Runs a contestant on a graph; nothing if there is none of this name.
pub(crate) fn run(name: &str, cfg: &Cfg) -> Option<Answer> {
    if name == WALK {
        return Some(answer(timing::sample(|| Ok(walk(cfg))), |_| Ok(Vec::new())));
    }
    if let Some(algorithm) = Algorithm::named(name) {
        return Some(ours(algorithm, cfg));
    }
    let peer = PEERS.iter().find(|peer| peer.0 == name)?;
    Some(peer.1(cfg))
}

#[cfg(feature = "peers")]
const PEERS: [Peer; 2] = [relooper::PEER, waffle::PEER];
/// Without the feature there are no peers, and the command says so.
#[cfg(not(feature = "peers"))]
const PEERS: [Peer; 0] = [];

/// A peer's name, prefixed so that it is not taken for an algorithm of ours, and what runs it.
type Peer = (&'static str, fn(&Cfg) -> Answer);

/// What was timed, and how long it took.
type Timed<T> = Result<(T, [Duration; timing::SAMPLES]), String>;

/// Makes an answer of what was timed; what is made of its result must be a WebAssembly module, or
/// nothing.
fn answer<T>(timed: Timed<T>, wasm: impl FnOnce(T) -> Result<Vec<u8>, String>) -> Answer {
    let made = timed.and_then(|(result, samples)| Ok((wasm(result)?, samples)));
    match made {
        Err(words) => Answer::Failed(words),
        Ok((wasm, samples)) => {
            let nanos = |time: &Duration| time.as_nanos() as u64;
            let samples = samples.iter().map(nanos).collect();
            Answer::Made { samples, wasm }
        }
    }
}

fn ours(algorithm: &Algorithm, cfg: &Cfg) -> Answer {
    let settings = Settings::default();
    let run = || {
        let made = algorithm.structure(cfg, &settings);
        made.map_err(|refusal| format!("refused: {refusal}"))
    };
    answer(timing::sample(run), |program| {
        skeleton(cfg, &program, verify::state_limit(cfg, &program))
    })
}

/// Writes the skeleton of a program that is not known to be wrong.
fn skeleton(cfg: &Cfg, program: &Program, limit: usize) -> Result<Vec<u8>, String> {
    if let verify::Verdict::Failed(found) = verify::simulation(cfg, program, limit) {
        return Err(format!("wrong: {}", found.reason));
    }
    let mut code = String::new();
    emit::wat(&mut code, cfg, program, &Numbered).expect("a string takes any text");
    wat::parse_str(&code).map_err(|error| {
        let error = error.to_string();
        format!("no skeleton: {}", error.lines().next().unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use unsnarl_testkit::Rows;

    #[test]
    fn every_contestant_answers() {
        let cfg = Rows::of(vec![vec![1, 2], vec![3], vec![3], vec![0, 4], vec![]]).cfg();
        for name in names() {
            let answer = run(name, &cfg).expect("the table names it");
            assert!(matches!(answer, Answer::Made { .. }), "{name}: {answer:?}");
        }
        assert_eq!(run("nobody", &cfg), None);
    }
}
