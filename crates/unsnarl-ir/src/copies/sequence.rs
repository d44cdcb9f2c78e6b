//! Sequentializing parallel copies.

/// A step in a sequence of copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyStep<R, S> {
    /// The register becomes the source.
    Copy {
        /// The register.
        to: R,
        /// The source: a register, or another thing that can be copied.
        from: S,
    },
    /// The temporary becomes the register. Each temporary is saved once and restored once, before
    /// the next is saved.
    Save {
        /// The number of the temporary, from 0.
        temporary: u32,
        /// The register.
        from: R,
    },
    /// The register becomes the temporary.
    Restore {
        /// The register.
        to: R,
        /// The number of the temporary.
        temporary: u32,
    },
}

/// Puts parallel copies in order: each register in `copies` gets the value that its source had
/// before all copies.
///
/// No register occurs twice on the left. `register` gives the register of a source, if the source
/// is one. Copies of a register to itself are omitted. Each cycle of registers takes one temporary.
///
/// ```
/// use unsnarl_ir::{CopyStep, sequentialize};
///
/// let steps = sequentialize(&[('a', 'b'), ('b', 'a'), ('c', 'a')], |source| Some(source));
/// assert_eq!(steps, [
///     CopyStep::Copy { to: 'c', from: 'a' },
///     CopyStep::Save { temporary: 0, from: 'a' },
///     CopyStep::Copy { to: 'a', from: 'b' },
///     CopyStep::Restore { to: 'b', temporary: 0 },
/// ]);
/// ```
pub fn sequentialize<R: Copy + Ord, S: Copy>(
    copies: &[(R, S)],
    register: impl Fn(S) -> Option<R>,
) -> Vec<CopyStep<R, S>> {
    let mut pending = Pending::new(copies, register);
    let mut steps = Vec::with_capacity(copies.len());
    pending.free(&mut steps);
    pending.cycles(&mut steps);
    steps
}

struct Pending<'a, R, S> {
    copies: &'a [(R, S)],
    /// For each copy: the other copy, if there is one, that writes the register that it reads.
    source: Vec<Option<usize>>,
    /// For each copy: the number of pending copies that read the register that it writes.
    readers: Vec<usize>,
    done: Vec<bool>,
}

impl<'a, R: Copy + Ord, S: Copy> Pending<'a, R, S> {
    fn new(copies: &'a [(R, S)], register: impl Fn(S) -> Option<R>) -> Self {
        let mut writers: Vec<(R, usize)> = copies
            .iter()
            .enumerate()
            .map(|(index, &(to, _))| (to, index))
            .collect();
        writers.sort_unstable();
        let writer = |register: R| {
            let found = writers.binary_search_by_key(&register, |&(to, _)| to);
            found.ok().map(|place| writers[place].1)
        };
        let source: Vec<_> = copies
            .iter()
            .map(|&(_, from)| register(from).and_then(writer))
            .collect();
        let done: Vec<bool> = source
            .iter()
            .enumerate()
            .map(|(index, &source)| source == Some(index))
            .collect();
        let mut readers = vec![0; copies.len()];
        for (index, source) in source.iter().enumerate() {
            if let Some(source) = source.filter(|_| !done[index]) {
                readers[source] += 1;
            }
        }
        Self {
            copies,
            source,
            readers,
            done,
        }
    }

    /// Copies into registers without pending readers, as long as there are any.
    fn free(&mut self, steps: &mut Vec<CopyStep<R, S>>) {
        let free = |&index: &usize| self.readers[index] == 0 && !self.done[index];
        let mut ready: Vec<usize> = (0..self.copies.len()).rev().filter(free).collect();
        while let Some(index) = ready.pop() {
            self.copy(index, steps);
            if let Some(source) = self.source[index] {
                self.readers[source] -= 1;
                if self.readers[source] == 0 && !self.done[source] {
                    ready.push(source);
                }
            }
        }
    }

    /// The remaining copies form cycles: each register is read by exactly one copy.
    fn cycles(&mut self, steps: &mut Vec<CopyStep<R, S>>) {
        let mut temporary = 0;
        for start in 0..self.copies.len() {
            if self.done[start] {
                continue;
            }
            steps.push(CopyStep::Save {
                temporary,
                from: self.copies[start].0,
            });
            let mut index = start;
            while let Some(source) = self.source[index].filter(|&source| source != start) {
                self.copy(index, steps);
                index = source;
            }
            self.done[index] = true;
            steps.push(CopyStep::Restore {
                to: self.copies[index].0,
                temporary,
            });
            temporary += 1;
        }
    }

