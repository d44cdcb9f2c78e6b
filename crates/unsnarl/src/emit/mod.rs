//! Writers: a structured program as text in some language.
//!
//! *Needs:* a graph, a program that keeps rules P1 to P6 on it and to the [profile] of the
//! language, and the host's texts for its blocks.
//! *Gives:* text: [`pseudocode`] to read; [`write`] for languages by their [grammar](Grammar):
//! [`JavaScript`], [`C`], [`Rust`], [`Python`], [`Wgsl`]; [`wat`].
//! *Cost:* O(steps · log steps + text).
//!
//! | language | profile | limits |
//! |---|---|---|
//! | [`JavaScript`], [`wat`] | any program | engines' nesting |
//! | [`Rust`] | [`RUST`](crate::program::Profile::RUST) | |
//! | [`C`] | [`SINGLE_LEVEL`](crate::program::Profile::SINGLE_LEVEL) | 127 brackets in strict C99 |
//! | [`Python`] | [`PYTHON`](crate::program::Profile::PYTHON) | 20 loops in each other |
//! | [`Wgsl`] | [`SHADER`](crate::program::Profile::SHADER) | [`MAX_BRACES`] in each other |
//!
//! There is one walker; it prints the [forms](crate::forms) of a program in their order. To write
//! another language, implement [`Grammar`] if its brackets are similar, or otherwise [`Language`],
//! with one method for each construct, and pass it to [`write_in`]. WebAssembly's loops and scopes
//! are those of the program, and its conditions are on a stack, so [`wat`] walks the steps.
//! [`wrapped`] breaks lines that are too long.
//!
//! ```
//! use unsnarl::emit::{self, Texts};
//! use unsnarl::program::Profile;
//! use unsnarl::{lower, reduce, structure, text};
//!
//! let graph = text::read("a -> b | c\nb -> a\nc -> return", text::Notation::Cfg)?;
//! let program = structure::nested(&reduce::dispatch(&graph.cfg));
//! let program = lower::lower(&graph.cfg, &program, &Profile::PYTHON)?.program;
//! let mut code = String::new();
//! emit::write(&mut code, &graph.cfg, &program, emit::Python, Texts::Calls, &graph)?;
//! let expected = "\
//! def run(block, decide):
//!   while True:
//!     block(0) # a
//!     if decide(0) != 0:
//!       break
//!     block(1) # b
//!   block(2) # c
//!   return
//! ";
//! assert_eq!(code, expected);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [profile]: crate::program::Profile

mod c;
mod condition;
mod control_names;
mod curly;
mod due;
mod exits;
mod flag_names;
mod fresh;
mod grammar;
mod javascript;
mod label;
mod language;
mod lines;
mod names;
mod naming;
mod precedence;
mod pseudocode;
mod python;
mod rust;
mod unread;
mod walker;
mod wat;
mod wgsl;
mod wrap;

#[cfg(test)]
mod tests;

pub use c::C;
pub use control_names::ControlNames;
pub use due::DueTexts;
pub use grammar::{Grammar, Texts, Variables};
pub use javascript::JavaScript;
pub use language::{Bracket, Case, Foot, Head, Jump, Language, Part, Signs};
pub use lines::Lines;
pub(crate) use precedence::{joins, negated};
pub use pseudocode::pseudocode;
pub use python::Python;
pub use rust::Rust;
pub use wat::wat;
pub use wgsl::{MAX_BRACES, Wgsl, WgslError, wgsl};
pub use wrap::wrapped;

use crate::cfg::Cfg;
use crate::forms::Formed;
use crate::program::Program;
use crate::text::Bodies;
use core::fmt;
use grammar::Texted;

/// Writes `program` in a language that has a [`Grammar`].
///
/// The program must keep rules P1 to P6 on `cfg`, and to the profile of the language. O(steps · log
/// steps + text).
pub fn write(
    out: &mut impl fmt::Write,
    cfg: &Cfg,
    program: &Program,
    grammar: impl Grammar,
    texts: Texts,
    bodies: &impl Bodies,
) -> fmt::Result {
    let lines = match grammar.signs().nothing {
        Some(_) => Lines::with_every_level(out),
        None => Lines::new(out),
    };
    let language = Texted::new(cfg, bodies, grammar, texts);
    write_in(lines, cfg, program, &language)
}

/// Gives the variables that [`write`] uses for control: the label, decisions that are saved, and
/// flags. A host whose texts are [code](Texts::Code) declares them.
pub fn variables(
    cfg: &Cfg,
    program: &Program,
    grammar: impl Grammar,
    bodies: &impl Bodies,
) -> Variables {
    let language = Texted::new(cfg, bodies, grammar, Texts::Code);
    let formed = Formed::new(cfg, program, &language);
    Variables::find(cfg, &formed, &language)
}

/// Writes `program` in any language, as [`write`] does.
pub fn write_in(
    lines: Lines<'_>,
    cfg: &Cfg,
    program: &Program,
    language: &impl Language,
) -> fmt::Result {
    write_formed(lines, cfg, &Formed::new(cfg, program, language), language)
}

/// As [`write_in`], for a caller that needs the statements too: those of the program, found for
/// this language.
pub fn write_formed(
    lines: Lines<'_>,
    cfg: &Cfg,
    formed: &Formed,
    language: &impl Language,
) -> fmt::Result {
    walker::write(lines, cfg, formed, language)
}

/// Writes `program` as a JavaScript function of `block` and `decide`, as described at
/// [`Texts::Calls`].
///
/// `decide(i) === 0` takes the first arm of a branch. The function returns where the graph does,
/// and throws at an unreachable block.
pub fn javascript(
    out: &mut impl fmt::Write,
    cfg: &Cfg,
    program: &Program,
    bodies: &impl Bodies,
) -> fmt::Result {
    write(out, cfg, program, JavaScript, Texts::Calls, bodies)
}
