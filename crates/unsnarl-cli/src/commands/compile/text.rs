//! Modules as JavaScript and as C.
//!
//! LLVM IR of a host becomes C that people read; LLVM IR for WebAssembly, and modules of that,
//! become C over linear memory, or JavaScript.

use super::restructure::check_of_module;
use super::{failures, named};
use crate::args::{Color, Compile, Module};
use crate::diagnostic::{Failure, Fault};
use crate::input::{Source, display_name, enumerate};
use crate::output::{self, watched};
use std::path::{Component, Path, PathBuf};
use unsnarl_c::{machine, people};
use unsnarl_js::{Style, Traps};
use unsnarl_wasm::{Exports, ReadError};

/// Writes LLVM IR as text.
pub(super) fn of_source(
    arguments: &Compile,
    source: &Source,
    (path, form): (&Path, Module),
    color: Color,
) -> Result<(), Failure> {
    let module = source.parse_module()?;
    if form == Module::C && !module.target.starts_with("wasm") {
        let of_webassembly = [
            ("--export", !arguments.export.is_empty()),
            ("--abi", arguments.making.abi.is_some()),
        ];
        if let Some((option, _)) = of_webassembly.iter().find(|(_, is_given)| *is_given) {
            let message = format!(
                "{option} is for WebAssembly: this is IR for {}",
                module.target
            );
            let help = "C has every function of it, with the linkage and the types that it has";
            return Err(Failure::new(Fault::Usage, message).help(help));
        }
        let what = format!("compiling {}", source.name);
        let structure = |cfg: &unsnarl::Cfg| arguments.making.how.make(cfg);
        let made = watched(&what, || people::compile(&module, &structure));
        let made = made.map_err(|refusals| {
            let all = refusals.0.iter().map(|refusal| refused(source, refusal));
            Failure::several(all)
        })?;
        report(arguments, made.reports.iter().map(of_c), color);
        return output::write(path, made.text.as_bytes());
    }
    let these = named(source, &module, &arguments.export)?;
    let structure = |cfg: &unsnarl::Cfg| arguments.making.how.make(cfg);
    let mut options = arguments.making.options(&structure);
    if !these.is_empty() {
        options.exports = Exports::These(&these);
    }
    let what = format!("compiling {}", source.name);
    let linked = watched(&what, || unsnarl_wasm::linked(&module, &options));
    let linked = linked.map_err(|errors| failures(source, &module, &errors))?;
    write(arguments, &linked, (path, form), color)
}

/// Writes a module of WebAssembly as text.
pub(super) fn of_module(
    arguments: &Compile,
    bytes: &[u8],
    (path, form): (&Path, Module),
    color: Color,
) -> Result<(), Failure> {
    let input = display_name(&arguments.input.path);
    check_of_module(arguments)?;
    let read = watched(&format!("reading {input}"), || unsnarl_wasm::read(bytes));
    let mut module = read.map_err(|error| {
        let failure = Failure::new(Fault::Input, format!("{input}: {error}"));
        match error {
            ReadError::Unsupported { .. } => failure.help("docs/wasm.md lists what is read"),
            _ => failure,
        }
    })?;
    if arguments.text.source_map.is_some() {
        let found = unsnarl_wasm::read_positions(bytes, &mut module);
        found.map_err(|error| Failure::new(Fault::Input, format!("{input}: {error}")))?;
    }
    write(arguments, &module, (path, form), color)
}

fn write(
    arguments: &Compile,
    module: &unsnarl_low::Module,
    (path, form): (&Path, Module),
    color: Color,
) -> Result<(), Failure> {
    match form {
        Module::C => as_c(arguments, module, path, color),
        _ => as_javascript(arguments, module, path, color),
    }
}

fn as_javascript(
    arguments: &Compile,
    module: &unsnarl_low::Module,
    path: &Path,
    color: Color,
) -> Result<(), Failure> {
    let text = &arguments.text;
    let options = unsnarl_js::Options {
        traps: match (text.traps, text.unchecked) {
            (true, _) => Traps::All,
            (_, true) => Traps::Unchecked,
            _ => Traps::Free,
        },
        style: match text.compact {
            true => Style::Compact,
            false => Style::Readable,
        },
        no_wasi: text.no_wasi,
        exact_nan: text.exact_nan,
        source_map: text.source_map.as_deref().map(|map| source_map(path, map)),
        ..unsnarl_js::Options::default()
    };
    let how = arguments.making.how.within(unsnarl_js::DEEPEST);
    let structure = |cfg: &unsnarl::Cfg| how.make(cfg);
    let made = watched("writing JavaScript", || {
        unsnarl_js::compile(module, &options, &structure)
    });
    let made = made.map_err(|error| match error {
        unsnarl_js::Error::NotProved { .. } => Failure::new(Fault::Ours, error)
            .help("this is a bug of unsnarl: please report it with the input"),
        error => Failure::new(Fault::Input, error),
    })?;
    report(arguments, made.reports.iter().map(of_javascript), color);
    for report in made.too_large() {
        let message = format!(
            "V8 may not optimise {}: about {} bytes of bytecode",
            report.name, report.bytecode
        );
        Failure::new(Fault::Input, message).warn(color);
    }
    if let Some(declarations) = &text.declarations {
        output::write(declarations, made.declarations.as_bytes())?;
    }
    if let (Some(file), Some(map)) = (&text.source_map, &made.source_map) {
        if module.files.is_empty() {
            let message = "the source map is empty: there is no debug information";
            Failure::new(Fault::Input, message)
                .help("clang writes it with -g")
                .warn(color);
        }
        output::write(file, map.as_bytes())?;
    }
    output::write(path, made.text.as_bytes())
}

