//! Bytes as texts.

/// So many zeros in a row are left out.
const ZEROS: usize = 24;

/// An expression that makes an array of bytes: `bytesOf(length, place, text, …)`.
///
/// A character stands for a byte, and runs of zeros are left out. This is shorter than base 64 when
/// it is compressed.
pub(crate) fn expression(bytes: &[u8]) -> String {
    let mut parts = String::new();
    let mut at = 0;
    while at < bytes.len() {
        let zeros = bytes[at..].iter().take_while(|&&byte| byte == 0).count();
        if zeros >= ZEROS || at + zeros == bytes.len() {
            at += zeros;
            continue;
        }
        let end = end_of_part(bytes, at);
        parts += &format!(", {at}, \"{}\"", text(&bytes[at..end]));
        at = end;
    }
    format!("bytesOf({}{parts})", bytes.len())
}

/// Where a part ends that begins somewhere: before a long run of zeros.
fn end_of_part(bytes: &[u8], start: usize) -> usize {
    let mut zeros = 0;
    for (at, &byte) in bytes.iter().enumerate().skip(start) {
        zeros = if byte == 0 { zeros + 1 } else { 0 };
        if zeros == ZEROS {
            return (at + 1 - ZEROS).max(start + 1);
        }
    }
    bytes.len() - zeros
}

fn text(bytes: &[u8]) -> String {
    let mut text = String::new();
    for (at, &byte) in bytes.iter().enumerate() {
        let next = bytes.get(at + 1);
        match byte {
            b'"' | b'\\' => text.extend(['\\', byte as char]),
            b'\n' => text += "\\n",
            b'\r' => text += "\\r",
            0 if !next.is_some_and(u8::is_ascii_digit) => text += "\\0",
            0..=0x1f | 0x7f..=0x9f => text += &format!("\\x{byte:02x}"),
            _ => text.push(byte as char),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: &str) {
        assert_eq!(expression(bytes), expected);
    }

    #[test]
    fn a_character_is_a_byte() {
        check(b"", "bytesOf(0)");
        check(b"a\"\\\n\0z", r#"bytesOf(6, 0, "a\"\\\n\0z")"#);
        check(b"\x001\x1f\xff", "bytesOf(4, 0, \"\\x001\\x1f\u{ff}\")");
    }

    #[test]
    fn zeros_are_left_out() {
        check(&[0; 100], "bytesOf(100)");
        let mut bytes = [0; 100];
        bytes[0] = b'a';
        bytes[99] = b'b';
        check(&bytes, r#"bytesOf(100, 0, "a", 99, "b")"#);
        bytes[20] = b'c';
        let zeros = "\\0".repeat(19);
        check(&bytes, &format!(r#"bytesOf(100, 0, "a{zeros}c", 99, "b")"#));
    }
}
