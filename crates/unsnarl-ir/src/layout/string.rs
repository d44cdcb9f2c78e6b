//! The data layout string of LLVM IR.
//!
//! *Gives:* [`DataLayout`], read with [`str::parse`]; properties that are not in the string have
//! LLVM's defaults.
//! *Limits:* stack alignment, native widths, mangling and non-integral spaces are kept only in the
//! text.

use std::fmt;
use std::str::FromStr;

/// Sizes and alignments of a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataLayout {
    /// The string as it was read; empty if there was none.
    pub text: String,
    /// Whether the most significant byte comes first.
    pub big_endian: bool,
    /// The minimum alignment of structs, in bytes.
    pub aggregate_align: u64,
    /// The address space of `alloca`.
    pub alloca_space: u32,
    /// The address space of functions.
    pub program_space: u32,
    /// The address space of global variables without an explicit one.
    pub global_space: u32,
    pointers: Vec<PointerLayout>,
    ints: Vec<Entry>,
    floats: Vec<Entry>,
    vectors: Vec<Entry>,
}

/// Pointers of one address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointerLayout {
    /// The address space.
    pub space: u32,
    /// The size in bits.
    pub bits: u32,
    /// The alignment in bytes.
    pub align: u64,
    /// The width of address arithmetic, in bits.
    pub index_bits: u32,
}

/// The alignment in bytes of values with this number of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    bits: u32,
    align: u64,
}

/// An invalid part of a data layout string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataLayoutError {
    /// The part, between two `-`.
    pub part: String,
}

impl fmt::Display for DataLayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "invalid specification '{}' in the data layout",
            self.part
        )
    }
}

impl std::error::Error for DataLayoutError {}

impl Default for DataLayout {
    fn default() -> Self {
        let entries = |list: &[(u32, u64)]| {
            list.iter()
                .map(|&(bits, align)| Entry { bits, align })
                .collect()
        };
        Self {
            text: String::new(),
            big_endian: false,
            aggregate_align: 1,
            alloca_space: 0,
            program_space: 0,
            global_space: 0,
            pointers: vec![PointerLayout {
                space: 0,
                bits: 64,
                align: 8,
                index_bits: 64,
            }],
            ints: entries(&[(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)]),
            floats: entries(&[(16, 2), (32, 4), (64, 8), (128, 16)]),
            vectors: entries(&[(64, 8), (128, 16)]),
        }
    }
}

/// The layouts of WebAssembly, as clang writes them.
const WASM: [(&str, &str); 2] = [
    (
        "wasm32",
        "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20",
    ),
    (
        "wasm64",
        "e-m:e-p:64:64-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20",
    ),
];

impl DataLayout {
    /// Returns the layout for a module with a target triple and no layout: WebAssembly's for its
    /// triples and for an empty triple, LLVM's default for all others. Its text is empty.
    pub fn of_triple(triple: &str) -> Self {
        let machine = match triple.split('-').next() {
            None | Some("") => "wasm32",
            Some(machine) => machine,
        };
        let known = WASM.iter().find(|(name, _)| *name == machine);
        let Some((_, text)) = known else {
            return Self::default();
        };
        // On Emscripten a `long double` has the alignment of its halves.
        let text = match triple.contains("emscripten") {
            true => text.replace("-n32", "-f128:64-n32"),
            false => (*text).to_owned(),
        };
        let layout = text.parse().unwrap_or_default();
        Self {
            text: String::new(),
            ..layout
        }
    }

    /// Returns the layout of pointers of an address space; the layout of space 0 if the space has
    /// none.
    pub fn pointer(&self, space: u32) -> PointerLayout {
        let said = self.pointers.iter().find(|pointer| pointer.space == space);
        let default = self.pointers.iter().find(|pointer| pointer.space == 0);
        *said.or(default).expect("space 0 is there from the start")
    }

    /// The alignment of an integer: that of the next wider listed integer, or else of the widest.
    pub(super) fn int_align(&self, width: u32) -> u64 {
        let wider = self
            .ints
            .iter()
            .find(|entry| entry.bits >= width)
            .or(self.ints.last());
        wider.expect("integers are there from the start").align
    }

    pub(super) fn float_align(&self, bits: u32) -> u64 {
        exact(&self.floats, u64::from(bits)).unwrap_or_else(|| natural_align(u64::from(bits)))
    }

    pub(super) fn vector_align(&self, bits: u64) -> u64 {
        exact(&self.vectors, bits).unwrap_or_else(|| natural_align(bits))
    }

