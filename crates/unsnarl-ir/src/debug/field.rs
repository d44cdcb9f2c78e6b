//! The values of fields of debug information, as LLVM IR writes them.
//!
//! *Gives:* [`Field`], the value of a field, and [`Property`], the types of fields. A reader sets
//! fields by it and a printer gets them back, so that neither needs to know the classes.

use super::node::*;
use super::words::{
    CallingConvention, ChecksumKind, EmissionKind, Encoding, EnumKind, FixedPointKind, Flags,
    Language, LanguageName, MacroKind, NameTableKind, SubprogramFlags, Tag, number_of, word_of,
};
use crate::id::NameId;

/// The value of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Field<'a> {
    /// `null`.
    Null,
    /// `"text"`; nothing for `""`.
    Text(Option<NameId>),
    /// `-12`.
    Number(i128),
    /// `true` or `false`.
    Flag(bool),
    /// `DW_TAG_member`, or `DIFlagPrivate | DIFlagVirtual`. There may be numbers among the words.
    Words(Vec<&'a str>),
    /// `!12`, or metadata that is written in place.
    Node(Node),
}

/// The reason why a field cannot be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The class has no such field.
    Key,
    /// The field cannot hold the value.
    Value,
}

/// A type that a field can have.
pub(super) trait Property: Default + PartialEq {
    /// Takes a value, if it is one of this type.
    fn read(field: &Field<'_>) -> Option<Self>;

    /// Returns the value.
    fn show(&self) -> Field<'static>;
}

macro_rules! numbers {
    ($($ty:ty)*) => {$(
        impl Property for $ty {
            fn read(field: &Field<'_>) -> Option<Self> {
                match field {
                    Field::Number(number) => (*number).try_into().ok(),
                    _ => None,
                }
            }

            fn show(&self) -> Field<'static> {
                Field::Number((*self).into())
            }
        }
    )*};
}
numbers! { u32 u64 i32 i128 }

impl Property for Option<u32> {
    fn read(field: &Field<'_>) -> Option<Self> {
        match field {
            Field::Null => Some(None),
            _ => u32::read(field).map(Some),
        }
    }

    fn show(&self) -> Field<'static> {
        self.map_or(Field::Null, |number| Field::Number(number.into()))
    }
}

impl Property for bool {
    fn read(field: &Field<'_>) -> Option<Self> {
        match field {
            Field::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    fn show(&self) -> Field<'static> {
        Field::Flag(*self)
    }
}

impl Property for Option<NameId> {
    fn read(field: &Field<'_>) -> Option<Self> {
        match field {
            Field::Text(text) => Some(*text),
            Field::Null => Some(None),
            _ => None,
        }
    }

    fn show(&self) -> Field<'static> {
        Field::Text(*self)
    }
}

/// A property that is true unless the text says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usually(pub bool);

impl Default for Usually {
    fn default() -> Self {
        Usually(true)
    }
}

impl Property for Usually {
    fn read(field: &Field<'_>) -> Option<Self> {
        bool::read(field).map(Usually)
    }

    fn show(&self) -> Field<'static> {
        Field::Flag(self.0)
    }
}

macro_rules! words {
    ($($ty:ident)*) => {$(
        impl Property for $ty {
            fn read(field: &Field<'_>) -> Option<Self> {
                match field {
                    Field::Words(words) => match **words {
                        [word] => number_of(Self::WORDS, word).map(Self),
                        _ => None,
                    },
                    Field::Number(number) => (*number).try_into().ok().map(Self),
                    _ => None,
                }
            }

            fn show(&self) -> Field<'static> {
                match word_of(Self::WORDS, &self.0) {
                    Some(word) => Field::Words(vec![word]),
                    None => Field::Number(self.0.into()),
                }
            }
        }
    )*};
}
words! {
    Tag Language LanguageName Encoding CallingConvention EmissionKind NameTableKind MacroKind
    FixedPointKind
}

macro_rules! optional_words {
    ($($ty:ident)*) => {$(
        impl Property for Option<$ty> {
            fn read(field: &Field<'_>) -> Option<Self> {
                let number = match field {
                    Field::Words(words) => match **words {
                        [word] => number_of($ty::WORDS, word)?,
                        _ => return None,
                    },
                    Field::Number(number) => (*number).try_into().ok()?,
                    _ => return None,
                };
                Some(Some($ty(number)))
            }

            fn show(&self) -> Field<'static> {
                let Some(word) = self else { return Field::Null };
                match word_of($ty::WORDS, &word.0) {
                    Some(word) => Field::Words(vec![word]),
                    None => Field::Number(word.0.into()),
                }
            }
        }
    )*};
}
optional_words! { ChecksumKind EnumKind }

macro_rules! flags {
    ($($ty:ident)*) => {$(
        impl Property for $ty {
            fn read(field: &Field<'_>) -> Option<Self> {
                match field {
                    Field::Words(words) => $ty::read(words),
                    Field::Number(number) => (*number).try_into().ok().map($ty),
                    _ => None,
                }
            }

            fn show(&self) -> Field<'static> {
                match self.words() {
                    // If some bits have no name, all bits are written as one number.
                    (words, 0) if !words.is_empty() => Field::Words(words),
                    _ => Field::Number(self.0.into()),
                }
            }
        }
    )*};
}
flags! { Flags SubprogramFlags }

/// A number, or a place where the number is found at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A number.
    Number(i64),
    /// A variable, an expression or a constant.
    Node(Node),
}

impl Property for Option<Bound> {
    fn read(field: &Field<'_>) -> Option<Self> {
        Some(match field {
            Field::Null => None,
            Field::Number(number) => Some(Bound::Number((*number).try_into().ok()?)),
            Field::Node(node) => Some(Bound::Node(*node)),
            _ => return None,
        })
    }

    fn show(&self) -> Field<'static> {
        match *self {
            None => Field::Null,
            Some(Bound::Number(number)) => Field::Number(number.into()),
            Some(Bound::Node(node)) => Field::Node(node),
        }
    }
}

impl Property for Option<Node> {
    fn read(field: &Field<'_>) -> Option<Self> {
        match field {
            Field::Null => Some(None),
            Field::Node(node) => Some(Some(*node)),
            _ => None,
        }
    }

    fn show(&self) -> Field<'static> {
        self.map_or(Field::Null, Field::Node)
    }
}

/// Makes ids references in fields.
macro_rules! references {
    ($($class:ident $id:ident $prefix:literal $table:ident $word:literal;)*) => {
        $(reference! { $class($id) })*
    };
}

macro_rules! reference {
    ($class:ident($id:ident)) => {
        impl Property for Option<$id> {
            fn read(field: &Field<'_>) -> Option<Self> {
                match field {
                    Field::Null => Some(None),
                    Field::Node(Node::$class(id)) => Some(Some(*id)),
                    _ => None,
                }
            }

            fn show(&self) -> Field<'static> {
                self.map_or(Field::Null, |id| Field::Node(Node::$class(id)))
            }
        }
    };
}

with_classes! { references }
reference! { Expression(ExpressionId) }
reference! { List(ListId) }
