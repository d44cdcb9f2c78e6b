//! Typed ids, and dense maps indexed by them.
//!
//! *Needs:* nothing.
//! *Gives:* [`Id`], the ids of this crate, [`Edge`], and [`IdMap`]; [`ids!`](crate::ids!) defines
//! further id types.
//! *Cost:* an id takes four bytes, and so does an `Option` of it; a look-up is one bounds check.
//!
//! An id names one thing of one graph or program, and is meaningless in another. Ids are dense: the
//! things of one kind are numbered from zero without gaps, so a table of them is a vector. An id
//! prints as the notation writes it: `b12` is a block, `l3` a label.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::num::NonZeroU32;
use core::ops::{Index, IndexMut};

/// A type of ids: its values name things that are numbered from zero without gaps.
pub trait Id: Copy + Eq + Ord + core::hash::Hash + fmt::Debug + fmt::Display {
    /// Makes the id with this number.
    ///
    /// Panics if the number is 2³² − 1 or above.
    fn new(index: usize) -> Self;

    /// Gives the number of the id.
    fn index(self) -> usize;
}

/// Defines id types. Each is given by a doc comment, a name, and the prefix that is printed before
/// its number.
///
/// ```
/// use unsnarl::{Id, IdMap};
///
/// unsnarl::ids! {
///     /// A register, printed `r3`.
///     RegisterId, "r";
/// }
///
/// let mut widths: IdMap<RegisterId, u32> = IdMap::new();
/// let register = widths.push(32);
/// assert_eq!((register.to_string(), widths[register]), ("r0".into(), 32));
/// assert_eq!(size_of::<Option<RegisterId>>(), 4);
/// ```
#[macro_export]
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident, $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(::core::num::NonZeroU32);

        impl $crate::Id for $name {
            #[inline]
            fn new(index: usize) -> Self {
                let above = u32::try_from(index).ok().and_then(|index| index.checked_add(1));
                let above = above.and_then(::core::num::NonZeroU32::new);
                $name(above.expect("ids stay below 2³² − 1"))
            }

            #[inline]
            fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::write!(f, ::core::concat!($prefix, "{}"), $crate::Id::index(*self))
            }
        }

        impl ::core::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(self, f)
            }
        }
    )*};
}

ids! {
    /// A basic block of a graph, printed `b12`.
    BlockId, "b";
    /// A label of a structured program, to which jumps bind; printed `l3`.
    LabelId, "l";
    /// A boolean variable of a structured program, printed `f2`.
    FlagId, "f";
    /// A loop of a graph's nesting forest, printed `loop4`.
    LoopId, "loop";
    /// A step of a structured program, printed `n7`.
    NodeId, "n";
}

/// One arm of a block's exit: the edge that leaves `block` by its slot number `slot`.
///
/// Two arms with the same target are two edges. Printed `b3.1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The block that the edge leaves.
    pub block: BlockId,
    /// The position of the arm among the arms of that block, from zero.
    pub slot: u32,
}

impl Edge {
    /// Names the arm `slot` of `block`.
    pub fn new(block: BlockId, slot: usize) -> Edge {
        let slot = u32::try_from(slot).expect("a block has fewer than 2³² arms");
        Edge { block, slot }
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.block, self.slot)
    }
}

impl fmt::Debug for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A number below 2³² − 1 in a table where entries may be missing. It is stored one higher, so
/// that an `Option` of it takes four bytes as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Number(NonZeroU32);

impl Number {
    /// Takes a number below 2³² − 1.
    pub(crate) fn new(number: u32) -> Number {
        Number(NonZeroU32::MIN.saturating_add(number))
    }

    /// Gives the number.
    pub(crate) fn get(self) -> u32 {
        self.0.get() - 1
    }
}

/// Gives the id after this one.
pub(crate) fn following<K: Id>(id: K) -> K {
    K::new(id.index() + 1)
}

/// A vector indexed by ids of type `K`: one value for each id.
#[derive(Clone, PartialEq, Eq)]
pub struct IdMap<K, V> {
    values: Vec<V>,
    key: PhantomData<fn(K) -> K>,
}

impl<K: Id, V> IdMap<K, V> {
    /// Makes a map without entries.
    pub const fn new() -> Self {
        IdMap {
            values: Vec::new(),
            key: PhantomData,
        }
    }

    /// Makes a map of the first `len` ids, all with the same value.
    pub fn filled(len: usize, value: V) -> Self
    where
        V: Clone,
    {
        Self::from_values(alloc::vec![value; len])
    }

    /// Takes the values in the order of their ids.
    pub fn from_values(values: Vec<V>) -> Self {
        IdMap {
            values,
            key: PhantomData,
        }
    }

    /// Appends a value and gives the id that names it.
    pub fn push(&mut self, value: V) -> K {
        let id = self.next_key();
        self.values.push(value);
        id
    }

    /// Gives the number of entries.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Tells whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Gives the id that the next [`push`](Self::push) returns.
    pub fn next_key(&self) -> K {
        K::new(self.values.len())
    }

    /// Gives the value of `id`, or `None` if the map ends before it.
    pub fn get(&self, id: K) -> Option<&V> {
        self.values.get(id.index())
    }

    /// Gives a mutable reference to the value of `id`, or `None` if the map ends before it.
    pub fn get_mut(&mut self, id: K) -> Option<&mut V> {
        self.values.get_mut(id.index())
    }

    /// Walks the ids in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + use<K, V> {
        (0..self.values.len()).map(K::new)
    }

    /// Walks the values in the order of their ids.
    pub fn values(&self) -> core::slice::Iter<'_, V> {
        self.values.iter()
    }

    /// Walks mutable references to the values in the order of their ids.
    pub fn values_mut(&mut self) -> core::slice::IterMut<'_, V> {
        self.values.iter_mut()
    }

    /// Gives the values as a slice, in the order of their ids.
    pub fn as_slice(&self) -> &[V] {
        &self.values
    }

    /// Takes the values out, in the order of their ids.
    pub fn into_values(self) -> alloc::vec::IntoIter<V> {
        self.values.into_iter()
    }

    /// Walks ids and values together.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> + ExactSizeIterator {
        self.values
            .iter()
            .enumerate()
            .map(|(index, value)| (K::new(index), value))
    }
}

impl<K: Id, V> Default for IdMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Id, V: fmt::Debug> fmt::Debug for IdMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Id, V> Index<K> for IdMap<K, V> {
    type Output = V;

    fn index(&self, id: K) -> &V {
        &self.values[id.index()]
    }
}

impl<K: Id, V> IndexMut<K> for IdMap<K, V> {
    fn index_mut(&mut self, id: K) -> &mut V {
        &mut self.values[id.index()]
    }
}

impl<K: Id, V> FromIterator<V> for IdMap<K, V> {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Self {
        Self::from_values(values.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn an_id_prints_as_the_text_form_writes_it() {
        assert_eq!(
            format!("{} {:?}", BlockId::new(12), LabelId::new(3)),
            "b12 l3"
        );
        assert_eq!(format!("{}", Edge::new(BlockId::new(3), 1)), "b3.1");
    }

    #[test]
    fn an_optional_id_is_as_small_as_the_id() {
        assert_eq!(size_of::<Option<BlockId>>(), size_of::<BlockId>());
        assert_eq!(size_of::<Option<Edge>>(), size_of::<Edge>());
        assert_eq!(size_of::<Option<Number>>(), size_of::<u32>());
    }
}
