//! Errors as the user sees them: the message, and the line of the source with a caret.
//!
//! *Needs:* a message and, where there is one, its place in the input.
//! *Gives:* text for standard error, coloured on a terminal.
//! *Limits:* lines of more than some hundred characters are cut around the place.

use crate::args::Color;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::ops::Range;

/// How a command ends when it does not succeed.
#[derive(Debug)]
pub(crate) struct Failure {
    /// Whose fault it is.
    pub(crate) fault: Fault,
    message: String,
    place: Option<Box<Place>>,
    /// What to do next.
    help: Option<String>,
    /// Further failures.
    others: Vec<Failure>,
}

/// Whose fault a failure is: the exit status says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// The input, or the environment: status 1.
    Input,
    /// The command line: status 2.
    Usage,
    /// A bug in unsnarl: status 3.
    Ours,
    /// None: the reader of standard output closed it, and no more output is needed: status 0.
    ReaderGone,
    /// None: a proof reached its limit without finding a difference: status 4.
    Unproved,
    /// A program that was to be run could not be: status 125.
    NotStarted,
    /// A program was ended by a trap: status 134.
    Trap,
}

impl Fault {
    pub(crate) fn status(self) -> u8 {
        match self {
            Fault::ReaderGone => 0,
            Fault::Input => 1,
            Fault::Usage => 2,
            Fault::Ours => 3,
            Fault::Unproved => 4,
            Fault::NotStarted => 125,
            Fault::Trap => 134,
        }
    }
}

/// A place in an input.
#[derive(Debug)]
struct Place {
    name: String,
    /// The lines that it is in, and the number of the first.
    text: String,
    first_line: usize,
    /// In these lines.
    span: Range<usize>,
}

impl Failure {
    /// A failure without a place.
    pub(crate) fn new(fault: Fault, message: impl Display) -> Failure {
        Failure {
            fault,
            message: message.to_string(),
            place: None,
            help: None,
            others: Vec::new(),
        }
    }

    /// Joins the failures of one input, at least one: all are printed, and the gravest fault
    /// determines the status.
    pub(crate) fn several(all: impl IntoIterator<Item = Failure>) -> Failure {
        let mut all = all.into_iter();
        let mut first = all.next().expect("a failure has at least one error");
        first.others.extend(all);
        let faults = first.others.iter().map(|other| other.fault);
        let gravest = faults.max_by_key(|fault| fault.status());
        if let Some(fault) = gravest.filter(|fault| fault.status() > first.fault.status()) {
            first.fault = fault;
        }
        first
    }

    /// Says where in the input named `name` the failure has its cause.
    pub(crate) fn at(mut self, name: &str, text: &str, span: Range<usize>) -> Failure {
        let start = nearest_boundary(text, span.start);
        let end = nearest_boundary(text, span.end.max(span.start));
        let from = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let to = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
        self.place = Some(Box::new(Place {
            name: name.into(),
            text: text[from..to].into(),
            first_line: text[..from].matches('\n').count() + 1,
            span: start - from..end - from,
        }));
        self
    }

    /// Says what to do next.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Failure {
        self.help = Some(help.into());
        self
    }

    /// What went wrong, without its place.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The same for a program that was to be run: it never started.
    pub(crate) fn before_start(self) -> Failure {
        Failure {
            fault: Fault::NotStarted,
            ..self
        }
    }

    /// Prints it as a warning; the command goes on.
    pub(crate) fn warn(&self, color: Color) {
        // If standard error cannot be written to, the warning is dropped.
        let _ = std::io::stderr().write_all(self.shown(Level::WARNING, color).as_bytes());
    }

    /// Gives the text to print, with a newline.
    pub(crate) fn render(&self, color: Color) -> String {
        self.shown(Level::ERROR, color)
    }

    fn shown(&self, level: Level<'_>, color: Color) -> String {
        let others = self.others.iter();
        let others = others.map(|other| other.shown(level.clone(), color));
        std::iter::once(self.shown_alone(level.clone(), color))
            .chain(others)
            .collect()
    }

    fn shown_alone(&self, level: Level<'_>, color: Color) -> String {
        let title = level.primary_title(self.message.as_str());
        let mut title = Group::with_title(title);
        if let Some(place) = &self.place {
            let annotation = AnnotationKind::Primary.span(place.span.clone());
            title = title.element(
                Snippet::source(place.text.as_str())
                    .line_start(place.first_line)
                    .path(place.name.as_str())
                    .annotation(annotation),
            );
        }
        if let Some(help) = &self.help {
            title = title.element(Level::HELP.message(help.as_str()));
        }
        let renderer = if is_colored(color) {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        format!("{}\n", renderer.render(&[title]))
    }
}

/// Tells whether messages to standard error have colours.
pub(crate) fn is_colored(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
            let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
            !is_set("NO_COLOR") && !is_dumb && std::io::stderr().is_terminal()
        }
    }
}

/// The place in `text` at or before `at` that lies between characters.
fn nearest_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_shows_its_line_with_a_caret() {
        let failure =
            Failure::new(Fault::Input, "unknown word").at("x.ll", "one\ntwo three\n", 8..13);
        let text = failure.render(Color::Never);
        assert!(text.starts_with("error: unknown word"), "{text}");
        assert!(
            text.contains("x.ll:2:5") && text.contains("two three"),
            "{text}"
        );
        assert!(text.contains("    ^^^^^"), "{text}");
    }

    #[test]
    fn a_place_past_the_end_or_inside_a_character_is_moved() {
        let failure = Failure::new(Fault::Input, "cut")
            .at("x", "é", 1..99)
            .help("write more");
        assert!(failure.render(Color::Never).contains("help: write more"));
    }
}
