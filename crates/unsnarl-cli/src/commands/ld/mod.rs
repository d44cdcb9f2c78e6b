//! `unsnarl ld`: a drop-in replacement for `wasm-ld` that compiles LLVM bitcode.
//!
//! *Needs:* `wasm-ld`, which links.
//! *Gives:* the program that `wasm-ld` makes of the command line, with objects of Unsnarl in the
//! place of each module of LLVM bitcode: files, members of archives, and of libraries.
//! *Cost:* that of compiling every module that the link may need, and of the link; a link without
//! bitcode is that of `wasm-ld` alone, with its own standard streams.
//! *Limits:* nothing is optimised at link time: each module is compiled as it is. What else
//! `wasm-ld` does for bitcode, it does for objects in the same way: symbols, groups and archives
//! are its own.
//!
//! `line` reads the command line, `inputs` finds the bitcode, `needed` says which of it the link
//! may need, `making` compiles that.

mod help;
mod inputs;
mod line;
mod making;
mod needed;

use super::cc::error::Error;
use super::cc::messages::Messages;
use super::cc::own::{self, Own};
use super::cc::{response, tools};
use crate::args::{Color, RelocationModel};
use crate::cleanup::{Temporary, code, watch_signals, whole};
use crate::diagnostic::is_colored;
use crate::output::{self, Naming};
use inputs::Inputs;
use line::{Ask, Line, Word};
use making::Made;
use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Tells whether a program of this name is to be the linker.
pub(crate) fn is_linker(program: &Path) -> bool {
    let stem = program.file_stem().and_then(OsStr::to_str);
    matches!(stem, Some("unsnarl-ld" | "unsnarl-wasm-ld"))
}

const COMMAND: &str = "unsnarl ld";

/// Carries out a command line of wasm-ld, and gives the exit status.
pub(crate) fn ld(arguments: &[OsString], color: Color) -> u8 {
    let messages = Messages::of(COMMAND, &[], color);
    drive(arguments, color).unwrap_or_else(|error| {
        messages.error(&error);
        error.status()
    })
}

fn drive(arguments: &[OsString], color: Color) -> Result<u8, Error> {
    let arguments = without_flavor(arguments)?;
    check_quoting(&arguments)?;
    let words = response::expand(arguments)?;
    let (ours, words): (Vec<OsString>, Vec<OsString>) = words.into_iter().partition(is_own);
    let (mut own, _) = Own::split(&own::from_environment(), ours)?;
    let line = Line::read(words);
    own.follow(line.eh);
    let color = asked_color(&line, color);
    if line.asks == Some(Ask::Help) {
        return help(&own);
    }
    let link = Link {
        linker: tools::linker(&own)?,
        messages: Messages::of(COMMAND, &[], color),
        color,
        own,
        line,
    };
    link.run()
}

/// Prints our help, and that of `wasm-ld` if there is one.
fn help(own: &Own) -> Result<u8, Error> {
    output::print(help::TEXT.as_bytes())
        .map_err(|failure| Error::Write(failure.message().to_owned()))?;
    if let Ok(linker) = tools::linker(own) {
        // Its status says nothing of our help.
        let _ = Command::new(linker).arg("--help").status();
    }
    Ok(0)
}

/// The line without the words that tell a linker for all formats which one it is to be.
fn without_flavor(arguments: &[OsString]) -> Result<Vec<OsString>, Error> {
    match arguments {
        [option, flavor, rest @ ..] if option == "-flavor" => match flavor.to_str() {
            Some("wasm" | "ld-wasm" | "wasm-ld") => Ok(rest.to_vec()),
            _ => Err(Error::Option {
                option: format!("-flavor {}", flavor.display()),
                message: "only the flavor wasm is supported".to_owned(),
            }),
        },
        all => Ok(all.to_vec()),
    }
}

/// Refuses files of arguments whose quotes are not those of a shell.
fn check_quoting(arguments: &[OsString]) -> Result<(), Error> {
    let has = |is: fn(&str) -> bool| arguments.iter().any(|word| is(&word.to_string_lossy()));
    let is_windows = has(|word| word.ends_with("-rsp-quoting=windows"));
    if is_windows && has(|word| word.starts_with('@')) {
        return Err(Error::Option {
            option: "--rsp-quoting=windows".to_owned(),
            message: "response files are read by the rules of POSIX only".to_owned(),
        });
    }
    Ok(())
}

/// Tells whether a word is not for `wasm-ld`.
fn is_own(word: &OsString) -> bool {
    let word = word.to_string_lossy();
    let starts = [
        "-funsnarl-",
        "--unsnarl-",
        "-Wno-unsnarl-",
        "-Werror=unsnarl-",
        "-Wno-error=unsnarl-",
    ];
    starts.iter().any(|start| word.starts_with(start))
}

