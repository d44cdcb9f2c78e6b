//! The driver's own options.
//!
//! *Needs:* the words of the command line, and of the environment.
//! *Gives:* [`Own`], and the remaining words, which are clang's.
//!
//! Every option of `unsnarl compile` about structuring is accepted with `-funsnarl-` before its
//! name, so that a new one needs no change here.

use super::error::Error;
use super::line::Line;
use crate::args::{Abi, Eh, Making, RelocationModel};
use clap::Parser;
use clap::error::{ContextKind, ContextValue};
use std::ffi::OsString;

/// The driver's own options.
pub(in crate::commands) struct Own {
    /// How to make code.
    pub(in crate::commands) settings: Settings,
    /// The same as options of `unsnarl compile`.
    pub(in crate::commands) words: Vec<String>,
    /// Options about the driver's own warnings, such as `-Wno-unsnarl-ignored`.
    pub(in crate::commands) warnings: Vec<String>,
    /// Which clang to run.
    pub(in crate::commands) clang: Option<Choice>,
    /// Which linker clang is to run.
    pub(in crate::commands) wasm_ld: Option<Choice>,
    /// The link has options for GNU's linker.
    pub(in crate::commands) has_gnu_link_options: bool,
    /// Print the help of the driver.
    pub(in crate::commands) help: bool,
}

/// A tool chosen by an option or the environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::commands) struct Choice {
    /// The option or variable that chose it.
    pub(in crate::commands) origin: &'static str,
    /// A path, or a name to look for.
    pub(in crate::commands) name: OsString,
}

/// How to make code.
#[derive(Clone, Parser)]
#[command(
    no_binary_name = true,
    args_override_self = true,
    disable_help_flag = true
)]
pub(in crate::commands) struct Settings {
    #[command(flatten)]
    pub(in crate::commands) making: Making,
    /// Print the measures of every function to standard error
    #[arg(long)]
    pub(in crate::commands) stats: bool,
}

/// The environment.
#[derive(Default)]
pub(in crate::commands) struct Environment {
    pub(in crate::commands) clang: Option<OsString>,
    pub(in crate::commands) wasm_ld: Option<OsString>,
    pub(in crate::commands) flags: Option<OsString>,
}

/// Reads the environment. An empty variable counts as unset.
pub(in crate::commands) fn from_environment() -> Environment {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    Environment {
        clang: variable("UNSNARL_CLANG"),
        wasm_ld: variable("UNSNARL_WASM_LD"),
        flags: variable("UNSNARL_FLAGS"),
    }
}

impl Own {
    /// Writes exceptions as options ask LLVM's back end, unless the driver's own say something.
    pub(in crate::commands) fn follow(&mut self, asked: Option<Eh>) {
        let is_own = self.words.iter().any(|word| word.starts_with(EH));
        if let Some(eh) = asked.filter(|_| !is_own) {
            self.settings.making.eh = Some(eh);
            self.words.push(format!("{EH}{}", eh.name()));
        }
    }

    /// Makes code for such a place as clang's options ask, unless the driver's own say something.
    pub(super) fn place(&mut self, line: &Line) {
        let is_own = self.words.iter().any(|word| word.starts_with(RELOCATION));
        if let Some(model) = relocation_model(line).filter(|_| !is_own) {
            self.settings.making.relocation_model = Some(model);
            self.words.push(format!("{RELOCATION}{}", model.name()));
        }
    }

    /// Returns results as clang's `-target-abi` asks, unless the driver's own options say how.
    pub(super) fn call(&mut self, line: &Line) {
        let is_own = self.words.iter().any(|word| word.starts_with(ABI));
        if let Some(abi) = abi(line).filter(|_| !is_own) {
            self.settings.making.abi = Some(abi);
            self.words.push(format!("{ABI}{}", abi.name()));
        }
    }

    /// Takes the driver's own options out of a command line, which overrides the environment.
    pub(in crate::commands) fn split(
        environment: &Environment,
        words: Vec<OsString>,
    ) -> Result<(Own, Vec<OsString>), Error> {
        let choice =
            |origin, name: &Option<OsString>| name.clone().map(|name| Choice { origin, name });
        let mut reader = Reader {
            words: Vec::new(),
            warnings: Vec::new(),
            clang: choice("UNSNARL_CLANG", &environment.clang),
            wasm_ld: choice("UNSNARL_WASM_LD", &environment.wasm_ld),
            has_gnu_link_options: false,
            help: false,
        };
        let flags = environment
            .flags
            .as_ref()
            .map(|flags| flags.to_string_lossy());
        for flag in flags.iter().flat_map(|flags| flags.split_whitespace()) {
            if !reader.takes(flag)? {
                let message = "not allowed in UNSNARL_FLAGS, which takes options that begin with \
                               -funsnarl-, --unsnarl- or -Wno-unsnarl-";
                return Err(error(flag, message));
            }
        }
        let mut left = Vec::new();
        let mut is_value = false;
        for word in words {
            let text = word.to_str().unwrap_or_default();
            let value_follows = !is_value && super::options::takes_next(text);
            if is_value || !reader.takes(text)? {
                left.push(word);
            }
            is_value = value_follows;
        }
        Ok((reader.finish()?, left))
    }
}

