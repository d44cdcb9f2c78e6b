//! `unsnarl verify --emit`: what `compile` would write as JavaScript or C, proved.

use crate::args::{Language, Verify};
use crate::commands::json;
use crate::commands::text::{self, Made};
use crate::diagnostic::{Failure, Fault};
use crate::input::{Source, display_name, is_wasm, read_bytes};
use crate::output;
use std::fmt::Write;
use unsnarl_low::Module;
use unsnarl_wasm::{Exports, Options};

/// Writes the input in memory, and prints a line for each function.
pub(super) fn verify(arguments: &Verify, language: Language) -> Result<(), Failure> {
    check(arguments, language)?;
    let all = made(arguments, language)?;
    let is_wanted = |made: &&Made| match &arguments.function {
        Some(name) => made.name == *name,
        None => true,
    };
    let wanted: Vec<&Made> = all.iter().filter(is_wanted).collect();
    if let (Some(name), []) = (&arguments.function, wanted.as_slice()) {
        let message = format!("the output has no function called {name}");
        return Err(Failure::new(Fault::Usage, message));
    }
    let proofs = wanted.iter().filter(|made| made.is_proved).count();
    if arguments.json {
        let functions = wanted.iter().map(|made| json::text(made)).collect();
        output::print(json::document("functions", functions).as_bytes())?;
    } else {
        let widths = wanted.iter().map(|made| made.name.chars().count());
        let width = widths.max().unwrap_or(0);
        let mut text = String::new();
        for made in &wanted {
            writeln!(text, "{:width$}  {}", made.name, made.shown())
                .expect("a string can be written to");
        }
        text += &format!("{proofs} of {} proved\n", wanted.len());
        output::print(text.as_bytes())?;
    }
    match wanted.len() - proofs {
        0 => Ok(()),
        open => {
            let all = wanted.len();
            let message = format!("{open} of {all} not proved: the limit of states was reached");
            Err(Failure::new(Fault::Unproved, message).help("no difference was found"))
        }
    }
}

/// Options that are not about text are errors.
fn check(arguments: &Verify, language: Language) -> Result<(), Failure> {
    let others = [
        ("--source", arguments.before.source),
        ("--profile", arguments.target.named().is_some()),
        ("--limit", arguments.limit.is_some()),
        (
            "--function-limit",
            language == Language::C && arguments.size.function_limit.is_some(),
        ),
    ];
    match others.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => {
            let message = format!("{option} has no effect with --emit");
            Err(Failure::new(Fault::Usage, message).help("drop one of them"))
        }
        None => Ok(()),
    }
}

/// What was made of each function of the input.
fn made(arguments: &Verify, language: Language) -> Result<Vec<Made>, Failure> {
    let (input, how) = (&arguments.input, &arguments.how);
    let bytes = read_bytes(&input.path)?;
    if is_wasm(&bytes, input.from) {
        let module = text::read(&display_name(&input.path), &bytes)?;
        return of_machine(&module, arguments, language);
    }
    let source = Source::of(bytes, input)?;
    let module = source.parse_module()?;
    if language == Language::C && text::is_for_people(&module) {
        let made = text::for_people(&source, &module, how)?;
        return Ok(made.reports.into_iter().map(Made::from).collect());
    }
    let structure = |cfg: &unsnarl::Cfg| how.make(cfg);
    let options = Options {
        structure: &structure,
        exports: Exports::MarkedOrExternal,
        ..Options::default()
    };
    let linked = text::linked(&source, &module, &options)?;
    of_machine(&linked, arguments, language)
}

fn of_machine(
    module: &Module,
    arguments: &Verify,
    language: Language,
) -> Result<Vec<Made>, Failure> {
    let how = &arguments.how;
    Ok(match language {
        Language::Js => {
            let options = unsnarl_js::Options {
                largest: arguments.size.bytecode(),
                ..unsnarl_js::Options::default()
            };
            let made = text::javascript(module, &options, how)?;
            made.reports.into_iter().map(Made::from).collect()
        }
        Language::C => {
            let options = unsnarl_c::machine::Options {
                name: "module".to_owned(),
                bytes_per_file: None,
            };
            let made = text::for_machines(module, &options, how)?;
            made.reports.into_iter().map(Made::from).collect()
        }
    })
}
