//! Sums over the rows of a set.
//!
//! *Needs:* rows. *Gives:* [`Totals`] of one, and [`ratio`]s of two on the graphs that both made.
//! *Cost:* O(graphs).

use crate::measure::{Made, Row};
use crate::skeleton::Counts;
use crate::timing::{SAMPLES, median};
use std::time::Duration;

/// The sums of a contestant over a set.
pub(crate) struct Totals {
    pub(crate) made: usize,
    pub(crate) failed: usize,
    /// The time of each sample, of all graphs together.
    pub(crate) samples: Option<[Duration; SAMPLES]>,
    pub(crate) counts: Option<Counts>,
    /// The depth of each graph, sorted.
    pub(crate) depths: Vec<usize>,
}

/// Adds up a row.
pub(crate) fn totals(row: &Row) -> Totals {
    let made: Vec<&Made> = row.made.iter().flatten().collect();
    let mut counts = Counts::default();
    let counted: Vec<Counts> = made.iter().filter_map(|made| made.counts).collect();
    counted.iter().for_each(|&one| counts += one);
    let mut depths: Vec<usize> = counted.iter().map(|counts| counts.depth).collect();
    depths.sort_unstable();
    Totals {
        made: made.len(),
        failed: row.made.len() - made.len(),
        samples: sum(made.iter().map(|made| made.samples)),
        counts: (!counted.is_empty()).then_some(counts),
        depths,
    }
}

/// Adds samples up, the first ones, the second ones and so on; nothing if there are none, or one is
/// missing.
fn sum(samples: impl Iterator<Item = Option<[Duration; SAMPLES]>>) -> Option<[Duration; SAMPLES]> {
    let mut sums = None;
    for samples in samples {
        let samples = samples?;
        let so_far = sums.unwrap_or([Duration::ZERO; SAMPLES]);
        sums = Some(std::array::from_fn(|index| so_far[index] + samples[index]));
    }
    sums
}

/// Pairs what two contestants made of the same graphs, with the number of the graph.
pub(crate) fn pairs<'a>(
    one: &'a Row,
    other: &'a Row,
) -> impl Iterator<Item = (usize, &'a Made, &'a Made)> {
    let both = one.made.iter().zip(&other.made).enumerate();
    both.filter_map(|(graph, (one, other))| Some((graph, one.as_ref().ok()?, other.as_ref().ok()?)))
}

/// Divides what `measure` finds for one contestant by what it finds for the other, on the graphs
/// that both made.
pub(crate) fn ratio(one: &Row, other: &Row, measure: impl Fn(&Made) -> Option<f64>) -> Option<f64> {
    let (mut above, mut below) = (0.0, 0.0);
    for (_, one, other) in pairs(one, other) {
        above += measure(one)?;
        below += measure(other)?;
    }
    (below > 0.0).then(|| above / below)
}

/// The median time in seconds.
pub(crate) fn time(made: &Made) -> Option<f64> {
    Some(median(made.samples?).as_secs_f64())
}

/// The bytes of the skeleton.
pub(crate) fn bytes(made: &Made) -> Option<f64> {
    Some(made.counts?.bytes as f64)
}

/// The scopes of the skeleton.
pub(crate) fn scopes(made: &Made) -> Option<f64> {
    Some(made.counts?.scopes as f64)
}

/// The value that so many percent of the sorted values do not exceed.
pub(crate) fn percentile(sorted: &[usize], percent: usize) -> usize {
    let last = sorted.len().saturating_sub(1);
    sorted.get(last * percent / 100).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(seconds: u64, scopes: usize) -> Result<Made, String> {
        Ok(Made {
            samples: Some([Duration::from_secs(seconds); SAMPLES]),
            counts: Some(Counts {
                scopes,
                depth: scopes,
                ..Counts::default()
            }),
        })
    }

    fn row(made: Vec<Result<Made, String>>) -> Row {
        let name = "row".into();
        Row { name, made }
    }

    #[test]
    fn only_graphs_that_both_made_are_compared() {
        let one = row(vec![made(4, 1), Err("panic".into()), made(2, 5)]);
        let other = row(vec![made(1, 2), made(50, 50), Err("panic".into())]);
        assert_eq!(ratio(&one, &other, time), Some(4.0));
        assert_eq!(ratio(&one, &other, scopes), Some(0.5));
        let totals = totals(&one);
        assert_eq!((totals.made, totals.failed), (2, 1));
        assert_eq!(totals.samples, Some([Duration::from_secs(6); SAMPLES]));
        assert_eq!(totals.depths, [1, 5]);
    }

    #[test]
    fn percentiles_are_values_that_occur() {
        assert_eq!(percentile(&[], 50), 0);
        assert_eq!(percentile(&[1, 2, 30], 50), 2);
        assert_eq!(percentile(&[1, 2, 30], 100), 30);
    }
}