impl Own {
    /// The options for the linker, as `UNSNARL_FLAGS` has them. Where the code of bitcode may be
    /// loaded depends on what is linked.
    pub(in crate::commands) fn flags(&self) -> String {
        let words = self.words.iter();
        let words = words.filter(|word| !word.starts_with(RELOCATION));
        let words = words.map(|word| word.replacen("--", "-funsnarl-", 1));
        let all: Vec<String> = words.chain(self.warnings.iter().cloned()).collect();
        all.join(" ")
    }
}

/// The option that says in which instructions exceptions are.
const EH: &str = "--eh=";

/// The option that says where code may be loaded.
const RELOCATION: &str = "--relocation-model=";

/// The option that says how results of several numbers are returned.
const ABI: &str = "--abi=";

/// How results of several numbers are returned, if options for clang's front end say so.
fn abi(line: &Line) -> Option<Abi> {
    let words: Vec<&str> = line.values("-Xclang").collect();
    let mut asked = words.windows(2).rev();
    asked.find_map(|words| match words {
        ["-target-abi", "experimental-mv"] => Some(Abi::ExperimentalMv),
        _ => None,
    })
}

/// Where code may be loaded, if clang's options say so: the last one counts.
fn relocation_model(line: &Line) -> Option<RelocationModel> {
    line.options().rev().find_map(|option| match option {
        "-fPIC" | "-fpic" | "-fPIE" | "-fpie" => Some(RelocationModel::Pic),
        "-fno-PIC" | "-fno-pic" | "-fno-PIE" | "-fno-pie" => Some(RelocationModel::Static),
        _ => None,
    })
}

struct Reader {
    words: Vec<String>,
    warnings: Vec<String>,
    clang: Option<Choice>,
    wasm_ld: Option<Choice>,
    has_gnu_link_options: bool,
    help: bool,
}

