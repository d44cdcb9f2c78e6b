//! Options that change what a program does, which unsnarl does not do: each is an error.
//!
//! *Needs:* the command line. *Gives:* an error that names the option.
//! *Source:* the models of exceptions that clang takes, and those options of LLVM's back end for
//! WebAssembly that are about exceptions. Of the models clang's own back end refuses all but that
//! of WebAssembly, too.
//!
//! What only makes code slower, larger or less guarded is a warning: see `ignored`.

use super::error::Error;
use super::line::Line;
use crate::args::Eh;

const MODELS: [&str; 4] = [
    "-fwasm-exceptions",
    "-fdwarf-exceptions",
    "-fsjlj-exceptions",
    "-fseh-exceptions",
];

/// Options after `-mllvm`, and what there is.
const OF_LLVM: &[(&str, &str)] = &[
    ("-enable-emscripten-cxx-exceptions", EMSCRIPTEN),
    ("-emscripten-cxx-exceptions-allowed", EMSCRIPTEN),
    (
        "-enable-emscripten-sjlj",
        "Emscripten's setjmp and longjmp are not supported: use -mllvm -wasm-enable-sjlj, which \
         uses WebAssembly exceptions",
    ),
];

const EMSCRIPTEN: &str =
    "only WebAssembly exceptions are supported: use -fwasm-exceptions, or no exceptions";