/// The source map in a file for the text in another one.
fn source_map(text: &Path, map: &Path) -> unsnarl_js::SourceMap {
    let folder = text.parent().unwrap_or(Path::new(""));
    let own: Vec<Component<'_>> = folder.components().collect();
    let all: Vec<Component<'_>> = map.components().collect();
    let alike = own.iter().zip(&all).take_while(|(one, other)| one == other);
    let alike = alike.count();
    // From another folder its path is that seen from here, if that is known.
    let is_known = own[alike..]
        .iter()
        .all(|part| matches!(part, Component::Normal(_)));
    let url: PathBuf = match is_known && folder.is_absolute() == map.is_absolute() {
        true => {
            let up = std::iter::repeat_n(Component::ParentDir, own.len() - alike);
            up.chain(all[alike..].iter().copied()).collect()
        }
        false => map.to_owned(),
    };
    let name = text.file_name().unwrap_or(text.as_os_str());
    unsnarl_js::SourceMap {
        file: name.to_string_lossy().into_owned(),
        url: url.to_string_lossy().replace('\\', "/"),
    }
}

/// Writes C over linear memory: a header beside the file.
fn as_c(
    arguments: &Compile,
    module: &unsnarl_low::Module,
    path: &Path,
    color: Color,
) -> Result<(), Failure> {
    let stem = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    let name = stem.filter(|_| path != Path::new("-")).ok_or_else(|| {
        let message = "C of a module is two files, a header and the functions";
        Failure::new(Fault::Usage, message).help("name one: `-o x.c` writes x.h and x.c")
    })?;
    let options = machine::Options {
        name,
        bytes_per_file: None,
    };
    let structure = |cfg: &unsnarl::Cfg| arguments.making.how.make(cfg);
    let made = watched("writing C", || {
        machine::compile(module, &options, &structure)
    });
    let made = made.map_err(|error| match error {
        machine::Error::Name(name) => {
            let message = format!("{name} is no name for C: functions begin with it");
            Failure::new(Fault::Usage, message).help("name the output with letters, digits and _")
        }
        error @ machine::Error::NotProved { .. } => {
            Failure::new(Fault::Ours, error).help("this is a bug of unsnarl: please report it")
        }
        error => Failure::new(Fault::Input, error),
    })?;
    report(arguments, made.reports.iter().map(of_c), color);
    for (name, text) in &made.files {
        output::write(&path.with_file_name(name), text.as_bytes())?;
    }
    Ok(())
}

/// What C for people refuses, with its place.
fn refused(source: &Source, refusal: &people::Refusal) -> Failure {
    let is_bug = matches!(refusal.cause, people::Cause::NotProved(_));
    if is_bug {
        let help = "this is a bug of unsnarl: please report it with the input";
        return Failure::new(Fault::Ours, refusal).help(help);
    }
    let place = source.line(refusal.line);
    source
        .failure(refusal.to_string(), place.unwrap_or(0..0))
        .help("docs/c-for-people.md lists what has no C")
}

/// What was made of a function.
struct Made<'a> {
    name: &'a str,
    is_proved: bool,
    measures: String,
}

fn of_c(report: &unsnarl_c::Report) -> Made<'_> {
    Made {
        name: &report.name,
        is_proved: report.is_proved,
        measures: report.measures.to_string(),
    }
}

fn of_javascript(report: &unsnarl_js::Report) -> Made<'_> {
    Made {
        name: &report.name,
        is_proved: report.is_proved,
        measures: format!(
            "{}, about {} bytes of bytecode",
            report.measures, report.bytecode
        ),
    }
}

/// Warns if functions are not proved, and prints the measures of all if they are wanted.
fn report<'a>(arguments: &Compile, all: impl Iterator<Item = Made<'a>>, color: Color) {
    let all: Vec<Made<'_>> = all.collect();
    if arguments.stats {
        let lines = all.iter().map(|made| {
            let verdict = match made.is_proved {
                true => "proved",
                false => "given up",
            };
            format!("{}: {verdict}; {}\n", made.name, made.measures)
        });
        output::say(&lines.collect::<String>());
    }
    let unproved = all.iter().filter(|made| !made.is_proved);
    let names: Vec<&str> = unproved.map(|made| made.name).collect();
    if !names.is_empty() {
        let message = format!("the proof of control of {} was given up", enumerate(&names));
        let help = "no difference was found; `unsnarl verify` says more of the structured program";
        Failure::new(Fault::Unproved, message)
            .help(help)
            .warn(color);
    }
}
