//! What is to be run for a command line.
//!
//! *Needs:* the [`Line`], and what was said to us.
//! *Gives:* [`Plan`]. It names no tool, no target and no temporary file by its path, so the same
//! line has the same plan everywhere.
//!
//! Where clang would run its code generator, the plan has a [`Compilation`]: clang with
//! `-c -emit-llvm` to standard output, and what we make of that. All other work is clang's, with
//! the arguments as they came. With `-flto` code is made at link time: an object is what clang
//! writes, and the linker is in every link `unsnarl ld`, which compiles bitcode.
//!
//! The options of both are on one command line. In the compilation of a command that links, and in
//! its link, an option that only the other one uses is no reason for a warning, hence
//! `-Qunused-arguments`. Options of optimisation do not go to the link: there they would only make
//! clang run `wasm-opt` if that is installed, which would change the code that was proved.

use super::error::Error;
use super::gnu;
use super::ignored::{self, Severity, Warning};
use super::line::{Argument, End, Input, Kind, Line};
use super::options::Role;
use super::own::Own;
use super::refused;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// What is to be run.
pub(super) struct Plan {
    /// What to say first.
    pub(super) warnings: Vec<Warning>,
    pub(super) work: Work,
}

pub(super) enum Work {
    /// Clang does all of it.
    Clang {
        arguments: Vec<OsString>,
        /// What to print after it.
        postscript: Option<String>,
    },
    /// Objects are made, and perhaps linked.
    Steps {
        compilations: Vec<Compilation>,
        link: Option<Link>,
    },
}

/// A source becomes an object.
pub(super) struct Compilation {
    /// What messages call the source.
    pub(super) source: OsString,
    /// What clang is run with, to write IR to its standard output, or to a file that is still to be
    /// named if it stays bitcode.
    pub(super) clang: Vec<OsString>,
    /// What becomes of the IR: options of `unsnarl compile`.
    pub(super) options: Vec<String>,
    pub(super) form: Form,
    pub(super) destination: Destination,
    /// Clang prints something else on standard output, so the IR goes to a file.
    pub(super) prints: bool,
    /// What clang is run with to preprocess the source: without warnings, which come with the
    /// compilation, and without an output.
    pub(super) preprocess: Vec<OsString>,
    pub(super) saved: Option<Saved>,
}

/// The files between the steps of a compilation, which stay: those that are neither its source nor
/// its output.
pub(super) struct Saved {
    pub(super) preprocessed: Option<PathBuf>,
    pub(super) bitcode: Option<PathBuf>,
    pub(super) text: Option<PathBuf>,
    pub(super) object: Option<PathBuf>,
}

impl Saved {
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        let all = [&self.preprocessed, &self.bitcode, &self.text, &self.object];
        all.into_iter().flatten().map(PathBuf::as_path)
    }
}

/// In which form the code of a source is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// As clang wrote it.
    Bitcode,
    Object,
    Text,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Destination {
    File(PathBuf),
    /// A temporary file with this name.
    Temporary(String),
}

/// Objects become a program.
pub(super) struct Link {
    /// What clang is run with.
    pub(super) arguments: Vec<LinkWord>,
    /// The command line does not name a linker.
    pub(super) needs_linker: bool,
    /// What the program becomes: the output is named `x.js` or `x.mjs`.
    pub(super) javascript: Option<JavaScript>,
}

/// A program as JavaScript.
pub(super) struct JavaScript {
    pub(super) path: PathBuf,
    /// Options of `unsnarl compile`.
    pub(super) options: Vec<String>,
}

/// The options that say something about code in any language, by their beginnings.
const OF_ANY_LANGUAGE: [&str; 7] = [
    "--algorithm",
    "--reduce",
    "--budget",
    "--max-depth",
    "--tidy",
    "--function-limit",
    "--jobs",
];

/// The name of a program that becomes JavaScript.
pub(super) const PROGRAM: &str = "program.wasm";

pub(super) enum LinkWord {
    Word(OsString),
    /// The path of the temporary file with this name.
    Temporary(String),
}

