//! Modules as JavaScript and as C, in files.

use super::restructure::check_of_module;
use super::{named, write_text};
use crate::args::{Color, Compile, Module};
use crate::commands::text::{self, Made};
use crate::diagnostic::{Failure, Fault};
use crate::input::{Source, display_name, enumerate};
use crate::output::{self, File, Naming, Stale};
use std::num::NonZeroUsize;
use std::path::{Component, Path, PathBuf};
use unsnarl_js::{Alignment, Style, Traps};
use unsnarl_wasm::Exports;

/// Writes LLVM IR as text.
pub(super) fn of_source(
    arguments: &Compile,
    source: &Source,
    (path, form): (&Path, Module),
    color: Color,
) -> Result<(), Failure> {
    let module = source.parse_module()?;
    let how = &arguments.making.how;
    if form == Module::C && text::is_for_people(&module) {
        let of_webassembly = [
            ("--export", !arguments.export.is_empty()),
            ("--abi", arguments.making.abi.is_some()),
            ("--split", arguments.split.is_some()),
            ("--stack-check", arguments.making.stack_check),
        ];
        if let Some((option, _)) = of_webassembly.iter().find(|(_, is_given)| *is_given) {
            let target = &module.target;
            let message =
                format!("{option} is for WebAssembly, but the target of this IR is {target}");
            let help = "the C has every function of the IR, with its linkage and types";
            return Err(Failure::new(Fault::Usage, message).help(help));
        }
        let made = text::for_people(source, &module, how)?;
        report(arguments, made.reports.into_iter().map(Made::from), color);
        return write_text(path, "/*", " */", &made.text);
    }
    if !module.custom_sections.is_empty() {
        let names: Vec<&str> = module
            .custom_sections
            .iter()
            .map(|section| section.name.as_str())
            .collect();
        let message = format!("dropped custom sections: {}", enumerate(&names));
        Failure::new(Fault::Input, message)
            .help("to keep them, write a module or an object: `-o x.wasm`")
            .warn(color);
    }
    let these = named(source, &module, &arguments.export)?;
    let structure = |cfg: &unsnarl::Cfg| how.make(cfg);
    let mut options = arguments.making.options(&structure);
    if !these.is_empty() {
        options.exports = Exports::These(&these);
    }
    let linked = text::linked(source, &module, &options)?;
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
    let mut module = text::read(&input, bytes)?;
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
    let wanted = &arguments.text;
    let options = unsnarl_js::Options {
        traps: match (wanted.traps, wanted.unchecked) {
            (true, _) => Traps::All,
            (_, true) => Traps::Unchecked,
            _ => Traps::Free,
        },
        alignment: match wanted.unchecked {
            true => Alignment::Promise,
            false => Alignment::Hint,
        },
        style: match wanted.compact {
            true => Style::Compact,
            false => Style::Readable,
        },
        no_wasi: wanted.no_wasi,
        exact_nan: wanted.exact_nan,
        largest: arguments.making.size.bytecode(),
        source_map: wanted
            .source_map
            .as_deref()
            .map(|map| source_map(path, map)),
    };
    let made = text::javascript(module, &options, &arguments.making.how)?;
    for report in made.too_large(options.largest.min(unsnarl_js::LARGEST)) {
        let (name, bytes) = (&report.name, report.bytecode);
        let what = match bytes > unsnarl_js::LARGEST {
            true => format!("V8 may not optimise {name}"),
            false => format!("{name} is above --function-limit, and cannot be divided further"),
        };
        let message = format!("{what}: about {bytes} bytes of bytecode");
        Failure::new(Fault::Input, message).warn(color);
    }
    let reports = made.reports.iter().cloned();
    report(arguments, reports.map(Made::from), color);
    if made.source_map.is_some() && module.files.is_empty() {
        let message = "the source map is empty: there is no debug information";
        Failure::new(Fault::Input, message)
            .help("compile the source with `clang -g`")
            .warn(color);
    }
    let declarations = wanted.declarations.as_deref();
    let map = wanted.source_map.as_deref().zip(made.source_map.as_ref());
    let besides = declarations.map(|path| (path, &made.declarations));
    let files = besides.into_iter().chain(map).chain([(path, &made.text)]);
    let files = files.map(|(path, text)| File {
        path: path.to_owned(),
        bytes: text.as_bytes(),
        naming: Naming::Given,
    });
    output::write_all(&files.collect::<Vec<_>>())
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
        let message = "C needs a file name: it is two files, a header and the functions";
        Failure::new(Fault::Usage, message).help("`-o x.c` writes x.h and x.c")
    })?;
    let options = unsnarl_c::machine::Options {
        name,
        bytes_per_file: arguments.split.map(NonZeroUsize::get),
    };
    let made = text::for_machines(module, &options, &arguments.making.how)?;
    report(arguments, made.reports.into_iter().map(Made::from), color);
    let files = made.files.iter().map(|(name, text)| {
        let file = path.with_file_name(name);
        // The user named one of them, or none.
        let naming = match arguments.output.is_some() && file == path {
            true => Naming::Given,
            false => Naming::Derived,
        };
        let bytes = text.as_bytes();
        File {
            path: file,
            bytes,
            naming,
        }
    });
    let files: Vec<File<'_>> = files.collect();
    let named = files.iter().map(|file| (file.path.as_path(), file.naming));
    output::check(named, &[&arguments.input.path])?;
    output::write_all(&files)?;
    remove_stale_parts(path, &options.name, made.files.len())
}

/// Removes the parts that a run with more of them has left: they would define functions twice.
fn remove_stale_parts(path: &Path, name: &str, written: usize) -> Result<(), Failure> {
    // Of several files the header, what is private, and the first one are no parts.
    if written <= 2 {
        output::remove_stale(&path.with_file_name(format!("{name}-private.h")))?;
    }
    for number in written.saturating_sub(3) + 1.. {
        let part = path.with_file_name(format!("{name}-{number}.c"));
        if output::remove_stale(&part)? == Stale::Absent {
            break;
        }
    }
    Ok(())
}

/// Warns if functions are not proved, and prints the measures of all if they are wanted.
fn report(arguments: &Compile, all: impl Iterator<Item = Made>, color: Color) {
    let all: Vec<Made> = all.collect();
    if arguments.stats {
        let lines = all
            .iter()
            .map(|made| format!("{}: {}\n", made.name, made.shown()));
        output::say(&lines.collect::<String>());
    }
    let unproved = all.iter().filter(|made| !made.is_proved);
    let names: Vec<&str> = unproved.map(|made| &*made.name).collect();
    if !names.is_empty() {
        let message = format!(
            "not proved: control of {} (the limit of the proof was reached)",
            enumerate(&names)
        );
        Failure::new(Fault::Unproved, message)
            .help("no difference was found")
            .warn(color);
    }
}
