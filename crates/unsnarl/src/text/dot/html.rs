//! HTML in DOT: its visible text, and the ports of its tables.
//!
//! *Needs:* the text between `<` and `>`.
//! *Gives:* its lines, without tags and entities; the place and the text of each port.
//! *Cost:* O(text), times log of the number of ports.
//!
//! A line ends at `<br/>`, at a line break of the text, and where a cell, a row or a table begins
//! or ends.

use super::record::Port;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A part of HTML.
enum Part<'h> {
    /// The text between `<` and `>`.
    Tag(&'h str),
    Text(&'h str),
}

/// Lists the visible lines.
pub(super) fn lines(html: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    // The layout of a table's source is not shown.
    let mut end = |line: &mut String| {
        let line = core::mem::take(line);
        if !line.trim().is_empty() {
            lines.push(line.trim_end().to_string());
        }
    };
    for part in parts(html) {
        match part {
            Part::Tag(tag) if breaks_line(tag) => end(&mut line),
            Part::Tag(_) => {}
            Part::Text(text) => {
                for (index, text) in text.split('\n').enumerate() {
                    if index > 0 {
                        end(&mut line);
                    }
                    decode(text, &mut line);
                }
            }
        }
    }
    end(&mut line);
    lines
}

/// Finds the ports of cells.
pub(super) fn ports(html: &str) -> BTreeMap<String, Port> {
    let mut ports: BTreeMap<String, Port> = BTreeMap::new();
    let mut cell: Option<String> = None;
    for part in parts(html) {
        match part {
            Part::Tag(tag) if is(tag, "td") => {
                cell = port(tag).map(ToString::to_string);
                let rank = ports.len() + 1;
                if let Some(name) = &cell {
                    let text = String::new();
                    ports.entry(name.clone()).or_insert(Port { rank, text });
                }
            }
            Part::Tag(tag) if is(tag, "/td") => cell = None,
            Part::Tag(_) => {}
            Part::Text(text) => {
                let port = cell.as_ref().and_then(|name| ports.get_mut(name));
                if let Some(port) = port {
                    decode(text, &mut port.text);
                }
            }
        }
    }
    for port in ports.values_mut() {
        port.text = port.text.trim().to_string();
    }
    ports
}

/// Gives the parts of the text in their order.
fn parts(html: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = html;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let tag = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
        if let Some((tag, behind)) = tag {
            rest = behind;
            return Some(Part::Tag(tag));
        }
        // A `<` without a later `>` is text.
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let length = rest[first..].find('<').map_or(rest.len(), |at| first + at);
        let (text, behind) = rest.split_at(length);
        rest = behind;
        Some(Part::Text(text))
    })
}

fn breaks_line(tag: &str) -> bool {
    let words = ["br", "td", "/td", "tr", "/tr", "table", "/table", "hr"];
    words.iter().any(|word| is(tag, word))
}

/// Tells whether a tag has this name.
fn is(tag: &str, word: &str) -> bool {
    let ends = |c: char| c.is_whitespace() || c == '/';
    let slash = usize::from(tag.starts_with('/'));
    let length = tag[slash..].find(ends).map_or(tag.len(), |at| slash + at);
    tag[..length].eq_ignore_ascii_case(word)
}

/// Gives the port of a cell.
fn port(tag: &str) -> Option<&str> {
    let mut words = tag.match_indices(|c: char| c.eq_ignore_ascii_case(&'p'));
    words.find_map(|(at, _)| {
        let before = tag[..at].chars().next_back()?;
        let word = tag[at..].get(..4)?;
        if !before.is_whitespace() || !word.eq_ignore_ascii_case("port") {
            return None;
        }
        let value = tag[at + 4..].trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        value[1..].split_once(quote).map(|(port, _)| port)
    })
}

/// Adds a text without its entities to a line.
fn decode(text: &str, line: &mut String) {
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('&') {
        line.push_str(before);
        let entity = behind.split_once(';');
        let decoded = entity.and_then(|(name, after)| Some((entity_char(name)?, after)));
        rest = match decoded {
            Some((c, after)) => {
                line.push(c);
                after
            }
            None => {
                line.push('&');
                behind
            }
        };
    }
    line.push_str(rest);
}

fn entity_char(name: &str) -> Option<char> {
    let named = [
        ("lt", '<'),
        ("gt", '>'),
        ("amp", '&'),
        ("quot", '"'),
        ("apos", '\''),
        ("nbsp", ' '),
    ];
    if let Some((_, c)) = named.iter().find(|(known, _)| *known == name) {
        return Some(*c);
    }
    let number = name.strip_prefix('#')?;
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    char::from_u32(code.ok()?)
}
