//! Names as identifiers of WebAssembly text.
//!
//! *Needs:* names as modules have them: any text, and equal ones for different things.
//! *Gives:* names of the characters that identifiers may have, different in each space of numbers.
//! `$"…"` and annotations, which some assemblers do not read, are not needed for them.
//! *Cost:* expected linear.

use std::borrow::Cow;

use foldhash::{HashMap, HashMapExt};
use wasm_encoder::{IndirectNameMap, NameMap, NameSection};
use wasmparser::{IndirectNameMap as IndirectNames, Name, NameMap as Names, NameSectionReader};

/// A section with the names of another one as identifiers. What is not well-formed is left out.
pub(super) fn of_section(names: NameSectionReader<'_>) -> NameSection {
    let mut section = NameSection::new();
    for part in names.into_iter().map_while(Result::ok) {
        match part {
            Name::Module { name, .. } => section.module(&plain(name)),
            Name::Function(names) => section.functions(&of_map(names)),
            Name::Local(names) => section.locals(&of_each(names)),
            Name::Label(names) => section.labels(&of_each(names)),
            Name::Type(names) => section.types(&of_map(names)),
            Name::Table(names) => section.tables(&of_map(names)),
            Name::Memory(names) => section.memories(&of_map(names)),
            Name::Global(names) => section.globals(&of_map(names)),
            Name::Element(names) => section.elements(&of_map(names)),
            Name::Data(names) => section.data(&of_map(names)),
            Name::Tag(names) => section.tags(&of_map(names)),
            // Nothing is read that has such names.
            _ => {}
        }
    }
    section
}

/// Names by number as identifiers.
pub(super) fn of_names<'a>(names: impl IntoIterator<Item = (u32, &'a str)>) -> NameMap {
    let mut known: HashMap<String, u32> = HashMap::new();
    let mut map = NameMap::new();
    for (number, name) in names {
        map.append(number, &different(plain(name).into_owned(), &mut known));
    }
    map
}

fn of_map(names: Names<'_>) -> NameMap {
    let names = names.into_iter().map_while(Result::ok);
    of_names(names.map(|naming| (naming.index, naming.name)))
}

fn of_each(functions: IndirectNames<'_>) -> IndirectNameMap {
    let mut map = IndirectNameMap::new();
    for function in functions.into_iter().map_while(Result::ok) {
        map.append(function.index, &of_map(function.names));
    }
    map
}

/// A name of its own: this one or, if that is known, one with a number. `known` says which number
/// was the last.
fn different(name: String, known: &mut HashMap<String, u32>) -> String {
    let Some(mut last) = known.get(&name).copied() else {
        known.insert(name.clone(), 0);
        return name;
    };
    let found = loop {
        last += 1;
        let numbered = format!("{name}.{last}");
        if !known.contains_key(&numbered) {
            break numbered;
        }
    };
    known.insert(name, last);
    known.insert(found.clone(), 0);
    found
}

/// A name without what identifiers may not have. `#` is not kept at the beginning, where the
/// printer has its own names.
fn plain(name: &str) -> Cow<'_, str> {
    let is_plain = |char: char| char.is_ascii_graphic() && !"\"(),;[]{}".contains(char);
    let is_start = !name.is_empty() && !name.starts_with('#');
    if is_start && name.chars().all(is_plain) {
        return Cow::Borrowed(name);
    }
    let start = if is_start { "" } else { "_" };
    let rest = name.strip_prefix('#').unwrap_or(name).chars();
    let rest = rest.map(|char| if is_plain(char) { char } else { '_' });
    Cow::Owned(start.chars().chain(rest).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(names: &[&str], expected: &[&str]) {
        let mut known = HashMap::new();
        let shown = names
            .iter()
            .map(|name| different(plain(name).into_owned(), &mut known));
        assert_eq!(shown.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn names_are_plain_and_differ() {
        check(&["a", "b", "a", "a"], &["a", "b", "a.1", "a.2"]);
        // A number that another one has already.
        check(&["a", "a.1", "a", "a.1"], &["a", "a.1", "a.2", "a.1.1"]);
        check(
            &["<A as B>::f(x)", "<A_as B>::f{x}"],
            &["<A_as_B>::f_x_", "<A_as_B>::f_x_.1"],
        );
        check(&["", "#1", "é"], &["_", "_1", "_.1"]);
    }

    #[test]
    fn many_equal_names_take_no_longer_than_different_ones() {
        let names = vec!["f"; 100_000];
        let mut known = HashMap::new();
        let last = names
            .iter()
            .map(|name| different((*name).to_owned(), &mut known))
            .last();
        assert_eq!(last.as_deref(), Some("f.99999"));
    }
}
