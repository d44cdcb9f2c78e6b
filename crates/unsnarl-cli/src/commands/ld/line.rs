//! The command line of `wasm-ld`.
//!
//! *Needs:* the words, with files of arguments expanded.
//! *Gives:* [`Line`]: which words are inputs, libraries to look for, and options.
//! *Source:* the options of `wasm-ld` 14 to 22. One that is not known has no value in a word of its
//! own; if it has, that word is taken for an input, which changes nothing unless it names LLVM
//! bitcode.

use super::super::cc::refused;
use crate::args::Eh;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// A command line.
#[derive(Default)]
pub(super) struct Line {
    pub(super) words: Vec<Word>,
    /// The folders for libraries, all of the line.
    pub(super) folders: Vec<PathBuf>,
    /// The program.
    pub(super) output: Option<PathBuf>,
    /// The files that name inputs.
    pub(super) reports: Vec<PathBuf>,
    /// The options about code generation at link time, as they came.
    pub(super) generation: Vec<String>,
    /// In which instructions exceptions are to be, if that is said.
    pub(super) eh: Option<Eh>,
    /// How many modules are to be compiled at once, if that is said.
    pub(super) jobs: Option<String>,
    pub(super) saves_temporaries: bool,
    pub(super) is_verbose: bool,
    pub(super) asks: Option<Ask>,
    pub(super) has_color: bool,
    pub(super) warnings_are_errors: bool,
    /// `-shared` or `-pie` is there, so that shared libraries may be looked for, and code may be
    /// loaded anywhere.
    pub(super) is_dynamic: bool,
}

/// What is asked for in the place of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ask {
    Help,
    Version,
}

/// A part of the command line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// The path of an input.
    Input(OsString),
    /// `-lNAME`.
    Library {
        words: Vec<OsString>,
        name: OsString,
        /// A shared library of this name comes first.
        prefers_shared: bool,
    },
    /// An option, with its value.
    Option(Vec<OsString>),
}

/// Options whose value is the next word, unless it is joined by `=`, sorted.
const SEPARATE: &[&str] = &[
    "Map",
    "allow-undefined-file",
    "entry",
    "error-limit",
    "export",
    "export-if-defined",
    "keep-section",
    "library",
    "library-path",
    "mllvm",
    "reproduce",
    "rpath",
    "rsp-quoting",
    "soname",
    "threads",
    "trace-symbol",
    "undefined",
    "unresolved-symbols",
    "why-extract",
    "wrap",
];

/// Options of one letter and one dash, whose value is joined or the next word.
const LETTERS: &str = "LOelmouyz";

/// What an option is called, and its value.
struct Named<'a> {
    name: &'a str,
    value: Option<&'a OsStr>,
}