impl Plan {
    /// Makes the plan of a command line.
    pub(super) fn make(line: &Line, own: &Own) -> Result<Plan, Error> {
        let end = line.end();
        let sources: Vec<&Input> = line.inputs_of(Kind::Source).collect();
        let assembly = line.inputs_of(Kind::Assembly).next();
        if let Some(assembly) = assembly.filter(|_| end != End::Clang) {
            return Err(Error::Assembly(assembly.path.clone()));
        }
        if let Some(option) = fat_objects(line) {
            return Err(Error::FatObjects(option.to_owned()));
        }
        if line.is_left_to_link() {
            refused::check(line)?;
            return Ok(Plan {
                warnings: warnings(line, own),
                work: clang_alone(line, own),
            });
        }
        if end == End::Clang || is_about_headers(line) || (sources.is_empty() && !links(line)) {
            return Ok(Plan {
                warnings: Vec::new(),
                work: clang_alone(line, own),
            });
        }
        if let Some(header) = line.inputs_of(Kind::Header).next() {
            return Err(Error::Header(header.path.clone()));
        }
        if let Some(option) = splits_debug_information(line).filter(|_| !sources.is_empty()) {
            return Err(Error::SplitDebugInfo(option.to_owned()));
        }
        if end != End::Link && sources.len() > 1 && line.has(Role::Output) {
            return Err(Error::OutputOfSeveral);
        }
        refused::check(line)?;
        let number = |(index, source): (usize, &&Input)| compilation(line, own, source, index);
        let compilations: Vec<Compilation> = sources.iter().enumerate().map(number).collect();
        let link = (end == End::Link).then(|| link(line, own, &compilations));
        Ok(Plan {
            warnings: warnings(line, own),
            work: Work::Steps { compilations, link },
        })
    }

    /// Tells whether clang does all of it.
    pub(super) fn is_clang_alone(&self) -> bool {
        matches!(self.work, Work::Clang { .. })
    }
}

fn is_about_headers(line: &Line) -> bool {
    let mut inputs = line.inputs().peekable();
    inputs.peek().is_some() && inputs.all(|input| input.kind == Kind::Header)
}

/// Tells whether something is linked.
fn links(line: &Line) -> bool {
    line.end() == End::Link && line.inputs().next().is_some()
}

fn clang_alone(line: &Line, own: &Own) -> Work {
    let mut arguments = Vec::new();
    for argument in &line.arguments {
        arguments.extend(argument.words.iter().cloned());
    }
    let asks_version = line
        .arguments
        .iter()
        .any(|argument| argument.words[0] == "--version");
    let mut version = format!("unsnarl {} makes the objects", env!("CARGO_PKG_VERSION"));
    if !own.words.is_empty() {
        version += &format!(", with {}", own.words.join(" "));
    }
    Work::Clang {
        arguments,
        postscript: asks_version.then_some(version),
    }
}

fn warnings(line: &Line, own: &Own) -> Vec<Warning> {
    let mut warnings = ignored::warnings(line, &own.warnings);
    if line.end() != End::Link {
        warnings.extend(line.inputs_of(Kind::Linker).map(|input| Warning {
            severity: Severity::Warning,
            message: format!("{}: 'linker' input unused", input.path.display()),
        }));
    }
    warnings
}

/// The compilation of the source with this number.
fn compilation(line: &Line, own: &Own, source: &Input, index: usize) -> Compilation {
    let end = line.end();
    let (form, ending) = match end {
        End::Text => (Form::Text, "s"),
        _ if line.has_link_time_code() => (Form::Bitcode, "o"),
        _ => (Form::Object, "o"),
    };
    let mut clang: Vec<OsString> = ["-c", "-emit-llvm"].map(OsString::from).to_vec();
    let prints = form != Form::Bitcode && prints(line);
    if form != Form::Bitcode && !prints {
        clang.extend(["-o", "-"].map(OsString::from));
    }
    // Clang warns of an unused option once.
    if end == End::Link || index > 0 {
        clang.push("-Qunused-arguments".into());
    }
    clang.extend(words_of(line, source, goes_to_compilation));
    clang.extend(dependencies(line, source));
    let destination = match (end, line.last(Role::Output)) {
        (End::Link, _) => {
            Destination::Temporary(format!("{index}-{}", beside(source, "o").display()))
        }
        (_, Some(output)) => Destination::File(output.into()),
        (_, None) => Destination::File(beside(source, ending)),
    };
    Compilation {
        source: source.path.clone(),
        clang,
        options: own.words.clone(),
        form,
        destination,
        prints,
        preprocess: preprocess(line, source),
        saved: saved(line, source, form),
    }
}

