//! How long a function takes.
//!
//! *Needs:* a function that may be called often. *Gives:* nanoseconds of each of [`SAMPLES`]
//! samples.
//! *Cost:* as many calls as make a sample last [`LEAST`], so that the clock's own time does not
//! count.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How many samples there are of each function.
pub(crate) const SAMPLES: usize = 5;
/// How long a sample lasts at least.
const LEAST: Duration = Duration::from_micros(40);
/// A first run that takes longer than this is the only sample, repeated.
const LONG: Duration = Duration::from_secs(2);

/// Calls a function, and gives the first result with the time of a call in each sample.
pub(crate) fn sample<T, E>(
    mut run: impl FnMut() -> Result<T, E>,
) -> Result<(T, [Duration; SAMPLES]), E> {
    let start = Instant::now();
    let first = run()?;
    let took = start.elapsed();
    if took > LONG {
        return Ok((first, [took; SAMPLES]));
    }
    let calls = LEAST.as_nanos() / took.as_nanos().max(1) + 1;
    let calls = u32::try_from(calls).expect("a call takes a nanosecond at least");
    let mut samples = [Duration::ZERO; SAMPLES];
    for sample in &mut samples {
        let start = Instant::now();
        for _ in 0..calls {
            drop(black_box(run()?));
        }
        *sample = start.elapsed() / calls;
    }
    Ok((first, samples))
}

/// Gives the middle one of some times.
pub(crate) fn median<const N: usize>(mut times: [Duration; N]) -> Duration {
    times.sort_unstable();
    times[N / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_ends_sampling() {
        let mut calls = 0;
        let answer = sample(|| {
            calls += 1;
            if calls == 1 { Ok(()) } else { Err("enough") }
        });
        assert_eq!((answer.err(), calls), (Some("enough"), 2));
    }

    #[test]
    fn the_median_is_in_the_middle() {
        let times = [9, 1, 5].map(Duration::from_secs);
        assert_eq!(median(times), Duration::from_secs(5));
    }
}
