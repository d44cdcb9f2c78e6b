//! Work on several processors, with results in order.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The most threads, however many are asked for.
const MOST: usize = 256;

/// Does `count` pieces of work on so many threads, or on one for each processor, and gives the
/// results in the order of the work. A thread that is done takes the next piece, so that one long
/// piece does not hold up the others. This thread is one of them, and where the system starts no
/// more, those that there are do all.
pub(crate) fn in_order<T: Send>(
    threads: Option<NonZeroUsize>,
    count: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let threads = threads.or_else(|| thread::available_parallelism().ok());
    let threads = threads.map_or(1, NonZeroUsize::get).min(count).min(MOST);
    if threads <= 1 {
        return (0..count).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(count));
    thread::scope(|scope| {
        let take_pieces = || {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                if place >= count {
                    break;
                }
                let made = work(place);
                let mut done = done.lock().unwrap_or_else(|poison| poison.into_inner());
                done.push((place, made));
            }
        };
        for _ in 1..threads {
            if thread::Builder::new()
                .spawn_scoped(scope, take_pieces)
                .is_err()
            {
                break;
            }
        }
        take_pieces();
    });
    let mut done = done
        .into_inner()
        .unwrap_or_else(|poison| poison.into_inner());
    done.sort_unstable_by_key(|&(place, _)| place);
    done.into_iter().map(|(_, made)| made).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_work() {
        for threads in 1..5 {
            let squares = in_order(NonZeroUsize::new(threads), 100, |place| place * place);
            let expected: Vec<usize> = (0..100).map(|place| place * place).collect();
            assert_eq!(squares, expected);
        }
        assert_eq!(
            in_order(NonZeroUsize::new(usize::MAX), 3, |place| place),
            [0, 1, 2]
        );
        assert_eq!(in_order(None, 0, |place| place), []);
    }
}
