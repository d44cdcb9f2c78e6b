//! Where the code of a module is in its source, by the DWARF in its sections.
//!
//! *Needs:* a module that was read from bytes, and these. *Gives:* its files, and positions for its
//! functions.
//! *Cost:* linear in the line tables, and a search in them for each instruction.
//! *Source:* [DWARF for WebAssembly]: addresses count from the start of the contents of the code
//! section.
//! *Limits:* only line tables are read. So a function is where its first row is, and what was
//! inlined is where it is written. DWARF in other files is not found.
//!
//! [DWARF for WebAssembly]: https://yurydelendik.github.io/webassembly-dwarf/

use std::collections::HashMap;

use gimli::{ColumnType, Dwarf, EndianSlice, LittleEndian, SectionId};
use unsnarl_low::Module;
use unsnarl_low::module::{Body, Position, Positions};
use wasmparser::{Parser, Payload};

type Slice<'a> = EndianSlice<'a, LittleEndian>;

/// Why the positions of a module could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the debug information cannot be read: {0}")]
pub struct PositionsError(String);

/// Says where the code of a module is in its source, if its sections do. The module was
/// [read](super::read) from these bytes.
///
/// # Errors
/// If the debug information is not what it should be.
pub fn read_positions(bytes: &[u8], module: &mut Module) -> Result<(), PositionsError> {
    let Some(start) = code_start(bytes) else {
        return Ok(());
    };
    let mut files = Files::default();
    let rows = rows(module, &mut files).map_err(|error| PositionsError(error.to_string()))?;
    for function in &mut module.functions {
        if let Some(body) = &mut function.body {
            body.positions = positions(body, start, &rows);
        }
    }
    module.files = files.all;
    Ok(())
}

/// Where the contents of the code section begin.
fn code_start(bytes: &[u8]) -> Option<u64> {
    let payloads = Parser::new(0).parse_all(bytes);
    payloads.into_iter().find_map(|payload| match payload {
        Ok(Payload::CodeSectionStart {
            unchecked_range, ..
        }) => Some(unchecked_range.start),
        _ => None,
    })
}

/// What a line table says of the code from an address on.
#[derive(Clone, Copy)]
struct Row {
    address: u64,
    position: Option<Position>,
}

/// Paths, and their numbers.
#[derive(Default)]
struct Files {
    all: Vec<String>,
    of: HashMap<String, u32>,
}

impl Files {
    fn number(&mut self, path: String) -> u32 {
        let next = self.all.len() as u32;
        let number = *self.of.entry(path.clone()).or_insert(next);
        if number == next {
            self.all.push(path);
        }
        number
    }
}

/// All rows, by address.
fn rows(module: &Module, files: &mut Files) -> Result<Vec<Row>, gimli::Error> {
    let section = |id: SectionId| {
        let mut sections = module.custom.iter();
        let found = sections.find(|section| section.name == id.name());
        let bytes = found.map_or(&[][..], |section| &section.bytes);
        Ok::<_, gimli::Error>(EndianSlice::new(bytes, LittleEndian))
    };
    let dwarf = Dwarf::load(section)?;
    let mut all = Vec::new();
    let mut units = dwarf.units();
    while let Some(header) = units.next()? {
        let unit = dwarf.unit(header)?;
        add_rows(&dwarf, &unit, files, &mut all)?;
    }
    // Where a sequence ends, the next one may begin.
    all.sort_by_key(|row| (row.address, row.position.is_some()));
    Ok(all)
}

fn add_rows(
    dwarf: &Dwarf<Slice<'_>>,
    unit: &gimli::Unit<Slice<'_>>,
    files: &mut Files,
    all: &mut Vec<Row>,
) -> Result<(), gimli::Error> {
    let Some(program) = unit.line_program.clone() else {
        return Ok(());
    };
    let mut numbers: HashMap<u64, u32> = HashMap::new();
    let mut sequence: Vec<Row> = Vec::new();
    let mut rows = program.rows();
    while let Some((header, row)) = rows.next_row()? {
        let index = row.file_index();
        let file = match (numbers.get(&index), row.file(header)) {
            (Some(&file), _) => Some(file),
            (None, Some(entry)) => {
                let path = path(dwarf, unit, header, entry)?;
                let number = files.number(path);
                numbers.insert(index, number);
                Some(number)
            }
            (None, None) => None,
        };
        let line = row.line().and_then(|line| u32::try_from(line.get()).ok());
        let column = match row.column() {
            ColumnType::LeftEdge => 0,
            ColumnType::Column(column) => u32::try_from(column.get()).unwrap_or(0),
        };
        let is_end = row.end_sequence();
        let position = match (file, line) {
            (Some(file), Some(line)) if !is_end => Some(Position { file, line, column }),
            _ => None,
        };
        let address = row.address();
        sequence.push(Row { address, position });
        if is_end {
            // Code that a linker left out begins at no address of code.
            let is_there = |row: &Row| row.address > 0 && row.address < u32::MAX.into();
            if sequence.first().is_some_and(is_there) {
                all.append(&mut sequence);
            }
            sequence.clear();
        }
    }
    Ok(())
}

/// The path of a file of a line table.
fn path(
    dwarf: &Dwarf<Slice<'_>>,
    unit: &gimli::Unit<Slice<'_>>,
    header: &gimli::LineProgramHeader<Slice<'_>>,
    file: &gimli::FileEntry<Slice<'_>>,
) -> Result<String, gimli::Error> {
    let mut path = String::new();
    let mut add = |part: &str| {
        if part.starts_with('/') {
            path.clear();
        } else if !path.is_empty() && !path.ends_with('/') {
            path.push('/');
        }
        path.push_str(part);
    };
    if let Some(directory) = unit.comp_dir {
        add(&directory.to_string_lossy());
    }
    // The first directory is that of the compiler.
    if file.directory_index() != 0
        && let Some(directory) = file.directory(header)
    {
        add(&dwarf.attr_string(unit, directory)?.to_string_lossy());
    }
    add(&dwarf.attr_string(unit, file.path_name())?.to_string_lossy());
    Ok(path)
}

/// Where the code of a body comes from, whose addresses count from here.
fn positions(body: &Body, start: u64, rows: &[Row]) -> Positions {
    let of = |place: u32| {
        let address = u64::from(place).checked_sub(start)?;
        let behind = rows.partition_point(|row| row.address <= address);
        rows[..behind].last()?.position
    };
    let insts: Vec<Option<Position>> = body.places.iter().map(|&place| of(place)).collect();
    let ends = body.ends.iter().map(|&end| of(end)).collect();
    let first = body.places.iter().copied().filter(|&place| place > 0).min();
    Positions {
        function: first.and_then(of),
        insts,
        ends,
    }
}