    fn read_part(&mut self, part: &str) -> Option<()> {
        let mut fields = part.split(':');
        let head = fields.next()?;
        let numbers: Vec<&str> = fields.collect();
        let mut letters = head.chars();
        let kind = letters.next()?;
        let size = letters.as_str();
        match kind {
            'e' if size.is_empty() => self.big_endian = false,
            'E' if size.is_empty() => self.big_endian = true,
            'p' => self.read_pointer(size, &numbers)?,
            'i' => insert(&mut self.ints, size.parse().ok()?, bytes(numbers.first()?)?),
            'f' => insert(
                &mut self.floats,
                size.parse().ok()?,
                bytes(numbers.first()?)?,
            ),
            'v' => insert(
                &mut self.vectors,
                size.parse().ok()?,
                bytes(numbers.first()?)?,
            ),
            'a' => self.aggregate_align = bytes(numbers.first()?)?.max(1),
            'A' => self.alloca_space = size.parse().ok()?,
            'P' => self.program_space = size.parse().ok()?,
            'G' => self.global_space = size.parse().ok()?,
            's' | 'S' | 'n' | 'm' | 'F' => {}
            _ => return None,
        }
        Some(())
    }

    fn read_pointer(&mut self, space: &str, numbers: &[&str]) -> Option<()> {
        let space = space.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let space = if space.is_empty() {
            0
        } else {
            space.parse().ok()?
        };
        let bits = numbers
            .first()?
            .parse()
            .ok()
            .filter(|&bits| (1..=1 << 16).contains(&bits))?;
        let index_bits = match numbers.get(3) {
            Some(text) => text
                .parse()
                .ok()
                .filter(|&width| (1..=bits).contains(&width))?,
            None => bits,
        };
        let pointer = PointerLayout {
            space,
            bits,
            align: bytes(numbers.get(1)?)?.max(1),
            index_bits,
        };
        self.pointers.retain(|other| other.space != space);
        self.pointers.push(pointer);
        Some(())
    }
}

impl FromStr for DataLayout {
    type Err = DataLayoutError;

    fn from_str(text: &str) -> Result<Self, DataLayoutError> {
        let mut layout = Self {
            text: text.to_owned(),
            ..Self::default()
        };
        for part in text.split('-').filter(|part| !part.is_empty()) {
            layout.read_part(part).ok_or_else(|| DataLayoutError {
                part: part.to_owned(),
            })?;
        }
        Ok(layout)
    }
}

/// Reads an alignment in bits as bytes: a power of two, or zero.
fn bytes(bits: &str) -> Option<u64> {
    let bits: u64 = bits.parse().ok()?;
    let fits = bits.is_multiple_of(8) && bits <= 1 << 16 && (bits == 0 || bits.is_power_of_two());
    fits.then_some(bits / 8)
}

fn insert(entries: &mut Vec<Entry>, bits: u32, align: u64) {
    let entry = Entry {
        bits,
        align: align.max(1),
    };
    match entries.binary_search_by_key(&bits, |entry| entry.bits) {
        Ok(index) => entries[index] = entry,
        Err(index) => entries.insert(index, entry),
    }
}

fn exact(entries: &[Entry], bits: u64) -> Option<u64> {
    entries
        .iter()
        .find(|entry| u64::from(entry.bits) == bits)
        .map(|entry| entry.align)
}

/// The size in bytes, rounded up to a power of two, at most 2^32.
fn natural_align(bits: u64) -> u64 {
    bits.div_ceil(8).min(1 << 32).next_power_of_two()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_triple(triple: &str, text: &str) {
        let expected = DataLayout {
            text: String::new(),
            ..text.parse().expect("clang wrote it")
        };
        assert_eq!(DataLayout::of_triple(triple), expected);
    }

    #[test]
    fn a_triple_has_a_layout() {
        let wasm32 = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20";
        check_triple("wasm32-unknown-unknown", wasm32);
        check_triple("wasm32", wasm32);
        check_triple("", wasm32); // neither triple nor layout: wasm32
        check_triple("wasm64-unknown-wasi", &wasm32.replace("p:32:32", "p:64:64"));
        let emscripten = wasm32.replace("-n32", "-f128:64-n32");
        check_triple("wasm32-unknown-emscripten", &emscripten);
        check_triple("x86_64-pc-linux-gnu", ""); // LLVM's default: a pointer of 64 bits
    }

    #[test]
    fn what_is_said_replaces_the_default() {
        let layout: DataLayout = "E-p:32:32-p270:64:64:64:32-i64:64-v128:32-a:0:64-A5"
            .parse()
            .expect("it is well formed");
        assert!(layout.big_endian);
        assert_eq!(layout.pointer(0).bits, 32);
        assert_eq!(
            layout.pointer(270),
            PointerLayout {
                space: 270,
                bits: 64,
                align: 8,
                index_bits: 32
            }
        );
        assert_eq!(layout.pointer(3), layout.pointer(0));
        assert_eq!(
            (
                layout.int_align(33),
                layout.vector_align(128),
                layout.alloca_space
            ),
            (8, 4, 5)
        );
    }

    #[track_caller]
    fn check_error(text: &str, part: &str) {
        assert_eq!(
            text.parse::<DataLayout>(),
            Err(DataLayoutError {
                part: part.to_owned()
            })
        );
    }

    #[test]
    fn nonsense_is_named() {
        check_error("e-p:0:32", "p:0:32");
        check_error("e-i64", "i64");
        check_error("e-i64:63", "i64:63");
        check_error("e-z", "z");
        check_error("p:32:32:32:64", "p:32:32:32:64");
    }
}