/// Whether messages have colours: as `wasm-ld` is told, else as it would find.
fn asked_color(line: &Line, color: Color) -> Color {
    let words = line.words.iter().rev().filter_map(|word| match word {
        Word::Option(words) => words.first()?.to_str(),
        _ => None,
    });
    let mut asked = words.filter_map(|word| match word.trim_start_matches('-') {
        "color-diagnostics" | "color-diagnostics=always" => Some(Color::Always),
        "no-color-diagnostics" | "color-diagnostics=never" => Some(Color::Never),
        "color-diagnostics=auto" => Some(Color::Auto),
        _ => None,
    });
    asked.next().unwrap_or(color)
}

/// A link to be made.
struct Link {
    linker: PathBuf,
    messages: Messages,
    color: Color,
    own: Own,
    line: Line,
}

impl Link {
    fn run(&self) -> Result<u8, Error> {
        if self.line.asks == Some(Ask::Version) {
            return self.version();
        }
        self.check_outputs()?;
        let inputs = match Inputs::read(&self.line) {
            Ok(inputs) => inputs,
            Err(error) => {
                self.messages.error(error);
                return Ok(1);
            }
        };
        if inputs.files.is_empty() {
            let words = self.line.words.iter().flat_map(words_of).collect();
            return self.link_alone(words);
        }
        if !self.warn() {
            return Ok(1);
        }
        watch_signals().map_err(Error::Signals)?;
        let mut settings = self.own.settings.clone();
        let model = match self.line.is_dynamic {
            true => RelocationModel::Pic,
            false => RelocationModel::Static,
        };
        settings.making.relocation_model.get_or_insert(model);
        let made = match making::make(&inputs, &self.line, &settings, self.jobs()?, self.messages) {
            Ok(made) => made,
            Err(refused) => {
                output::say(&refused.message);
                return Ok(refused.status);
            }
        };
        output::say(&made.measures);
        if made.modules > 1 && !self.is_quiet() {
            let text = format!(
                "{} modules of LLVM IR are compiled one by one: nothing is optimized across them \
                 [-Wunsnarl-ignored]",
                made.modules
            );
            self.messages.note(text);
        }
        let temporary = Temporary::new().map_err(Error::Temporary)?;
        let replacements = self.write(&inputs, &made, &temporary)?;
        let words = self.replaced(&inputs, &replacements);
        self.link(words, &replacements, &temporary)
    }

    /// Fails if an output is an input or another output.
    fn check_outputs(&self) -> Result<(), Error> {
        let inputs = self.line.words.iter().filter_map(|word| match word {
            Word::Input(path) => Some(Path::new(path)),
            Word::Library { .. } | Word::Option(_) => None,
        });
        let inputs: Vec<&Path> = inputs.collect();
        let reports = self.line.reports.iter().map(PathBuf::as_path);
        let reports = reports.filter(|path| *path != Path::new("-"));
        let outputs = self.line.output.as_deref().into_iter().chain(reports);
        let outputs = outputs.map(|path| (path, Naming::Given));
        output::check(outputs, &inputs)
            .map_err(|failure| Error::Write(failure.message().to_owned()))
    }

    /// Says what is not done; `false` if that is an error.
    fn warn(&self) -> bool {
        let line = &self.line;
        if line.generation.is_empty() || self.is_quiet() {
            return true;
        }
        for option in &line.generation {
            let text = format!(
                "'{option}' has no effect: unsnarl compiles LLVM IR module by module, without \
                 LLVM's optimizations [-Wunsnarl-ignored]"
            );
            match line.warnings_are_errors {
                true => self.messages.error(text),
                false => self.messages.warning(text),
            }
        }
        !line.warnings_are_errors
    }

    fn is_quiet(&self) -> bool {
        let mut settings = self.own.warnings.iter();
        settings.any(|setting| setting == "-Wno-unsnarl-ignored")
    }

    /// How many modules are compiled at once.
    fn jobs(&self) -> Result<NonZeroUsize, Error> {
        let all = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let said = self
            .line
            .jobs
            .as_deref()
            .filter(|jobs| !matches!(*jobs, "all" | "0"));
        match (self.own.settings.making.jobs, said) {
            (Some(jobs), _) => Ok(jobs),
            (None, None) => Ok(all()),
            (None, Some(jobs)) => jobs.parse().map_err(|_| Error::Option {
                option: jobs.to_owned(),
                message: "not a number of threads".to_owned(),
            }),
        }
    }

    /// Writes what takes the places of inputs: for each its paths, and what `wasm-ld` would call
    /// it.
    fn write(
        &self,
        inputs: &Inputs,
        made: &Made,
        temporary: &Temporary,
    ) -> Result<Vec<Replacement>, Error> {
        let failed = |path: &Path, cause: std::io::Error| {
            Error::Write(format!("cannot write {}: {cause}", path.display()))
        };
        let mut replacements = Vec::new();
        for (index, (input, files)) in inputs.files.iter().zip(&made.files).enumerate() {
            let folder = PathBuf::from(temporary.file(&index.to_string()));
            std::fs::create_dir(&folder).map_err(|cause| failed(&folder, cause))?;
            let mut paths = Vec::new();
            for (name, bytes) in files {
                let path = folder.join(name);
                whole(|| std::fs::write(&path, bytes)).map_err(|cause| failed(&path, cause))?;
                if self.line.is_verbose {
                    let text = format!("compiled {}: {}", input.path.display(), path.display());
                    output::say(&format!("{COMMAND}: {text}\n"));
                }
                paths.push(path);
            }
            if self.line.saves_temporaries {
                self.save(index, files)?;
            }
            replacements.push(Replacement {
                name: input.path.display().to_string(),
                paths,
            });
        }
        Ok(replacements)
    }

