//! The time that downloads take, which says nothing of this project.

use crate::error::Error;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

static MILLISECONDS: AtomicU64 = AtomicU64::new(0);

/// Downloads something, says so on standard error, and adds to the [`total`].
pub(crate) fn timed<T>(
    what: &str,
    download: impl FnOnce() -> Result<T, Error>,
) -> Result<T, Error> {
    eprintln!("downloading {what}");
    let start = Instant::now();
    let done = download()?;
    let time = start.elapsed();
    MILLISECONDS.fetch_add(time.as_millis() as u64, Ordering::Relaxed);
    eprintln!("downloaded {what} in {:.1} s", time.as_secs_f64());
    Ok(done)
}

/// What the downloads of this process took, one after another.
pub(crate) fn total() -> Duration {
    Duration::from_millis(MILLISECONDS.load(Ordering::Relaxed))
}
