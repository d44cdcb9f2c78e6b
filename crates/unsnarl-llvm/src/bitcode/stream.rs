//! Blocks and records: the container format of bitcode.
//!
//! *Needs:* the bits of a file.
//! *Gives:* [`Stream`], which walks the items of blocks: records, with their abbreviations undone,
//! and blocks inside, which are entered or skipped.
//! *Cost:* linear in the bits that are walked; skipping a block is O(1). A record holds at most one
//! number for each bit that it takes.
//! *Source:* [LLVMBitcode].

use std::collections::BTreeMap;
use std::rc::Rc;

use super::bits::Bits;
use super::error::{BitcodeError, Result};

/// A way to write records of some kind shortly.
#[derive(Debug)]
struct Abbreviation {
    /// The code and the numbers that all such records have.
    operands: Vec<Scalar>,
    /// How the numbers of the array behind those are written, if there is one.
    element: Option<Scalar>,
    has_blob: bool,
}

/// So many numbers of an abbreviation may take no bits, so that few bits do not become many
/// numbers.
const MOST_LITERALS: usize = 16;

/// How one number is written.
#[derive(Clone, Copy, Debug)]
enum Scalar {
    Literal(u64),
    Fixed(u32),
    Chunks(u32),
    Character,
}

/// The abbreviations that blocks of a kind begin with.
type Registered = BTreeMap<u64, Vec<Rc<Abbreviation>>>;

/// The next item of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// The block ends.
    End,
    /// A block in it, which must be entered or skipped.
    Block(u64),
    /// A record, which is in the buffer.
    Record,
}

/// A record.
#[derive(Debug, Default)]
pub(super) struct Record<'a> {
    /// The bit at which it begins.
    pub(super) at: u64,
    pub(super) code: u32,
    pub(super) fields: Vec<u64>,
    pub(super) blob: &'a [u8],
}

/// A place in the blocks of a file.
#[derive(Clone, Debug)]
pub(super) struct Stream<'a> {
    bits: Bits<'a>,
    /// The width of the numbers that begin items.
    width: u32,
    abbreviations: Vec<Rc<Abbreviation>>,
    registered: Rc<Registered>,
    outer: Vec<Outer>,
}

/// The block around one, to go back to.
#[derive(Clone, Debug)]
struct Outer {
    width: u32,
    abbreviations: Vec<Rc<Abbreviation>>,
    end: u64,
}

const END: u64 = 0;
const ENTER: u64 = 1;
const DEFINE: u64 = 2;
const PLAIN: u64 = 3;
const FIRST_ABBREVIATION: u64 = 4;

const INFO_BLOCK: u64 = 0;
const SET_BLOCK: u64 = 1;

const CHARACTERS: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

impl<'a> Stream<'a> {
    /// Begins behind the magic number, outside of all blocks.
    pub(super) fn new(bits: Bits<'a>) -> Self {
        Stream {
            bits,
            width: 2,
            abbreviations: Vec::new(),
            registered: Rc::default(),
            outer: Vec::new(),
        }
    }

    /// The bit at which the next item begins.
    pub(super) fn position(&self) -> u64 {
        self.bits.position()
    }

    /// Tells whether nothing but padding follows, outside of all blocks.
    pub(super) fn is_at_end(&self) -> bool {
        self.bits.left() < 32
    }

    /// Reads the next item of the block. Abbreviations are kept on the way.
    pub(super) fn next(&mut self, record: &mut Record<'a>) -> Result<Item> {
        loop {
            let at = self.bits.position();
            match self.bits.fixed(self.width)? {
                END => {
                    self.bits.align()?;
                    return self.leave(at).map(|()| Item::End);
                }
                ENTER => return self.bits.chunks(8).map(Item::Block),
                DEFINE => {
                    let abbreviation = self.abbreviation()?;
                    self.abbreviations.push(Rc::new(abbreviation));
                }
                id => {
                    record.at = at;
                    record.fields.clear();
                    record.blob = &[];
                    match id {
                        PLAIN => self.plain(record)?,
                        _ => self.abbreviated(id - FIRST_ABBREVIATION, record)?,
                    }
                    return Ok(Item::Record);
                }
            }
        }
    }

