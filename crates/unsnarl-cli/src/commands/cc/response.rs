//! Files of arguments: `@file` on a command line.
//!
//! *Needs:* the words of the command line.
//! *Gives:* the same with each `@file` replaced by the words in that file, which may name further
//! files. As with clang, a word that names no file is kept as it is.
//! *Cost:* linear in what is read; the files that are open are on a stack of their own.
//! *Source:* the GNU rules: words end at white space; a backslash takes the next character as it
//! is, in quotes and outside; `'` and `"` quote.

use super::error::Error;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::vec::IntoIter;

/// A file whose words are being read; the command line itself has no path.
struct Open {
    path: Option<PathBuf>,
    words: IntoIter<OsString>,
}

/// Replaces the files of arguments by their contents.
pub(in crate::commands) fn expand(arguments: Vec<OsString>) -> Result<Vec<OsString>, Error> {
    let mut open = vec![Open {
        path: None,
        words: arguments.into_iter(),
    }];
    let mut expanded = Vec::new();
    while let Some(top) = open.last_mut() {
        let Some(word) = top.words.next() else {
            open.pop();
            continue;
        };
        let Some(path) = named(&word) else {
            expanded.push(word);
            continue;
        };
        if open.iter().any(|file| file.path.as_ref() == Some(&path)) {
            return Err(Error::ResponseFileInItself(path));
        }
        match fs::read_to_string(&path) {
            Ok(text) => open.push(Open {
                path: Some(path),
                words: words(&text).into_iter(),
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => expanded.push(word),
            Err(cause) => return Err(Error::ResponseFile { path, cause }),
        }
    }
    Ok(expanded)
}

/// The file that a word names, if it names one.
fn named(word: &OsStr) -> Option<PathBuf> {
    let name = word.to_str()?.strip_prefix('@')?;
    (!name.is_empty()).then(|| PathBuf::from(name))
}

/// Divides a text into words.
fn words(text: &str) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let literal = match character {
            '\\' => characters.next(),
            _ if quote == Some(character) => {
                quote = None;
                continue;
            }
            _ if quote.is_some() => Some(character),
            '\'' | '"' => {
                quote = Some(character);
                word.get_or_insert_default();
                continue;
            }
            _ if character.is_whitespace() => {
                words.extend(word.take().map(OsString::from));
                continue;
            }
            _ => Some(character),
        };
        word.get_or_insert_default().extend(literal);
    }
    words.extend(word.map(OsString::from));
    words
}

/// Writes words as a file of arguments, one a line; nothing if one of them is not text.
pub(in crate::commands) fn text(words: &[OsString]) -> Option<String> {
    let mut text = String::new();
    for word in words {
        text.push('"');
        for character in word.to_str()?.chars() {
            if matches!(character, '"' | '\\') {
                text.push('\\');
            }
            text.push(character);
        }
        text.push_str("\"\n");
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(words(text), expected, "{text}");
    }

    #[test]
    fn a_text_is_divided_into_words() {
        check("", &[]);
        check("  -c\n\tx.c ", &["-c", "x.c"]);
        check(r#"-DA="b c" 'd e'f"#, &["-DA=b c", "d ef"]);
        check(
            r#"a\ b \"c\" "d\"e" 'f\'g'"#,
            &["a b", "\"c\"", "d\"e", "f'g"],
        );
        check(r#""" ''"#, &["", ""]);
        check("\"open", &["open"]);
        check("end\\", &["end"]);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let odd = [
            "",
            "a b",
            "-DX=\"y\"",
            "back\\slash",
            "new\nline",
            "'",
            "é",
            "@x",
        ];
        let odd: Vec<OsString> = odd.iter().map(OsString::from).collect();
        assert_eq!(words(&text(&odd).expect("all are text")), odd);
    }
}
