//! Messages of the driver, in the form and the colours of clang's.
//!
//! *Needs:* the command line, and `--color`.
//! *Gives:* [`Messages`], which prints to standard error. Without a place, they begin with the name
//! of the command.
//!
//! Colour is for terminals. As with clang, the last of `-fdiagnostics-color[=always|never|auto]`,
//! `-fcolor-diagnostics` and their negations decides; without any, `--color` and `NO_COLOR` do.

use crate::args::Color;
use crate::diagnostic::is_colored;
use crate::output;
use std::ffi::OsString;
use std::fmt::Display;

/// Whose messages they are, and how they look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands) struct Messages {
    command: &'static str,
    look: Look,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Plain,
    Colored,
}

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands) enum Kind {
    Error,
    Warning,
    Note,
}

impl Messages {
    /// How the messages about a command line look.
    pub(in crate::commands) fn of(
        command: &'static str,
        words: &[OsString],
        color: Color,
    ) -> Messages {
        let words = words.iter().rev().filter_map(|word| word.to_str());
        let color = words.filter_map(asked).next().unwrap_or(color);
        let look = match is_colored(color) {
            true => Look::Colored,
            false => Look::Plain,
        };
        Messages { command, look }
    }

    /// Whether they are coloured.
    pub(super) fn color(self) -> Color {
        match self.look {
            Look::Plain => Color::Never,
            Look::Colored => Color::Always,
        }
    }

    pub(in crate::commands) fn error(self, message: impl Display) {
        output::say(&self.line(self.command, Kind::Error, message));
    }

    pub(in crate::commands) fn note(self, message: impl Display) {
        output::say(&self.line(self.command, Kind::Note, message));
    }

    pub(in crate::commands) fn warning(self, message: impl Display) {
        output::say(&self.line(self.command, Kind::Warning, message));
    }

    /// A message about a place, with its newline.
    pub(in crate::commands) fn line(
        self,
        place: impl Display,
        kind: Kind,
        message: impl Display,
    ) -> String {
        let (word, color, text) = match kind {
            Kind::Error => ("error", "31", "1"),
            Kind::Warning => ("warning", "35", "1"),
            Kind::Note => ("note", "36", "0"),
        };
        match self.look {
            Look::Plain => format!("{place}: {word}: {message}\n"),
            Look::Colored => {
                format!("\x1b[1m{place}: \x1b[0;1;{color}m{word}: \x1b[0;{text}m{message}\x1b[0m\n")
            }
        }
    }
}

/// The colour setting of an option, if it has one.
fn asked(option: &str) -> Option<Color> {
    match option {
        "-fdiagnostics-color" | "-fcolor-diagnostics" | "-fdiagnostics-color=always" => {
            Some(Color::Always)
        }
        "-fno-diagnostics-color" | "-fno-color-diagnostics" | "-fdiagnostics-color=never" => {
            Some(Color::Never)
        }
        "-fdiagnostics-color=auto" => Some(Color::Auto),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_option_decides() {
        let of = |line: &str, color| {
            let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
            Messages::of("unsnarl cc", &words, color).look
        };
        assert_eq!(of("-c", Color::Always), Look::Colored);
        assert_eq!(of("-c -fno-color-diagnostics", Color::Always), Look::Plain);
        assert_eq!(
            of(
                "-fdiagnostics-color=never -fcolor-diagnostics",
                Color::Never
            ),
            Look::Colored
        );
    }

    #[test]
    fn a_line_is_as_clangs() {
        let of = |look| Messages {
            command: "unsnarl c++",
            look,
        };
        let plain = of(Look::Plain).line("x.c:1:2", Kind::Note, "here");
        assert_eq!(plain, "x.c:1:2: note: here\n");
        let colored = of(Look::Colored).line("x.c", Kind::Error, "bad");
        assert_eq!(
            colored,
            "\x1b[1mx.c: \x1b[0;1;31merror: \x1b[0;1mbad\x1b[0m\n"
        );
    }
}
