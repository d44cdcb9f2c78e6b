//! Where a trap was: functions by their names, and lines by debug information.
//!
//! *Needs:* a module, and the frames that an engine tells of: the index of a function, and the
//! address of an instruction in the file.
//! *Gives:* a line for each function, the innermost first; calls that were inlined have their own.
//! *Limits:* debug information that cannot be read is passed over.

use addr2line::Context;
use gimli::{Dwarf, EndianSlice, LittleEndian};
use serde_json::Value;
use std::collections::BTreeMap;
use wasmparser::{KnownCustom, Name, NameSectionReader, Parser, Payload};

type Bytes<'a> = EndianSlice<'a, LittleEndian>;

/// The lines to show for frames `{ index, address }`.
pub(super) fn shown(module: &[u8], frames: &[Value]) -> Vec<String> {
    let known = Known::of(module);
    let mut all = Vec::new();
    for frame in frames {
        let index = frame["index"].as_u64().unwrap_or_default();
        let name = match known.names.get(&index) {
            Some(&name) => name.to_owned(),
            None => format!("function {index}"),
        };
        let address = frame["address"].as_u64().unwrap_or_default();
        let places = known.places(address);
        match places.is_empty() {
            true => all.push(name),
            false => all.extend(places.into_iter().map(|(inlined, place)| {
                format!("{} ({place})", inlined.as_deref().unwrap_or(&name))
            })),
        }
    }
    all
}

/// What a module says of its functions.
struct Known<'a> {
    names: BTreeMap<u64, &'a str>,
    /// Where the section of code begins in the file, from which DWARF counts.
    code: u64,
    debug: Option<Context<Bytes<'a>>>,
}

impl<'a> Known<'a> {
    fn of(module: &'a [u8]) -> Known<'a> {
        let mut code = 0;
        let mut names = BTreeMap::new();
        let mut sections = BTreeMap::new();
        for payload in Parser::new(0).parse_all(module).map_while(Result::ok) {
            match payload {
                Payload::CodeSectionStart {
                    unchecked_range, ..
                } => code = unchecked_range.start,
                Payload::CustomSection(section) => match section.as_known() {
                    KnownCustom::Name(section) => names.extend(functions(section)),
                    _ => drop(sections.insert(section.name(), section.data())),
                },
                _ => {}
            }
        }
        let dwarf = Dwarf::load(|id| {
            let bytes = sections.get(id.name()).copied().unwrap_or_default();
            Ok::<_, gimli::Error>(EndianSlice::new(bytes, LittleEndian))
        });
        Known {
            names,
            code,
            debug: dwarf.and_then(Context::from_dwarf).ok(),
        }
    }

    /// The places of an address in the file: that of the innermost inlined call first, with its
    /// name; the last is the function's own.
    fn places(&self, address: u64) -> Vec<(Option<String>, String)> {
        let mut all = Vec::new();
        let address = address.wrapping_sub(self.code);
        let frames = self.debug.as_ref().map(|debug| debug.find_frames(address));
        let Some(Ok(mut frames)) = frames.map(|frames| frames.skip_all_loads()) else {
            return all;
        };
        while let Ok(Some(frame)) = frames.next() {
            let Some(location) = frame.location else {
                continue;
            };
            let file = location.file.unwrap_or("?");
            let place = match (location.line, location.column) {
                (None | Some(0), _) => file.to_owned(),
                (Some(line), None | Some(0)) => format!("{file}:{line}"),
                (Some(line), Some(column)) => format!("{file}:{line}:{column}"),
            };
            let name = frame.function;
            let name = name.and_then(|name| Some(name.raw_name().ok()?.into_owned()));
            all.push((name, place));
        }
        if let Some((name, _)) = all.last_mut() {
            *name = None;
        }
        all
    }
}

/// The names of functions, by index.
fn functions(section: NameSectionReader<'_>) -> Vec<(u64, &str)> {
    let parts = section.into_iter().map_while(Result::ok);
    let functions = parts.filter_map(|part| match part {
        Name::Function(names) => Some(names.into_iter().map_while(Result::ok)),
        _ => None,
    });
    let functions = functions.flatten();
    functions
        .map(|naming| (u64::from(naming.index), naming.name))
        .collect()
}
