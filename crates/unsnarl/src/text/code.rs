//! Divides the text of a node into code, decision, and the end of the function.
//!
//! *Needs:* the lines of a node, and the number of edges out of it.
//! *Gives:* [`BlockText`], and whether control never reaches the end of the block.
//! *Cost:* O(text).
//!
//! The last line may say how the block ends, in the words of many tools: `br i1 %c, …`, `if (c)`,
//! `switchInt(c)`, `brif c, …`, `x > 0?`, `ret i32 %x`, `unreachable`. Its condition or operand
//! becomes the decision if several edges leave the block; jumps are left out; all else is code.

use super::elements::{NodeText, Shape};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The text of a block beside its name.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BlockText {
    /// Its code, without its decision and the end of the function. Empty if it has no code.
    pub code: String,
    /// The condition or operand by which it decides.
    pub decision: Option<String>,
    /// The text by which it ends the function.
    pub leave: Option<String>,
}

impl BlockText {
    /// Tells whether the block has a question and no code.
    pub(super) fn only_asks(&self) -> bool {
        self.code.is_empty() && self.decision.is_some()
    }
}

/// The result of reading a node's text.
pub(super) struct Code {
    /// Nothing if there is no text beside the name.
    pub(super) text: Option<BlockText>,
    pub(super) is_unreachable: bool,
}

/// Reads the lines of a node after the first `named` lines, which name the block.
pub(super) fn read(text: &NodeText, named: usize, arms: usize) -> Code {
    let lines = text.lines.get(named..).unwrap_or_default();
    let mut code = Code {
        text: None,
        is_unreachable: false,
    };
    if lines.is_empty() {
        return code;
    }
    let mut lines = joined(lines);
    let mut read = BlockText::default();
    drop_gotos(&mut lines, arms);
    let start = start_of_last(&lines);
    let last = lines.get(start).map_or("", |line| line.trim());
    let ends = match (ending(last, text.shape), arms) {
        (Ending::Decides(decision), 2..) => {
            read.decision = Some(decision.to_string());
            true
        }
        (Ending::Leaves, 0) => {
            read.leave = Some(last.trim_end_matches(';').to_string());
            true
        }
        (Ending::Unreachable, 0) => {
            code.is_unreachable = true;
            true
        }
        (Ending::Goes, 1) => true,
        _ => false,
    };
    if ends {
        lines.truncate(start);
    }
    read.code = with_margin_of(&lines);
    code.text = Some(read);
    code
}

/// Joins the parts of lines that LLVM has broken.
fn joined(lines: &[String]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for line in lines {
        match (line.strip_prefix("..."), joined.last_mut()) {
            (Some(rest), Some(last)) if rest.starts_with(' ') => last.push_str(rest),
            _ => joined.push(line.clone()),
        }
    }
    joined
}

/// Drops the jumps at the end of GCC's blocks: `goto <bb 4>; [INV]`, and `else` between two of
/// these.
fn drop_gotos(lines: &mut Vec<String>, arms: usize) {
    while arms > 0
        && lines.last().is_some_and(|line| {
            let line = line.trim();
            line.starts_with("goto <bb ") || line == "else"
        })
    {
        lines.pop();
    }
}

/// Gives the number of the first line of the last statement: a `switch` of LLVM has several lines.
fn start_of_last(lines: &[String]) -> usize {
    let last = lines.len().saturating_sub(1);
    let is_list = lines
        .last()
        .is_some_and(|line| line.trim().starts_with(']'));
    let begins = |line: &String| {
        ["switch ", "indirectbr "]
            .iter()
            .any(|word| line.trim().starts_with(word))
    };
    match lines.iter().rposition(begins) {
        Some(start) if is_list => start,
        _ => last,
    }
}

/// Joins lines, without the indentation that they share.
fn with_margin_of(lines: &[String]) -> String {
    let margin = |line: &String| line.len() - line.trim_start_matches(' ').len();
    let margin = lines.iter().map(margin).min().unwrap_or_default();
    let lines = lines.iter().map(|line| line[margin..].trim_end());
    lines.collect::<Vec<_>>().join("\n")
}

/// The way in which a block ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending<'l> {
    /// It decides by this text.
    Decides(&'l str),
    /// It jumps to its only successor.
    Goes,
    /// It ends the function.
    Leaves,
    Unreachable,
    /// Unknown.
    Unknown,
}

fn ending(line: &str, shape: Shape) -> Ending<'_> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let length = line.find(|c| !is_word(c)).unwrap_or(line.len());
    let (word, rest) = line.split_at(length);
    let rest = rest.trim();
    match word {
        "br" | "switch" if rest.contains("label %") => of_llvm(rest),
        "brif" | "br_table" => Ending::Decides(before(rest, ",")),
        "jump" | "goto" if rest.chars().all(|c| is_word(c) || c == ';') => Ending::Goes,
        "switchInt" | "if" | "elif" | "while" | "for" | "until" | "unless" | "match" | "switch"
            if !condition(rest).is_empty() =>
        {
            Ending::Decides(condition(rest))
        }
        "return" | "ret" | "throw" | "raise" => Ending::Leaves,
        "unreachable" | "__builtin_unreachable"
            if rest.trim_matches(['(', ')', ';', ' ']).is_empty() =>
        {
            Ending::Unreachable
        }
        // Cranelift's name.
        "trap" => Ending::Unreachable,
        // The terminators of clang.
        "T" if let Some(terminator) = rest.strip_prefix(": ") => match ending(terminator, shape) {
            Ending::Unknown => Ending::Decides(terminator),
            known => known,
        },
        _ => match (line.strip_suffix('?'), shape) {
            (Some(question), _) => Ending::Decides(question.trim_end()),
            (None, Shape::Question) => Ending::Decides(line),
            (None, Shape::Plain) => Ending::Unknown,
        },
    }
}

/// Reads the text after `br` or `switch`: `i1 %c, label %a, label %b`.
fn of_llvm(rest: &str) -> Ending<'_> {
    match rest.split_once(", label %") {
        Some((operand, _)) => {
            Ending::Decides(operand.split_once(' ').map_or(operand, |(_, value)| value))
        }
        None => Ending::Goes,
    }
}

fn before<'l>(text: &'l str, end: &str) -> &'l str {
    text.split_once(end)
        .map_or(text, |(before, _)| before)
        .trim()
}

/// Gives the condition between the words of a statement, without brackets around it.
fn condition(rest: &str) -> &str {
    // GCC lists the cases after the operand, and Soot the target.
    let rest = before(before(rest, " <default: "), " goto ");
    let rest = rest.trim_end_matches(['{', ':', ';', '?', ' ']);
    let rest = rest.strip_suffix(" then").unwrap_or(rest).trim_end();
    let inner = rest
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    match inner.filter(|inner| is_balanced(inner)) {
        Some(inner) => inner.trim(),
        None => rest,
    }
}

/// Tells whether every closing bracket has an opening one before it.
fn is_balanced(text: &str) -> bool {
    let mut depth = 0_usize;
    text.chars().all(|c| {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return false,
            ')' => depth -= 1,
            _ => {}
        }
        true
    })
}
