//! From a line of LLVM IR to its line in the source.
//!
//! *Needs:* the text of a module, and the number of a line.
//! *Gives:* [`Place`], by the debug information that the line names; nothing if it names none.
//! *Cost:* a pass over the text for each node on the way, and there are at most [`LONGEST`]. It
//! runs once, for an error.
//!
//! `!dbg !7` leads to `!7 = !DILocation(line: 4, column: 3, scope: !5)`, whose scope, or a scope
//! around that, says `file: !1`; and `!1 = !DIFile(filename: "x.c", …)`. A function names its
//! `!DISubprogram` directly, a variable a `!DIGlobalVariableExpression(var: !3, …)`.

use std::fmt;

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) file: String,
    pub(super) line: u32,
    /// 0 if that is not known.
    pub(super) column: u32,
}

/// How many nodes are followed: far more than scopes nest in a program.
const LONGEST: usize = 200;

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            0 => write!(f, "{}:{}", self.file, self.line),
            column => write!(f, "{}:{}:{column}", self.file, self.line),
        }
    }
}

/// Finds the place of the line with this number, from 1.
pub(super) fn place(text: &str, number: usize) -> Option<Place> {
    let line = text.lines().nth(number.checked_sub(1)?)?;
    let mut next = line.split_once("!dbg !")?.1;
    let mut found: Option<(u32, u32)> = None;
    for _ in 0..LONGEST {
        let node = node(text, leading_number(next)?)?;
        let line = field(node, "line").and_then(leading_number);
        if let (None, Some(line)) = (found, line) {
            let column = field(node, "column").and_then(leading_number);
            found = Some((line, column.unwrap_or(0)));
        }
        if let Some(name) = field(node, "filename") {
            let (line, column) = found?;
            let file = quoted(name)?;
            return Some(Place { file, line, column });
        }
        let up = ["file", "var", "scope"].into_iter();
        next = up
            .filter_map(|name| field(node, name))
            .find_map(|value| value.strip_prefix('!'))?;
    }
    None
}

/// The metadata with a number, from its kind on.
fn node(text: &str, number: u32) -> Option<&str> {
    let start = format!("!{number} = ");
    text.lines().find_map(|line| line.strip_prefix(&start))
}

/// The value of a field of a node, and what follows it.
fn field<'a>(node: &'a str, name: &str) -> Option<&'a str> {
    let start = format!("{name}: ");
    let fields = node.split_once('(')?.1;
    if let Some(value) = fields.strip_prefix(&start) {
        return Some(value);
    }
    fields
        .split_once(&format!(", {start}"))
        .map(|(_, value)| value)
}

fn leading_number(text: &str) -> Option<u32> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    text[..end].parse().ok()
}

/// Reads a quoted string, in which `\5C` is the byte 0x5c.
fn quoted(text: &str) -> Option<String> {
    let (inside, _) = text.strip_prefix('"')?.split_once('"')?;
    let mut bytes = Vec::new();
    let mut rest = inside.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        let escape = match (first, after) {
            (b'\\', [high, low, ..]) => std::str::from_utf8(&[*high, *low])
                .ok()
                .and_then(|digits| u8::from_str_radix(digits, 16).ok()),
            _ => None,
        };
        if escape.is_some() {
            rest = &after[2..];
        }
        bytes.push(escape.unwrap_or(*first));
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"@g = global i32 0, !dbg !0
define void @f() !dbg !10 {
  call void asm "x", ""(), !dbg !12, !srcloc !9
  ret void, !dbg !13
}
  add i32 1, 2, !dbg !20
  add i32 1, 2, !dbg !21
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "g", scope: !2, file: !3, line: 1, type: !5, isLocal: false)
!3 = !DIFile(filename: "sub/caf\C3\A9.c", directory: "/somewhere")
!10 = distinct !DISubprogram(name: "f", scope: !3, file: !3, line: 3, type: !6)
!11 = distinct !DILexicalBlock(scope: !10, file: !14, line: 4, column: 2)
!12 = !DILocation(line: 5, column: 7, scope: !11)
!13 = !DILocation(line: 6, scope: !10, inlinedAt: !12)
!14 = !DIFile(filename: "x.h", directory: "/")
!20 = !DILocation(line: 6, scope: !20)
!21 = !{i32 3}
"#;

    #[track_caller]
    fn check(line: usize, expected: &str) {
        let found = place(TEXT, line).map(|place| place.to_string());
        assert_eq!(found.unwrap_or_default(), expected);
    }

    #[test]
    fn debug_information_leads_to_the_source() {
        check(1, "sub/café.c:1");
        check(2, "sub/café.c:3");
        check(3, "x.h:5:7");
        check(4, "sub/café.c:6");
    }

    #[test]
    fn what_leads_nowhere_has_no_place() {
        check(0, "");
        check(5, "");
        // A scope that is its own.
        check(6, "");
        check(7, "");
        check(99, "");
    }
}
