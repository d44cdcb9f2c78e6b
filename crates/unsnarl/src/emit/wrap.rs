//! Wraps long lines of C and JavaScript.
//!
//! *Needs:* a text whose operators have blanks around them.
//! *Gives:* [`wrapped`]: the same tokens in more lines.
//! *Cost:* linear in the text, and O(width) for each resulting line.
//!
//! ```text
//! total = weight(first, second) * (first.size + second.size) + weight(third, fourth) * third.size;
//!                                         ->
//! total = weight(first, second) * (first.size + second.size) +
//!     weight(third, fourth) * third.size;
//! ```
//!
//! A line may be broken where a blank follows an operator, a comma, a semicolon or an opening
//! brace, or after an opening parenthesis: at these places JavaScript does not end a statement.
//! Among the places in the right half of the line, the one inside the fewest brackets is chosen,
//! and among several such places the last; if there are none in the right half, the last place in
//! the line is chosen. A line is broken after a parenthesis only if there is no other place. A part
//! without such places, such as a string, stays as long as it is.

use alloc::string::String;
use alloc::vec::Vec;

/// The additional indentation of continued lines.
const INDENT: usize = 4;

/// Tokens after which a line may be broken, if a blank follows.
const BEFORE_BLANKS: [&str; 36] = [
    ",", ";", "{", "?", ":", "=", "+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "<<", ">>",
    ">>>", "==", "!=", "===", "!==", "<=", ">=", "&&", "||", "??", "=>", "+=", "-=", "*=", "|=",
    "&=", "^=", "/=",
];

/// A place where a line may be broken.
#[derive(Clone, Copy)]
struct Place {
    /// In bytes: the end of the first part, and the start of the next one.
    end: usize,
    next: usize,
    /// The end of the first part in characters.
    column: usize,
    /// The number of brackets around it.
    depth: usize,
    /// Whether it follows an opening parenthesis.
    is_open: bool,
}

/// Breaks the lines of more than `width` characters, where that is possible. A line that is
/// indented by more than half of `width` may have `width / 2` characters beside its indentation.
/// Preprocessor directives of C stay as they are. `invisible` gives the number of bytes at the
/// start of a text that are not shown.
///
/// Linear in the text.
pub fn wrapped(text: &str, width: usize, invisible: impl Fn(&str) -> usize) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 32);
    for line in text.split_inclusive('\n') {
        match line.len() <= width || line.starts_with('#') {
            true => out += line,
            false => wrap(line, width, &invisible, &mut out),
        }
    }
    out
}

fn wrap(line: &str, width: usize, invisible: &dyn Fn(&str) -> usize, out: &mut String) {
    let (content, ending) = match line.strip_suffix('\n') {
        Some(content) => (content, "\n"),
        None => (line, ""),
    };
    let scanned = scan(content, invisible);
    let indent = content.len() - content.trim_start_matches(' ').len();
    let width = width.max(indent + width / 2);
    // A comment at the end of a line moves to a line before it.
    let (mut content, mut columns) = (content, scanned.columns);
    if columns > width
        && let Some((start, column)) = scanned.remark
        && start > indent
    {
        push_blanks(out, indent);
        out.push_str(&content[start..]);
        out.push('\n');
        content = content[..start].trim_end_matches(' ');
        columns = column - (start - content.len());
    }
    let mut places = scanned.places.as_slice();
    let (mut start, mut column, mut own_indent) = (0, 0, 0);
    while own_indent + columns - column > width {
        let room = width.saturating_sub(own_indent);
        let most = column + room;
        let fitting = places.partition_point(|place| place.column <= most);
        let Some(last) = fitting.checked_sub(1).or((!places.is_empty()).then_some(0)) else {
            break;
        };
        let all = places[..=last].iter().enumerate();
        let (at, place) = all
            .min_by_key(|(at, place)| {
                let is_early = place.column < column + room / 2;
                let depth = if is_early { 0 } else { place.depth };
                (place.is_open, is_early, depth, last - at)
            })
            .map_or((last, places[last]), |(at, place)| (at, *place));
        push_blanks(out, own_indent);
        out.push_str(&content[start..place.end]);
        out.push('\n');
        start = place.next;
        column = place.column + (place.next - place.end);
        own_indent = indent + INDENT;
        places = &places[at + 1..];
    }
    push_blanks(out, own_indent);
    out.push_str(&content[start..]);
    out.push_str(ending);
}

fn push_blanks(out: &mut String, count: usize) {
    out.extend(core::iter::repeat_n(' ', count));
}

/// The result of scanning a line.
struct Scanned {
    places: Vec<Place>,
    /// The characters of the line.
    columns: usize,
    /// The start of a comment at its end, in bytes and in characters.
    remark: Option<(usize, usize)>,
}

