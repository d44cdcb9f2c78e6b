//! Lines of the source that debug information of LLVM IR names.
//!
//! *Needs:* the text of a module.
//! *Gives:* [`Lines`]: for `!dbg !17` the line that `!17 = !DILocation(line: 4, …)` says.
//! *Cost:* one pass over the text.

use std::collections::BTreeMap;

/// The lines by the number of their metadata.
pub(crate) struct Lines {
    lines: BTreeMap<u32, u32>,
}

impl Lines {
    /// Finds all places that a text describes.
    pub(crate) fn find(text: &str) -> Lines {
        Lines {
            lines: text.lines().filter_map(location).collect(),
        }
    }

    /// Gives the source line for the text after an instruction, such as `, !dbg !17`.
    pub(crate) fn of(&self, trailer: &str) -> Option<u32> {
        let number = number(trailer.split_once("!dbg !")?.1)?;
        self.lines.get(&number).copied()
    }
}

/// Reads `!17 = !DILocation(line: 4, …)`, perhaps `distinct`.
fn location(line: &str) -> Option<(u32, u32)> {
    let (name, rest) = line.strip_prefix('!')?.split_once(" = ")?;
    let rest = rest.strip_prefix("distinct ").unwrap_or(rest);
    let fields = rest.strip_prefix("!DILocation(")?;
    let line = fields
        .split(", ")
        .find_map(|field| field.strip_prefix("line: "))?;
    Some((name.parse().ok()?, number(line)?))
}

/// Reads the number that a text begins with.
fn number(text: &str) -> Option<u32> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    text[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(trailer: &str, line: Option<u32>) {
        let text = "!3 = !DILocation(line: 17, column: 5, scope: !2)\n\
                    !4 = distinct !DILocation(line: 18, scope: !2)\n\
                    !5 = !{!\"line: 9\"}\n!6 = !DILocation(line: many)\n";
        assert_eq!(Lines::find(text).of(trailer), line);
    }

    #[test]
    fn a_place_is_found_by_its_number() {
        check(", !dbg !3", Some(17));
        check(", !tbaa !3, !dbg !4, !prof !5", Some(18));
        check(", !dbg !5", None);
        check(", !dbg !6", None);
        check(", !dbg !33", None);
        check(", !tbaa !3", None);
    }
}
