//! A text without what only people need: white space, remarks, long names.
//!
//! *Needs:* a text of this crate, and which of its names may be others. *Gives:* the shorter text.
//! *Cost:* linear in the text, and a sort of the names.
//!
//! The names of a module begin with a capital letter afterwards, those of variables with a small
//! one before: they do not meet.

use std::collections::HashMap;

use crate::names::Taken;
use crate::tokens::{Token, tokens};

/// Short names for `names`, the shortest ones for those that occur most in `texts`.
pub(crate) fn short_names<'n>(
    names: impl Iterator<Item = &'n str>,
    texts: &[&str],
    taken: &Taken,
) -> HashMap<&'n str, String> {
    let mut counts: HashMap<&str, (usize, usize)> = HashMap::new();
    for (place, name) in names.enumerate() {
        counts.entry(name).or_insert((0, place));
    }
    for token in texts.iter().flat_map(|text| tokens(text)) {
        if let Token::Name(name) = token
            && let Some((count, _)) = counts.get_mut(name)
        {
            *count += 1;
        }
    }
    let mut order: Vec<(&str, (usize, usize))> = counts.into_iter().collect();
    order.sort_by_key(|&(_, (count, place))| (std::cmp::Reverse(count), place));
    let mut numbers = 0..;
    let mut next = || {
        loop {
            let name = short(numbers.next().expect("there are more numbers than names"));
            if !taken.has(&name) {
                return name;
            }
        }
    };
    order.into_iter().map(|(name, _)| (name, next())).collect()
}

/// The n-th of the short names that begin with a capital letter or an underscore.
fn short(mut number: usize) -> String {
    const FIRST: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    const MORE: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    let mut name = String::from(FIRST[number % FIRST.len()] as char);
    number /= FIRST.len();
    while number > 0 {
        number -= 1;
        name.push(MORE[number % MORE.len()] as char);
        number /= MORE.len();
    }
    name
}

/// A text with other names, and no white space that is not needed.
pub(crate) fn compacted(text: &str, names: &HashMap<&str, String>) -> String {
    let mut out = String::with_capacity(text.len() / 2);
    let mut line_ended = false;
    let mut mark = "";
    for token in tokens(text) {
        let text = match token {
            Token::Blank => continue,
            Token::Mark(text) => {
                mark = text;
                continue;
            }
            Token::Line => {
                line_ended = true;
                continue;
            }
            Token::Name(name) => match name {
                "true" => "!0",
                "false" => "!1",
                name => names.get(name).map_or(name, String::as_str),
            },
            Token::Property(text) | Token::Other(text) => text,
        };
        let last = out.chars().next_back();
        let needs_line = line_ended
            && !matches!(last, None | Some(';' | '{' | '}' | ',' | '(' | '[' | '\n'))
            && !text.starts_with(['}', ')', ']', '.']);
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
        let first = text.chars().next();
        let meet = match (last, first) {
            (Some(last), Some(first)) => {
                is_part(last) && is_part(first)
                    || last == first && matches!(first, '+' | '-' | '/')
                    || is_part(last) && text.starts_with("...")
            }
            _ => false,
        };
        if needs_line {
            out.push('\n');
        } else if meet {
            out.push(' ');
        }
        line_ended = false;
        out.push_str(std::mem::take(&mut mark));
        out.push_str(text);
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_goes_where_it_may() {
        let names = HashMap::from([("imul", String::from("A"))]);
        let check = |text: &str, expected: &str| assert_eq!(compacted(text, &names), expected);
        check("let a, b; // two\n  a = b - -1;\n", "let a,b;a=b- -1;\n");
        check("return imul(a, b) + x.imul;", "return A(a,b)+x.imul;\n");
        check(
            "if (a) {\n  b();\n} else c = true;\n",
            "if(a){b();}else c=!0;\n",
        );
        check("f(\"a  b\");\n\ncase 1:\n", "f(\"a  b\");case 1:\n");
    }
}
