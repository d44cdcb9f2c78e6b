//! Facts at the labels of a program, for one batch of flags after the other.
//!
//! *Needs:* the number of labels. *Gives:* [`Labels`]: a table that is cleared at no cost.
//! *Cost:* O(labels) once, O(1) to clear the table and for each query.

use crate::ids::{IdMap, LabelId};

/// A value for each label. It is the default until it is changed.
pub(super) struct Labels<T> {
    values: IdMap<LabelId, (u32, T)>,
    /// The current generation. Values of earlier generations count as the default.
    clock: u32,
}

impl<T: Copy + Default> Labels<T> {
    pub(super) fn new(count: usize) -> Labels<T> {
        Labels {
            values: IdMap::filled(count, (0, T::default())),
            clock: 1,
        }
    }

    pub(super) fn clear(&mut self) {
        self.clock += 1;
    }

    pub(super) fn get(&self, label: LabelId) -> T {
        match self.values[label] {
            (clock, value) if clock == self.clock => value,
            _ => T::default(),
        }
    }

    pub(super) fn at(&mut self, label: LabelId) -> &mut T {
        let (clock, value) = &mut self.values[label];
        if core::mem::replace(clock, self.clock) != self.clock {
            *value = T::default();
        }
        value
    }
}
