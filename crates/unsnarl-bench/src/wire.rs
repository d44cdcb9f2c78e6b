//! Graphs and answers as lines of text, for the processes that the contestants run in.
//!
//! *Needs:* graphs; answers of contestants. *Gives:* one line for each, readable in any language.
//!
//! A graph is its entry and a word for each block: a letter for the exit (`r u j b s`) and the
//! targets of its arms. An answer is `ok TIME,TIME,… HEX`, the nanoseconds of each sample and the
//! skeleton as WebAssembly (`-` if there is none), or `failed WORDS`.

use std::fmt::Write as _;
use unsnarl::{BlockId, Cfg, CfgBuilder, Exit, Id};

/// What a contestant answers for one graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// It made a program.
    Made {
        /// Nanoseconds of each sample.
        samples: Vec<u64>,
        /// The skeleton as a WebAssembly module; nothing of a contestant that makes no program.
        wasm: Vec<u8>,
    },
    /// It made none, or a wrong one.
    Failed(String),
}

/// Writes a graph on one line.
pub(crate) fn write_graph(cfg: &Cfg) -> String {
    let mut line = cfg.entry().index().to_string();
    for block in cfg.blocks() {
        line.push(' ');
        line.push(letter(cfg.exit(block)));
        let arms = cfg
            .successors(block)
            .iter()
            .map(|arm| arm.index().to_string());
        line += &arms.collect::<Vec<_>>().join(",");
    }
    line
}

/// Reads a graph; nothing if the line is none.
pub(crate) fn read_graph(line: &str) -> Option<Cfg> {
    let mut words = line.split_whitespace();
    let entry = words.next()?.parse().ok()?;
    let mut builder = CfgBuilder::new();
    for word in words {
        let exit = exit(word.chars().next()?)?;
        let arms = word[1..].split(',').filter(|arm| !arm.is_empty());
        let arms = arms.map(|arm| arm.parse().ok().map(BlockId::new));
        builder.block(exit, arms.collect::<Option<Vec<_>>>()?);
    }
    builder.build(BlockId::new(entry)).ok()
}

const LETTERS: [(char, Exit); 5] = [
    ('r', Exit::Return),
    ('u', Exit::Unreachable),
    ('j', Exit::Jump),
    ('b', Exit::Branch),
    ('s', Exit::Switch),
];

fn letter(exit: Exit) -> char {
    let found = LETTERS.iter().find(|(_, listed)| *listed == exit);
    found.expect("every exit has a letter").0
}

fn exit(letter: char) -> Option<Exit> {
    let found = LETTERS.iter().find(|(listed, _)| *listed == letter);
    found.map(|(_, exit)| *exit)
}

/// Writes an answer on one line.
pub(crate) fn write_answer(answer: &Answer) -> String {
    match answer {
        Answer::Failed(words) => {
            let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
            format!("failed {words}")
        }
        Answer::Made { samples, wasm } => {
            let samples: Vec<String> = samples.iter().map(u64::to_string).collect();
            let mut line = format!("ok {} ", samples.join(","));
            for byte in wasm {
                write!(line, "{byte:02x}").expect("a string takes any text");
            }
            if wasm.is_empty() {
                line.push('-');
            }
            line
        }
    }
}

/// Reads an answer; nothing if the line is none.
pub(crate) fn read_answer(line: &str) -> Option<Answer> {
    let (kind, rest) = line.split_once(' ')?;
    match kind {
        "failed" => Some(Answer::Failed(rest.to_owned())),
        "ok" => {
            let (samples, hex) = rest.split_once(' ')?;
            let samples = samples.split(',').map(str::parse);
            Some(Answer::Made {
                samples: samples.collect::<Result<_, _>>().ok()?,
                wasm: read_hex(hex)?,
            })
        }
        _ => None,
    }
}

fn read_hex(hex: &str) -> Option<Vec<u8>> {
    if hex == "-" {
        return Some(Vec::new());
    }
    let digits = hex.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    digits.map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use unsnarl_testkit::Rng;
    use unsnarl_testkit::random::{Knobs, graph};

    #[test]
    fn a_graph_comes_back_from_its_line() {
        let mut rng = Rng::new(3);
        for _ in 0..100 {
            let knobs = Knobs::any(&mut rng, 30);
            let cfg = graph(&mut rng, &knobs);
            assert_eq!(read_graph(&write_graph(&cfg)), Some(cfg));
        }
    }

    #[test]
    fn an_answer_comes_back_from_its_line() {
        for answer in [
            Answer::Failed("panicked: at the disco".into()),
            Answer::Made {
                samples: vec![1, 22],
                wasm: vec![0, 97, 255],
            },
            Answer::Made {
                samples: vec![7],
                wasm: Vec::new(),
            },
        ] {
            assert_eq!(read_answer(&write_answer(&answer)), Some(answer));
        }
    }

    #[test]
    fn what_is_no_line_is_nothing() {
        for line in ["", "ok", "ok 1", "ok x -", "ok 1 zz", "perhaps 1 -"] {
            assert_eq!(read_answer(line), None, "{line}");
        }
        for line in ["", "x r", "0 q", "0 j7", "0 b0"] {
            assert_eq!(read_graph(line), None, "{line}");
        }
    }
}