    /// Reads the header of a block: the width in it, and where it ends.
    fn header(&mut self) -> Result<(u32, u64)> {
        let at = self.bits.position();
        let width = self.bits.chunks(4)?;
        self.bits.align()?;
        let words = self.bits.fixed(32)?;
        let width = u32::try_from(width).ok();
        let width = width.filter(|width| (2..=32).contains(width));
        let Some(width) = width else {
            let what = "the items of a block begin with numbers of 2 to 32 bits";
            return Err(BitcodeError::stream(at, what));
        };
        let end = self.bits.position() + 32 * words;
        if end > self.bits.end() {
            return Err(BitcodeError::truncated(at, "a block"));
        }
        Ok((width, end))
    }

    /// Goes behind the block that [`Item::Block`] told of.
    pub(super) fn skip(&mut self) -> Result<()> {
        let (_, end) = self.header()?;
        self.bits.seek(end);
        Ok(())
    }

    /// Enters the block that [`Item::Block`] told of.
    pub(super) fn enter(&mut self, block: u64) -> Result<()> {
        let (width, end) = self.header()?;
        let registered = self.registered.get(&block).cloned().unwrap_or_default();
        self.outer.push(Outer {
            width: std::mem::replace(&mut self.width, width),
            abbreviations: std::mem::replace(&mut self.abbreviations, registered),
            end: self.bits.end(),
        });
        self.bits.set_end(end);
        Ok(())
    }

    /// Enters a block and tells how many bits it has.
    pub(super) fn enter_sized(&mut self, block: u64) -> Result<u64> {
        self.enter(block)?;
        Ok(self.bits.left())
    }

    fn leave(&mut self, at: u64) -> Result<()> {
        let Some(outer) = self.outer.pop() else {
            return Err(BitcodeError::stream(at, "a block ends that did not begin"));
        };
        if self.bits.left() != 0 {
            let what = "a block ends before the place that its header says";
            return Err(BitcodeError::stream(at, what));
        }
        self.width = outer.width;
        self.abbreviations = outer.abbreviations;
        self.bits.set_end(outer.end);
        Ok(())
    }

    /// Reads the abbreviations that blocks of several kinds begin with.
    pub(super) fn block_info(&mut self) -> Result<()> {
        self.enter(INFO_BLOCK)?;
        let mut record = Record::default();
        let mut block = None;
        loop {
            let before = self.abbreviations.len();
            let item = self.next_of_info(&mut record)?;
            if let Some(defined) = self.abbreviations.get(before) {
                let defined = Rc::clone(defined);
                self.abbreviations.truncate(before);
                let Some(block) = block else {
                    let what = "an abbreviation does not name a kind of block";
                    return Err(BitcodeError::stream(self.position(), what));
                };
                let registered = Rc::make_mut(&mut self.registered);
                registered.entry(block).or_default().push(defined);
            }
            match item {
                Some(Item::End) => return Ok(()),
                Some(Item::Block(_)) => self.skip()?,
                Some(Item::Record) if u64::from(record.code) == SET_BLOCK => {
                    block = record.fields.first().copied();
                }
                Some(Item::Record) | None => {}
            }
        }
    }

    /// The next item, nothing for an abbreviation.
    fn next_of_info(&mut self, record: &mut Record<'a>) -> Result<Option<Item>> {
        let back = self.bits;
        if self.bits.fixed(self.width)? == DEFINE {
            let abbreviation = self.abbreviation()?;
            self.abbreviations.push(Rc::new(abbreviation));
            return Ok(None);
        }
        self.bits = back;
        self.next(record).map(Some)
    }

    fn abbreviation(&mut self) -> Result<Abbreviation> {
        let at = self.bits.position();
        let count = self.bits.chunks(5)?;
        let mut abbreviation = Abbreviation {
            operands: Vec::new(),
            element: None,
            has_blob: false,
        };
        let mut place = 0;
        while place < count {
            let is_last = place + 1 == count;
            if self.bits.fixed(1)? == 1 {
                let literal = self.bits.chunks(8)?;
                abbreviation.operands.push(Scalar::Literal(literal));
            } else {
                match self.bits.fixed(3)? {
                    3 if place + 2 == count && place > 0 => {
                        abbreviation.element = Some(self.scalar(at)?);
                        place += 1;
                    }
                    5 if is_last && place > 0 => abbreviation.has_blob = true,
                    3 | 5 => {
                        let what = "an array or blob is misplaced in an abbreviation";
                        return Err(BitcodeError::stream(at, what));
                    }
                    kind => {
                        let scalar = self.scalar_of(kind, at)?;
                        abbreviation.operands.push(scalar);
                    }
                }
            }
            place += 1;
        }
        if abbreviation.operands.is_empty() {
            return Err(BitcodeError::stream(at, "an abbreviation has no code"));
        }
        let literals = abbreviation.operands.iter();
        let literals = literals.filter(|scalar| matches!(scalar, Scalar::Literal(_)));
        if literals.count() > MOST_LITERALS {
            let what = "an abbreviation has too many numbers of zero bits";
            return Err(BitcodeError::stream(at, what));
        }
        Ok(abbreviation)
    }

