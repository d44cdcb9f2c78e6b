//! WGSL's grammar.
//!
//! *Needs:* a program that keeps to the profile [`SHADER`](crate::program::Profile::SHADER),
//! because jumps cannot name a label, and every switch needs a default.
//! *Gives:* [`Wgsl`], and [`wgsl`], which also counts braces.
//! *Cost:* the cost of [`write`](super::write), and O(statements) for the count.
//! *Source:* [WGSL]: loops with a `continuing` block, behaviours of statements, limits.
//!
//! The function is `fn run()`, and calls functions that its module declares: `block(u32)`,
//! `decide(u32) -> u32` and `unreachable()`. In WGSL no call can end its caller, so a `return`
//! follows the call of `unreachable()`. A scope is a switch with a default only. WGSL does not
//! allow a loop that is never left, so such a loop contains `break if false`.

use super::exits::Exits;
use super::grammar::{Grammar, Texted, Texts, Variables};
use super::language::{Bracket, Foot, Head, Jump, Part, Signs};
use super::lines::Lines;
use super::{curly, walker};
use crate::cfg::Cfg;
use crate::forms::{Formed, Statement};
use crate::program::Program;
use crate::text::Bodies;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The maximum nesting depth of braces in a function of WGSL, including the braces around its body.
pub const MAX_BRACES: usize = 127;

/// The greatest depth of brackets for which braces never nest deeper than WGSL allows: a switch and
/// its arm count as two, and so do a loop and its `continuing` block.
const SAFE_DEPTH: usize = (MAX_BRACES - 1) / 2;

/// WGSL: jumps have no labels, and bind to loops and switches.
#[derive(Clone, Copy, Debug)]
pub struct Wgsl;

/// The reason why a program is not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WgslError {
    /// Braces would nest deeper than [`MAX_BRACES`].
    Nesting {
        /// The nesting depth that the braces would have.
        braces: usize,
    },
    /// The output refused the text.
    Write,
}

impl fmt::Display for WgslError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WgslError::Nesting { braces } => write!(
                f,
                "braces would nest {braces} deep, and WGSL allows {MAX_BRACES}: a maximal depth of \
                 {SAFE_DEPTH} is always enough"
            ),
            WgslError::Write => f.write_str("the text cannot be written"),
        }
    }
}

impl core::error::Error for WgslError {}

impl From<fmt::Error> for WgslError {
    fn from(_: fmt::Error) -> WgslError {
        WgslError::Write
    }
}

/// Writes `program` in WGSL, as [`write`](super::write) does with [`Wgsl`]. Fails if braces would
/// nest deeper than a function allows.
pub fn wgsl(
    out: &mut impl fmt::Write,
    cfg: &Cfg,
    program: &Program,
    texts: Texts,
    bodies: &impl Bodies,
) -> Result<(), WgslError> {
    let language = Texted::new(cfg, bodies, Wgsl, texts);
    let formed = Formed::new(cfg, program, &language);
    match braces(&formed) {
        braces if braces > MAX_BRACES => Err(WgslError::Nesting { braces }),
        _ => Ok(walker::write(Lines::new(out), cfg, &formed, &language)?),
    }
}

/// Gives the nesting depth of the braces in a function.
fn braces(formed: &Formed) -> usize {
    let exits = Exits::find(formed);
    let (mut depth, mut most) = (1, 1);
    let mut open: Vec<Statement> = Vec::new();
    for (at, &statement) in formed.statements().iter().enumerate() {
        if statement.opens() {
            depth += own_braces(statement);
            most = most.max(depth);
            open.push(statement);
        } else if statement == Statement::End
            && let Some(opened) = open.pop()
        {
            let has_continuing = match opened {
                Statement::Loop(_) => !exits.is_left(at),
                opened => matches!(opened, Statement::DoWhile(..)),
            };
            most = most.max(depth + usize::from(has_continuing));
            depth -= own_braces(opened);
        }
    }
    most
}

/// Gives the number of braces around the content of a bracket; a switch has one around each arm.
fn own_braces(statement: Statement) -> usize {
    match statement {
        Statement::Scope(_) | Statement::Switch(..) | Statement::Dispatch(_) => 2,
        _ => 1,
    }
}

impl Grammar for Wgsl {
    fn signs(&self) -> &Signs {
        &curly::SIGNS
    }

    fn catches(&self, jump: Jump, bracket: Bracket) -> bool {
        bracket == Bracket::Loop || jump == Jump::Break
    }

    /// `a && b || c` is not valid WGSL.
    fn marks_conjunctions(&self) -> bool {
        true
    }

    fn tests_last(&self) -> bool {
        true
    }

    fn has_labels(&self) -> bool {
        false
    }

    fn start(&self, lines: &mut Lines<'_>, variables: &Variables) -> fmt::Result {
        lines.line("fn run() {")?;
        lines.indent();
        for (name, first) in &variables.integers {
            lines.line(format_args!("var {name}: u32 = {};", first.unwrap_or(0)))?;
        }
        for name in &variables.flags {
            lines.line(format_args!("var {name} = false;"))?;
        }
        Ok(())
    }

    fn finish(&self, lines: &mut Lines<'_>) -> fmt::Result {
        lines.outdent();
        lines.line("}")
    }

    fn leave(&self) -> [&'static str; 2] {
        ["return", "unreachable(); return"]
    }

    fn open(&self, head: Head<'_>, operand: &str) -> String {
        match head {
            Head::Scope => String::from("switch 0 { default: {"),
            Head::Loop | Head::Do => String::from("loop {"),
            // No statement is a `for`.
            Head::While(condition) | Head::For { condition, .. } => format!("while {condition} {{"),
            Head::If(condition) => format!("if {condition} {{"),
            Head::ElseIf(condition) => format!("}} else if {condition} {{"),
            Head::Else => String::from("} else {"),
            Head::Switch(_) | Head::Dispatch => format!("switch {operand} {{"),
        }
    }

    fn close(&self, foot: Foot<'_>) -> Option<String> {
        Some(match foot {
            Foot::Scope => String::from("} }"),
            Foot::DoWhile { contrary, .. } => {
                format!("  continuing {{\n    break if {contrary};\n  }}\n}}")
            }
            Foot::Case | Foot::Other => String::from("}"),
        })
    }

    fn case(&self, lines: &mut Lines<'_>, cases: &[String], is_default: bool) -> fmt::Result {
        match is_default {
            true => lines.line("default: {"),
            false => lines.line(format_args!("case {}: {{", cases.join(", "))),
        }
    }

    fn end(&self, part: Part, _: &str) -> Option<&'static str> {
        match part {
            Part::Switch {
                has_default: false, ..
            } => Some("default: {}"),
            Part::Loop { is_left: false } => Some("continuing { break if false; }"),
            _ => None,
        }
    }
}