/// The words for clang about a source: itself, and the arguments that are wanted.
fn words_of(line: &Line, source: &Input, is_wanted: impl Fn(&Argument) -> bool) -> Vec<OsString> {
    let mut words = Vec::new();
    for argument in &line.arguments {
        if argument
            .input()
            .is_some_and(|input| std::ptr::eq(input, source))
        {
            if let Some(language) = &source.language {
                words.extend(["-x".into(), language.clone()]);
            }
            words.push(source.path.clone());
        } else if argument.role() == Some(Role::ModuleBesides) {
            words.push(module(line, source).unwrap_or_else(|| argument.words[0].clone()));
        } else if is_wanted(argument) {
            words.extend(argument.words.iter().cloned());
        }
    }
    words
}

/// The files to keep, if there are any.
fn saved(line: &Line, source: &Input, form: Form) -> Option<Saved> {
    if !line.has(Role::Saving) {
        return None;
    }
    let output = line.last(Role::Output).map(Path::new);
    let is_beside_output = line.last(Role::Saving).is_some_and(|place| place == "obj");
    let folder = output.and_then(Path::parent).filter(|_| is_beside_output);
    let stem = folder.unwrap_or(Path::new("")).join(beside(source, ""));
    let own = Path::new(&source.path).extension().and_then(OsStr::to_str);
    let preprocessed = match own {
        Some("i" | "ii" | "mi" | "mii" | "ll" | "bc" | "pcm" | "ast") => None,
        Some("c") => Some("i"),
        _ => Some("ii"),
    };
    let kept = |ending: &str, is_kept: bool| is_kept.then(|| stem.with_extension(ending));
    Some(Saved {
        preprocessed: preprocessed.and_then(|ending| kept(ending, true)),
        bitcode: kept("bc", form != Form::Bitcode && own != Some("bc")),
        text: kept("s", form == Form::Object),
        object: kept("o", form != Form::Bitcode && line.end() == End::Link),
    })
}

fn preprocess(line: &Line, source: &Input) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec!["-E".into(), "-w".into()];
    words.extend(words_of(line, source, |argument| {
        goes_to_compilation(argument) && !is_about_dependencies(argument)
    }));
    words
}

fn is_about_dependencies(argument: &Argument) -> bool {
    matches!(
        argument.role(),
        Some(
            Role::Dependencies
                | Role::DependenciesInFile
                | Role::DependencyFile
                | Role::DependencyTarget
        )
    )
}

/// Tells whether clang may print something while it compiles: dependencies, or what the options of
/// its inner compiler ask for, such as the syntax tree or the layout of structs.
fn prints(line: &Line) -> bool {
    let dependencies = line.last(Role::DependencyFile);
    dependencies.is_some_and(|path| path == "-" || path == "/dev/stdout")
        || line.options().any(|option| option == "-Xclang")
}

/// The option that asks for files of debug information besides objects, if none takes it back.
fn splits_debug_information(line: &Line) -> Option<&str> {
    let is_about = |option: &&str| {
        option.starts_with("-gsplit-dwarf") || matches!(*option, "-gno-split-dwarf" | "-g0")
    };
    let last = line.options().rev().find(is_about)?;
    last.starts_with("-gsplit-dwarf").then_some(last)
}

/// The option that asks for objects of both code and bitcode, if none takes it back.
fn fat_objects(line: &Line) -> Option<&str> {
    let mut about = line.options().rev();
    let last = about.find(|option| option.ends_with("fat-lto-objects"))?;
    (last == "-ffat-lto-objects").then_some(last)
}

