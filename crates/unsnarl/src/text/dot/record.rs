//! Labels of DOT nodes: names, lines of code, and ports.
//!
//! *Needs:* a label as the reader unquoted it: escapes other than `\"` are still in it.
//! *Gives:* the name in it, its lines, and the place and text of each port of a record.
//! *Cost:* O(label), times log of the number of ports.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Gives the name in the first line of a label, without the marks that LLVM and GCC put around a
/// block's.
pub(super) fn name(label: &str) -> String {
    let lines = lines(label);
    let line = lines.first().map_or("", |line| line.trim());
    let line = line.strip_suffix(':').unwrap_or(line);
    let line = line.strip_prefix('%').unwrap_or(line);
    let of_gcc = line
        .strip_prefix("<bb ")
        .and_then(|line| line.strip_suffix('>'));
    match of_gcc {
        Some(number) => alloc::format!("bb{number}"),
        None => line.to_string(),
    }
}

/// Lists the lines of a label, those of all fields if it is a record, without escapes.
pub(super) fn lines(label: &str) -> Vec<String> {
    let is_record = label.starts_with('{');
    let label = label.strip_prefix('{').unwrap_or(label);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut escaped = false;
    for c in label.chars() {
        let ends = match c {
            'l' | 'n' | 'r' => escaped,
            '|' | '{' | '}' => is_record && !escaped,
            c => c == '\n',
        };
        if ends {
            lines.push(core::mem::take(&mut line));
        } else if c != '\\' || escaped {
            line.push(c);
        }
        escaped = !escaped && c == '\\';
    }
    lines.push(line);
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
        let text = rest[..field].trim().to_string();
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
