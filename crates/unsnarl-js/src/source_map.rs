//! Source maps, which say where the statements of a text come from.
//!
//! *Needs:* a text with [marks](crate::marks). *Gives:* it without them, and its map.
//! *Cost:* linear in the text.
//! *Source:* [ECMA-426], version 3 of the format.
//! *Limits:* a mapping for each statement and condition, and for calls and what may trap in these;
//! otherwise it is the last operation that says where a statement comes from. Copies on edges have
//! none. Only functions have names. The
//! contents of the sources are not in the map.
//!
//! [ECMA-426]: https://tc39.es/ecma426/

use std::collections::HashMap;

use unsnarl_low::Module;

use crate::marks::{self, Mark, Segment};
use crate::names::quoted;

/// A map that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceMap {
    /// The name of the text's file.
    pub file: String,
    /// Where the map will be, as seen from the text: its last line says so.
    pub url: String,
}

/// Takes the marks out of a text, and makes a map of them.
pub(crate) fn mapped(text: &str, wanted: &SourceMap, module: &Module) -> (String, String) {
    let (mut text, segments) = marks::taken(text);
    let map = map(&segments, wanted, module);
    text += &format!("//# sourceMappingURL={}\n", escaped(&wanted.url));
    (text, map)
}

/// A path as a URL that is relative or a path. What would end the line or mean something else is
/// escaped.
fn escaped(path: &str) -> String {
    let mut url = String::new();
    for byte in path.bytes() {
        let is_plain = byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@:".contains(&byte);
        match is_plain {
            true => url.push(byte.into()),
            false => url.push_str(&format!("%{byte:02X}")),
        }
    }
    url
}

fn map(segments: &[Segment], wanted: &SourceMap, module: &Module) -> String {
    let mut sources = Numbers::default();
    let mut names = Numbers::default();
    let mut mappings = String::new();
    let (mut line, mut column) = (0, 0);
    // The source, line, column and name of the segment before.
    let mut before = [0_i64; 4];
    let mut last = None;
    for segment in segments {
        let has_source = segment.mark != Mark::Nowhere;
        if !has_source && last.is_none_or(|last| last == Mark::Nowhere) {
            continue;
        }
        let (position, function) = match segment.mark {
            Mark::Nowhere => (None, None),
            Mark::At(position) => (Some(position), None),
            Mark::Function(position, number) => (Some(position), Some(number)),
        };
        let is_new_line = segment.line > line;
        if is_new_line {
            mappings.extend(std::iter::repeat_n(';', segment.line - line));
            (line, column) = (segment.line, 0);
        } else if last.is_some() {
            mappings.push(',');
        }
        last = Some(segment.mark);
        vlq(&mut mappings, (segment.column - column) as i64);
        column = segment.column;
        let Some(position) = position else { continue };
        let now = [
            sources.number(position.file) as i64,
            i64::from(position.line) - 1,
            i64::from(position.column.max(1)) - 1,
        ];
        for (was, now) in before.iter_mut().zip(now) {
            vlq(&mut mappings, now - *was);
            *was = now;
        }
        if let Some(function) = function {
            let number = names.number(function) as i64;
            vlq(&mut mappings, number - before[3]);
            before[3] = number;
        }
    }
    // Some readers want something behind the last segment.
    mappings.push(';');
    let list = |all: Vec<String>| {
        let all: Vec<String> = all.iter().map(|one| quoted(one)).collect();
        all.join(",")
    };
    let path = |&file: &u32| module.files.get(file as usize).cloned();
    let paths = sources
        .all
        .iter()
        .map(|file| path(file).unwrap_or_default());
    let name = |&number: &u32| module.names.functions.get(&number).cloned();
    let own = names.all.iter();
    let own = own.map(|number| name(number).unwrap_or_else(|| format!("f{number}")));
    format!(
        "{{\"version\":3,\"file\":{},\"sources\":[{}],\"names\":[{}],\"mappings\":\"{mappings}\"}}\n",
        quoted(&wanted.file),
        list(paths.collect()),
        list(own.collect()),
    )
}

/// Numbers in the order in which things are first met.
#[derive(Default)]
struct Numbers {
    all: Vec<u32>,
    of: HashMap<u32, usize>,
}

impl Numbers {
    fn number(&mut self, one: u32) -> usize {
        let next = self.all.len();
        let number = *self.of.entry(one).or_insert(next);
        if number == next {
            self.all.push(one);
        }
        number
    }
}

/// Writes a number in base 64, five bits a digit from the lowest on, the sign first of all.
fn vlq(out: &mut String, number: i64) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut left = number.unsigned_abs() << 1 | u64::from(number < 0);
    loop {
        let digit = left & 31;
        left >>= 5;
        let more = if left > 0 { 32 } else { 0 };
        out.push(DIGITS[(digit | more) as usize].into());
        if left == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_sign_and_digits_of_five_bits() {
        let check = |number, expected: &str| {
            let mut text = String::new();
            vlq(&mut text, number);
            assert_eq!(text, expected, "{number}");
        };
        check(0, "A");
        check(1, "C");
        check(-1, "D");
        check(15, "e");
        check(16, "gB");
        check(-512, "hgB");
        check(1_000_000, "gkh9B");
    }

    #[test]
    fn urls_have_no_blanks() {
        assert_eq!(escaped("a b/ü.map"), "a%20b/%C3%BC.map");
        assert_eq!(escaped("../x.mjs.map"), "../x.mjs.map");
    }
}
