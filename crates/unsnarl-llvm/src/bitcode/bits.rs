//! Bits of a file, lowest first.
//!
//! *Gives:* [`Bits`]: numbers of a fixed width, numbers in chunks, and whole bytes.
//! *Cost:* O(1) for each number; nothing is copied.

use super::error::{BitcodeError, Result};

/// A place in a file, and the end of what may be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    position: u64,
    /// The bit after the last; never beyond the file.
    end: u64,
}

impl<'a> Bits<'a> {
    /// Begins at a byte; the range is cut to the file.
    pub(super) fn new(bytes: &'a [u8], range: std::ops::Range<usize>) -> Self {
        let end = range.end.min(bytes.len());
        Bits {
            bytes,
            position: 8 * range.start.min(end) as u64,
            end: 8 * end as u64,
        }
    }

    pub(super) fn position(&self) -> u64 {
        self.position
    }

    pub(super) fn end(&self) -> u64 {
        self.end
    }

    pub(super) fn left(&self) -> u64 {
        self.end - self.position
    }

    /// Goes to a bit, at most to the end.
    pub(super) fn seek(&mut self, position: u64) {
        self.position = position.min(self.end);
    }

    /// Reads no further than to a bit.
    pub(super) fn set_end(&mut self, end: u64) {
        self.end = end.clamp(self.position, 8 * self.bytes.len() as u64);
    }

    /// Reads a number of up to 64 bits.
    pub(super) fn fixed(&mut self, width: u32) -> Result<u64> {
        if u64::from(width) > self.left() {
            return Err(BitcodeError::truncated(self.position, "a number"));
        }
        let byte = (self.position / 8) as usize;
        let shift = (self.position % 8) as u32;
        self.position += u64::from(width);
        let low = match self.bytes.get(byte..byte + 8) {
            Some(eight) => u64::from_le_bytes(eight.try_into().expect("the slice has eight bytes")),
            None => {
                let mut eight = [0; 8];
                let rest = &self.bytes[byte.min(self.bytes.len())..];
                eight[..rest.len()].copy_from_slice(rest);
                u64::from_le_bytes(eight)
            }
        };
        let mut value = low >> shift;
        if shift + width > 64 {
            let ninth = self.bytes.get(byte + 8).copied().unwrap_or(0);
            value |= u64::from(ninth) << (64 - shift);
        }
        Ok(if width >= 64 {
            value
        } else {
            value & ((1 << width) - 1)
        })
    }

    /// Reads a number in chunks of `width` bits, 2 to 32, the highest of which says whether more
    /// follow.
    pub(super) fn chunks(&mut self, width: u32) -> Result<u64> {
        let start = self.position;
        let more = 1_u64 << (width - 1);
        let first = self.fixed(width)?;
        if first & more == 0 {
            return Ok(first);
        }
        let mut value = first & (more - 1);
        let mut shift = width - 1;
        loop {
            let chunk = self.fixed(width)?;
            let bits = chunk & (more - 1);
            if shift >= 64 || bits << shift >> shift != bits {
                if bits != 0 {
                    let what = "a number has more than 64 bits";
                    return Err(BitcodeError::stream(start, what));
                }
            } else {
                value |= bits << shift;
            }
            if chunk & more == 0 {
                return Ok(value);
            }
            shift = shift.saturating_add(width - 1);
        }
    }

    /// Goes to the next multiple of 32 bits of the file.
    pub(super) fn align(&mut self) -> Result<()> {
        let aligned = self.position.next_multiple_of(32);
        if aligned > self.end {
            return Err(BitcodeError::truncated(self.position, "a word"));
        }
        self.position = aligned;
        Ok(())
    }

    /// Takes whole bytes from an aligned place.
    pub(super) fn bytes(&mut self, count: u64) -> Result<&'a [u8]> {
        if count > self.left() / 8 {
            return Err(BitcodeError::truncated(self.position, "bytes"));
        }
        let start = (self.position / 8) as usize;
        self.position += 8 * count;
        Ok(&self.bytes[start..start + count as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lie_across_bytes() {
        let bytes: Vec<u8> = (0..24).map(|byte: u8| byte.wrapping_mul(37)).collect();
        let bit = |at: u64| u64::from(bytes[(at / 8) as usize] >> (at % 8) & 1);
        for start in 0..64 {
            for width in 0..=64 {
                let mut bits = Bits::new(&bytes, 0..bytes.len());
                bits.seek(start);
                let expected = (0..u64::from(width)).map(|at| bit(start + at) << at).sum();
                assert_eq!(bits.fixed(width), Ok(expected), "{start} {width}");
            }
        }
    }

    #[track_caller]
    fn check(bytes: &[u8], width: u32, expected: Option<u64>) {
        assert_eq!(
            Bits::new(bytes, 0..bytes.len()).chunks(width).ok(),
            expected
        );
    }

    #[test]
    fn numbers_come_in_chunks() {
        check(&[0b0000_0101], 4, Some(5));
        check(&[0b0001_1010], 4, Some(0b001_010));
        check(&[0xff, 0x0f], 4, Some(0x1ff));
        check(&[0x81, 0x80, 0x00], 8, Some(1));
        check(&[0xff; 9], 8, None);
        check(
            &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1],
            8,
            Some(u64::MAX),
        );
        check(
            &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 3],
            8,
            None,
        );
    }
}
