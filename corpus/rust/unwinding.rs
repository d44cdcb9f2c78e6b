//! Panics that unwind: caught, resumed, raised in destructors, and passed through closures, traits,
//! iterators and the collections of the library.

use std::any::Any;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BinaryHeap, HashMap, VecDeque};
use std::fmt;
use std::panic::{self, AssertUnwindSafe, Location, UnwindSafe};
use std::rc::Rc;
use std::sync::{Arc, LazyLock, Mutex, Once, RwLock};

thread_local! {
    static TRACE: RefCell<String> = const { RefCell::new(String::new()) };
    static HOOKED: Cell<u32> = const { Cell::new(0) };
}

fn note(text: impl fmt::Display) {
    TRACE.with_borrow_mut(|trace| trace.push_str(&format!("{text} ")));
}

struct Noisy(&'static str);

impl Drop for Noisy {
    fn drop(&mut self) {
        note(format_args!(
            "-{}{}",
            self.0,
            if std::thread::panicking() { "!" } else { "" }
        ));
    }
}

/// What is thrown, as text.
fn shown(payload: &(dyn Any + Send)) -> String {
    match payload.downcast_ref::<&str>() {
        Some(text) => format!("str {text}"),
        None => match payload.downcast_ref::<String>() {
            Some(text) => format!("String {text}"),
            None => match payload.downcast_ref::<Custom>() {
                Some(custom) => format!("custom {}", custom.0),
                None => "another".to_owned(),
            },
        },
    }
}

#[derive(Debug, PartialEq)]
struct Custom(u64);

/// Runs something, and prints what it noted and how it ended.
fn attempt<T: fmt::Debug>(name: &str, work: impl FnOnce() -> T) {
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    let trace = TRACE.take();
    match result {
        Ok(value) => println!("{name}: {trace}= {value:?}"),
        Err(payload) => println!("{name}: {trace}panicked with {}", shown(&*payload)),
    }
}

#[inline(never)]
fn zero() -> usize {
    std::hint::black_box(0)
}

fn scopes(which: usize) -> usize {
    let _outer = Noisy("outer");
    let list = vec![Noisy("first"), Noisy("second")];
    if which == 1 {
        panic!("plain");
    }
    let taken = {
        let _inner = Noisy("inner");
        if which == 2 {
            panic!("formatted {which} {:?}", list.len());
        }
        list.into_iter().next()
    };
    if which == 3 {
        panic::panic_any(Custom(3));
    }
    drop(taken);
    if which == 4 {
        panic::resume_unwind(Box::new(Custom(4)));
    }
    which
}

/// What the compiler and the library check.
fn checks(which: usize) -> String {
    let numbers = [1_i32, 2, 3];
    let _guard = Noisy("guard");
    match which {
        0 => numbers[3 + zero()].to_string(),
        1 => (10 / zero()).to_string(),
        2 => (i32::MAX - 1 + numbers[1]).to_string(),
        3 => None::<i32>.unwrap().to_string(),
        4 => "x".parse::<u8>().expect("a number").to_string(),
        5 => format!("{:?}", &numbers[2..1 + zero()]),
        6 => "größe"[..3].to_owned(),
        7 => unreachable!("here {}", numbers.len()),
        8 => {
            assert_eq!(numbers[0], numbers[1], "with a message");
            String::new()
        }
        9 => (-128_i8)
            .wrapping_add(zero() as i8)
            .checked_neg()
            .map_or_else(
                || (-(i8::MIN + zero() as i8)).to_string(),
                |x| x.to_string(),
            ),
        10 => format!(
            "{:?}",
            numbers
                .iter()
                .copied()
                .map(|x| 1_u32 << (x * 11))
                .collect::<Vec<_>>()
        ),
        11 => char::from_u32(0xD800).unwrap().to_string(),
        12 => {
            let cell = RefCell::new(5);
            let _first = cell.borrow_mut();
            let second = cell.borrow().to_string();
            second
        }
        13 => Vec::<i32>::with_capacity(zero().wrapping_sub(1))
            .len()
            .to_string(),
        14 => todo!(),
        15 => VecDeque::from(vec![1])
            .swap_remove_back(zero())
            .map_or(0, |x| x / zero())
            .to_string(),
        _ => "fine".to_owned(),
    }
}

struct Bomb<'a>(&'a Cell<u32>, &'static str);

impl Drop for Bomb<'_> {
    fn drop(&mut self) {
        note(format_args!("-{}", self.1));
        if self.0.get() == 1 {
            self.0.set(0);
            panic!("in the destructor of {}", self.1);
        }
        self.0.set(self.0.get().saturating_sub(1));
    }
}

