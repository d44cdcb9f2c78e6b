//! Debug sections as text.

use std::fmt::Write;

use gimli::{AttributeValue, Dwarf, EndianSlice, Expression, LittleEndian, Operation, Unit};
use wasmparser::{Parser, Payload};

type Reader<'a> = EndianSlice<'a, LittleEndian>;

/// The sections by name; those that are not custom have their numbers.
pub(super) fn sections(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let payloads = Parser::new(0).parse_all(bytes);
    let sections = payloads.filter_map(|payload| {
        let payload = payload.expect("it was validated");
        let (id, range) = payload.as_section()?;
        let range = range.start as usize..range.end as usize;
        Some(match &payload {
            Payload::CustomSection(section) => (section.name().to_owned(), section.data().to_vec()),
            _ => (id.to_string(), bytes[range].to_vec()),
        })
    });
    sections.collect()
}

/// The entries with their names and places.
pub(super) fn dump(bytes: &[u8]) -> String {
    let mut text = String::new();
    each_unit(bytes, |dwarf, unit| {
        let mut entries = unit.entries();
        while let Some(entry) = entries.next_dfs().expect("it is valid") {
            let depth = entry.depth();
            if entry.tag() == gimli::DW_TAG_compile_unit || entry.tag() == gimli::DW_TAG_base_type {
                continue;
            }
            let tag = entry.tag().to_string();
            let tag = tag.trim_start_matches("DW_TAG_");
            let _ = write!(text, "{}{tag}", "  ".repeat(depth.max(1) as usize - 1));
            if let Some(name) = name(dwarf, unit, entry) {
                let _ = write!(text, " {name}");
            }
            for attribute in entry.attrs() {
                show(&mut text, dwarf, unit, attribute.name(), attribute.value());
            }
            text.push('\n');
        }
    });
    text
}

fn name(
    dwarf: &Dwarf<Reader<'_>>,
    unit: &Unit<Reader<'_>>,
    entry: &gimli::DebuggingInformationEntry<Reader<'_>>,
) -> Option<String> {
    let value = entry.attr_value(gimli::DW_AT_name)?;
    let text = dwarf.attr_string(unit, value).expect("it is valid");
    Some(text.to_string_lossy().into_owned())
}

fn show(
    text: &mut String,
    dwarf: &Dwarf<Reader<'_>>,
    unit: &Unit<Reader<'_>>,
    attribute: gimli::DwAt,
    value: AttributeValue<Reader<'_>>,
) {
    let name = attribute.to_string();
    let name = name.trim_start_matches("DW_AT_");
    let written = match (attribute, value) {
        (_, AttributeValue::Exprloc(expression)) => {
            write!(text, ", {name} {}", operators(unit, expression))
        }
        (gimli::DW_AT_location, value) => {
            let list = dwarf.attr_locations(unit, value).expect("it is valid");
            let mut list = list.expect("it is a list");
            let _ = write!(text, ", {name}");
            while let Some(entry) = list.next().expect("it is valid") {
                let (start, end) = (entry.range.begin, entry.range.end);
                let _ = write!(
                    text,
                    " [{start:#x} {end:#x}: {}]",
                    operators(unit, entry.data)
                );
            }
            Ok(())
        }
        (gimli::DW_AT_type | gimli::DW_AT_abstract_origin, AttributeValue::UnitRef(offset)) => {
            let entry = unit.entry(offset).expect("it is there");
            let tag = entry.tag().to_string();
            let other = self::name(dwarf, unit, &entry);
            let other = other.unwrap_or_else(|| tag.trim_start_matches("DW_TAG_").to_owned());
            write!(text, ", {name} {other}")
        }
        (
            gimli::DW_AT_low_pc
            | gimli::DW_AT_high_pc
            | gimli::DW_AT_call_line
            | gimli::DW_AT_inline
            | gimli::DW_AT_bit_size
            | gimli::DW_AT_data_bit_offset
            | gimli::DW_AT_data_member_location,
            value,
        ) => write!(text, ", {name} {}", number(value)),
        _ => Ok(()),
    };
    written.expect("strings take all");
}

fn number(value: AttributeValue<Reader<'_>>) -> String {
    match value {
        AttributeValue::Addr(address) => format!("{address:#x}"),
        AttributeValue::Inline(inline) => inline.to_string(),
        value => match value.udata_value() {
            Some(number) => number.to_string(),
            None => format!("{value:?}"),
        },
    }
}

fn operators(unit: &Unit<Reader<'_>>, expression: Expression<Reader<'_>>) -> String {
    let mut operators = expression.operations(unit.encoding());
    let mut text = Vec::new();
    while let Some(operator) = operators.next().expect("it is valid") {
        text.push(match operator {
            Operation::FrameOffset { offset } => format!("frame+{offset}"),
            Operation::WasmLocal { index } => format!("local {index}"),
            Operation::StackValue => "value".to_owned(),
            Operation::SignedConstant { value } => value.to_string(),
            Operation::UnsignedConstant { value } => value.to_string(),
            Operation::PlusConstant { value } => format!("+{value}"),
            Operation::Address { address } => format!("address {address:#x}"),
            Operation::Piece { size_in_bits, .. } => format!("piece {size_in_bits}"),
            other => format!("{other:?}"),
        });
    }
    text.join(" ")
}

/// The rows: address, line, column, and whether a statement begins or the prologue ends.
pub(super) fn rows(bytes: &[u8]) -> String {
    let mut text = String::new();
    each_unit(bytes, |_, unit| {
        let program = unit.line_program.clone().expect("it has lines");
        let mut rows = program.rows();
        while let Some((_, row)) = rows.next_row().expect("it is valid") {
            let line = row.line().map_or(0, u64::from);
            let column = match row.column() {
                gimli::ColumnType::LeftEdge => 0,
                gimli::ColumnType::Column(column) => column.into(),
            };
            let _ = write!(text, "{:#x} {line}:{column}", row.address());
            let flags = [
                (row.is_stmt(), " statement"),
                (row.prologue_end(), " body"),
                (row.end_sequence(), " end"),
            ];
            for (_, word) in flags.into_iter().filter(|(is_set, _)| *is_set) {
                text.push_str(word);
            }
            text.push('\n');
        }
    });
    text
}

fn each_unit(bytes: &[u8], mut visit: impl FnMut(&Dwarf<Reader<'_>>, &Unit<Reader<'_>>)) {
    let sections = sections(bytes);
    let load = |id: gimli::SectionId| -> Result<Reader<'_>, gimli::Error> {
        let found = sections.iter().find(|(name, _)| name == id.name());
        let bytes = found.map_or(&[][..], |(_, bytes)| bytes);
        Ok(EndianSlice::new(bytes, LittleEndian))
    };
    let dwarf = Dwarf::load(load).expect("sections are loaded");
    let mut units = dwarf.units();
    while let Some(header) = units.next().expect("it is valid") {
        let unit = dwarf.unit(header).expect("it is valid");
        visit(&dwarf, &unit);
    }
}
