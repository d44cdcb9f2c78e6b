//! A writer of small bitcode for tests.

/// Bits so far, and the blocks that are open.
pub(crate) struct Writer {
    bits: Vec<bool>,
    open: Vec<(usize, u32)>,
    width: u32,
}

impl Writer {
    /// Begins with the magic number.
    pub(crate) fn new() -> Self {
        let mut writer = Writer {
            bits: Vec::new(),
            open: Vec::new(),
            width: 2,
        };
        for byte in b"BC\xc0\xde" {
            writer.fixed(u64::from(*byte), 8);
        }
        writer
    }

    pub(crate) fn fixed(&mut self, number: u64, width: u32) {
        self.bits
            .extend((0..width).map(|bit| number >> bit & 1 == 1));
    }

    pub(crate) fn chunks(&mut self, mut number: u64, width: u32) {
        let more = 1 << (width - 1);
        while number >= more {
            self.fixed(number & (more - 1) | more, width);
            number >>= width - 1;
        }
        self.fixed(number, width);
    }

    fn align(&mut self) {
        let aligned = self.bits.len().next_multiple_of(32);
        self.bits.resize(aligned, false);
    }

    pub(crate) fn enter(&mut self, block: u64) -> &mut Self {
        self.fixed(1, self.width);
        self.chunks(block, 8);
        self.chunks(4, 4);
        self.align();
        self.open.push((self.bits.len(), self.width));
        self.fixed(0, 32);
        self.width = 4;
        self
    }

    pub(crate) fn end(&mut self) -> &mut Self {
        self.fixed(0, self.width);
        self.align();
        if let Some((start, width)) = self.open.pop() {
            let words = (self.bits.len() - start) / 32 - 1;
            for bit in 0..32 {
                self.bits[start + bit] = words >> bit & 1 == 1;
            }
            self.width = width;
        }
        self
    }

    pub(crate) fn record(&mut self, code: u64, fields: &[u64]) -> &mut Self {
        self.fixed(3, self.width);
        self.chunks(code, 6);
        self.chunks(fields.len() as u64, 6);
        for &field in fields {
            self.chunks(field, 6);
        }
        self
    }

    /// The width of what begins an item.
    pub(crate) fn item(&mut self, number: u64) -> &mut Self {
        self.fixed(number, self.width);
        self
    }

    /// Ends all blocks.
    pub(crate) fn finish(&mut self) -> Vec<u8> {
        while !self.open.is_empty() {
            self.end();
        }
        self.align();
        let bytes = self.bits.chunks(8);
        let byte = |bits: &[bool]| {
            let bits = bits.iter().enumerate();
            bits.map(|(place, &bit)| u8::from(bit) << place).sum()
        };
        bytes.map(byte).collect()
    }
}
