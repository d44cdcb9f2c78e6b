//! Options of GNU's linker that say what `wasm-ld` does without them, and does not know.
//!
//! *Needs:* the words of an argument. *Gives:* the same without those options.
//!
//! `wasm-ld` reads archives as if they were all in one group; there are no shared libraries to need
//! or not, or to look for when a program starts; and a program with undefined functions is an
//! error. Build systems that take it for GNU's linker, such as Meson, say these options to it.
//! Clang passes them on and fails, and so does the driver unless it is told to leave them out.

use std::ffi::OsString;

const MET: [&str; 8] = [
    "--start-group",
    "-(",
    "--end-group",
    "-)",
    "--as-needed",
    "--no-as-needed",
    "--no-undefined",
    "--no-allow-shlib-undefined",
];

/// Those with a value, as the next word or behind `=`.
const MET_WITH_VALUE: [&str; 4] = ["-rpath", "--rpath", "-rpath-link", "--rpath-link"];

/// The words of an argument without what `wasm-ld` does anyway; nothing if nothing is left.
pub(super) fn without_met(words: &[OsString]) -> Vec<OsString> {
    match words {
        [option, value] if option == "-Xlinker" && is_met(value.to_str()) => Vec::new(),
        [word] => match word.to_str().and_then(|word| word.strip_prefix("-Wl,")) {
            None => vec![word.clone()],
            Some(list) => joined(list).into_iter().collect(),
        },
        _ => words.to_vec(),
    }
}

fn joined(list: &str) -> Option<OsString> {
    let mut words = list.split(',');
    let mut left = Vec::new();
    while let Some(word) = words.next() {
        if MET_WITH_VALUE.contains(&word) {
            words.next();
        } else if !is_met(Some(word)) {
            left.push(word);
        }
    }
    (!left.is_empty()).then(|| format!("-Wl,{}", left.join(",")).into())
}

fn is_met(word: Option<&str>) -> bool {
    word.is_some_and(|word| {
        let option = word.split_once('=').map_or("", |(option, _)| option);
        MET.contains(&word) || MET_WITH_VALUE.contains(&option)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(words: &str, expected: &str) {
        let words: Vec<OsString> = words.split_whitespace().map(OsString::from).collect();
        let left = without_met(&words);
        let left: Vec<_> = left.iter().map(|word| word.to_string_lossy()).collect();
        assert_eq!(left.join(" "), expected);
    }

    #[test]
    fn only_what_is_met_is_left_out() {
        check("-Wl,--start-group", "");
        check(
            "-Wl,--as-needed,--export=f,--no-undefined",
            "-Wl,--export=f",
        );
        check("-Xlinker --end-group", "");
        check("-Wl,-rpath,/usr/lib,--export=f", "-Wl,--export=f");
        check("-Wl,--as-needed,-rpath", "");
        check("-Wl,-rpath=/usr/lib,-rpath-link=.", "");
        check("-Xlinker --rpath=x", "");
        check("-Xlinker --export=f", "-Xlinker --export=f");
        check("-Wl,--gc-sections", "-Wl,--gc-sections");
        check("-Wl,--whole-archive", "-Wl,--whole-archive");
        check("libx.a", "libx.a");
        check("-z relro", "-z relro");
    }
}
