//! Sets of flags: `DIFlagPrototyped | DIFlagArtificial`.

use super::number_of;

/// The properties of a type, a member, a variable or a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(pub u32);

/// The properties of a function alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SubprogramFlags(pub u32);

impl Flags {
    /// It is a declaration whose definition is elsewhere.
    pub const FORWARD: Flags = Flags(1 << 2);
    /// The compiler made it.
    pub const ARTIFICIAL: Flags = Flags(1 << 6);
    /// It is a bit field: a member in some of the bits of its storage.
    pub const BIT_FIELD: Flags = Flags(1 << 19);

    /// The two lowest bits are a number, and so are the bits of inheritance; all others are flags.
    const ACCESS: u32 = 3;
    const INHERITANCE: u32 = 3 << 16;

    /// The names of values.
    pub const WORDS: &'static [(u32, &'static str)] = &[
        (1, "DIFlagPrivate"),
        (2, "DIFlagProtected"),
        (3, "DIFlagPublic"),
        (1 << 16, "DIFlagSingleInheritance"),
        (2 << 16, "DIFlagMultipleInheritance"),
        (3 << 16, "DIFlagVirtualInheritance"),
        (1 << 2, "DIFlagFwdDecl"),
        (1 << 3, "DIFlagAppleBlock"),
        (1 << 4, "DIFlagReservedBit4"),
        (1 << 5, "DIFlagVirtual"),
        (1 << 6, "DIFlagArtificial"),
        (1 << 7, "DIFlagExplicit"),
        (1 << 8, "DIFlagPrototyped"),
        (1 << 9, "DIFlagObjcClassComplete"),
        (1 << 10, "DIFlagObjectPointer"),
        (1 << 11, "DIFlagVector"),
        (1 << 12, "DIFlagStaticMember"),
        (1 << 13, "DIFlagLValueReference"),
        (1 << 14, "DIFlagRValueReference"),
        (1 << 15, "DIFlagExportSymbols"),
        (1 << 18, "DIFlagIntroducedVirtual"),
        (1 << 19, "DIFlagBitField"),
        (1 << 20, "DIFlagNoReturn"),
        (1 << 22, "DIFlagTypePassByValue"),
        (1 << 23, "DIFlagTypePassByReference"),
        (1 << 24, "DIFlagEnumClass"),
        (1 << 25, "DIFlagThunk"),
        (1 << 26, "DIFlagNonTrivial"),
        (1 << 27, "DIFlagBigEndian"),
        (1 << 28, "DIFlagLittleEndian"),
        (1 << 29, "DIFlagAllCallsDescribed"),
        (0, "DIFlagZero"),
    ];

    /// Tells whether all of these are set.
    pub fn has(self, flags: Flags) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Splits a set into its named parts and the remaining bits.
    pub(crate) fn words(self) -> (Vec<&'static str>, u32) {
        split(Self::WORDS, self.0, &[Self::ACCESS, Self::INHERITANCE])
    }

    pub(crate) fn read(words: &[&str]) -> Option<Flags> {
        joined(Self::WORDS, words).map(Flags)
    }
}

impl SubprogramFlags {
    /// It is the definition, and not a declaration.
    pub const DEFINITION: SubprogramFlags = SubprogramFlags(1 << 3);

    /// The two lowest bits are a number, all others are flags.
    const VIRTUALITY: u32 = 3;

    /// The names of values.
    pub const WORDS: &'static [(u32, &'static str)] = &[
        (1, "DISPFlagVirtual"),
        (2, "DISPFlagPureVirtual"),
        (1 << 2, "DISPFlagLocalToUnit"),
        (1 << 3, "DISPFlagDefinition"),
        (1 << 4, "DISPFlagOptimized"),
        (1 << 5, "DISPFlagPure"),
        (1 << 6, "DISPFlagElemental"),
        (1 << 7, "DISPFlagRecursive"),
        (1 << 8, "DISPFlagMainSubprogram"),
        (1 << 9, "DISPFlagDeleted"),
        (1 << 11, "DISPFlagObjCDirect"),
        (0, "DISPFlagZero"),
    ];

    /// Tells whether all of these are set.
    pub fn has(self, flags: SubprogramFlags) -> bool {
        self.0 & flags.0 == flags.0
    }

    pub(crate) fn words(self) -> (Vec<&'static str>, u32) {
        split(Self::WORDS, self.0, &[Self::VIRTUALITY])
    }

    pub(crate) fn read(words: &[&str]) -> Option<SubprogramFlags> {
        joined(Self::WORDS, words).map(SubprogramFlags)
    }
}

/// The words of a set in which `fields` are numbers, and the bits without words.
fn split(table: &[(u32, &'static str)], set: u32, fields: &[u32]) -> (Vec<&'static str>, u32) {
    let (mut words, mut left) = (Vec::new(), set);
    for &(value, word) in table {
        let field = fields.iter().find(|field| value & *field != 0);
        let is_there = match field {
            Some(field) => left & field == value,
            None => value != 0 && left & value == value,
        };
        if is_there {
            words.push(word);
            left &= !value;
        }
    }
    (words, left)
}

/// The set of some words and numbers.
fn joined(table: &[(u32, &str)], words: &[&str]) -> Option<u32> {
    words.iter().try_fold(0, |set, word| {
        let value = number_of(table, word).or_else(|| word.parse().ok())?;
        Some(set | value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(words: &[&str], set: u32) {
        assert_eq!(Flags::read(words), Some(Flags(set)));
        let (back, left) = Flags(set).words();
        let mut sorted = words.to_vec();
        sorted.sort_unstable();
        let mut again = back.clone();
        again.sort_unstable();
        assert_eq!((again, left), (sorted, 0));
    }

    #[test]
    fn words_are_bits_or_numbers_of_two_bits() {
        check(&["DIFlagPublic", "DIFlagPrototyped"], 3 | 1 << 8);
        check(&["DIFlagProtected"], 2);
        check(
            &["DIFlagVirtualInheritance", "DIFlagVirtual"],
            3 << 16 | 1 << 5,
        );
        assert_eq!(
            Flags::read(&["DIFlagVirtual", "2097152"]),
            Some(Flags(1 << 5 | 1 << 21))
        );
        assert_eq!(Flags(1 << 21).words(), (vec![], 1 << 21));
        assert_eq!(Flags::read(&["DIFlagOfTomorrow"]), None);
    }
}