/// A destructor panics: the others run all the same.
fn destructors(fuse: u32) -> u32 {
    let fuse = Cell::new(fuse);
    let _first = Bomb(&fuse, "first");
    let both = (Bomb(&fuse, "second"), Bomb(&fuse, "third"));
    let list = vec![Bomb(&fuse, "a"), Bomb(&fuse, "b"), Bomb(&fuse, "c")];
    let boxed: Box<dyn Any + '_> = {
        let number = 7_u32;
        Box::new(number)
    };
    drop(list);
    let (left, _right) = both;
    let _moved = left;
    *boxed.downcast_ref::<u32>().unwrap_or(&0)
}

/// A destructor that catches a panic of its own while another unwinds.
struct Careful(u32);

impl Drop for Careful {
    fn drop(&mut self) {
        let depth = self.0;
        let caught = panic::catch_unwind(|| {
            let _inner = (depth > 0).then(|| Careful(depth - 1));
            panic!("careful {depth}");
        });
        let text = caught.err().map(|payload| shown(&*payload));
        note(format_args!("[{}]", text.unwrap_or_default()));
    }
}

fn nested() -> u32 {
    let result = panic::catch_unwind(|| {
        let _outer = Noisy("outer");
        let inner = panic::catch_unwind(|| {
            let _inner = Noisy("inner");
            panic!("first");
        });
        note(shown(&*inner.expect_err("it panicked")));
        let again = panic::catch_unwind(|| panic::resume_unwind(Box::new(String::from("second"))));
        if let Err(payload) = again {
            note(shown(&*payload));
            panic::resume_unwind(payload);
        }
        1_u32
    });
    result.map_or_else(|payload| shown(&*payload).len() as u32, |value| value)
}

trait Step {
    fn step(&mut self, state: u64) -> u64;
}

struct Add(u64);
struct FailAt(u64, u32);

impl Step for Add {
    fn step(&mut self, state: u64) -> u64 {
        state.wrapping_mul(31).wrapping_add(self.0)
    }
}

impl Step for FailAt {
    fn step(&mut self, state: u64) -> u64 {
        self.1 += 1;
        if self.1 as u64 == self.0 {
            panic::panic_any(Custom(state % 1000));
        }
        state ^ self.0
    }
}

/// A machine whose steps may fail: each failure is counted, and the machine goes on.
fn machine(rounds: u64) -> (u64, u32) {
    let mut steps: Vec<Box<dyn Step>> = vec![
        Box::new(Add(7)),
        Box::new(FailAt(3, 0)),
        Box::new(Add(11)),
        Box::new(FailAt(5, 0)),
    ];
    let (mut state, mut failures) = (1, 0);
    'rounds: for round in 0..rounds {
        for step in &mut steps {
            match panic::catch_unwind(AssertUnwindSafe(|| step.step(state))) {
                Ok(next) => state = next,
                Err(payload) if payload.is::<Custom>() => {
                    failures += 1;
                    state += 1;
                    if round % 2 == 0 {
                        continue 'rounds;
                    }
                    break;
                }
                Err(payload) => panic::resume_unwind(payload),
            }
        }
    }
    (state, failures)
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Picky(u32);

thread_local!(static BUDGET: Cell<u32> = const { Cell::new(0) });

