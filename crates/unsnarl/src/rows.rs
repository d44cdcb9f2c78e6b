//! Lists of different lengths in one vector: compressed rows.
//!
//! *Needs:* rows one after the other, or the pairs of a row and an item in any order and twice:
//! once to count and once to place them.
//! *Gives:* [`Rows`]: the items of each row, in the order in which they came.
//! *Cost:* O(rows + items) time; four bytes a row, and the items.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// What an owner of rows must know.
const FEW: &str = "rows have fewer than 2³² items";

/// For each number from 0 on a row of items.
///
/// ```
/// use unsnarl::Rows;
///
/// let pairs = [(2, 'a'), (0, 'b'), (2, 'c')];
/// let rows = Rows::gather(3, || pairs.into_iter());
/// assert_eq!([rows.row(0), rows.row(1), rows.row(2)], [&['b'][..], &[], &['a', 'c']]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rows<T> {
    /// Row `i` is `items[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    items: Vec<T>,
}

/// Rows whose items are being counted.
pub struct Counting {
    /// The number of items of row `i` is at `i + 2`.
    counts: Vec<u32>,
}

/// Rows whose items are being placed.
pub struct Placing<T> {
    /// Where the next item of row `i` goes is at `i + 1`; what is at `i` before the row begins is
    /// its start once the row before it is full.
    next: Vec<u32>,
    items: Vec<T>,
}

impl<T> Rows<T> {
    /// Makes rows of which there are none yet, with room for some.
    pub fn with_room(rows: usize, items: usize) -> Rows<T> {
        let mut starts = Vec::with_capacity(rows + 1);
        starts.push(0);
        Rows {
            starts,
            items: Vec::with_capacity(items),
        }
    }

    /// Appends a row. Panics if there are 2³² items or more.
    pub fn push(&mut self, row: impl IntoIterator<Item = T>) {
        self.items.extend(row);
        let end = u32::try_from(self.items.len()).expect(FEW);
        self.starts.push(end);
    }

    /// Gives the items of a row.
    pub fn row(&self, row: usize) -> &[T] {
        &self.items[self.range(row)]
    }

    /// Tells where the items of a row are among [all](Self::items).
    pub fn range(&self, row: usize) -> Range<usize> {
        self.starts[row] as usize..self.starts[row + 1] as usize
    }

    /// Gives the items of all rows, row by row.
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// Gives the number of rows.
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Rows::with_room(0, 0)
    }
}

impl<T: Copy> Rows<T> {
    /// Gathers pairs of a row below `count` and an item from an iterator, which is made twice.
    pub fn gather<I>(count: usize, pairs: impl Fn() -> I) -> Rows<T>
    where
        I: Iterator<Item = (usize, T)>,
    {
        let mut counting = Counting::new(count);
        let Some((_, blank)) = pairs().next() else {
            let mut rows = Rows::with_room(count, 0);
            (0..count).for_each(|_| rows.push([]));
            return rows;
        };
        pairs().for_each(|(row, _)| counting.count(row));
        let mut placing = counting.place(blank);
        pairs().for_each(|(row, item)| placing.put(row, item));
        placing.finish()
    }
}

impl Counting {
    /// Begins with `count` empty rows.
    pub fn new(count: usize) -> Counting {
        Counting {
            counts: vec![0; count + 2],
        }
    }

    /// Counts an item of a row.
    pub fn count(&mut self, row: usize) {
        self.counts[row + 2] += 1;
    }

    /// Makes room for the items that were counted, with any item in it. Panics if there are 2³²
    /// items or more.
    pub fn place<T: Copy>(mut self, blank: T) -> Placing<T> {
        let mut total = 0_u32;
        for count in &mut self.counts {
            total = total.checked_add(*count).expect(FEW);
            *count = total;
        }
        Placing {
            items: vec![blank; total as usize],
            next: self.counts,
        }
    }
}

impl<T> Placing<T> {
    /// Places an item behind those that its row has already.
    pub fn put(&mut self, row: usize, item: T) {
        let next = &mut self.next[row + 1];
        self.items[*next as usize] = item;
        *next += 1;
    }

    /// Gives the rows, which have as many items as were counted.
    pub fn finish(mut self) -> Rows<T> {
        let total = self.next.pop();
        debug_assert_eq!(total, self.next.last().copied());
        Rows {
            starts: self.next,
            items: self.items,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_items_each_row_is_empty() {
        let rows: Rows<char> = Rows::gather(2, || [].into_iter());
        assert_eq!(rows.count(), 2);
        assert_eq!([rows.row(0), rows.row(1)], [&[], &[]]);
    }

    #[test]
    #[should_panic = "index out of bounds"]
    fn a_row_that_is_not_there_is_a_mistake() {
        let _ = Rows::gather(2, || [(3, 'a')].into_iter());
    }
}
