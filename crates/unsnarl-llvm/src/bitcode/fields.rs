//! The fields of a record, taken one by one.

use super::error::{BitcodeCause, BitcodeError, Result};

/// The rest of a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'r> {
    /// The bit at which the record begins.
    pub(super) at: u64,
    pub(super) block: &'static str,
    pub(super) code: u32,
    rest: &'r [u64],
}

impl<'r> Fields<'r> {
    pub(super) fn new(at: u64, block: &'static str, code: u32, fields: &'r [u64]) -> Self {
        Fields {
            at,
            block,
            code,
            rest: fields,
        }
    }

    /// An error of this record.
    pub(super) fn error(&self, what: &'static str) -> BitcodeError {
        let (block, code) = (self.block, self.code);
        BitcodeError::new(self.at, BitcodeCause::Record { block, code, what })
    }

    pub(super) fn unknown(&self, construct: impl Into<String>) -> BitcodeError {
        let construct = construct.into();
        BitcodeError::new(self.at, BitcodeCause::Unknown { construct })
    }

    pub(super) fn unsupported(&self, construct: impl Into<String>) -> BitcodeError {
        let construct = construct.into();
        BitcodeError::new(self.at, BitcodeCause::Unsupported { construct })
    }

    pub(super) fn rest(&self) -> &'r [u64] {
        self.rest
    }

    pub(super) fn len(&self) -> usize {
        self.rest.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next field, if there is one.
    pub(super) fn maybe(&mut self) -> Option<u64> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    /// The next field, or 0 if the record is one of an older version that has none.
    pub(super) fn or_zero(&mut self) -> u64 {
        self.maybe().unwrap_or(0)
    }

    /// The next field, which must be there.
    pub(super) fn next(&mut self) -> Result<u64> {
        self.maybe()
            .ok_or_else(|| self.error("the record is too short"))
    }

    /// The next field as a number of 32 bits.
    pub(super) fn short(&mut self) -> Result<u32> {
        let next = self.next()?;
        next.try_into()
            .map_err(|_| self.error("a number has more than 32 bits"))
    }

    /// The next field as yes or no.
    pub(super) fn flag(&mut self) -> Result<bool> {
        self.next().map(|field| field != 0)
    }

    /// The next field as a number with its sign in the lowest bit.
    pub(super) fn signed(&mut self) -> Result<i64> {
        self.next().map(signed)
    }

    /// The next fields, as many as that.
    pub(super) fn take(&mut self, count: u64) -> Result<&'r [u64]> {
        let count = usize::try_from(count).ok();
        let split = count.and_then(|count| self.rest.split_at_checked(count));
        let (taken, rest) = split.ok_or_else(|| self.error("the record is too short"))?;
        self.rest = rest;
        Ok(taken)
    }
}

impl Fields<'_> {
    /// The integer that a record of a constant is, with its sign, if it is not wide.
    pub(super) fn integer(&self) -> Option<i64> {
        const NULL: u32 = 2;
        const INTEGER: u32 = 4;
        match (self.code, self.rest) {
            (NULL, _) => Some(0),
            (INTEGER, &[number]) => Some(signed(number)),
            _ => None,
        }
    }
}

/// A number with its sign in the lowest bit; `-0` is the least number.
pub(super) fn signed(field: u64) -> i64 {
    match (field & 1, field >> 1) {
        (0, number) => number as i64,
        (_, 0) => i64::MIN,
        (_, number) => (number as i64).wrapping_neg(),
    }
}

/// Fields as bytes; nothing if one is no byte.
pub(super) fn bytes(fields: &[u64]) -> Option<Vec<u8>> {
    fields.iter().map(|&byte| u8::try_from(byte).ok()).collect()
}

/// Fields as text; bytes that are not UTF-8 are read as Latin-1.
pub(super) fn text(fields: &[u64]) -> Option<String> {
    bytes(fields).map(text_of)
}

/// Bytes as text.
pub(super) fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect())
}

/// An alignment: its logarithm and 1, and nothing for 0.
pub(super) fn alignment(field: u64) -> Option<Option<u64>> {
    match field {
        0 => Some(None),
        1..=33 => Some(Some(1 << (field - 1))),
        _ => None,
    }
}
