//! Runs of bytes that are not all zero.

/// Bytes in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The place of the first.
    pub offset: usize,
    /// The bytes, at least one.
    pub bytes: Vec<u8>,
}

/// More zeros than this in a row end a run.
const LONGEST_GAP: usize = 64;

/// Runs under construction, ascending.
pub(super) struct Runs {
    size: usize,
    runs: Vec<Run>,
}

impl Runs {
    /// This many zeros and nothing else.
    pub(super) fn new(size: usize) -> Self {
        Runs {
            size,
            runs: Vec::new(),
        }
    }

    /// Puts bytes behind all that were put before; nothing if they do not fit there.
    pub(super) fn put(&mut self, offset: usize, bytes: &[u8]) -> Option<()> {
        let end = offset.checked_add(bytes.len());
        end.filter(|&end| end <= self.size)?;
        if bytes.is_empty() {
            return Some(());
        }
        let last = self.runs.last_mut();
        let gap = last.map(|run| (offset.checked_sub(run.offset + run.bytes.len()), run));
        match gap {
            Some((None, _)) => return None,
            Some((Some(gap), run)) if gap <= LONGEST_GAP => {
                run.bytes.resize(run.bytes.len() + gap, 0);
                run.bytes.extend_from_slice(bytes);
            }
            _ => self.runs.push(Run {
                offset,
                bytes: bytes.to_vec(),
            }),
        }
        Some(())
    }

    pub(super) fn finish(self) -> Vec<Run> {
        self.runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puts single bytes at places: the places and lengths of the runs.
    #[track_caller]
    fn check(places: &[usize], expected: &[(usize, usize)]) {
        let mut runs = Runs::new(1000);
        for &place in places {
            assert_eq!(runs.put(place, &[1]), Some(()), "{place}");
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
        assert_eq!(runs.put(2, &[1, 2, 3]), None);
        assert_eq!(runs.put(1, &[1, 2]), Some(()));
        assert_eq!(runs.put(2, &[1]), None);
        assert_eq!(runs.put(usize::MAX, &[1]), None);
        assert_eq!(runs.put(4, &[]), Some(()));
    }
}