/// Refuses a command line that compiles something with such an option.
pub(super) fn check(line: &Line) -> Result<(), Error> {
    if !line.compiles() {
        return Ok(());
    }
    let model = line.options().rev().find(|option| MODELS.contains(option));
    if let Some(model) = model.filter(|&model| model != MODELS[0]) {
        let message = format!("not an exception model of WebAssembly: {EMSCRIPTEN}");
        return Err(error(model, message));
    }
    let mut asked = line.values("-mllvm").filter(|value| is_on(value));
    let refused = asked.find_map(|value| {
        let name = name(value);
        let row = OF_LLVM.iter().find(|(refused, _)| *refused == name)?;
        Some(error(&format!("-mllvm {value}"), row.1.to_owned()))
    });
    match refused {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// What LLVM 19 calls the standard instructions.
const EXNREF: &str = "-wasm-enable-exnref";

/// With what `setjmp` and `longjmp` are exceptions.
const JUMPS: &str = "-wasm-enable-sjlj";

/// What LLVM from 20 on calls the others.
const LEGACY: &str = "-wasm-use-legacy-eh";

/// In which instructions a command line asks LLVM for exceptions, if it does: the last word counts.
pub(super) fn instructions(line: &Line) -> Option<Eh> {
    line.values("-mllvm").filter_map(instructions_of).last()
}

/// The same of one option of LLVM, without `-mllvm`.
pub(in crate::commands) fn instructions_of(option: &str) -> Option<Eh> {
    let is_standard = match name(option) {
        EXNREF => is_on(option),
        LEGACY => !is_on(option),
        _ => return None,
    };
    Some(if is_standard {
        Eh::Standard
    } else {
        Eh::Legacy
    })
}

/// Tells whether an option of LLVM, without `-mllvm`, asks for the exceptions that there are.
pub(in crate::commands) fn asks_for_exceptions(option: &str) -> bool {
    match name(option) {
        EXNREF | LEGACY => true,
        "-wasm-enable-eh" => is_on(option),
        "-exception-model" => option.ends_with("=wasm"),
        _ => false,
    }
}

/// Tells whether an option after `-mllvm` is about jumps, or about the exceptions that there are
/// with `-fwasm-exceptions`, and says something that is done.
pub(super) fn is_met(line: &Line, value: &str) -> bool {
    // clang lets functions use exceptions then, and that is what counts.
    let has_jumps = line
        .values("-mllvm")
        .any(|value| name(value) == JUMPS && is_on(value));
    let has_exceptions = line.options().any(|option| option == MODELS[0]);
    let is_of_exceptions = (has_exceptions || has_jumps) && asks_for_exceptions(value);
    is_of_exceptions || has_jumps && name(value) == JUMPS
}

/// An option of LLVM as it is written most, with one dash and without its value.
fn name(option: &str) -> &str {
    let name = option.split_once('=').map_or(option, |(name, _)| name);
    match name.starts_with("--") {
        true => &name[1..],
        false => name,
    }
}

/// Tells whether a flag of LLVM is on, or has a value that is no word for off.
fn is_on(option: &str) -> bool {
    let value = option.split_once('=').map(|(_, value)| value);
    !matches!(value, Some("false" | "FALSE" | "False" | "0"))
}

fn error(option: &str, message: String) -> Error {
    Error::Option {
        option: option.to_owned(),
        message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsString;

    fn line(text: &str) -> Line {
        Line::read(text.split_whitespace().map(OsString::from).collect())
    }

    /// Which option is refused; nothing if none is.
    #[track_caller]
    fn refused(text: &str, expected: &str) {
        let found = check(&line(text)).err().map(|error| error.to_string());
        let found = found.unwrap_or_default();
        assert_eq!(found.split(": ").next(), Some(expected), "{text}: {found}");
    }

    #[test]
    fn other_models_are_refused() {
        refused("-c x.cpp -fwasm-exceptions", "");
        refused("-c x.cpp -fexceptions -fno-exceptions", "");
        refused("-c x.cpp -fsjlj-exceptions", "-fsjlj-exceptions");
        // The last one counts, without exceptions as well.
        refused("-fseh-exceptions -fwasm-exceptions -c x.cpp", "");
        refused(
            "-fwasm-exceptions -fdwarf-exceptions -fno-exceptions -c x.cpp",
            "-fdwarf-exceptions",
        );
        // Where nothing is compiled, clang decides.
        refused("-E x.cpp -fsjlj-exceptions", "");
        refused("x.o -fsjlj-exceptions", "");
    }

    #[test]
    fn models_of_others_are_refused() {
        for option in [
            "-enable-emscripten-cxx-exceptions",
            "-enable-emscripten-sjlj",
            "-emscripten-cxx-exceptions-allowed=f",
        ] {
            let text = format!("-c x.cpp -fwasm-exceptions -mllvm {option}");
            refused(&text, &format!("-mllvm {option}"));
        }
        for option in [
            "-wasm-use-legacy-eh",
            "-wasm-use-legacy-eh=false",
            "--wasm-enable-exnref",
            "-wasm-enable-exnref=0",
        ] {
            refused(&format!("-c x.cpp -mllvm {option}"), "");
            let without = line(&format!("-c x.cpp -mllvm {option}"));
            let with = line(&format!("-c x.cpp -fwasm-exceptions -mllvm {option}"));
            assert!(is_met(&with, option) && !is_met(&without, option));
        }
    }

    #[test]
    fn jumps_need_no_other_option() {
        let option = "-wasm-enable-sjlj";
        assert!(is_met(&line(&format!("-c x.c -mllvm {option}")), option));
        let legacy = format!("-c x.c -mllvm {option} -mllvm -wasm-use-legacy-eh");
        assert!(is_met(&line(&legacy), "-wasm-use-legacy-eh"));
        let off = "-wasm-enable-sjlj=false";
        assert!(!is_met(&line(&format!("-c x.c -mllvm {off}")), off));
    }

    #[test]
    fn the_last_word_on_instructions_counts() {
        for (options, expected) in [
            ("", None),
            ("-wasm-enable-eh", None),
            ("-wasm-use-legacy-eh", Some(Eh::Legacy)),
            ("--wasm-use-legacy-eh=true", Some(Eh::Legacy)),
            ("-wasm-use-legacy-eh=false", Some(Eh::Standard)),
            ("-wasm-enable-exnref", Some(Eh::Standard)),
            ("-wasm-enable-exnref=false", Some(Eh::Legacy)),
            (
                "-wasm-enable-exnref -wasm-use-legacy-eh=1",
                Some(Eh::Legacy),
            ),
        ] {
            let options = options.split_whitespace();
            let options: Vec<String> = options.map(|word| format!("-mllvm {word}")).collect();
            let text = format!("-c x.cpp -fwasm-exceptions {}", options.join(" "));
            assert_eq!(instructions(&line(&text)), expected, "{text}");
        }
    }
}
