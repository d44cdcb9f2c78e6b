//! The tables of handlers in two objects.
//!
//! *Needs:* the bytes of two relocatable objects. *Gives:* whether their segments for tables of
//! handlers have the same contents, in order.

/// The segments' name, or how it begins.
const SECTION: &str = ".rodata.gcc_except_table";
const DATA: u8 = 11;
const CUSTOM: u8 = 0;
const SEGMENT_INFO: u8 = 5;

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

/// The contents of the tables of an object, ascending.
fn tables(object: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut reader = Reader(object.get(8..)?);
    let (mut segments, mut names) = (Vec::new(), Vec::new());
    while !reader.0.is_empty() {
        let id = reader.byte()?;
        let size = reader.number()?;
        let mut section = Reader(reader.take(size)?);
        match id {
            DATA => segments = section.segments()?,
            CUSTOM if section.name()? == b"linking" => names = section.names()?,
            _ => {}
        }
    }
    let named = names.iter().zip(segments);
    let tables = named.filter(|(name, _)| name.starts_with(SECTION.as_bytes()));
    let mut tables: Vec<Vec<u8>> = tables.map(|(_, bytes)| bytes).collect();
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
        assert_eq!(compare(&table(&[1, 2]), &table(&[1, 2])), Ok(()));
        assert!(compare(&table(&[1, 2]), &table(&[1, 3])).is_err());
        assert!(compare(&table(&[1, 2]), &object(".data.x", &[1, 2])).is_err());
        assert_eq!(
            compare(&object(".data.x", &[1]), &object(".data.x", &[2])),
            Ok(())
        );
        assert!(compare(&[], &[]).is_err());
    }
}
