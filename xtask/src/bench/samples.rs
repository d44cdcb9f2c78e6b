//! Repeated measurements, and how they compare.

use std::fmt;

/// One measurement a round, in the order of the rounds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples(Vec<f64>);

impl Samples {
    /// Adds the measurement of a round.
    pub(crate) fn push(&mut self, sample: f64) {
        self.0.push(sample);
    }

    /// The middle one; the mean of the two in the middle if there are two; zero if there are none.
    pub(crate) fn median(&self) -> f64 {
        let sorted = self.sorted();
        let half = sorted.len() / 2;
        match sorted.len() {
            0 => 0.0,
            count if count % 2 == 1 => sorted[half],
            _ => f64::midpoint(sorted[half - 1], sorted[half]),
        }
    }

    /// How these compare with others of the same rounds.
    pub(crate) fn over(&self, others: &Self) -> Ratio {
        let ratios = self.0.iter().zip(&others.0).map(|(one, other)| one / other);
        let ratios = Self(ratios.collect());
        let sorted = ratios.sorted();
        Ratio {
            median: ratios.median(),
            least: sorted.first().copied().unwrap_or_default(),
            most: sorted.last().copied().unwrap_or_default(),
        }
    }

    fn sorted(&self) -> Vec<f64> {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted
    }
}

/// How many times as much, by rounds: the median, and the spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ratio {
    median: f64,
    least: f64,
    most: f64,
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            median,
            least,
            most,
        } = self;
        write!(f, "{median:.2} ({least:.2}–{most:.2})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(ones: &[f64], others: &[f64], median: f64, ratio: &str) {
        let (ones, others) = (Samples(ones.to_vec()), Samples(others.to_vec()));
        assert_eq!(ones.median(), median);
        assert_eq!(ones.over(&others).to_string(), ratio);
    }

    #[test]
    fn ratios_are_taken_round_by_round() {
        check(&[3.0, 1.0, 2.0], &[1.0, 2.0, 4.0], 2.0, "0.50 (0.50–3.00)");
        check(&[4.0, 2.0], &[2.0, 2.0], 3.0, "1.50 (1.00–2.00)");
        check(&[], &[], 0.0, "0.00 (0.00–0.00)");
    }
}
