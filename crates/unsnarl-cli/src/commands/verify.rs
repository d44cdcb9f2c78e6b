//! `unsnarl verify`: a line for each function, and how many are proved.
//!
//! A proof that reaches its limit is neither success nor failure, and has an exit status of its
//! own.

use super::{json, structure_and_prove};
use crate::args::Verify;
use crate::diagnostic::{Failure, Fault};
use crate::input::Source;
use crate::output::{self, count};
use std::fmt::Write;
use unsnarl::measure;
use unsnarl_ir::rewrite::quotient::Folded;

/// Structures and proves every graph of the input.
pub(crate) fn verify(arguments: &Verify) -> Result<(), Failure> {
    let source = Source::read(&arguments.input)?;
    let parsed = source.parse(arguments.before.graph())?;
    let subjects = parsed.subjects(&source, arguments.function.as_deref())?;
    let width = subjects
        .iter()
        .map(|subject| subject.name.chars().count())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    let mut functions = Vec::new();
    let mut proofs = 0;
    for subject in &subjects {
        let proved =
            structure_and_prove(subject.name, &subject.cfg, &arguments.how, arguments.limit)?;
        proofs += usize::from(proved.verdict.is_proved());
        if arguments.json {
            let mut function = json::verified(subject.name, &subject.cfg, &proved);
            function["rewritten"] = json::folded(&subject.folded);
            functions.push(function);
            continue;
        }
        writeln!(
            text,
            "{:width$}  {}; {}, {}{}; {}",
            subject.name,
            proved.verdict,
            count(subject.cfg.block_count(), "block", "blocks"),
            count(subject.cfg.edge_count(), "edge", "edges"),
            folded(&subject.folded),
            measure(&proved.program),
        )
        .expect("a string can be written to");
    }
    if arguments.json {
        text = json::document("functions", functions);
    } else {
        text += &format!("{proofs} of {} proved\n", subjects.len());
    }
    output::print(text.as_bytes())?;
    let open = subjects.len() - proofs;
    let unread = parsed.complete(&source, arguments.function.as_deref());
    if open == 0 {
        return unread;
    }
    let message = format!(
        "{} of {} not proved: given up at the limit of states",
        open,
        subjects.len()
    );
    let help = match arguments.limit {
        Some(limit) => format!("no difference was found; raise --limit {limit}, or leave it out"),
        None => "no difference was found; a larger one can be given with --limit".to_owned(),
    };
    let unproved = Failure::new(Fault::Unproved, message).help(help);
    Err(Failure::several(unread.err().into_iter().chain([unproved])))
}

/// What the proof against the graph of the source folded together, if anything.
fn folded(folded: &Folded) -> String {
    let counts = [
        (folded.copies, "copy", "copies"),
        (folded.bypasses, "bypass", "bypasses"),
        (folded.inside, "inside a block", "inside blocks"),
    ];
    let some = counts.into_iter().filter(|(number, ..)| *number > 0);
    let words: Vec<String> = some
        .map(|(number, one, many)| count(number, one, many))
        .collect();
    match words.is_empty() {
        true => String::new(),
        false => format!(" ({})", words.join(", ")),
    }
}
