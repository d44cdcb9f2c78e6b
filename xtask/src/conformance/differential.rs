//! C and C++ programs, built for this machine and as WebAssembly: what they print and how they end
//! must be the same.
//!
//! *Needs:* programs whose behaviour the language defines, and does not depend on the size of
//! `long` or pointers.
//! *Gives:* a verdict for each program at each level.
//! *Cost:* most of it is clang's. The modules of a batch run in one process of node for each
//! processor.
//! *Limits:* standard input is empty, there are no arguments and no files. C++ programs may not
//! throw: the library for WebAssembly is built without exceptions, and the program traps.
//!
//! The files of a failing program are kept below `target/conformance`; others are removed.

use super::runs::first_difference;
use crate::cache::{self, Key};
use crate::engines::Engine;
use crate::error::Error;
use crate::parallel;
use crate::paths;
use crate::process::{self, Ending};
use crate::tools::{CLANG, CLANGXX, GCC, GXX, Tool};
use crate::wasi::{self, Backend, Proofs};
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

const COMPILE_LIMIT: Duration = Duration::from_secs(300);
/// For one module in node, which may share the machine with others.
const RUN_SECONDS: u64 = 60;

/// How a program ended, as text, and what it printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Behaviour {
    pub(super) ending: String,
    pub(super) output: Vec<u8>,
}

impl Behaviour {
    /// The ending in the first line, and the output.
    fn written(&self) -> Vec<u8> {
        [self.ending.as_bytes(), b"\n", &self.output].concat()
    }

    fn read(written: &[u8]) -> Option<Self> {
        let end = written.iter().position(|&byte| byte == b'\n')?;
        Some(Behaviour {
            ending: String::from_utf8_lossy(&written[..end]).into_owned(),
            output: written[end + 1..].to_vec(),
        })
    }

    /// Says in what another one differs from this.
    pub(super) fn compare(&self, found: &Self) -> Result<(), String> {
        let difference = first_difference(&self.output, &found.output);
        if self.ending != found.ending {
            let line = difference.map_or_else(String::new, |line| format!("\n  {line}"));
            let (expected, found) = (&self.ending, &found.ending);
            return Err(format!("ended with {found}, not {expected}{line}"));
        }
        difference.map_or(Ok(()), Err)
    }
}

/// A program at a level.
pub(super) struct Case<'a> {
    /// The name of its files and in failures.
    pub(super) name: String,
    pub(super) source: &'a Path,
    pub(super) level: &'a str,
    pub(super) expected: &'a Behaviour,
}

/// What the programs are written in.
#[derive(Clone, Copy)]
pub(super) enum Language {
    C,
    Cpp,
}

impl Language {
    /// The compiler for this machine, that to IR, and the standard.
    fn tools(self) -> (Tool, Tool, &'static str) {
        match self {
            Self::C => (GCC, CLANG, "-std=gnu17"),
            Self::Cpp => (GXX, CLANGXX, "-std=gnu++20"),
        }
    }

    /// The libraries before the libc.
    fn libraries(self) -> &'static [&'static str] {
        match self {
            Self::C => &[],
            Self::Cpp => &["c++", "c++abi"],
        }
    }
}

/// What all programs of a run have in common.
pub(super) struct Setting<'a> {
    /// The folder of their files.
    folder: PathBuf,
    language: Language,
    /// Options for both compilers.
    options: Vec<String>,
    /// Options for clang alone.
    clang_options: &'static [&'static str],
    backend: Backend<'a>,
    /// What every module is linked with.
    common: Vec<PathBuf>,
}

impl<'a> Setting<'a> {
    /// Empties the folder of this name, and makes what every module is linked with.
    pub(super) fn new(
        name: &str,
        options: Vec<String>,
        backend: Backend<'a>,
    ) -> Result<Self, Error> {
        Self::of(Language::C, name, options, backend)
    }