fn goes_to_compilation(argument: &Argument) -> bool {
    !matches!(
        argument.role(),
        None | Some(
            Role::Object
                | Role::Text
                | Role::Output
                | Role::Language
                | Role::LeftOut
                | Role::Saving
                | Role::Show
        )
    )
}

/// The names that clang would derive from the name of the output, which it does not get.
fn dependencies(line: &Line, source: &Input) -> Vec<OsString> {
    let output = line.last(Role::Output).filter(|&output| output != "-");
    let asks = line.has(Role::Dependencies);
    let mut arguments = Vec::new();
    if asks && !line.has(Role::DependencyFile) {
        let file = match output {
            Some(output) => Path::new(output).with_extension("d"),
            None => beside(source, "d"),
        };
        arguments.extend(["-MF".into(), file.into()]);
    }
    if (asks || line.has(Role::DependenciesInFile)) && !line.has(Role::DependencyTarget) {
        let target = output.map_or_else(|| beside(source, "o").into(), OsStr::to_os_string);
        arguments.extend(["-MQ".into(), target]);
    }
    arguments
}

/// `-fmodule-output` with the name that clang would derive from that of the object, which it does
/// not get, or else from that of the source, for a module.
fn module(line: &Line, source: &Input) -> Option<OsString> {
    if !source.is_module() {
        return None;
    }
    let output = line
        .last(Role::Output)
        .filter(|_| line.end() == End::Object);
    let mut option = OsString::from("-fmodule-output=");
    option.push(Path::new(output.unwrap_or(&source.path)).with_extension("pcm"));
    Some(option)
}

/// The file of a source with another ending, in the folder where the driver runs.
fn beside(source: &Input, ending: &str) -> PathBuf {
    let name = Path::new(&source.path).file_name().unwrap_or(&source.path);
    PathBuf::from(name).with_extension(ending)
}

fn link(line: &Line, own: &Own, compilations: &[Compilation]) -> Link {
    let mut arguments = Vec::new();
    if !compilations.is_empty() {
        arguments.push(LinkWord::Word("-Qunused-arguments".into()));
    }
    let mut objects = compilations
        .iter()
        .map(|compilation| &compilation.destination);
    let output = line.last(Role::Output).map(PathBuf::from);
    let javascript = output.filter(|path| {
        let ending = path.extension();
        ending.is_some_and(|ending| ending == "js" || ending == "mjs")
    });
    let javascript = javascript.map(|path| {
        let is_of_any = |word: &&String| OF_ANY_LANGUAGE.iter().any(|own| word.starts_with(own));
        let options = own.words.iter().filter(is_of_any).cloned().collect();
        JavaScript { path, options }
    });
    for argument in &line.arguments {
        let is_source = argument
            .input()
            .is_some_and(|input| input.kind == Kind::Source);
        if is_source {
            if let Some(Destination::Temporary(name)) = objects.next() {
                arguments.push(LinkWord::Temporary(name.clone()));
            }
        } else if javascript.is_some() && argument.role() == Some(Role::Output) {
            arguments.push(LinkWord::Word("-o".into()));
            arguments.push(LinkWord::Temporary(PROGRAM.to_owned()));
        } else if goes_to_link(line, argument) {
            let words = match own.has_gnu_link_options {
                true => gnu::without_met(&argument.words),
                false => argument.words.clone(),
            };
            arguments.extend(words.into_iter().map(LinkWord::Word));
        }
    }
    Link {
        arguments,
        needs_linker: !line.has(Role::Linker),
        javascript,
    }
}

fn goes_to_link(line: &Line, argument: &Argument) -> bool {
    match argument.role() {
        Some(Role::Optimization) => asks_wasm_opt(line),
        Some(Role::Language | Role::LeftOut | Role::Saving | Role::Show) => false,
        _ => !is_about_dependencies(argument),
    }
}

fn asks_wasm_opt(line: &Line) -> bool {
    line.arguments
        .iter()
        .any(|argument| argument.words[0] == "--wasm-opt")
}

#[cfg(test)]
mod tests;
