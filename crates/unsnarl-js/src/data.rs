//! Bytes as texts.

/// So many zeros in a row are left out.
const ZEROS: usize = 24;

/// An expression that makes an array of bytes: `bytesOf(length, [place, text, …])`, with texts of
/// at most so many characters, four or more.
///
/// A character stands for a byte, and runs of zeros are left out. This is shorter than base 64 when
/// it is compressed. The parts are elements of an array, because engines limit arguments.
pub(crate) fn expression(bytes: &[u8], longest: usize) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let zeros = bytes[at..].iter().take_while(|&&byte| byte == 0).count();
        if zeros >= ZEROS || at + zeros == bytes.len() {
            at += zeros;
            continue;
        }
        let end = end_of_part(bytes, at);
        while at < end {
            let (own, count) = text(&bytes[at..end], longest);
            parts.push(format!("{at}, \"{own}\""));
            at += count;
        }
    }
    format!("bytesOf({}, [{}])", bytes.len(), parts.join(", "))
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

/// The text of the first bytes, and of how many: if not of all, behind a zero or else where the
/// text is as long as it may be.
fn text(bytes: &[u8], longest: usize) -> (String, usize) {
    let mut text = String::new();
    let (mut length, mut behind_zero) = (0, None);
    for (at, &byte) in bytes.iter().enumerate() {
        let next = bytes.get(at + 1);
        let start = text.len();
        match byte {
            b'"' | b'\\' => text.extend(['\\', byte as char]),
            b'\n' => text += "\\n",
            b'\r' => text += "\\r",
            0 if !next.is_some_and(u8::is_ascii_digit) => text += "\\0",
            0..=0x1f | 0x7f..=0x9f => text += &format!("\\x{byte:02x}"),
            _ => text.push(byte as char),
        }
        length += text[start..].chars().count();
        if length > longest {
            let (end, count) = behind_zero.unwrap_or((start, at));
            text.truncate(end);
            return (text, count);
        }
        if byte == 0 && length > longest / 2 {
            behind_zero = Some((text.len(), at + 1));
        }
    }
    (text, bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: &str) {
        assert_eq!(expression(bytes, usize::MAX), expected);
    }

    #[test]
    fn a_character_is_a_byte() {
        check(b"", "bytesOf(0, [])");
        check(b"a\"\\\n\0z", r#"bytesOf(6, [0, "a\"\\\n\0z"])"#);
        check(b"\x001\x1f\xff", "bytesOf(4, [0, \"\\x001\\x1f\u{ff}\"])");
    }

    #[test]
    fn texts_are_cut() {
        assert_eq!(
            expression(b"abcde\x01\x02\0", 4),
            r#"bytesOf(8, [0, "abcd", 4, "e", 5, "\x01", 6, "\x02"])"#
        );
    }

    #[test]
    fn zeros_are_left_out() {
        check(&[0; 100], "bytesOf(100, [])");
        let mut bytes = [0; 100];
        bytes[0] = b'a';
        bytes[99] = b'b';
        check(&bytes, r#"bytesOf(100, [0, "a", 99, "b"])"#);
        bytes[20] = b'c';
        let zeros = "\\0".repeat(19);
        check(
            &bytes,
            &format!(r#"bytesOf(100, [0, "a{zeros}c", 99, "b"])"#),
        );
    }
}
