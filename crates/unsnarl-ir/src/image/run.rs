//! Runs of bytes that are not all zero.

/// Bytes in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The offset of the first byte.
    pub offset: usize,
    /// The bytes, at least one.
    pub bytes: Vec<u8>,
}

/// The maximum number of zeros inside a run; more zeros end the run.
const LONGEST_GAP: usize = 64;

/// Runs under construction, ascending.
pub(super) struct Runs {
    size: usize,
    runs: Vec<Run>,
}

impl Runs {
    /// Starts with this number of zeros.
    pub(super) fn new(size: usize) -> Self {
        Runs {
            size,
            runs: Vec::new(),
        }
    }

    /// Makes room for bytes after all earlier ones; the new bytes are zero until they are written.
    /// Gives nothing if they do not fit.
    pub(super) fn room(&mut self, offset: usize, size: usize) -> Option<&mut [u8]> {
        let end = offset.checked_add(size);
        end.filter(|&end| end <= self.size)?;
        if size == 0 {
            return Some(&mut []);
        }
        let gap = match self.runs.last() {
            Some(run) => offset.checked_sub(run.offset + run.bytes.len())?,
            None => usize::MAX,
        };
        if gap > LONGEST_GAP {
            let bytes = Vec::new();
            self.runs.push(Run { offset, bytes });
        }
        let run = self.runs.last_mut().expect("one was there or is new");
        run.bytes.resize(offset - run.offset + size, 0);
        Some(&mut run.bytes[offset - run.offset..])
    }

    pub(super) fn finish(self) -> Vec<Run> {
        self.runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puts single bytes at these places, and compares the places and lengths of the runs.
    #[track_caller]
    fn check(places: &[usize], expected: &[(usize, usize)]) {
        let mut runs = Runs::new(1000);
        for &place in places {
            runs.room(place, 1).expect("there is room").fill(1);
        }
        let runs: Vec<(usize, usize)> = runs
            .finish()
            .iter()
            .map(|run| (run.offset, run.bytes.len()))
            .collect();
        assert_eq!(runs, expected);
    }

    #[test]
    fn long_gaps_end_a_run() {
        check(&[], &[]);
        check(&[3, 4, 68], &[(3, 66)]);
        check(&[3, 4, 70, 999], &[(3, 2), (70, 1), (999, 1)]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut runs = Runs::new(4);
        assert_eq!(runs.room(2, 3), None);
        assert_eq!(runs.room(1, 2), Some(&mut [0, 0][..]));
        assert_eq!(runs.room(2, 1), None);
        assert_eq!(runs.room(usize::MAX, 1), None);
        assert_eq!(runs.room(4, 0), Some(&mut [][..]));
    }
}
