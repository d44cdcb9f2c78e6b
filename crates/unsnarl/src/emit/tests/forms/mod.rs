//! Brackets that are written in another form than in the program.

mod assignments;
mod circuits;
mod dispatchers;
mod loops;
mod polarity;
mod wat;

use super::*;
use crate::verify;
use crate::verify::tests::notation::{graph, program};
use alloc::format;

/// A host in which every block but `b0`, `b1` and `b2` has code, and every block decides by its own
/// word.
struct Words;

impl Bodies for Words {
    fn name(&self, block: BlockId) -> Cow<'_, str> {
        Numbered.name(block)
    }
    fn code(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let silent = block.index() < 3;
        Some(Cow::Owned(match silent {
            true => String::new(),
            false => format!("work{}()", block.index()),
        }))
    }
    fn decision(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let word = ["a", "b", "c || d", "e", "f"].get(block.index()).copied();
        Some(Cow::Borrowed(word.unwrap_or("g")))
    }
    fn leave(&self, block: BlockId) -> Option<Cow<'_, str>> {
        Some(Cow::Owned(format!("return {}", block.index())))
    }
}

/// Compares the pseudocode of a program with a host's words; the program must be right.
#[track_caller]
fn check(cfg: &str, steps: &str, expected: &str) {
    let (cfg, program) = right(cfg, steps);
    same(
        &shown(|out| pseudocode(out, &cfg, &program, &Words)),
        expected,
    );
}

/// The same comparison in JavaScript, without the first line and the last.
#[track_caller]
fn check_javascript(cfg: &str, steps: &str, expected: &str) {
    let (cfg, program) = right(cfg, steps);
    let text = shown(|out| javascript(out, &cfg, &program, &Numbered));
    let lines = text.lines().skip(1).filter(|line| *line != "}");
    let lines = lines.map(|line| line.strip_prefix("  ").unwrap_or(line));
    same(&lines.collect::<Vec<_>>().join("\n"), expected);
}

#[track_caller]
fn right(cfg: &str, steps: &str) -> (Cfg, Program) {
    let (cfg, program) = (graph(cfg), program(steps));
    assert_eq!(verify::program(&cfg, &program), []);
    let verdict = verify::simulation(&cfg, &program, verify::state_limit(&cfg, &program));
    assert!(verdict.is_proved(), "{verdict}");
    (cfg, program)
}

/// A diamond whose decision is tested again after it.
const KEPT: [&str; 2] = [
    "0: 3 3, 1: return, 2: return, 3: 4, 4: 1 2",
    "run b0 if b0 { case 1: take b0.1 f0 = true case 0: take b0.0 f0 = false }
     run b3 take b3.0 run b4
     if b4 { case 0: take b4.0 f1 = true case 1: take b4.1 f1 = false }
     if f1 { case 1: run b1 leave b1 case 0: run b2 leave b2 }",
];
