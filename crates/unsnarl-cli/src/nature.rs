//! The likely format of a file that is not text.
//!
//! *Needs:* the bytes.
//! *Gives:* [`Nature`], by the first bytes of each format, else by the first byte that text has
//! not; nothing for text.
//! *Cost:* O(1), and O(text) for text.

/// The likely format of bytes that are not text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Nature {
    /// A format that is known.
    Known {
        /// As a phrase that follows "is".
        what: &'static str,
        /// What to do with it.
        help: &'static str,
    },
    /// Text but for a byte.
    Strange {
        /// The line of the byte, from 1.
        line: usize,
        /// Its place in the line in bytes, from 1.
        column: usize,
        /// The byte.
        byte: u8,
    },
}

/// What a WebAssembly module begins with.
pub(crate) const WASM: &[u8] = b"\0asm";

const AS_BITCODE: &str = "drop --from, or give `--from bitcode`";
const READ_AS_WASM: &str = "drop --from, or give `--from wasm`";
const FROM_THE_SOURCE: &str =
    "compile its source to LLVM IR: `clang --target=wasm32-wasi -O2 -S -emit-llvm x.c`";

const AN_ARCHIVE: &str = "extract a member with `ar x`; for archives of LLVM bitcode, `unsnarl \
                          ld` links programs, and `verify` and `compare` show the functions";

/// The first bytes of a format, its name, and advice.
const FORMATS: &[(&[u8], &str, &str)] = &[
    (b"BC\xc0\xde", "LLVM bitcode", AS_BITCODE),
    (b"\xde\xc0\x17\x0b", "LLVM bitcode in a wrapper", AS_BITCODE),
    (WASM, "WebAssembly already", READ_AS_WASM),
    (b"\x7fELF", "an ELF object or program", FROM_THE_SOURCE),
    (
        b"\xcf\xfa\xed\xfe",
        "a Mach-O object or program (macOS)",
        FROM_THE_SOURCE,
    ),
    (
        b"\xce\xfa\xed\xfe",
        "a Mach-O object or program (macOS)",
        FROM_THE_SOURCE,
    ),
    (
        b"\xca\xfe\xba\xbe",
        "a Mach-O universal binary or a Java class",
        FROM_THE_SOURCE,
    ),
    (b"MZ", "a Windows program", FROM_THE_SOURCE),
    (b"!<arch>\n", "an archive of objects", AN_ARCHIVE),
    (b"!<thin>\n", "an archive of objects", AN_ARCHIVE),
    (b"\x03\x02\x23\x07", "SPIR-V", FROM_THE_SOURCE),
    (b"\x1f\x8b", "compressed with gzip", "unpack it: `gunzip`"),
    (b"(\xb5/\xfd", "compressed with zstd", "unpack it: `unzstd`"),
    (b"\xfd7zXZ", "compressed with xz", "unpack it: `unxz`"),
    (b"BZh", "compressed with bzip2", "unpack it: `bunzip2`"),
    (b"PK\x03\x04", "a zip archive", "unpack it: `unzip`"),
    (
        b"\x89PNG",
        "a picture",
        "give the graph itself: .cfg, DOT or Mermaid",
    ),
    (
        b"\xff\xd8\xff",
        "a picture",
        "give the graph itself: .cfg, DOT or Mermaid",
    ),
    (
        b"%PDF",
        "a PDF",
        "give the graph itself: .cfg, DOT or Mermaid",
    ),
    (
        b"\xff\xfe",
        "text in UTF-16",
        "convert it to UTF-8: `iconv -f UTF-16 -t UTF-8`",
    ),
    (
        b"\xfe\xff",
        "text in UTF-16",
        "convert it to UTF-8: `iconv -f UTF-16 -t UTF-8`",
    ),
];

/// Guesses the format of bytes that are not text.
pub(crate) fn nature(bytes: &[u8]) -> Option<Nature> {
    let mut formats = FORMATS.iter();
    let known = formats.find(|(start, ..)| bytes.starts_with(start));
    if let Some(&(_, what, help)) = known {
        return Some(Nature::Known { what, help });
    }
    let at = first_strange(bytes)?;
    let mut lines = bytes[..at].split(|&byte| byte == b'\n').rev();
    Some(Nature::Strange {
        column: lines.next().map_or(0, <[u8]>::len) + 1,
        line: lines.count() + 1,
        byte: bytes[at],
    })
}

/// The place of the first byte that text has not.
///
/// Bytes are judged in groups, without a branch for each, so that the compiler can use vectors.
fn first_strange(bytes: &[u8]) -> Option<usize> {
    const GROUP: usize = 64;
    let has_strange = |group: &[u8]| {
        group
            .iter()
            .fold(false, |found, &byte| found | is_strange(byte))
    };
    let group = bytes.chunks(GROUP).position(has_strange)?;
    let start = group * GROUP;
    let inside = bytes[start..].iter().position(|&byte| is_strange(byte))?;
    Some(start + inside)
}

/// Tells whether text has no such byte; a terminal would act on some of these.
fn is_strange(byte: u8) -> bool {
    let is_control = (byte < 32) & !(9..=13).contains(&byte) & (byte != 27);
    is_control | (byte == 127)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: Option<&str>) {
        let found = nature(bytes).map(|nature| match nature {
            Nature::Known { what, .. } => what.to_owned(),
            Nature::Strange { line, column, byte } => format!("{line}:{column}: {byte}"),
        });
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn formats_are_told_by_their_first_bytes() {
        check(b"\0asm\x01\0\0\0", Some("WebAssembly already"));
        check(b"\x7fELF\x02\x01", Some("an ELF object or program"));
        check(b"!<arch>\n/  ", Some("an archive of objects"));
        check(b"a -> b\nc\0", Some("2:2: 0"));
        check(b"\x01\x02", Some("1:1: 1"));
        check("a -> \"é\"\r\n\tx -> a\x1b\x0c".as_bytes(), None);
        check(b"", None);
    }

    /// Bytes are looked at in groups; each place of a group and each byte must be judged alone.
    #[test]
    fn every_byte_is_judged_wherever_it_is() {
        let strange: Vec<u8> = (0..=8).chain(14..=26).chain(28..=31).chain([127]).collect();
        for byte in 0..=255 {
            for place in [0, 1, 31, 63, 64, 65, 127, 128, 149] {
                let mut text = vec![b'a'; 150];
                text[place] = byte;
                let expected = strange.contains(&byte).then_some(place);
                assert_eq!(first_strange(&text), expected, "byte {byte} at {place}");
            }
        }
    }
}