impl Line {
    pub(super) fn read(words: Vec<OsString>) -> Line {
        let mut line = Line::default();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            line.take(word, &mut words);
        }
        let dynamic = line.is_dynamic;
        for word in &mut line.words {
            if let Word::Library { prefers_shared, .. } = word {
                *prefers_shared &= dynamic;
            }
        }
        line
    }

    fn take(&mut self, word: OsString, rest: &mut impl Iterator<Item = OsString>) {
        let Some(text) = word
            .to_str()
            .filter(|text| text.starts_with('-') && *text != "-")
        else {
            self.words.push(Word::Input(word));
            return;
        };
        let text = text.to_owned();
        let mut words = vec![word];
        if needs_value(&text) {
            words.extend(rest.next());
        }
        let Named { name, value } = named(&text, words.get(1).map(OsString::as_os_str));
        let path = || value.map(PathBuf::from);
        match name {
            "l" | "library" => {
                let name = value.unwrap_or_default().to_owned();
                let prefers_shared = self.looks_for_shared();
                self.words.push(Word::Library {
                    words,
                    name,
                    prefers_shared,
                });
                return;
            }
            "L" | "library-path" => self.folders.extend(path()),
            "o" => self.output = path(),
            "Map" | "why-extract" => self.reports.extend(path()),
            "shared" | "pie" => self.is_dynamic = true,
            "verbose" => self.is_verbose = true,
            "help" => self.asks = Some(Ask::Help),
            "version" | "v" | "V" => self.asks = self.asks.or(Some(Ask::Version)),
            "color-diagnostics" | "no-color-diagnostics" => self.has_color = true,
            "fatal-warnings" => self.warnings_are_errors = true,
            "no-fatal-warnings" => self.warnings_are_errors = false,
            "save-temps" => self.saves_temporaries = true,
            "thinlto-jobs" => self.jobs = value.map(|value| value.to_string_lossy().into_owned()),
            "threads" if self.jobs.is_none() => {
                self.jobs = value.map(|value| value.to_string_lossy().into_owned());
            }
            "mllvm" if value.is_some_and(is_about_exceptions) => {
                let option = value.and_then(OsStr::to_str);
                self.eh = option.and_then(refused::instructions_of).or(self.eh);
            }
            _ if is_about_generation(name) => {
                let shown = words.iter().map(|word| word.to_string_lossy());
                self.generation.push(shown.collect::<Vec<_>>().join(" "));
            }
            _ => {}
        }
        self.words.push(Word::Option(words));
    }

    /// Tells whether the last of `-Bstatic`, `-Bdynamic` and their like asks for shared libraries.
    fn looks_for_shared(&self) -> bool {
        let modes = self.words.iter().rev().filter_map(|word| match word {
            Word::Option(words) => mode(words.first()?.to_str()?),
            _ => None,
        });
        modes.into_iter().next().unwrap_or(false)
    }
}

/// What an option says of shared libraries, if anything.
fn mode(option: &str) -> Option<bool> {
    match option.trim_start_matches('-') {
        "Bdynamic" | "dy" | "call_shared" => Some(true),
        "Bstatic" | "dn" | "non_shared" | "static" => Some(false),
        _ => None,
    }
}

/// Tells whether an option for LLVM asks for exceptions as they are made.
fn is_about_exceptions(option: &OsStr) -> bool {
    option.to_str().is_some_and(refused::asks_for_exceptions)
}

/// Tells whether an option is for the code generator that `wasm-ld` has for LLVM bitcode.
fn is_about_generation(name: &str) -> bool {
    matches!(name, "mllvm" | "disable-verify")
        || ["lto-", "thinlto-", "plugin-opt"]
            .iter()
            .any(|start| name.starts_with(start))
}

/// Tells whether the value of an option is the next word.
fn needs_value(text: &str) -> bool {
    let name = text.trim_start_matches('-');
    let dashes = text.len() - name.len();
    let is_letter = dashes == 1 && name.len() == 1 && LETTERS.contains(name);
    is_letter || dashes <= 2 && SEPARATE.binary_search(&name).is_ok()
}

/// The name of an option without its dashes, and its value, which may be the next word.
fn named<'a>(text: &'a str, next: Option<&'a OsStr>) -> Named<'a> {
    let name = text.trim_start_matches('-');
    if let Some(value) = next {
        let value = Some(value);
        return Named { name, value };
    }
    let (long, joined) = match name.split_once('=') {
        Some((long, value)) => (long, Some(OsStr::new(value))),
        None => (name, None),
    };
    let is_long = text.starts_with("--") || SEPARATE.binary_search(&long).is_ok();
    let first = name.chars().next().filter(|&first| LETTERS.contains(first));
    // `-lm`, but not `-shared` or `-export=x`.
    if let (false, Some(first), None) = (is_long, first, known_word(name)) {
        let (letter, value) = name.split_at(first.len_utf8());
        let value = (!value.is_empty()).then_some(OsStr::new(value));
        return Named {
            name: letter,
            value,
        };
    }
    Named {
        name: long,
        value: joined,
    }
}

