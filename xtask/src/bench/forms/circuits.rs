//! Short circuits of the source that are there after optimisation.
//!
//! *Needs:* LLVM IR as text with debug information, and the sources that it names.
//! *Gives:* [`survivors`]: for each function how many `&&` and `||` are branches or selections
//! still.
//! *Cost:* O(IR · log + sources).
//!
//! clang gives the branch that it makes of `a && b` the place of the operator, and an optimiser
//! that makes a selection of it keeps that. So a conditional branch, or a `select` of an `i1`, at
//! whose line and column the source says `&&` or `||`, is a short circuit that has survived; two at
//! one place, inlined at the same one, are one.
//!
//! *Limits:* operators in macros have the place of the macro, and are not counted. A branch that
//! has survived need not be one of two that share a target any more.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

/// A place in the source, by the numbers of its scope and of where it was inlined.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    line: usize,
    column: usize,
    scope: String,
    inlined_at: String,
}

/// Counts the short circuits that are left in each function.
pub(super) fn survivors(ir: &str) -> BTreeMap<String, usize> {
    let mut sources = Sources::default();
    count(ir, |path, place| {
        let word = sources.word(path, place.line, place.column);
        matches!(word.as_str(), "&&" | "||")
    })
}

fn count(ir: &str, mut is_circuit: impl FnMut(&Path, &Place) -> bool) -> BTreeMap<String, usize> {
    let notes = Notes::read(ir);
    let mut found: BTreeMap<String, BTreeSet<&Place>> = BTreeMap::new();
    let mut function = String::new();
    for line in ir.lines() {
        if let Some(rest) = line.strip_prefix("define ") {
            function = name_of(rest).to_owned();
        }
        let text = line.trim_start();
        let decides = text.starts_with("br i1 ") || text.contains(" = select i1 ") && is_bit(text);
        let note = line.split_once("!dbg !").filter(|_| decides);
        let place = note.and_then(|(_, note)| notes.places.get(number(note)));
        if let Some(place) = place
            && let Some(path) = notes.path(&place.scope)
            && is_circuit(&path, place)
        {
            found.entry(function.clone()).or_default().insert(place);
        }
    }
    let counts = found.into_iter().map(|(name, places)| (name, places.len()));
    counts.collect()
}

/// Tells whether a `select` gives an `i1`.
fn is_bit(text: &str) -> bool {
    text.matches(", i1 ").count() == 2
}

/// The name after `@`, before the parameters.
fn name_of(head: &str) -> &str {
    let name = head.split_once('@').map_or("", |(_, name)| name);
    name.split('(').next().unwrap_or_default().trim_matches('"')
}

/// The digits at the start.
fn number(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_digit());
    &text[..end.unwrap_or(text.len())]
}

/// What the module says of places.
#[derive(Default)]
struct Notes {
    places: HashMap<String, Place>,
    /// By the number of a scope, that of its file.
    files: HashMap<String, String>,
    paths: HashMap<String, PathBuf>,
}

impl Notes {
    fn read(ir: &str) -> Self {
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

    fn path(&self, scope: &str) -> Option<PathBuf> {
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
struct Sources(HashMap<PathBuf, Vec<String>>);

impl Sources {
    /// The two characters at a place, which are counted from 1.
    fn word(&mut self, path: &Path, line: usize, column: usize) -> String {
        let lines = self.0.entry(path.to_owned()).or_insert_with(|| {
            let text = fs::read(path).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            text.lines().map(str::to_owned).collect()
        });
        let line = line.checked_sub(1).and_then(|line| lines.get(line));
        let rest = line.and_then(|line| line.get(column.checked_sub(1)?..));
        rest.map_or_else(String::new, |rest| rest.chars().take(2).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IR: &str = "\
define i32 @f(i32 %0) !dbg !3 {
  br i1 %2, label %4, label %5, !dbg !10
  br i1 %2, label %4, label %5, !dbg !11
  %6 = select i1 %2, i1 %3, i1 false, !dbg !12
  %7 = select i1 %2, i32 %3, i32 0, !dbg !13
  br i1 %2, label %4, label %5, !dbg !13, !prof !9
}
define internal void @\"g\"(ptr %0) !dbg !3 {
  br i1 %2, label %4, label %5, !dbg !14
  br label %4, !dbg !12
}
!1 = !DIFile(filename: \"a.c\", directory: \"/b\", checksumkind: CSK_MD5)
!3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 1)
!4 = distinct !DILexicalBlock(scope: !3, file: !1, line: 2, column: 3)
!10 = !DILocation(line: 2, column: 9, scope: !4)
!11 = !DILocation(line: 2, column: 9, scope: !4)
!12 = !DILocation(line: 3, column: 9, scope: !4, inlinedAt: !10)
!13 = !DILocation(line: 4, column: 9, scope: !4)
!14 = !DILocation(line: 9, column: 1, scope: !4)
";

    #[test]
    fn branches_and_selections_at_operators_are_counted_once_a_place() {
        let counts = count(IR, |path, place| {
            assert_eq!(path, Path::new("/b/a.c"));
            place.line < 4
        });
        let counts: Vec<_> = counts.into_iter().collect();
        assert_eq!(counts, [("f".to_owned(), 2)]);
    }

    #[test]
    fn the_source_is_asked_for_the_operator() {
        let path = PathBuf::from("a.c");
        let lines = vec!["  if (a && b)".to_owned()];
        let mut sources = Sources(HashMap::from([(path.clone(), lines)]));
        assert_eq!(sources.word(&path, 1, 9), "&&");
        assert_eq!(sources.word(&path, 1, 7), "a ");
        assert_eq!(sources.word(&path, 2, 1), "");
        assert_eq!(sources.word(&path, 0, 0), "");
    }
}
