//! What is built, by whom, and whether it is right.

use super::small;
use crate::corpus::{self, Answer, PROGRAMS, Program};
use crate::difference::first_difference;
use crate::engines::Engine;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process;
use crate::tools::{CLANG, GCC};
use crate::unsnarl::Unsnarl;
use crate::wasi;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name of the library of small files.
const SMALL: &str = "small";

/// For the native build of the small files, and for a run.
const LIMIT: Duration = Duration::from_secs(60);

/// Who compiles the files of a project.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Compiler {
    /// Clang with LLVM's back end.
    Clang,
    /// Clang, which only parses and checks.
    Parser,
    /// Clang up to LLVM bitcode, which is optimised at the level.
    FrontEnd,
    /// `unsnarl cc`.
    Unsnarl,
}

impl Compiler {
    /// The name of its folder.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Clang => "clang",
            Self::Parser => "parser",
            Self::FrontEnd => "front-end",
            Self::Unsnarl => "unsnarl",
        }
    }

    /// The title of its column.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Clang => "`clang -c`",
            Self::Parser => "`clang -fsyntax-only`",
            Self::FrontEnd => "`clang -c -emit-llvm`",
            Self::Unsnarl => "`unsnarl cc -c`",
        }
    }

    /// Tells whether it makes objects that can be linked.
    pub(super) fn makes_objects(self) -> bool {
        matches!(self, Self::Clang | Self::Unsnarl)
    }

    fn command(self, unsnarl: &Unsnarl) -> Vec<String> {
        let program = match self {
            Self::Unsnarl => unsnarl.program().display().to_string(),
            _ => CLANG.command.to_owned(),
        };
        let words: &[&str] = match self {
            Self::Clang => &["--target=wasm32-wasi", "-c"],
            Self::Parser => &["--target=wasm32-wasi", "-fsyntax-only"],
            Self::FrontEnd => &["--target=wasm32-wasi", "-c", "-emit-llvm"],
            Self::Unsnarl => &["cc", "-c"],
        };
        let words = words.iter().map(|&word| word.to_owned());
        [program].into_iter().chain(words).collect()
    }
}

/// Sources with their options, and what the program prints that they make.
pub(super) struct Project {
    name: &'static str,
    files: Vec<PathBuf>,
    options: Vec<String>,
    libraries: &'static [&'static str],
    expected: Expected,
}

/// What a program prints.
enum Expected {
    Answers(Vec<Answer>),
    /// Without an argument.
    Output(Vec<u8>),
}

/// The names of all projects.
pub(in crate::bench) fn names() -> impl Iterator<Item = &'static str> {
    PROGRAMS.iter().map(|program| program.name).chain([SMALL])
}

impl Project {
    /// Gets the project of a name; what is made for it is made in a folder.
    pub(super) fn named(name: &'static str, folder: &Path) -> Result<Self, Error> {
        match PROGRAMS.iter().find(|program| program.name == name) {
            Some(program) => Self::of_program(program, folder),
            None => Self::of_small_files(folder),
        }
    }

    fn of_program(program: &'static Program, folder: &Path) -> Result<Self, Error> {
        Ok(Self {
            name: program.name,
            files: corpus::c_files(program)?,
            options: corpus::c_options(program)?,
            libraries: program.libraries,
            expected: Expected::Answers(corpus::answers(program, folder, true)?),
        })
    }

    fn of_small_files(folder: &Path) -> Result<Self, Error> {
        let files = small::write(&folder.join("small"))?;
        let native = folder.join("small-native");
        let mut gcc = GCC.call()?;
        process::require(gcc.args(&files).arg("-o").arg(&native), LIMIT)?;
        let output = process::require(&mut std::process::Command::new(native), LIMIT)?;
        Ok(Self {
            name: SMALL,
            files,
            options: Vec::new(),
            libraries: &[],
            expected: Expected::Output(output),
        })
    }

    /// Its name with the number of its files.
    pub(super) fn title(&self) -> String {
        match self.files.len() {
            1 => format!("{}, 1 file", self.name),
            count => format!("{}, {count} files", self.name),
        }
    }

    /// Writes a makefile that compiles every file into a folder.
    pub(super) fn write_makefile(
        &self,
        compiler: Compiler,
        level: &[&str],
        unsnarl: &Unsnarl,
        folder: &Path,
    ) -> Result<(), Error> {
        let mut words = compiler.command(unsnarl);
        words.extend(
            level
                .iter()
                .chain(&["-w", "-I"])
                .map(|&word| word.to_owned()),
        );
        words.push(wasi::stub_headers().display().to_string());
        words.extend(self.options.iter().cloned());
        let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        let (mut rules, mut objects) = (String::new(), String::new());
        for file in &self.files {
            let object = object(file);
            let _ = write!(objects, " {object}");
            let file = quoted_path(file);
            let output = match compiler {
                Compiler::Parser => String::new(),
                _ => format!(" -o {object}"),
            };
            let _ = writeln!(rules, "{object}:\n\t@{} {file}{output}", quoted.join(" "));
        }
        let text = format!("all:{objects}\n{rules}clean:\n\t@rm -f *.o\n.PHONY: all clean\n");
        paths::write(&folder.join("Makefile"), text.as_bytes())
    }

    /// Links the objects of a folder and runs them: an error if they print anything else than a
    /// native build.
    pub(super) fn check(&self, folder: &Path) -> Result<(), Error> {
        let scratch = Scratch::new()?;
        let module = scratch.file("linked.wasm");
        let objects = self.files.iter().map(|file| folder.join(object(file)));
        let objects: Vec<PathBuf> = objects.collect();
        wasi::link(&objects, self.libraries, &module)?;
        let mut command = Engine::Node.run(&module, &[])?;
        match &self.expected {
            Expected::Answers(answers) => {
                for answer in answers {
                    answer.require(&mut Engine::Node.run(&module, &[])?)?;
                }
                Ok(())
            }
            Expected::Output(expected) => {
                let output = process::require(&mut command, LIMIT)?;
                match first_difference(expected, &output) {
                    None => Ok(()),
                    Some(difference) => Err(Error::WrongOutput {
                        command: process::shown(&command),
                        difference,
                    }),
                }
            }
        }
    }
}

/// The name of a file's object.
fn object(file: &Path) -> String {
    let name = file.with_extension("o");
    let name = name.file_name().unwrap_or_default();
    // A driver may be called like a file of its program.
    let folder = file.parent().and_then(Path::file_name).unwrap_or_default();
    format!("{}-{}", folder.display(), name.display())
}

fn quoted_path(path: &Path) -> String {
    quoted(&path.display().to_string())
}

/// A word of a command in a makefile.
fn quoted(word: &str) -> String {
    let word = word.replace('$', "$$").replace('\'', "'\\''");
    format!("'{word}'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_through_make_and_the_shell() {
        assert_eq!(quoted("-DX(a)={ $a }"), "'-DX(a)={ $$a }'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }

    #[test]
    fn objects_are_named_after_their_files() {
        assert_eq!(object(Path::new("/a/corpus/zlib.c")), "corpus-zlib.o");
    }
}