    /// The same for programs in a language.
    pub(super) fn of(
        language: Language,
        name: &str,
        options: Vec<String>,
        backend: Backend<'a>,
    ) -> Result<Self, Error> {
        let folder = paths::target().join("conformance").join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(Error::file("remove", &folder))?;
        }
        fs::create_dir_all(&folder).map_err(Error::file("make", &folder))?;
        let common = ["stack-protector", "no-exceptions"]
            .into_iter()
            .map(|name| {
                let [ir, object] =
                    ["ll", "o"].map(|ending| folder.join(format!("{name}.{ending}")));
                let source = paths::root().join(format!("xtask/engines/{name}.c"));
                wasi::make_ir(&source, "-O2", &[], &ir)?;
                Backend::Llvm.make_object(&ir, &object)?;
                Ok(object)
            });
        let common = common.collect::<Result<_, Error>>()?;
        Ok(Self {
            folder,
            language,
            options,
            clang_options: &[],
            backend,
            common,
        })
    }

    /// The same with options for clang alone.
    pub(super) fn with_clang_options(self, clang_options: &'static [&'static str]) -> Self {
        Self {
            clang_options,
            ..self
        }
    }

    /// Tells whether the back end is ours, which proves what it makes.
    pub(super) fn proves(&self) -> bool {
        matches!(self.backend, Backend::Unsnarl { .. })
    }

    /// The folder of the programs' files.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of a file of a program.
    pub(super) fn file(&self, name: &str, ending: &str) -> PathBuf {
        self.folder.join(format!("{name}.{ending}"))
    }

    /// Builds a program with gcc and runs it; `extra` are more options of gcc.
    pub(super) fn native(
        &self,
        source: &Path,
        name: &str,
        extra: &[&str],
        limit: Duration,
    ) -> Result<Behaviour, Error> {
        let program = self.file(name, "native");
        let (tool, _, standard) = self.language.tools();
        let mut gcc = tool.call()?;
        gcc.args([standard, "-w"]).args(&self.options).args(extra);
        let key = Key::new("behaviour", &paths::read(source)?).and(&gcc);
        if let Some(kept) = cache::kept(&key).as_deref().and_then(Behaviour::read) {
            return Ok(kept);
        }
        gcc.arg(source).arg("-o").arg(&program);
        process::require(gcc.arg("-lm"), COMPILE_LIMIT)?;
        let outcome = process::capture(&mut std::process::Command::new(&program), limit)?;
        paths::remove(&program)?;
        let behaviour = Behaviour {
            ending: outcome.ending.to_string(),
            output: [outcome.output, outcome.errors].concat(),
        };
        // How far a program comes in some time is no fact about it.
        if outcome.ending != Ending::TimedOut {
            cache::keep(&key, &behaviour.written())?;
        }
        Ok(behaviour)
    }

    /// Builds and runs every case; gives the verdicts in their order, and the compiler's report of
    /// its proofs.
    pub(super) fn judge(
        &self,
        cases: &[Case<'_>],
    ) -> Result<(Vec<Result<(), String>>, Proofs), Error> {
        let built = parallel::map(cases, |case| self.build(case));
        self.judge_built(cases, built)
    }

    /// Runs the modules of those cases that were built; the rest as in [`Self::judge`].
    pub(super) fn judge_built(
        &self,
        cases: &[Case<'_>],
        built: Vec<Result<Proofs, Error>>,
    ) -> Result<(Vec<Result<(), String>>, Proofs), Error> {
        let modules: Vec<&Case<'_>> = cases
            .iter()
            .zip(&built)
            .filter_map(|(case, built)| built.is_ok().then_some(case))
            .collect();
        let mut endings = self.run(&modules)?.into_iter();
        let mut proofs = Proofs::default();
        let mut verdicts = Vec::new();
        for (case, built) in cases.iter().zip(built) {
            verdicts.push(match built {
                Err(error) => Err(format!("{}: {error}", self.shown(case))),
                Ok(proved) => {
                    proofs += proved;
                    let ending = endings.next().expect("every module that was built ran");
                    self.verdict(case, ending)?
                }
            });
        }
        Ok((verdicts, proofs))
    }

    /// Makes the module of a program.
    pub(super) fn build(&self, case: &Case<'_>) -> Result<Proofs, Error> {
        let [ir, object] = ["ll", "o"].map(|ending| self.file(&case.name, ending));
        let (_, tool, standard) = self.language.tools();
        let mut options = self.options.clone();
        options.push(standard.to_owned());
        options.extend(self.clang_options.iter().map(|&option| option.to_owned()));
        let mut clang = tool.call()?;
        clang.arg("--target=wasm32-wasi");
        wasi::keep_ir_by(clang, case.source, case.level, &options, &ir)?;
        let proofs = self.backend.make_object(&ir, &object)?;
        self.link(&case.name)?;
        Ok(proofs)
    }

    /// Links the object of a program to a module.
    pub(super) fn link(&self, name: &str) -> Result<(), Error> {
        let [object, module] = ["o", "wasm"].map(|ending| self.file(name, ending));
        let objects = [&[object], &self.common[..]].concat();
        wasi::link(&objects, self.language.libraries(), &module)
    }

    /// Removes files of a program.
    pub(super) fn remove(&self, name: &str, endings: &[&str]) -> Result<(), Error> {
        let mut endings = endings.iter();
        endings.try_for_each(|ending| paths::remove(&self.file(name, ending)))
    }

    /// Runs the modules of these cases; gives how they ended, in their order.
    fn run(&self, cases: &[&Case<'_>]) -> Result<Vec<String>, Error> {
        let processes = thread::available_parallelism().map_or(1, usize::from);
        let size = cases.len().div_ceil(processes).max(1);
        let shares: Vec<(usize, &[&Case<'_>])> = cases.chunks(size).enumerate().collect();
        let endings = parallel::map(&shares, |(number, share)| self.run_share(*number, share));
        let endings: Result<Vec<Vec<String>>, Error> = endings.into_iter().collect();
        Ok(endings?.concat())
    }

    fn run_share(&self, number: usize, share: &[&Case<'_>]) -> Result<Vec<String>, Error> {
        let list = self.file(&format!("share{number}"), "txt");
        let modules = share.iter().map(|case| self.file(&case.name, "wasm"));
        Engine::Node.run_many(&list, &modules.collect::<Vec<_>>(), RUN_SECONDS)
    }

    /// Compares the behaviour of a module, and removes its files if it is right.
    fn verdict(&self, case: &Case<'_>, ending: String) -> Result<Result<(), String>, Error> {
        let output = paths::read(&self.file(&case.name, "wasm.out"))?;
        let found = Behaviour { ending, output };
        let verdict = case.expected.compare(&found);
        if verdict.is_ok() {
            self.remove(&case.name, &["ll", "o", "wasm", "wasm.out", "wasm.err"])?;
        }
        Ok(verdict.map_err(|what| format!("{}: {what}", self.shown(case))))
    }

    /// The case as a failure names it.
    pub(super) fn shown(&self, case: &Case<'_>) -> String {
        let source = case.source.strip_prefix(paths::root());
        let source = source.unwrap_or(case.source).display();
        format!("{source} {} by {}", case.level, self.backend.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behaviour(ending: &str, output: &str) -> Behaviour {
        Behaviour {
            ending: ending.to_owned(),
            output: output.as_bytes().to_vec(),
        }
    }

    #[track_caller]
    fn check(ending: &str, output: &str, expected: &str) {
        let native = behaviour("status 3", "one\ntwo\n");
        let found = native.compare(&behaviour(ending, output));
        assert_eq!(found.err().unwrap_or_default(), expected);
    }

    #[test]
    fn a_behaviour_is_read_as_it_was_written() {
        let native = behaviour("status 3", "one\ntwo\n");
        assert_eq!(Behaviour::read(&native.written()), Some(native));
        assert_eq!(Behaviour::read(b"cut"), None);
    }

    #[test]
    fn a_difference_is_a_line_or_an_ending() {
        check("status 3", "one\ntwo\n", "");
        check(
            "status 3",
            "one\n2\n",
            "line 2 should be \"two\\n\", and is \"2\\n\"",
        );
        check(
            "status 0",
            "one\ntwo\n",
            "ended with status 0, not status 3",
        );
        check(
            "trap RuntimeError: unreachable",
            "one\n",
            "ended with trap RuntimeError: unreachable, not status 3\n  \
             line 2 should be \"two\\n\", and is no such line",
        );
    }
}