    /// How the numbers of an array are written.
    fn scalar(&mut self, at: u64) -> Result<Scalar> {
        if self.bits.fixed(1)? == 1 {
            return self.bits.chunks(8).map(Scalar::Literal);
        }
        let kind = self.bits.fixed(3)?;
        self.scalar_of(kind, at)
    }

    fn scalar_of(&mut self, kind: u64, at: u64) -> Result<Scalar> {
        let (least, most) = match kind {
            1 => (0, 64),
            2 => (0, 32),
            4 => return Ok(Scalar::Character),
            _ => {
                let what = "an abbreviation has an unknown encoding";
                return Err(BitcodeError::stream(at, what));
            }
        };
        let width = u32::try_from(self.bits.chunks(5)?).unwrap_or(u32::MAX);
        if !(least..=most).contains(&width) || (kind, width) == (2, 1) {
            let what = "an abbreviation has numbers of an invalid width";
            return Err(BitcodeError::stream(at, what));
        }
        Ok(match (kind, width) {
            // Old versions write numbers of no bits, which are 0.
            (_, 0) => Scalar::Literal(0),
            (1, width) => Scalar::Fixed(width),
            (_, width) => Scalar::Chunks(width),
        })
    }

    fn number(&mut self, scalar: Scalar) -> Result<u64> {
        match scalar {
            Scalar::Literal(number) => Ok(number),
            Scalar::Fixed(width) => self.bits.fixed(width),
            Scalar::Chunks(width) => self.bits.chunks(width),
            Scalar::Character => {
                let character = self.bits.fixed(6)?;
                Ok(u64::from(CHARACTERS[character as usize]))
            }
        }
    }

    fn plain(&mut self, record: &mut Record<'a>) -> Result<()> {
        let code = self.bits.chunks(6)?;
        record.code = code_of(code, record.at)?;
        let count = self.bits.chunks(6)?;
        if count > self.bits.left() / 6 {
            return Err(BitcodeError::truncated(record.at, "a record"));
        }
        record.fields.reserve(count as usize);
        for _ in 0..count {
            record.fields.push(self.bits.chunks(6)?);
        }
        Ok(())
    }

    fn abbreviated(&mut self, id: u64, record: &mut Record<'a>) -> Result<()> {
        let abbreviation = usize::try_from(id).ok();
        let abbreviation = abbreviation.and_then(|id| self.abbreviations.get(id));
        let Some(abbreviation) = abbreviation.map(Rc::clone) else {
            let what = "a record has an abbreviation that is not defined";
            return Err(BitcodeError::stream(record.at, what));
        };
        let mut operands = abbreviation.operands.iter();
        let code = operands.next().expect("an abbreviation has a code");
        let code = self.number(*code)?;
        record.code = code_of(code, record.at)?;
        for operand in operands {
            let number = self.number(*operand)?;
            record.fields.push(number);
        }
        if let Some(element) = abbreviation.element {
            self.array(element, record)?;
        }
        if abbreviation.has_blob {
            let count = self.bits.chunks(6)?;
            self.bits.align()?;
            record.blob = self.bits.bytes(count)?;
            self.bits.align()?;
        }
        Ok(())
    }

    fn array(&mut self, element: Scalar, record: &mut Record<'a>) -> Result<()> {
        let count = self.bits.chunks(6)?;
        let least = match element {
            Scalar::Literal(_) if count > 0 => {
                let what = "an array has numbers of zero bits";
                return Err(BitcodeError::stream(record.at, what));
            }
            Scalar::Literal(_) => 1,
            Scalar::Fixed(width) | Scalar::Chunks(width) => u64::from(width),
            Scalar::Character => 6,
        };
        if count > self.bits.left() / least {
            return Err(BitcodeError::truncated(record.at, "a record"));
        }
        record.fields.reserve(count as usize);
        for _ in 0..count {
            let number = self.number(element)?;
            record.fields.push(number);
        }
        Ok(())
    }
}

fn code_of(code: u64, at: u64) -> Result<u32> {
    let what = "a record has a code of more than 32 bits";
    u32::try_from(code).map_err(|_| BitcodeError::stream(at, what))
}