fn scan(line: &str, invisible: &dyn Fn(&str) -> usize) -> Scanned {
    let mut scanned = Scanned {
        places: Vec::new(),
        columns: 0,
        remark: None,
    };
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(first) = line[at..].chars().next() {
        let rest = &line[at..];
        let skipped = invisible(rest);
        if skipped > 0 {
            at += skipped;
            continue;
        }
        if rest.starts_with("//") {
            scanned.remark = Some((at, scanned.columns));
            scanned.columns += rest.chars().count();
            break;
        }
        let token = match first {
            '"' | '\'' | '`' => &rest[..quoted_end(rest, first)],
            c if is_sign(c) => {
                let end = rest.find(|c| !is_sign(c)).unwrap_or(rest.len());
                &rest[..end]
            }
            c => &rest[..c.len_utf8()],
        };
        at += token.len();
        scanned.columns += token.chars().count();
        match token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let blanks = line[at..].len() - line[at..].trim_start_matches(' ').len();
        // A comment alone does not form a new part.
        let behind = &line[at + blanks..];
        let is_end = behind.is_empty() || behind.starts_with("//");
        let is_open = token == "(";
        let is_place = is_open || blanks > 0 && BEFORE_BLANKS.contains(&token);
        if is_place && !is_end {
            scanned.places.push(Place {
                end: at,
                next: at + blanks,
                column: scanned.columns,
                depth,
                is_open,
            });
        }
    }
    scanned
}

fn is_sign(c: char) -> bool {
    "+-*/%&|^<>=!?:".contains(c)
}

/// The end of a literal that begins with this character.
fn quoted_end(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::wrapped;
    use alloc::string::String;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let mark = |rest: &str| rest.starts_with('<').then(|| rest.find('>')).flatten();
        let found = wrapped(text, 24, |rest| mark(rest).map_or(0, |end| end + 1));
        assert_eq!(found, expected);
        let solid =
            |text: &str| -> String { text.chars().filter(|c| *c != ' ' && *c != '\n').collect() };
        if !text.contains("//") {
            assert_eq!(solid(&found), solid(text));
        }
    }

    #[test]
    fn lines_are_broken_in_the_fewest_brackets() {
        check("  a = f(b, c) + g(d, e);\n", "  a = f(b, c) + g(d, e);\n");
        check(
            "  a = f(b, c) + gg(ddd, eee);\nb;\n",
            "  a = f(b, c) +\n      gg(ddd, eee);\nb;\n",
        );
        check(
            "  if (first && second && third_one) {\n",
            "  if (first && second &&\n      third_one) {\n",
        );
        check(
            "f(aaaaaaaaaaaaa, bbbbbbb, ccccc)",
            "f(aaaaaaaaaaaaa,\n    bbbbbbb, ccccc)",
        );
        // A sign is not an operator if no blank follows.
        check(
            "return x - -y * *z + *pointer;",
            "return x - -y * *z +\n    *pointer;",
        );
        check(
            "return p->first->second->third;",
            "return p->first->second->third;",
        );
    }

    #[test]
    fn strings_directives_and_marks_stay() {
        check(
            "puts(\"a string, that is long\");",
            "puts(\n    \"a string, that is long\");",
        );
        check(
            "p(\"a \\\"b, c\\\", d, e, f, g\");",
            "p(\n    \"a \\\"b, c\\\", d, e, f, g\");",
        );
        check(
            "x = 'a, b, c, d, e, f, g, h, i';",
            "x =\n    'a, b, c, d, e, f, g, h, i';",
        );
        check(
            "#define F(x, y) x + y + x + y\n",
            "#define F(x, y) x + y + x + y\n",
        );
        check(
            "<1, 2, 3>a = b + <4, 5>c + dd + ee;",
            "<1, 2, 3>a = b + <4, 5>c + dd + ee;",
        );
        check(
            "<1, 2, 3>aaaa = b + <4, 5>ccc + dd + ee;",
            "<1, 2, 3>aaaa = b + <4, 5>ccc + dd +\n    ee;",
        );
    }

    #[test]
    fn remarks_go_before_what_is_too_long_with_them() {
        check("  label = 12; // -> b123\n", "  label = 12; // -> b123\n");
        check(
            "  label = 12; // -> b1234\n",
            "  // -> b1234\n  label = 12;\n",
        );
        check(
            "  if (first && second) { // -> b1\n",
            "  // -> b1\n  if (first && second) {\n",
        );
        check(
            "  nothing_here_may_be_divided { // -> b1\n",
            "  // -> b1\n  nothing_here_may_be_divided {\n",
        );
        check(
            "// a remark that is long, but whole\n",
            "// a remark that is long, but whole\n",
        );
    }
}
