//! Brackets of a text in each other.
//!
//! *Gives:* [`depth`]. *Cost:* linear.

/// The most brackets of any kind that are open at once in a text of C. Those in literals and in
/// remarks, which end with their lines, do not count.
pub(super) fn depth(text: &str) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    let mut bytes = text.bytes().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'(' | b'[' | b'{' => {
                open += 1;
                deepest = deepest.max(open);
            }
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            b'"' | b'\'' => {
                while let Some(inner) = bytes.next() {
                    match inner {
                        b'\\' => {
                            bytes.next();
                        }
                        inner if inner == byte => break,
                        _ => {}
                    }
                }
            }
            b'/' if bytes.peek() == Some(&b'/') => {
                bytes.find(|&next| next == b'\n');
            }
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_brackets_of_code_count() {
        for (text, expected) in [
            ("", 0),
            ("f(a[i]) + (b)", 2),
            ("{ (( } {", 3),
            (") (", 1),
            ("f(\"((\\\"(\", '(', '\\'')", 1),
            ("{ // -> ((\n(", 2),
            ("a / (b / c)", 1),
        ] {
            assert_eq!(depth(text), expected, "{text}");
        }
    }
}