    /// Writes the objects and archives of an input beside the program.
    fn save(&self, index: usize, files: &[(String, Vec<u8>)]) -> Result<(), Error> {
        let program = self.line.output.clone().unwrap_or_else(|| "a.out".into());
        for (name, bytes) in files {
            let mut path = program.clone().into_os_string();
            path.push(format!(".unsnarl.{index}.{name}"));
            output::write(Path::new(&path), bytes)
                .map_err(|failure| Error::Write(failure.message().to_owned()))?;
        }
        Ok(())
    }

    /// The words of the line with the new paths.
    fn replaced(&self, inputs: &Inputs, replacements: &[Replacement]) -> Vec<OsString> {
        let mut words = Vec::new();
        for (word, place) in self.line.words.iter().zip(&inputs.places) {
            match place {
                None => words.extend(words_of(word)),
                Some(file) => {
                    let paths = replacements[*file].paths.iter();
                    words.extend(paths.map(|path| path.clone().into_os_string()));
                }
            }
        }
        words
    }

    /// Runs `wasm-ld` on the line as it is; its streams are ours.
    fn link_alone(&self, words: Vec<OsString>) -> Result<u8, Error> {
        let mut command = Command::new(&self.linker);
        let status = command.args(words).status();
        Ok(code(status.map_err(|cause| self.not_started(cause))?))
    }

    /// Runs `wasm-ld` on the new line. What it says names the files that the user named.
    fn link(
        &self,
        words: Vec<OsString>,
        replacements: &[Replacement],
        temporary: &Temporary,
    ) -> Result<u8, Error> {
        let mut command = Command::new(&self.linker);
        // A pipe is no terminal.
        if is_colored(self.color) && !self.line.has_color {
            command.arg("--color-diagnostics");
        }
        let shown: Vec<String> = words
            .iter()
            .map(|word| word.to_string_lossy().into())
            .collect();
        if self.line.is_verbose {
            output::say(&format!(
                "{COMMAND}: {} {}\n",
                self.linker.display(),
                shown.join(" ")
            ));
        }
        const MOST: usize = 100_000;
        let size: usize = words.iter().map(|word| word.len() + 1).sum();
        match response::text(&words).filter(|_| size > MOST) {
            None => command.args(&words),
            Some(text) => {
                let path = temporary.file("arguments");
                std::fs::write(&path, text).map_err(|cause| {
                    Error::Write(format!("cannot write {}: {cause}", path.display()))
                })?;
                let mut at = OsString::from("@");
                at.push(path);
                command.arg(at)
            }
        };
        let child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let ended = child.and_then(std::process::Child::wait_with_output);
        let ended = ended.map_err(|cause| self.not_started(cause))?;
        let named = |bytes: &[u8]| renamed(bytes, replacements);
        output::say(&named(&ended.stderr));
        output::print(named(&ended.stdout).as_bytes())
            .map_err(|failure| Error::Write(failure.message().to_owned()))?;
        for report in &self.line.reports {
            if let Ok(text) = std::fs::read(report) {
                output::write(report, named(&text).as_bytes())
                    .map_err(|failure| Error::Write(failure.message().to_owned()))?;
            }
        }
        Ok(code(ended.status))
    }

    fn version(&self) -> Result<u8, Error> {
        let status = self.link_alone(vec!["--version".into()])?;
        let version = env!("CARGO_PKG_VERSION");
        let text = format!("unsnarl {version} compiles LLVM bitcode\n");
        output::print(text.as_bytes())
            .map_err(|failure| Error::Write(failure.message().to_owned()))?;
        Ok(status)
    }

    fn not_started(&self, cause: std::io::Error) -> Error {
        Error::Start {
            program: self.linker.clone(),
            cause,
        }
    }
}

/// What takes the place of an input.
struct Replacement {
    /// What the user called it.
    name: String,
    paths: Vec<PathBuf>,
}

/// The words of a part of the line, as they came.
fn words_of(word: &Word) -> Vec<OsString> {
    match word {
        Word::Input(path) => vec![path.clone()],
        Word::Library { words, .. } | Word::Option(words) => words.clone(),
    }
}

/// Text with the names of inputs in the place of those of temporary files.
fn renamed(text: &[u8], replacements: &[Replacement]) -> String {
    let mut text = String::from_utf8_lossy(text).into_owned();
    for Replacement { name, paths } in replacements {
        for path in paths {
            text = text.replace(&*path.to_string_lossy(), name);
        }
    }
    text
}
