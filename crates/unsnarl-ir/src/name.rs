//! Names, all in one string.

use crate::id::{Id, NameId};

/// All names of a module, one after the other in one string.
///
/// Equal names are not shared: each [`Names::add`] makes a new id, so different ids may have equal
/// names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    text: String,
    ends: Vec<u32>,
}

impl Names {
    /// Adds a name.
    pub fn add(&mut self, name: &str) -> NameId {
        let id = NameId::new(self.ends.len());
        self.text.push_str(name);
        self.ends.push(
            u32::try_from(self.text.len())
                .expect("readers refuse inputs of 4 GiB, so names fit 32 bits"),
        );
        id
    }

    /// Counts the names.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Tells whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the text of a name.
    pub fn text(&self, id: NameId) -> &str {
        let start = id
            .index()
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        &self.text[start as usize..self.ends[id.index()] as usize]
    }
}

/// The name of a value or a block in its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// `%12`: values and blocks without a name are counted.
    Number(u32),
    /// `%entry`.
    Text(NameId),
    /// Made by a rewrite; written `%new.3`, or with more dots if the source has such a name.
    Made(u32),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        let mut names = Names::default();
        let ids = ["entry", "", "if.then"].map(|name| names.add(name));
        assert_eq!(ids.map(|id| names.text(id)), ["entry", "", "if.then"]);
    }
}
