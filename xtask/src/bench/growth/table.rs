//! The rows of the table, with how each size compares with the one before.

use super::run::{Ended, Measured, Usage};
use std::fmt;

/// More than this for ten times the size is not linear.
const MOST: f64 = 12.0;

/// A shape compiled by one compiler: a cell for each size.
#[derive(Default)]
pub(super) struct Row {
    cells: Vec<Cell>,
}

/// One size; the compiler did not run if nothing was measured.
struct Cell {
    size: usize,
    measured: Option<Measured>,
}

/// Begins the table.
pub(super) fn print_head(sizes: &[usize]) {
    let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
    println!("| shape | size | compiler | {} |", sizes.join(" | "));
    println!("|---|---|---|{}", "--:|".repeat(sizes.len()));
}

impl Row {
    /// Adds the next size.
    pub(super) fn push(&mut self, size: usize, measured: Measured) {
        let measured = Some(measured);
        self.cells.push(Cell { size, measured });
    }

    /// Adds a size that is not measured, because the one before took too long.
    pub(super) fn leave_out(&mut self) {
        let (size, measured) = (0, None);
        self.cells.push(Cell { size, measured });
    }

    /// How the last run ended, with a run that took too long as the last of its row.
    pub(super) fn ended(&self) -> Option<&Ended> {
        let measured = self
            .cells
            .iter()
            .rev()
            .find_map(|cell| cell.measured.as_ref());
        measured.map(|measured| &measured.ended)
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before: Option<(usize, Usage)> = None;
        for (index, Cell { size, measured }) in self.cells.iter().enumerate() {
            if index > 0 {
                f.write_str(" | ")?;
            }
            let Some(measured) = measured else {
                f.write_str("–")?;
                continue;
            };
            let usage = measured.usage;
            if let Some(usage) = usage.filter(|_| measured.ended != Ended::TooLong) {
                let factor = |of: fn(Usage) -> f64| {
                    let (smaller, before) = before?;
                    let step = *size as f64 / smaller as f64;
                    Some(Factor {
                        times: of(usage) / of(before),
                        most: MOST * step / 10.0,
                    })
                };
                // What was refused was not compiled to the end.
                let factor = |of| factor(of).filter(|_| measured.ended == Ended::Made);
                let (time, memory) = (factor(|u| u.seconds), factor(|u| u.megabytes));
                write!(f, "{:.2} s{}, ", usage.seconds, Shown(time))?;
                write!(f, "{:.0} MB{}", usage.megabytes, Shown(memory))?;
                before = (measured.ended == Ended::Made).then_some((*size, usage));
            }
            match &measured.ended {
                Ended::Made => Ok(()),
                Ended::Refused(why) => write!(f, ": {why}"),
                Ended::TooLong => write!(f, "stopped"),
                Ended::Crashed => write!(f, ": crashed"),
            }?;
        }
        Ok(())
    }
}

/// How many times as much, and how many times would be too much.
struct Factor {
    times: f64,
    most: f64,
}

/// A factor in brackets, in bold if it is too much; nothing if there is none.
struct Shown(Option<Factor>);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => Ok(()),
            Some(Factor { times, most }) if times > most => write!(f, " (**×{times:.1}**)"),
            Some(Factor { times, .. }) => write!(f, " (×{times:.1})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of runs with these sizes, seconds and megabytes; one that takes no time was stopped.
    #[track_caller]
    fn check(runs: &[(usize, f64, f64)], expected: &str) {
        let mut row = Row::default();
        for &(size, seconds, megabytes) in runs {
            if row.ended() == Some(&Ended::TooLong) {
                row.leave_out();
                continue;
            }
            let usage = Usage { seconds, megabytes };
            let (ended, usage) = match seconds > 0.0 {
                true => (Ended::Made, Some(usage)),
                false => (Ended::TooLong, None),
            };
            row.push(size, Measured { ended, usage });
        }
        assert_eq!(row.to_string(), expected);
    }

    #[test]
    fn each_size_is_compared_with_the_one_before() {
        check(
            &[(10, 1.0, 10.0), (100, 11.9, 121.0), (1000, 150.0, 200.0)],
            "1.00 s, 10 MB | 11.90 s (×11.9), 121 MB (**×12.1**) | 150.00 s (**×12.6**), 200 MB (×1.7)",
        );
        // Twice the size: more than 2.4 times is too much.
        check(
            &[(10, 1.0, 10.0), (20, 2.3, 25.0)],
            "1.00 s, 10 MB | 2.30 s (×2.3), 25 MB (**×2.5**)",
        );
    }

    #[test]
    fn what_was_stopped_does_not_run_again() {
        check(
            &[(10, 1.0, 10.0), (100, 0.0, 0.0), (1000, 1.0, 1.0)],
            "1.00 s, 10 MB | stopped | –",
        );
    }
}