fn spend() {
    BUDGET.set(BUDGET.get().checked_sub(1).expect("the budget"));
}

impl PartialOrd for Picky {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Picky {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        spend();
        self.0.cmp(&other.0)
    }
}

/// Collections whose comparisons panic keep all of their elements.
fn collections(budget: u32) -> Vec<u32> {
    let numbers = || (0..20_u32).map(|i| Picky(i * 7 % 20));
    let mut sums = Vec::new();
    BUDGET.set(budget);
    let mut list: Vec<Picky> = numbers().collect();
    let sorted = panic::catch_unwind(AssertUnwindSafe(|| list.sort()));
    sums.push(u32::from(sorted.is_ok()));
    sums.push(list.iter().map(|one| one.0).sum());
    BUDGET.set(budget);
    let mut heap = BinaryHeap::new();
    let filled = panic::catch_unwind(AssertUnwindSafe(|| {
        numbers().for_each(|one| heap.push(one))
    }));
    sums.push(u32::from(filled.is_ok()));
    let in_heap: Vec<Picky> = heap.into_vec();
    sums.push(in_heap.iter().map(|one| one.0).sum());
    BUDGET.set(budget);
    let mut map = BTreeMap::new();
    let filled = panic::catch_unwind(AssertUnwindSafe(|| {
        numbers().for_each(|one| {
            let value = Rc::new(one.0);
            map.insert(one, value);
        })
    }));
    sums.push(u32::from(filled.is_ok()));
    sums.push(map.values().map(|one| **one).sum());
    let mut kept: Vec<u32> = (0..30).collect();
    let retained = panic::catch_unwind(AssertUnwindSafe(|| {
        kept.retain(|one| {
            assert!(*one < budget, "too large");
            one % 3 == 0
        })
    }));
    sums.push(u32::from(retained.is_ok()));
    sums.push(kept.iter().sum());
    sums
}

/// Locks that were held are poisoned, and what is made once is made once.
fn locks() -> Vec<bool> {
    static ONCE: Once = Once::new();
    static LAZY: LazyLock<u32> = LazyLock::new(|| panic!("lazy"));
    let mutex = Arc::new(Mutex::new(vec![1]));
    let lock = RwLock::new(1);
    let cell = OnceCell::new();
    let mut found = Vec::new();
    let shared = Arc::clone(&mutex);
    let held = panic::catch_unwind(move || {
        let mut guard = shared.lock().expect("it is free");
        guard.push(2);
        panic!("with the lock");
    });
    found.push(held.is_err());
    found.push(mutex.is_poisoned());
    let length = mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
        .len();
    found.push(length == 2);
    found.push(
        panic::catch_unwind(AssertUnwindSafe(|| {
            let _read = lock.read();
            panic!("reading")
        }))
        .is_err(),
    );
    found.push(lock.is_poisoned());
    found.push(
        panic::catch_unwind(AssertUnwindSafe(|| {
            let _write = lock.write();
            panic!("writing")
        }))
        .is_err(),
    );
    found.push(lock.is_poisoned());
    found.push(panic::catch_unwind(|| ONCE.call_once(|| panic!("once"))).is_err());
    found.push(ONCE.is_completed());
    ONCE.call_once_force(|state| found.push(state.is_poisoned()));
    found.push(panic::catch_unwind(|| *LAZY).is_err());
    found.push(panic::catch_unwind(|| *LAZY).is_err());
    found.push(
        panic::catch_unwind(AssertUnwindSafe(|| {
            *cell.get_or_init(|| -> u32 { panic!("cell") })
        }))
        .is_err(),
    );
    found.push(*cell.get_or_init(|| 5) == 5);
    found
}

extern "C-unwind" fn through_c(callback: extern "C-unwind" fn(u32) -> u32, depth: u32) -> u32 {
    let _guard = Noisy("c");
    callback(depth) + 1
}

extern "C-unwind" fn callback(depth: u32) -> u32 {
    match depth {
        0 => panic!("at the bottom"),
        _ => through_c(callback, depth - 1),
    }
}

