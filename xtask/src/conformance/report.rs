//! The results of a part of the conformance tests.

/// Counts what held, and prints what did not as it is found.
#[derive(Default)]
pub(crate) struct Report {
    passed: usize,
    failed: usize,
    /// Why the first of them did not hold.
    reasons: Vec<String>,
    is_short: bool,
}

/// How many failures of a part are printed.
const SHOWN: usize = 20;

impl Report {
    /// Makes an empty report of a part that checks everything, or fewer of what there is plenty of.
    pub(super) fn new(is_short: bool) -> Self {
        Report {
            is_short,
            ..Report::default()
        }
    }

    /// One of two values: for a run of everything, or for a short one.
    pub(super) fn pick<T>(&self, full: T, short: T) -> T {
        if self.is_short { short } else { full }
    }

    /// Counts a check that held.
    pub(crate) fn pass(&mut self) {
        self.pass_many(1);
    }

    /// Counts several checks that held.
    pub(crate) fn pass_many(&mut self, count: usize) {
        self.passed += count;
    }

    /// Counts a check that did not hold, and prints why.
    pub(crate) fn fail(&mut self, why: String) {
        self.failed += 1;
        if self.failed <= SHOWN {
            println!("FAILED {why}");
            self.reasons.push(why);
        } else if self.failed == SHOWN + 1 {
            println!("FAILED … and more, which are counted only");
        }
    }

    /// Counts a check by its result.
    pub(crate) fn check(&mut self, result: Result<(), String>) {
        match result {
            Ok(()) => self.pass(),
            Err(why) => self.fail(why),
        }
    }

    /// How many checks held.
    pub(crate) fn passed(&self) -> usize {
        self.passed
    }

    /// How many checks did not hold.
    pub(crate) fn failed(&self) -> usize {
        self.failed
    }

    /// Why the first checks that did not hold did not, in the order in which they were found.
    pub(super) fn reasons(&self) -> &[String] {
        &self.reasons
    }

    /// Tells whether something was checked and all of it held.
    pub(crate) fn passes(&self) -> bool {
        self.passed > 0 && self.failed == 0
    }
}
