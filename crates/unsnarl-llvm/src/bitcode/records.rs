//! Records that are kept until they are needed.

use std::rc::Rc;

use super::fields::Fields;
use super::stream::Record;

/// Records in order, their fields one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Records {
    list: Vec<Kept>,
    fields: Rc<Vec<u64>>,
}

#[derive(Clone, Copy, Debug)]
struct Kept {
    at: u64,
    code: u32,
    start: usize,
    end: usize,
}

impl Records {
    pub(super) fn push(&mut self, record: &Record<'_>) {
        let fields = Rc::make_mut(&mut self.fields);
        let start = fields.len();
        fields.extend_from_slice(&record.fields);
        self.list.push(Kept {
            at: record.at,
            code: record.code,
            start,
            end: fields.len(),
        });
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn code(&self, index: usize) -> u32 {
        self.list[index].code
    }

    /// Drops the records behind the first ones.
    pub(super) fn truncate(&mut self, count: usize) {
        if let Some(kept) = self.list.get(count) {
            let start = kept.start;
            Rc::make_mut(&mut self.fields).truncate(start);
            self.list.truncate(count);
        }
    }

    /// The fields of all records, to be lent while other things change. They must be given back
    /// before the next record comes, or else are copied then.
    pub(super) fn lent(&self) -> Rc<Vec<u64>> {
        Rc::clone(&self.fields)
    }

    /// A record whose fields are among those that were lent.
    pub(super) fn get<'r>(&self, index: usize, block: &'static str, lent: &'r [u64]) -> Fields<'r> {
        let kept = self.list[index];
        Fields::new(kept.at, block, kept.code, &lent[kept.start..kept.end])
    }
}