fn generic<T: Default + fmt::Debug, E: Any + Send + UnwindSafe>(error: E, fails: bool) -> T {
    let made = panic::catch_unwind(move || {
        if fails {
            panic::panic_any(error)
        } else {
            T::default()
        }
    });
    match made {
        Ok(value) => value,
        Err(payload) => match payload.downcast::<Custom>() {
            Ok(custom) => panic!("custom {}", custom.0),
            Err(other) => panic::resume_unwind(other),
        },
    }
}

/// Wide values that live across calls that unwind.
fn wide(which: u32) -> u128 {
    let mut total = u128::MAX / 3;
    let real = f64::from(which) * 0.5;
    for round in 0..5_u32 {
        let result = panic::catch_unwind(|| {
            if round == which {
                panic::panic_any(total.wrapping_mul(5));
            }
            total.rotate_left(round) ^ u128::from((real * 1000.0) as u64)
        });
        total = match result {
            Ok(value) => value,
            Err(payload) => payload.downcast_ref::<u128>().map_or(0, |value| !value),
        };
    }
    total
}

fn deep(depth: u32, at: u32) -> u32 {
    let held = vec![depth; 3];
    if depth == 0 {
        panic!("depth {at}");
    }
    let below = if depth % 10 == at {
        panic::catch_unwind(|| deep(depth - 1, at)).unwrap_or(1000)
    } else {
        deep(depth - 1, at)
    };
    below + held.iter().sum::<u32>()
}

fn main() {
    panic::set_hook(Box::new(|info| {
        let line = info.location().map_or(0, Location::line);
        let text = info.payload_as_str().unwrap_or("no text").to_owned();
        let ours = info
            .location()
            .is_some_and(|place| place.file().ends_with("unwinding.rs"));
        HOOKED.set(HOOKED.get() + 1);
        // Lines of the library are its own.
        println!("  hook: {} {text}", if ours { line } else { 0 });
    }));
    for which in 0..6 {
        attempt("scopes", || scopes(which));
    }
    for which in 0..17 {
        attempt("checks", || checks(which));
    }
    for fuse in 0..8 {
        attempt("destructors", || destructors(fuse));
    }
    attempt("careful", || {
        let _careful = Careful(2);
        panic!("outside");
    });
    attempt("nested", nested);
    for rounds in [1, 3, 9] {
        attempt("machine", || machine(rounds));
    }
    for budget in [0, 5, 25, 60, 10_000] {
        attempt("collections", || collections(budget));
    }
    attempt("locks", locks);
    attempt("through C", || through_c(callback, 3));
    attempt("generic", || generic::<String, _>(Custom(1), false));
    attempt("generic", || generic::<Vec<u8>, _>(Custom(2), true));
    attempt("generic", || generic::<u64, _>("text", true));
    attempt("generic", || generic::<(), _>(vec![1, 2], true));
    for which in 0..6 {
        attempt("wide", || wide(which));
    }
    for at in [3, 11] {
        attempt("deep", || deep(40, at));
    }
    let mut table: HashMap<u32, Box<dyn FnMut(u32) -> u32>> = HashMap::new();
    for key in 0..4 {
        let mut calls = 0;
        table.insert(
            key,
            Box::new(move |more| {
                calls += 1;
                assert!(calls < key + 2, "called {calls} times");
                calls * 10 + more
            }),
        );
    }
    attempt("closures", || {
        let mut results = Vec::new();
        for call in 0..12_u32 {
            let function = table.get_mut(&(call % 4)).expect("it is there");
            results.push(panic::catch_unwind(AssertUnwindSafe(|| function(call))).unwrap_or(99));
        }
        results
    });
    println!("{} calls of the hook", HOOKED.get());
    let _ = panic::take_hook();
    let status = panic::catch_unwind(|| {
        let _guard = Noisy("last");
        // An exit is no panic: nothing is dropped.
        std::process::exit(5);
    });
    println!("not reached {}", status.is_ok());
}
