//! The tables of handlers in two objects.
//!
//! *Needs:* the bytes of two relocatable objects. *Gives:* whether their segments for tables of
//! handlers have the same contents, in order; or whether one has what the other has, which is all
//! that holds where only LLVM leaves out handlers behind a branch on a constant, at -O0.

/// The segments' name, or how it begins.
const SECTION: &str = ".rodata.gcc_except_table";
const DATA: u8 = 11;
const CUSTOM: u8 = 0;
const SEGMENT_INFO: u8 = 5;
/// Relocations of four bytes of data.
const TABLE_INDEX: u8 = 2;
const MEMORY_ADDRESS: u8 = 5;

/// Compares the tables of two objects.
pub(super) fn compare(own: &[u8], other: &[u8]) -> Result<(), String> {
    let (own, other) = (tables(own), tables(other));
    let own = own.ok_or("an object that cannot be read")?;
    let other = other.ok_or("an object of LLVM that cannot be read")?;
    if own.len() != other.len() {
        return Err(format!(
            "{} tables, and LLVM has {}",
            own.len(),
            other.len()
        ));
    }
    let mut pairs = own.iter().zip(&other).enumerate();
    match pairs.find(|(_, (own, other))| own != other) {
        None => Ok(()),
        Some((number, (own, other))) => Err(format!(
            "table {number} is {own:02x?}, and LLVM's is {other:02x?}"
        )),
    }
}

/// Tells whether the first object has every table of the other.
pub(super) fn contain(own: &[u8], other: &[u8]) -> Result<(), String> {
    let own = tables(own).ok_or("an object that cannot be read")?;
    let other = tables(other).ok_or("an object of LLVM that cannot be read")?;
    let mut left = own.iter();
    match other.iter().find(|&table| !left.any(|one| one == table)) {
        None => Ok(()),
        Some(table) => Err(format!(
            "none of {} tables is {table:02x?} of LLVM's {}",
            own.len(),
            other.len()
        )),
    }
}

/// The contents of the tables of an object, ascending, without the addresses that the linker fills
/// in. Several may be in one segment: each says how long it is.
fn tables(object: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut reader = Reader(object.get(8..)?);
    let (mut data, mut names, mut filled) = (&[][..], Vec::new(), Vec::new());
    while !reader.0.is_empty() {
        let id = reader.byte()?;
        let size = reader.number()?;
        let contents = reader.take(size)?;
        let mut section = Reader(contents);
        match id {
            DATA => data = contents,
            CUSTOM => match section.name()? {
                b"linking" => names = section.names()?,
                b"reloc.DATA" => filled = section.relocations()?,
                _ => {}
            },
            _ => {}
        }
    }
    let mut data = data.to_vec();
    for at in filled {
        data.get_mut(at..at + 4)?.fill(0);
    }
    let segments = match data.is_empty() {
        true => Vec::new(),
        false => Reader(&data).segments()?,
    };
    let mut tables = Vec::new();
    for (name, segment) in names.iter().zip(segments) {
        let mut segment = Reader(&segment);
        while name.starts_with(SECTION.as_bytes()) && !segment.0.is_empty() {
            let whole = segment.0;
            segment.take(2)?;
            let size = segment.number()?;
            segment.take(size)?;
            tables.push(whole[..whole.len() - segment.0.len()].to_vec());
        }
    }
    tables.sort();
    Some(tables)
}

/// What is left of some bytes.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    fn number(&mut self) -> Option<usize> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return Some(number);
            }
            if shift > 28 {
                return None;
            }
        }
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn name(&mut self) -> Option<&'a [u8]> {
        let size = self.number()?;
        self.take(size)
    }

    /// The contents of the segments of a data section.
    fn segments(&mut self) -> Option<Vec<Vec<u8>>> {
        let count = self.number()?;
        (0..count)
            .map(|_| {
                // Memory 0, and a constant with its end.
                let (_, _) = (self.byte()?, self.byte()?);
                self.number()?;
                self.byte()?;
                let size = self.number()?;
                Some(self.take(size)?.to_vec())
            })
            .collect()
    }

    /// The places that hold addresses of data, or numbers of functions, in relocations.
    fn relocations(&mut self) -> Option<Vec<usize>> {
        self.number()?;
        let count = self.number()?;
        let mut places = Vec::new();
        for _ in 0..count {
            let kind = self.byte()?;
            let at = self.number()?;
            self.number()?;
            // Addresses have a number that is added to them.
            if matches!(kind, 3..=5 | 8 | 9 | 11 | 14..=17 | 22 | 23 | 25) {
                self.signed()?;
            }
            if matches!(kind, TABLE_INDEX | MEMORY_ADDRESS) {
                places.push(at);
            }
        }
        Some(places)
    }

    /// Passes over a number with a sign.
    fn signed(&mut self) -> Option<()> {
        while self.byte()? & 0x80 != 0 {}
        Some(())
    }

    /// The names of the segments, as the section `linking` has them.
    fn names(&mut self) -> Option<Vec<Vec<u8>>> {
        self.number()?;
        while !self.0.is_empty() {
            let kind = self.byte()?;
            let size = self.number()?;
            let mut contents = Reader(self.take(size)?);
            if kind != SEGMENT_INFO {
                continue;
            }
            let count = contents.number()?;
            return (0..count)
                .map(|_| {
                    let name = contents.name()?.to_vec();
                    contents.number()?;
                    contents.number()?;
                    Some(name)
                })
                .collect();
        }
        Some(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An object with one segment of this name and these contents.
    fn object(name: &str, contents: &[u8]) -> Vec<u8> {
        let mut data = vec![1, 0, 0x41, 0, 0x0b, contents.len() as u8];
        data.extend(contents);
        let mut info = vec![1, name.len() as u8];
        info.extend(name.as_bytes());
        info.extend([2, 0]);
        let mut linking = vec![7];
        linking.extend(b"linking");
        linking.extend([2, SEGMENT_INFO, info.len() as u8]);
        linking.extend(info);
        let mut object = b"\0asm\x01\0\0\0".to_vec();
        for (id, section) in [(DATA, data), (CUSTOM, linking)] {
            object.extend([id, section.len() as u8]);
            object.extend(section);
        }
        object
    }

    #[test]
    fn tables_are_compared_and_nothing_else() {
        let table = |bytes: &[u8]| object(SECTION, bytes);
        // Each has a size behind two bytes.
        let (one, other) = ([255, 0, 1, 7], [255, 0, 1, 8]);
        assert_eq!(compare(&table(&one), &table(&one)), Ok(()));
        assert!(compare(&table(&one), &table(&other)).is_err());
        assert!(compare(&table(&one), &object(".data.x", &one)).is_err());
        assert_eq!(
            compare(&object(".data.x", &one), &object(".data.x", &other)),
            Ok(())
        );
        let both = [one, other].concat();
        let turned = [other, one].concat();
        assert_eq!(compare(&table(&both), &table(&turned)), Ok(()));
        assert!(compare(&table(&both), &table(&one)).is_err());
        assert_eq!(contain(&table(&both), &table(&one)), Ok(()));
        assert_eq!(contain(&table(&both), &table(&turned)), Ok(()));
        assert!(contain(&table(&one), &table(&both)).is_err());
        assert!(contain(&table(&one), &table(&[one, one].concat())).is_err());
        assert!(contain(&table(&one), &table(&other)).is_err());
        assert!(compare(&[], &[]).is_err());
    }
}
