//! The lines of a body by what they do, and the names in them.
//!
//! *Needs:* the text of the [writer](unsnarl::emit): one statement or bracket a line, all bodies in
//! braces.
//! *Gives:* [`Line`], and [`names`].
//! *Cost:* linear in the text.

/// What a line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'t> {
    /// Opens a loop that tests this before each round.
    While(&'t str),
    /// Opens a loop with what is done first, a condition and a step.
    For([&'t str; 3]),
    Do,
    If(&'t str),
    ElseIf(&'t str),
    Else,
    Switch(&'t str),
    /// Begins an arm of a switch; whether it is the default.
    Case(bool),
    /// Ends a loop that tests this after each round.
    DoWhile(&'t str),
    End,
    Break,
    Continue,
    /// Ends the function, after this.
    Leave(&'t str),
    /// Says that the next arm follows.
    FallThrough,
    Statement(&'t str),
}

/// How a line begins and ends, and what it is then.
type Head<'t> = (&'static str, &'static str, fn(&'t str) -> Line<'t>);

impl<'t> Line<'t> {
    /// Tells what a line without its indentation does.
    pub(super) fn read(text: &'t str) -> Line<'t> {
        let inside = |start: &str, end: &str| text.strip_prefix(start)?.strip_suffix(end);
        match text {
            "}" => return Line::End,
            "} else {" => return Line::Else,
            "do {" => return Line::Do,
            "break;" => return Line::Break,
            "continue;" => return Line::Continue,
            "default:" => return Line::Case(true),
            "__builtin_unreachable();" => return Line::Leave(text),
            "__attribute__((fallthrough));" => return Line::FallThrough,
            _ => {}
        }
        if let Some(head) = inside("for (", ") {") {
            let mut parts = head.splitn(3, "; ");
            let mut part = || parts.next().unwrap_or_default();
            return Line::For([part(), part(), part()]);
        }
        let heads: [Head<'t>; 5] = [
            ("while (", ") {", Line::While),
            ("if (", ") {", Line::If),
            ("} else if (", ") {", Line::ElseIf),
            ("switch (", ") {", Line::Switch),
            ("} while (", ");", Line::DoWhile),
        ];
        for (start, end, line) in heads {
            if let Some(inner) = inside(start, end) {
                return line(inner);
            }
        }
        if text.starts_with("case ") && text.ends_with(':') {
            return Line::Case(false);
        }
        match text == "return;" || text.starts_with("return ") {
            true => Line::Leave(text),
            false => Line::Statement(text),
        }
    }

    /// What a line reads or sets, as text.
    pub(super) fn texts(&self) -> Vec<&'t str> {
        match *self {
            Line::While(text)
            | Line::If(text)
            | Line::ElseIf(text)
            | Line::Switch(text)
            | Line::DoWhile(text)
            | Line::Leave(text)
            | Line::Statement(text) => vec![text],
            Line::For(parts) => parts.to_vec(),
            _ => Vec::new(),
        }
    }
}

/// The variable that a text assigns to as a whole, and what it assigns.
pub(super) fn assignment(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once(" = ")?;
    let is_name = name.bytes().all(is_word);
    is_name.then_some((name, value))
}

/// The names in a text, besides those of members and what is in strings and remarks.
pub(super) fn names(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    // What stands before a name, if it makes it one of a member.
    let mut before = [b' ', b' '];
    while let Some(&byte) = bytes.get(at) {
        if byte == b'"' || byte == b'\'' {
            at += 1;
            while let Some(&inner) = bytes.get(at).filter(|&&inner| inner != byte) {
                at += if inner == b'\\' { 2 } else { 1 };
            }
            at += 1;
            before = [b' ', b' '];
            continue;
        }
        if bytes[at..].starts_with(b"//") {
            break;
        }
        if !is_word(byte) {
            before = [before[1], byte];
            at += 1;
            continue;
        }
        let start = at;
        while bytes.get(at).copied().is_some_and(is_word) {
            at += 1;
        }
        let is_member = before[1] == b'.' || before == [b'-', b'>'];
        if !byte.is_ascii_digit() && !is_member {
            found.push(&text[start..at]);
        }
        before = [b' ', b' '];
    }
    found
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_by_their_brackets() {
        for (text, line) in [
            ("while (x) {", Line::While("x")),
            (
                "for (i = 0; i < n; i++) {",
                Line::For(["i = 0", "i < n", "i++"]),
            ),
            ("for (; i < n; i++) {", Line::For(["", "i < n", "i++"])),
            ("} while (0);", Line::DoWhile("0")),
            ("} else if (f(x)) {", Line::ElseIf("f(x)")),
            ("case 3:", Line::Case(false)),
            ("return x;", Line::Leave("return x;")),
            ("returned = x;", Line::Statement("returned = x;")),
            (
                "{ uint32_t ir_v = x; }",
                Line::Statement("{ uint32_t ir_v = x; }"),
            ),
        ] {
            assert_eq!(Line::read(text), line, "{text}");
        }
    }

    #[test]
    fn names_are_no_members_and_no_strings() {
        for (text, due) in [
            ("p->next = q.x + y;", &["p", "q", "y"][..]),
            (r#"f("a\"b", 'c', 0x1f, 10ul);"#, &["f"]),
            ("label = 3; // -> b5", &["label"]),
            ("a - x > b", &["a", "x", "b"]),
        ] {
            assert_eq!(names(text), due, "{text}");
        }
    }
}