    fn copy(&mut self, index: usize, steps: &mut Vec<CopyStep<R, S>>) {
        let (to, from) = self.copies[index];
        steps.push(CopyStep::Copy { to, from });
        self.done[index] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source: a register if it is below the number of registers, otherwise a constant.
    type Source = usize;

    fn parallel(registers: &[usize], copies: &[(usize, Source)]) -> Vec<usize> {
        let read = |source: Source| registers.get(source).copied().unwrap_or(source);
        let mut result = registers.to_vec();
        for &(to, from) in copies {
            result[to] = read(from);
        }
        result
    }

    fn sequential(registers: &[usize], steps: &[CopyStep<usize, Source>]) -> Vec<usize> {
        let (mut result, mut temporaries) = (registers.to_vec(), Vec::new());
        for &step in steps {
            match step {
                CopyStep::Copy { to, from } => {
                    result[to] = result.get(from).copied().unwrap_or(from)
                }
                CopyStep::Save { temporary, from } => {
                    assert_eq!(temporary as usize, temporaries.len());
                    temporaries.push(result[from]);
                }
                CopyStep::Restore { to, temporary } => result[to] = temporaries[temporary as usize],
            }
        }
        result
    }

    /// Counts the cycles of two registers or more by following the sources from each register.
    fn cycles(count: usize, copies: &[(usize, Source)]) -> usize {
        let next = |at: usize| {
            copies
                .iter()
                .find(|&&(to, _)| to == at)
                .map(|&(_, from)| from)
        };
        let on_cycle = |start: usize| {
            let mut members = vec![start];
            while let Some(at) = next(*members.last()?).filter(|&at| at < count) {
                if at == start {
                    return Some(members).filter(|members| members.len() > 1);
                }
                if members.contains(&at) {
                    return None;
                }
                members.push(at);
            }
            None
        };
        (0..count)
            .filter(|&start| {
                on_cycle(start).is_some_and(|members| members.iter().min() == Some(&start))
            })
            .count()
    }

    fn check(count: usize, copies: &[(usize, Source)]) {
        let steps = sequentialize(copies, |source| {
            Some(source).filter(|&source| source < count)
        });
        let registers: Vec<usize> = (100..100 + count).collect();
        assert_eq!(
            sequential(&registers, &steps),
            parallel(&registers, copies),
            "{copies:?}: {steps:?}"
        );
        let saved = steps
            .iter()
            .filter(|step| matches!(step, CopyStep::Save { .. }))
            .count();
        assert_eq!(saved, cycles(count, copies), "{copies:?}: {steps:?}");
        let idle = copies.iter().filter(|(to, from)| to == from).count();
        assert_eq!(
            steps.len(),
            copies.len() - idle + saved,
            "{copies:?}: {steps:?}"
        );
    }

    /// Every register keeps its value, becomes any register or becomes a constant.
    #[test]
    fn all_maps_of_up_to_five_registers() {
        for count in 0..=5_usize {
            for code in 0..(count + 2).pow(count as u32) {
                let choice =
                    |register: usize| code / (count + 2).pow(register as u32) % (count + 2);
                let copies: Vec<_> = (0..count)
                    .filter(|&register| choice(register) <= count)
                    .map(|register| (register, choice(register)))
                    .collect();
                check(count, &copies);
                let reversed: Vec<_> = copies.iter().rev().copied().collect();
                check(count, &reversed);
            }
        }
    }

    #[test]
    fn a_cycle_of_a_hundred_thousand_takes_one_temporary() {
        let count = 100_000;
        let copies: Vec<_> = (0..count)
            .map(|register| (register, (register + 1) % count))
            .collect();
        let steps = sequentialize(&copies, Some);
        assert_eq!(steps.len(), count + 1);
        let registers: Vec<usize> = (0..count).collect();
        assert_eq!(
            sequential(&registers, &steps),
            parallel(&registers, &copies)
        );
    }
}
