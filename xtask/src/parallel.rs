//! The same work on many things, on all processors.

use std::sync::Mutex;
use std::thread;

/// How many processors there are.
pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Does the work on each item; gives the results in the order of the items.
pub(crate) fn map<'a, T: Sync, R: Send>(
    items: &'a [T],
    work: impl Fn(&'a T) -> R + Sync,
) -> Vec<R> {
    let left = Mutex::new(0..items.len());
    let done = Mutex::new(Vec::new());
    let worker = || {
        loop {
            let next = left.lock().expect("no worker panics").next();
            let Some(index) = next else { return };
            let result = work(&items[index]);
            done.lock().expect("no worker panics").push((index, result));
        }
    };
    thread::scope(|scope| {
        for _ in 0..processors() {
            scope.spawn(worker);
        }
    });
    let mut results = done.into_inner().expect("no worker panics");
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1000).collect();
        let squares: Vec<usize> = items.iter().map(|item| item * item).collect();
        assert_eq!(super::map(&items, |item| item * item), squares);
        assert_eq!(super::map(&[], |item: &usize| *item), Vec::<usize>::new());
    }
}