/// An option without a value that begins with one of [`LETTERS`], after one dash.
fn known_word(name: &str) -> Option<&str> {
    const WORDS: [&str; 2] = ["emit-relocs", "experimental-pic"];
    let starts = [
        "export-",
        "error-",
        "extra-features",
        "end-lib",
        "undefined",
    ];
    let is_known = WORDS.contains(&name) || starts.iter().any(|start| name.starts_with(start));
    is_known.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line {
        Line::read(text.split_whitespace().map(OsString::from).collect())
    }

    /// Inputs as they are, libraries in brackets, options in braces.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let shown = |words: &[OsString]| words.join(OsStr::new(" ")).to_string_lossy().into_owned();
        let line = line(text);
        let parts = line.words.iter().map(|word| match word {
            Word::Input(path) => path.to_string_lossy().into_owned(),
            Word::Library {
                name,
                prefers_shared,
                ..
            } => {
                let shared = if *prefers_shared { " shared" } else { "" };
                format!("[{}{shared}]", name.display())
            }
            Word::Option(words) => format!("{{{}}}", shown(words)),
        });
        assert_eq!(parts.collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn words_are_told_apart() {
        check("x.o -o y z.a", "x.o {-o y} z.a");
        check("-ox -L. -lc -l m --library=k", "{-ox} {-L.} [c] [m] [k]");
        check(
            "--export main --export=f -export=g",
            "{--export main} {--export=f} {-export=g}",
        );
        check(
            "-m wasm32 -e _start -z stack-size=1 -zx",
            "{-m wasm32} {-e _start} {-z stack-size=1} {-zx}",
        );
        check("--Map m -Map=m x.o", "{--Map m} {-Map=m} x.o");
        check(
            "--whole-archive x.a --no-whole-archive",
            "{--whole-archive} x.a {--no-whole-archive}",
        );
        check("-l:libx.a -", "[:libx.a] -");
        check(
            "--threads 2 --thinlto-jobs=3 x",
            "{--threads 2} {--thinlto-jobs=3} x",
        );
    }

    #[test]
    fn shared_libraries_come_first_where_they_may() {
        check(
            "-Bdynamic -lx -shared -Bstatic -ly",
            "{-Bdynamic} [x shared] {-shared} {-Bstatic} [y]",
        );
        check("-Bdynamic -lx", "{-Bdynamic} [x]");
    }

    #[test]
    fn options_are_understood() {
        let all = "-L/a --library-path /b -o out -Map=m --why-extract=w --lto-O2 -mllvm -x \
                   --thinlto-cache-dir=d --save-temps --threads=4 --verbose -lto-O2";
        let line = line(all);
        assert_eq!(line.folders, ["/a", "/b"].map(PathBuf::from));
        assert_eq!(line.output, Some("out".into()));
        assert_eq!(line.reports, ["m", "w"].map(PathBuf::from));
        assert_eq!(
            line.generation,
            ["--lto-O2", "-mllvm -x", "--thinlto-cache-dir=d"]
        );
        assert_eq!(line.jobs.as_deref(), Some("4"));
        assert!(line.saves_temporaries && line.is_verbose && line.asks.is_none());
        // With one dash that is a library.
        assert!(matches!(line.words.last(), Some(Word::Library { .. })));
    }

    #[test]
    fn what_is_asked_of_exceptions_is_followed() {
        let rows = [
            ("-mllvm -wasm-enable-eh -mllvm -exception-model=wasm", None),
            ("-mllvm -wasm-use-legacy-eh", Some(Eh::Legacy)),
            ("-mllvm=-wasm-use-legacy-eh=false", Some(Eh::Standard)),
            ("--mllvm=-wasm-enable-exnref", Some(Eh::Standard)),
            (
                "-mllvm -wasm-enable-exnref -mllvm -wasm-use-legacy-eh=1",
                Some(Eh::Legacy),
            ),
        ];
        for (words, expected) in rows {
            let line = line(words);
            assert_eq!(line.eh, expected, "{words}");
            assert!(line.generation.is_empty(), "{words}");
        }
        let others = line("-mllvm -wasm-enable-eh=false -mllvm -exception-model=sjlj");
        assert_eq!(others.generation.len(), 2);
    }

    #[test]
    fn the_table_is_sorted() {
        assert!(SEPARATE.is_sorted());
    }
}
