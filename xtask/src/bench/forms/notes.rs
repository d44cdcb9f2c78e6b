//! What a module of LLVM IR says of places in the source.
//!
//! *Needs:* its text, with debug information; the sources that it names.
//! *Gives:* [`Notes`], and [`Sources`]. *Cost:* O(text).

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A place in the source, by the numbers of its scope and of where it was inlined.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) scope: String,
    pub(super) inlined_at: String,
}

/// The label that a line is.
pub(super) fn label_of(line: &str) -> Option<&str> {
    let (label, _) = line.split_once(':')?;
    (!line.starts_with(' ') && !label.is_empty()).then_some(label)
}

/// The name after `@`, before the parameters.
pub(super) fn name_of(head: &str) -> &str {
    let name = head.split_once('@').map_or("", |(_, name)| name);
    name.split('(').next().unwrap_or_default().trim_matches('"')
}

/// The digits at the start.
pub(super) fn number(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_digit());
    &text[..end.unwrap_or(text.len())]
}

/// What the module says of places.
#[derive(Default)]
pub(super) struct Notes {
    pub(super) places: HashMap<String, Place>,
    /// By the number of a scope, that of its file.
    files: HashMap<String, String>,
    paths: HashMap<String, PathBuf>,
    /// By the number of a list, those in it.
    lists: HashMap<String, Vec<String>>,
}

impl Notes {
    pub(super) fn read(ir: &str) -> Self {
        let mut notes = Notes::default();
        for line in ir.lines() {
            let Some((id, node)) = line
                .strip_prefix('!')
                .and_then(|line| line.split_once(" = "))
            else {
                continue;
            };
            let id = id.to_owned();
            let node = node.strip_prefix("distinct ").unwrap_or(node);
            if let Some(list) = node.strip_prefix("!{") {
                let entries = list.trim_end_matches('}').split(", ");
                let numbers = entries.filter_map(|entry| entry.strip_prefix('!'));
                notes.lists.insert(id, numbers.map(str::to_owned).collect());
                continue;
            }
            let Some((kind, fields)) = node.strip_prefix('!').and_then(|node| node.split_once('('))
            else {
                continue;
            };
            let field = |name| field(fields, name).unwrap_or_default().to_owned();
            match kind {
                "DILocation" => {
                    let count = |name| field(name).parse().unwrap_or(0);
                    notes.places.insert(
                        id,
                        Place {
                            line: count("line"),
                            column: count("column"),
                            scope: field("scope"),
                            inlined_at: field("inlinedAt"),
                        },
                    );
                }
                "DISubprogram" | "DILexicalBlock" | "DILexicalBlockFile" => {
                    notes.files.insert(id, field("file"));
                }
                "DIFile" => {
                    let path = Path::new(&field("directory")).join(field("filename"));
                    notes.paths.insert(id, path);
                }
                _ => {}
            }
        }
        notes
    }

    /// Where the loop with this note begins: the first place in its list.
    pub(super) fn start_of_loop(&self, note: &str) -> Option<&Place> {
        let list = self.lists.get(note)?;
        list.iter().find_map(|entry| self.places.get(entry))
    }

    pub(super) fn path(&self, scope: &str) -> Option<PathBuf> {
        self.paths.get(self.files.get(scope)?).cloned()
    }
}

/// What a field of a node says, without its quotes or its `!`.
fn field<'t>(fields: &'t str, name: &str) -> Option<&'t str> {
    let starts = fields.match_indices(name).map(|(at, _)| at);
    let is_start = |&at: &usize| at == 0 || fields[..at].ends_with(' ');
    let mut values = starts.filter(is_start).filter_map(|at| {
        let value = fields[at + name.len()..].strip_prefix(": ")?;
        match value.strip_prefix('"') {
            Some(text) => text.split('"').next(),
            None => value.trim_start_matches('!').split([',', ')']).next(),
        }
    });
    values.next()
}

/// Sources that have been read.
#[derive(Default)]
pub(super) struct Sources(HashMap<PathBuf, Vec<String>>);

impl Sources {
    /// The rest of a line from a place on, which is counted from 1; nothing where there is none.
    pub(super) fn at(&mut self, path: &Path, line: usize, column: usize) -> &str {
        let lines = self.0.entry(path.to_owned()).or_insert_with(|| {
            let text = fs::read(path).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            text.lines().map(str::to_owned).collect()
        });
        let line = line.checked_sub(1).and_then(|line| lines.get(line));
        let rest = line.and_then(|line| line.get(column.checked_sub(1)?..));
        rest.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_is_read_from_a_place_on() {
        let path = PathBuf::from("a.c");
        let lines = vec!["  if (a && b)".to_owned()];
        let mut sources = Sources(HashMap::from([(path.clone(), lines)]));
        assert_eq!(sources.at(&path, 1, 9), "&& b)");
        assert_eq!(sources.at(&path, 2, 1), "");
        assert_eq!(sources.at(&path, 0, 0), "");
    }
}