impl Reader {
    /// Takes a word if it is one of the driver's own options.
    fn takes(&mut self, word: &str) -> Result<bool, Error> {
        if word == "--help" {
            self.help = true;
        } else if word == "--unsnarl-gnu-link-options" {
            self.has_gnu_link_options = true;
        } else if super::ignored::is_setting(word) {
            self.warnings.push(word.to_owned());
        } else if let Some(name) = word.strip_prefix("--unsnarl-clang=") {
            self.clang = Some(Choice {
                origin: "--unsnarl-clang",
                name: name.into(),
            });
        } else if let Some(name) = word.strip_prefix("--unsnarl-wasm-ld=") {
            self.wasm_ld = Some(Choice {
                origin: "--unsnarl-wasm-ld",
                name: name.into(),
            });
        } else if let Some(rest) = word.strip_prefix("-funsnarl-") {
            let option = format!("--{rest}");
            parse([&option]).map_err(|message| error(word, &message))?;
            self.words.push(option);
        } else if word.starts_with("--unsnarl-") {
            let message = "unknown option: `unsnarl cc --help` lists the options";
            return Err(error(word, message));
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn finish(self) -> Result<Own, Error> {
        let settings = parse(&self.words).map_err(|message| error("-funsnarl-…", &message))?;
        Ok(Own {
            settings,
            words: self.words,
            warnings: self.warnings,
            clang: self.clang,
            wasm_ld: self.wasm_ld,
            has_gnu_link_options: self.has_gnu_link_options,
            help: self.help,
        })
    }
}

/// Reads options of `unsnarl compile`; an error names the valid ones.
fn parse<'a>(words: impl IntoIterator<Item = &'a String>) -> Result<Settings, String> {
    Settings::try_parse_from(words).map_err(|error| {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        let first = first.strip_prefix("error: ").unwrap_or(first);
        let next = match error.get(ContextKind::ValidValue) {
            Some(ContextValue::Strings(values)) => format!("use one of {}", values.join(", ")),
            _ => "`unsnarl cc --help` lists the options".to_owned(),
        };
        format!("{}: {next}", first.replace("'--", "'-funsnarl-"))
    })
}

fn error(option: &str, message: &str) -> Error {
    Error::Option {
        option: option.to_owned(),
        message: message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::line::Line;
    use super::super::refused;
    use super::*;

    /// The driver's options in a command line, and the rest.
    #[track_caller]
    fn check(flags: &str, line: &str, taken: &str, left: &str) {
        let environment = Environment {
            flags: Some(flags.into()),
            clang: Some("clang-e".into()),
            ..Environment::default()
        };
        let words = line.split_whitespace().map(OsString::from).collect();
        let found = match Own::split(&environment, words) {
            Err(error) => (error.to_string(), String::new()),
            Ok((own, words)) => {
                let words: Vec<String> = words
                    .iter()
                    .map(|word| word.display().to_string())
                    .collect();
                let clang = own.clang.expect("the environment chose one").name;
                let taken = format!("{} {}", own.words.join(" "), clang.display());
                (taken.trim().to_owned(), words.join(" "))
            }
        };
        assert_eq!((found.0.as_str(), found.1.as_str()), (taken, left));
    }

    #[test]
    fn ours_is_told_from_clangs() {
        check("", "-c x.c", "clang-e", "-c x.c");
        check(
            "",
            "-c -funsnarl-tidy x.c --unsnarl-clang=c",
            "--tidy c",
            "-c x.c",
        );
        check(
            "-funsnarl-algorithm=stackifier",
            "-funsnarl-algorithm=nested",
            "--algorithm=stackifier --algorithm=nested clang-e",
            "",
        );
        // The value of another option is not ours.
        check(
            "",
            "-Xclang -funsnarl-tidy -o --help",
            "clang-e",
            "-Xclang -funsnarl-tidy -o --help",
        );
        check(
            "",
            "-funsnarl-algorithm=none",
            "-funsnarl-algorithm=none: invalid value 'none' for '-funsnarl-algorithm <NAME>': use one of nested, stackifier, relooper, \
             patterns, patterns-goto, goto-elimination, regions, guarded, state-machine",
            "",
        );
        check(
            "",
            "-funsnarl-fast",
            "-funsnarl-fast: unexpected argument '-funsnarl-fast' found: `unsnarl cc --help` lists the options",
            "",
        );
        check(
            "",
            "--unsnarl-x",
            "--unsnarl-x: unknown option: `unsnarl cc --help` lists the options",
            "",
        );
        check(
            "-O2",
            "",
            "-O2: not allowed in UNSNARL_FLAGS, which takes options that begin with -funsnarl-, \
             --unsnarl- or -Wno-unsnarl-",
            "",
        );
    }

    #[test]
    fn the_later_of_two_counts() {
        let words = [
            "-funsnarl-algorithm=stackifier",
            "-funsnarl-algorithm=relooper",
        ];
        let words = words.map(OsString::from).to_vec();
        let (own, _) = Own::split(&Environment::default(), words).expect("both are known");
        assert_eq!(own.settings.making.how.algorithm, "relooper");
    }

    #[test]
    fn the_last_word_on_where_code_is_loaded_counts() {
        let (pic, fixed) = (Some(RelocationModel::Pic), Some(RelocationModel::Static));
        for (words, expected) in [
            ("-c x.c", None),
            ("-c x.c -fPIC", pic),
            ("-c x.c -fpie", pic),
            ("-c x.c -fPIC -fno-pic", fixed),
            ("-c x.c -fno-PIE -fpic", pic),
            ("-c x.c -fPIC -funsnarl-relocation-model=static", fixed),
            // The value of another option says nothing.
            ("-c x.c -o -fPIC", None),
        ] {
            let split = words.split_whitespace().map(OsString::from).collect();
            let split = Own::split(&Environment::default(), split);
            let (mut own, left) = split.expect("all are known");
            own.place(&Line::read(left));
            assert_eq!(own.settings.making.relocation_model, expected, "{words}");
        }
    }

    #[test]
    fn the_abi_is_that_of_the_front_end() {
        for (words, expected) in [
            ("-c x.c -mmultivalue", Abi::Default),
            (
                "-c x.c -Xclang -target-abi -Xclang experimental-mv",
                Abi::ExperimentalMv,
            ),
            (
                "-c x.c -Xclang -target-abi -Xclang experimental-mv -funsnarl-abi=default",
                Abi::Default,
            ),
            ("-c x.c -funsnarl-abi=experimental-mv", Abi::ExperimentalMv),
            ("-c x.c -Xclang experimental-mv", Abi::Default),
        ] {
            let split = words.split_whitespace().map(OsString::from).collect();
            let split = Own::split(&Environment::default(), split);
            let (mut own, left) = split.expect("all are known");
            own.call(&Line::read(left));
            assert_eq!(
                own.settings.making.abi.unwrap_or_default(),
                expected,
                "{words}"
            );
        }
    }

    #[test]
    fn own_words_on_exceptions_override_those_for_llvm() {
        for (words, expected) in [
            ("-c x.cpp", Eh::Standard),
            ("-c x.cpp -mllvm -wasm-use-legacy-eh", Eh::Legacy),
            ("-c x.cpp -funsnarl-eh=legacy", Eh::Legacy),
            (
                "-c x.cpp -funsnarl-eh=standard -mllvm -wasm-use-legacy-eh",
                Eh::Standard,
            ),
        ] {
            let split = words.split_whitespace().map(OsString::from).collect();
            let split = Own::split(&Environment::default(), split);
            let (mut own, left) = split.expect("all are known");
            own.follow(refused::instructions(&Line::read(left)));
            assert_eq!(
                own.settings.making.eh.unwrap_or_default(),
                expected,
                "{words}"
            );
        }
    }
}
