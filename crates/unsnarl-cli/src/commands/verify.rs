//! `unsnarl verify`: a line for each function, and how many are proved.
//!
//! That is control: the structured program takes the edges of the graph. For LLVM IR the bytes of
//! an object tell of the data as well. A proof that reaches its limit is neither success nor
//! failure, and has an exit status of its own. An archive, or a file of several modules, has a part
//! for each module.

mod text;

use super::data::Data;
use super::{json, printing, structure_and_prove};
use crate::args::{Graph, Verify};
use crate::diagnostic::{Failure, Fault};
use crate::input::{Parsed, Source};
use crate::output::{self, count};
use serde_json::Value;
use std::fmt::Write;
use unsnarl::lower::Report;
use unsnarl::measure;
use unsnarl_ir::rewrite::quotient::Folded;
use unsnarl_wasm::DataVerdict;

/// Structures and proves every graph of the input.
pub(crate) fn verify(arguments: &Verify) -> Result<(), Failure> {
    if let Some(language) = arguments.emit {
        return text::verify(arguments, language);
    }
    let sources = Source::read_all(&arguments.input, arguments.function.as_deref())?;
    let has_several = sources.len() > 1;
    let mut functions = Vec::new();
    let mut failures = Vec::new();
    for source in &sources {
        if has_several && !arguments.json {
            output::print_part(format!("{}:\n", source.name).as_bytes())?;
        }
        let before = functions.len();
        failures.extend(verify_source(arguments, source, &mut functions)?);
        for function in &mut functions[before..] {
            if has_several {
                function["source"] = source.name.as_str().into();
            }
        }
    }
    if arguments.json {
        output::print(json::document("functions", functions).as_bytes())?;
    }
    match failures.is_empty() {
        true => Ok(()),
        false => Err(Failure::several(failures)),
    }
}

/// The same for one source. What JSON has of its functions goes to `functions`. All functions are
/// shown unless there is an error; what is returned otherwise is to be reported after them.
fn verify_source(
    arguments: &Verify,
    source: &Source,
    functions: &mut Vec<Value>,
) -> Result<Option<Failure>, Failure> {
    let parsed = source.parse(arguments.before.graph())?;
    let subjects = parsed.subjects(source, arguments.function.as_deref())?;
    let width = subjects
        .iter()
        .map(|subject| subject.name.chars().count())
        .max()
        .unwrap_or(0);
    let is_compiled =
        matches!(parsed, Parsed::Module { .. }) && arguments.before.graph() == Graph::Rewritten;
    let data = is_compiled.then(|| Data::judge(source, &arguments.how, &arguments.size));
    if data.is_none() && arguments.size.function_limit.is_some() {
        let message = "--function-limit is for compiled functions";
        return Err(Failure::new(Fault::Usage, message).help("give LLVM IR, without --source"));
    }
    let mut text = String::new();
    let profile = arguments.target.profile(&arguments.how);
    let mut proofs = 0;
    for subject in &subjects {
        let proved = structure_and_prove(
            subject.name,
            &subject.cfg,
            &arguments.how,
            profile.as_ref(),
            arguments.limit,
            &printing(&subject.bodies),
        )?;
        proofs += usize::from(proved.verdict.is_proved());
        if arguments.json {
            let mut function = json::verified(subject.name, &subject.cfg, &proved);
            function["rewritten"] = json::folded(&subject.folded);
            if let Some(data) = &data {
                function["data"] = json::data(data.of(subject.name));
                function["functions"] = data.functions(subject.name).into();
            }
            functions.push(function);
            continue;
        }
        writeln!(
            text,
            "{:width$}  {}{}; {}, {}{}; {}{}",
            subject.name,
            proved.verdict,
            judged(data.as_ref().and_then(|data| data.of(subject.name))),
            count(subject.cfg.block_count(), "block", "blocks"),
            count(subject.cfg.edge_count(), "edge", "edges"),
            folded(&subject.folded),
            measure(&proved.program),
            lowered(proved.lowering.as_ref()),
        )
        .expect("a string can be written to");
    }
    if !arguments.json {
        text += &format!("{proofs} of {} proved", subjects.len());
        if let Some(data) = &data {
            text += "; ";
            text += &data.summary(subjects.iter().map(|subject| subject.name));
        }
        text.push('\n');
    }
    output::print_part(text.as_bytes())?;
    let open = subjects.len() - proofs;
    let given_up = |data: &Data| {
        let names = subjects.iter().map(|subject| subject.name);
        let mut verdicts = names.filter_map(|name| data.of(name));
        verdicts.any(|verdict| verdict != DataVerdict::Proved)
    };
    let unproved_data = data.as_ref().is_some_and(given_up).then(|| {
        let message = "data of some functions not proved: the limit of steps was reached";
        Failure::new(Fault::Unproved, message).help("no difference was found")
    });
    let unread = parsed.complete(source, arguments.function.as_deref());
    let unread = unread.err();
    if open == 0 {
        return Ok(match (unread, unproved_data) {
            (None, None) => None,
            (unread, data) => Some(Failure::several(unread.into_iter().chain(data))),
        });
    }
    let message = format!(
        "{} of {} not proved: the limit of states was reached",
        open,
        subjects.len()
    );
    let help = match arguments.limit {
        Some(limit) => format!("no difference was found; raise --limit {limit}, or drop it"),
        None => "no difference was found; give a larger --limit".to_owned(),
    };
    let unproved = Failure::new(Fault::Unproved, message).help(help);
    let all = unread.into_iter().chain([unproved]);
    Ok(Some(Failure::several(all.chain(unproved_data))))
}

/// What the lowering has cost, if there is one.
fn lowered(report: Option<&Report>) -> String {
    report.map_or_else(String::new, |report| format!("; lowered: {report}"))
}

/// The verdict on the data, if there is one.
fn judged(data: Option<DataVerdict>) -> String {
    data.map_or_else(String::new, |verdict| format!("; {verdict}"))
}

/// What the proof against the graph of the source folded together, if anything.
fn folded(folded: &Folded) -> String {
    let counts = [
        (folded.copies, "copy", "copies"),
        (folded.bypasses, "bypass", "bypasses"),
        (
            folded.inside,
            "block inside another",
            "blocks inside others",
        ),
        (
            folded.unwinds,
            "unwind edge dropped",
            "unwind edges dropped",
        ),
        (
            folded.jumps,
            "call returns to a setjmp",
            "calls return to a setjmp",
        ),
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
