//! Lists of different lengths in one vector.
//!
//! *Needs:* a function that calls back with each pair of a row and an item, the same ones twice.
//! *Gives:* [`Rows`]: the items of each row, the last one first.
//! *Cost:* O(rows + items), two passes.

use alloc::vec::Vec;

pub(super) struct Rows<T> {
    /// Where each row begins among the items, and where the last one ends.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Rows<T> {
    /// Collects what `each` calls back with: the number of a row, below `count`, and an item.
    /// `blank` is an item, any.
    pub(super) fn new(count: usize, blank: T, each: impl Fn(&mut dyn FnMut(usize, T))) -> Rows<T> {
        let mut starts = alloc::vec![0_u32; count + 1];
        each(&mut |row, _| starts[row] += 1);
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut items = alloc::vec![blank; total as usize];
        // Filled from the back, an end becomes a start.
        each(&mut |row, item| {
            starts[row] -= 1;
            items[starts[row] as usize] = item;
        });
        Rows { starts, items }
    }

    pub(super) fn row(&self, row: usize) -> &[T] {
        &self.items[self.starts[row] as usize..self.starts[row + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_its_items() {
        let pairs = [(2, 'a'), (0, 'b'), (2, 'c')];
        let rows = Rows::new(4, ' ', |put| {
            pairs.iter().for_each(|&(row, item)| put(row, item));
        });
        let all: Vec<&[char]> = (0..4).map(|row| rows.row(row)).collect();
        assert_eq!(all, [&['b'][..], &[], &['c', 'a'], &[]]);
    }
}
