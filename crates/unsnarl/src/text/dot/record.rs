//! Labels of DOT nodes: lines and ports.
//!
//! *Needs:* a label as the reader unquoted it: escapes other than `\"` are still in it.
//! *Gives:* its lines, and the place and text of each port of a record.
//! *Cost:* O(label), times log of the number of ports.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Lists the lines of a label without escapes; for a record, the lines of all fields.
pub(super) fn lines(label: &str) -> Vec<String> {
    if !label.starts_with('{') {
        return unescaped(label);
    }
    fields(label).flat_map(unescaped).collect()
}

/// Lists the lines of a record without the fields that only represent edges: LLVM calls their ports
/// `s0`, `s1` and so on.
pub(super) fn code(label: &str) -> Vec<String> {
    let mut code = Vec::new();
    for field in fields(label).filter(|field| !field.trim().is_empty()) {
        let ported = field
            .trim_start()
            .strip_prefix('<')
            .and_then(|rest| rest.split_once('>'));
        match ported {
            Some((port, _)) if is_slot(port) => {}
            Some((_, text)) => code.extend(unescaped(text)),
            None => code.extend(unescaped(field)),
        }
    }
    code
}

/// Tells whether a port is one of LLVM's: `s0`, `truncated...`.
fn is_slot(port: &str) -> bool {
    let number = port.strip_prefix('s').unwrap_or_default();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number || port.starts_with("truncated")
}

/// Gives the fields of a record, as they stand in the text.
fn fields(label: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(label);
    core::iter::from_fn(move || {
        let text = rest?;
        let end = next(text, &['|', '{', '}']);
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

/// Lists the lines of a text without escapes.
fn unescaped(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut escaped = false;
    for c in text.chars() {
        let ends = match c {
            'l' | 'n' | 'r' => escaped,
            c => c == '\n',
        };
        if ends {
            lines.push(core::mem::take(&mut line));
        } else if c != '\\' || escaped {
            line.push(c);
        }
        escaped = !escaped && c == '\\';
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// A port of a record.
pub(super) struct Port {
    /// The number of its field, from 1.
    pub(super) rank: usize,
    /// The text of its field.
    pub(super) text: String,
}

/// Finds the ports of a record.
pub(super) fn ports(label: &str) -> BTreeMap<String, Port> {
    let mut ports = BTreeMap::new();
    let mut rest = label;
    while let Some(start) = next(rest, &['<']) {
        rest = &rest[start + 1..];
        let Some(end) = next(rest, &['>']) else { break };
        let name = rest[..end].trim();
        rest = &rest[end + 1..];
        let field = next(rest, &['|', '{', '}', '<']).unwrap_or(rest.len());
        let rank = ports.len() + 1;
        let text = unescaped(rest[..field].trim()).join(" ");
        (ports.entry(name.to_string())).or_insert(Port { rank, text });
        rest = &rest[field..];
    }
    ports
}

/// Finds the first of these signs that is not escaped by a backslash.
fn next(text: &str, signs: &[char]) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().find_map(|(at, c)| {
        let here = !escaped && signs.contains(&c);
        escaped = !escaped && c == '\\';
        here.then_some(at)
    })
}
