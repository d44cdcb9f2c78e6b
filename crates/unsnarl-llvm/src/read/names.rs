//! Names: quotes and escapes.

use std::borrow::Cow;

/// The name or number behind a sigil.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key<'s> {
    /// `%12`.
    Number(u32),
    /// `%name`.
    Text(Cow<'s, str>),
}

/// Reads the name after a sigil, or a label. `None` if it is a number that does not fit.
pub(super) fn key(written: &str) -> Option<Key<'_>> {
    if written.starts_with('"') {
        return Some(Key::Text(unquote(written)));
    }
    if written.bytes().all(|byte| byte.is_ascii_digit()) {
        return written.parse().ok().map(Key::Number);
    }
    Some(Key::Text(Cow::Borrowed(written)))
}

/// Returns the text between quotes with escapes replaced; bytes that are not UTF-8 are read as
/// Latin-1.
pub(super) fn unquote(quoted: &str) -> Cow<'_, str> {
    let inner = quoted
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .unwrap_or(quoted);
    if !inner.contains('\\') {
        return Cow::Borrowed(inner);
    }
    let bytes = unescape(inner);
    Cow::Owned(
        String::from_utf8(bytes)
            .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect()),
    )
}

/// Replaces `\\` and `\xx`. A backslash before anything else is itself.
pub(super) fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match (byte, after) {
            (b'\\', [b'\\', after @ ..]) => rest = after,
            (b'\\', [high, low, after @ ..]) => {
                if let (Some(high), Some(low)) = (hex(*high), hex(*low)) {
                    bytes.push(high << 4 | low);
                    rest = after;
                    continue;
                }
            }
            _ => {}
        }
        bytes.push(byte);
    }
    bytes
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(quoted: &str, expected: &str) {
        assert_eq!(unquote(quoted), expected);
    }

    #[test]
    fn escapes() {
        check("\"plain\"", "plain");
        check("\"a\\20b\\5C\\\\c\"", "a b\\\\c");
        check("\"\\C3\\A9\"", "é");
        check("\"\\E9\"", "é");
        check("\"\\zz\\\"", "\\zz\\");
    }

    #[test]
    fn numbers_are_no_names_unless_quoted() {
        assert_eq!(key("12"), Some(Key::Number(12)));
        assert_eq!(key("\"12\""), Some(Key::Text("12".into())));
        assert_eq!(key("99999999999"), None);
    }
}
