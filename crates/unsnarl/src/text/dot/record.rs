//! Labels of DOT nodes: names and the order of ports.
//!
//! *Needs:* a label as the reader unquoted it: escapes other than `\"` are still in it.
//! *Gives:* its first line, and the rank of each port of a record.
//! *Cost:* O(label), times log of the number of ports.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};

/// Gives the first line of a label, without the marks that LLVM puts around a block's name.
pub(super) fn first_line(label: &str) -> &str {
    let (label, ends): (&str, &[char]) = match label.strip_prefix('{') {
        Some(record) => (record, &['\\', '\n', '|', '}']),
        None => (label, &['\\', '\n']),
    };
    let line = label.find(ends).map_or(label, |end| &label[..end]).trim();
    let line = line.strip_suffix(':').unwrap_or(line);
    line.strip_prefix('%').unwrap_or(line)
}

/// Gives the rank of each port: fields in order from 1, and a field that says `def` last.
pub(super) fn port_ranks(label: &str) -> BTreeMap<String, usize> {
    let mut ranks = BTreeMap::new();
    let mut rest = label;
    while let Some(start) = next(rest, &['<']) {
        rest = &rest[start + 1..];
        let Some(end) = next(rest, &['>']) else { break };
        let port = rest[..end].trim();
        rest = &rest[end + 1..];
        let field = next(rest, &['|', '{', '}', '<']).unwrap_or(rest.len());
        let rank = match rest[..field].trim() {
            "def" => usize::MAX,
            _ => ranks.len() + 1,
        };
        ranks.entry(port.to_string()).or_insert(rank);
        rest = &rest[field..];
    }
    ranks
}

/// Finds the first of these signs that no backslash stands before.
fn next(text: &str, signs: &[char]) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().find_map(|(at, c)| {
        let here = !escaped && signs.contains(&c);
        escaped = !escaped && c == '\\';
        here.then_some(at)
    })
}
