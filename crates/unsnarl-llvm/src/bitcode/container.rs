//! The file around the module: wrapper, magic number, and the blocks that are outside of all
//! others.

use super::bits::Bits;
use super::codes::block;
use super::error::{BitcodeCause, BitcodeError, Result};
use super::fields::text;
use super::stream::{Item, Record, Stream};

const MAGIC: &[u8] = b"BC\xc0\xde";

/// The first bytes of a wrapper, which says where in the file the bitcode is.
const WRAPPER: &[u8] = b"\xde\xc0\x17\x0b";

/// Positions are kept in 32 bits elsewhere.
const LONGEST: usize = u32::MAX as usize / 8;

/// A module of a file.
pub(super) struct Part<'a> {
    /// The module, whose block is to be entered.
    pub(super) module: Stream<'a>,
    /// The names of its symbols.
    pub(super) strings: &'a [u8],
    /// The version of LLVM that wrote it; 0 if that is unknown.
    pub(super) version: u32,
}

pub(super) fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || bytes.starts_with(WRAPPER)
}

/// Tells whether bytes end where a block with names of symbols does, after a module.
pub(super) fn is_whole(bytes: &[u8]) -> bool {
    let range = inside(bytes).ok().filter(|_| bytes.len() <= LONGEST);
    let Some(range) = range.filter(|range| bytes[range.clone()].starts_with(MAGIC)) else {
        return false;
    };
    let mut stream = Stream::new(Bits::new(bytes, range.start + MAGIC.len()..range.end));
    let mut record = Record::default();
    let (mut has_module, mut last) = (false, None);
    while !stream.is_at_end() {
        let Ok(Item::Block(id)) = stream.next(&mut record) else {
            return false;
        };
        if stream.skip().is_err() {
            return false;
        }
        has_module |= id == block::MODULE;
        last = Some(id);
    }
    has_module && last == Some(block::STRINGS)
}

/// Finds the modules, at least one, each with the names of its symbols: those that come next behind
/// it, which several modules may share.
pub(super) fn open(bytes: &[u8]) -> Result<Vec<Part<'_>>> {
    if bytes.len() > LONGEST {
        let limit = LONGEST;
        return Err(BitcodeError::new(0, BitcodeCause::TooLong { limit }));
    }
    let range = inside(bytes)?;
    if !bytes[range.clone()].starts_with(MAGIC) {
        let at = 8 * range.start as u64;
        return Err(BitcodeError::new(at, BitcodeCause::Magic));
    }
    let mut stream = Stream::new(Bits::new(bytes, range.start + MAGIC.len()..range.end));
    let mut record = Record::default();
    let mut parts: Vec<Part<'_>> = Vec::new();
    // So many modules have their names.
    let mut named = 0;
    let mut version = 0;
    while !stream.is_at_end() {
        match stream.next(&mut record)? {
            Item::Block(block::MODULE) => {
                parts.push(Part {
                    module: stream.clone(),
                    strings: &[],
                    version,
                });
                stream.skip()?;
            }
            Item::Block(block::STRINGS) => {
                stream.enter(block::STRINGS)?;
                let strings = blob(&mut stream)?;
                for part in &mut parts[named..] {
                    part.strings = strings;
                }
                named = parts.len();
            }
            Item::Block(block::IDENTIFICATION) => {
                stream.enter(block::IDENTIFICATION)?;
                version = version_of(&mut stream)?;
            }
            Item::Block(_) => stream.skip()?,
            Item::Record | Item::End => {
                let what = "only blocks are allowed at the top level";
                return Err(BitcodeError::stream(record.at, what));
            }
        }
    }
    match parts.is_empty() {
        true => Err(BitcodeError::new(stream.position(), BitcodeCause::NoModule)),
        false => Ok(parts),
    }
}

/// The bytes that are bitcode: all, or those that a wrapper names.
fn inside(bytes: &[u8]) -> Result<std::ops::Range<usize>> {
    if !bytes.starts_with(WRAPPER) {
        return Ok(0..bytes.len());
    }
    let word = |at: usize| -> Option<usize> {
        let word = bytes.get(at..at + 4)?;
        let word = u32::from_le_bytes(word.try_into().expect("the slice has four bytes"));
        usize::try_from(word).ok()
    };
    let range = word(8).zip(word(12));
    let range = range.and_then(|(start, size)| Some(start..start.checked_add(size)?));
    let range = range.filter(|range| range.end <= bytes.len() && range.start.is_multiple_of(4));
    range.ok_or_else(|| BitcodeError::truncated(0, "the wrapper of the bitcode"))
}

/// Reads a block with one blob.
fn blob<'a>(stream: &mut Stream<'a>) -> Result<&'a [u8]> {
    let mut record = Record::default();
    let mut found: &[u8] = &[];
    loop {
        match stream.next(&mut record)? {
            Item::End => return Ok(found),
            Item::Block(_) => stream.skip()?,
            Item::Record => found = record.blob,
        }
    }
}

/// Reads who wrote the file: `LLVM19.1.7`.
fn version_of(stream: &mut Stream<'_>) -> Result<u32> {
    const PRODUCER: u32 = 1;
    let mut record = Record::default();
    let mut version = 0;
    loop {
        match stream.next(&mut record)? {
            Item::End => return Ok(version),
            Item::Block(_) => stream.skip()?,
            Item::Record if record.code == PRODUCER => {
                let text = text(&record.fields).unwrap_or_default();
                let number = text.trim_start_matches(|c: char| !c.is_ascii_digit());
                let number = number.split(|c: char| !c.is_ascii_digit()).next();
                version = number.and_then(|number| number.parse().ok()).unwrap_or(0);
            }
            Item::Record => {}
        }
    }
}
