//! The results of a part of the conformance tests.

/// How much of what there is plenty of is checked, and which of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// A sample of the large parts.
    pub(crate) is_short: bool,
    /// Chooses the sample, and what is random.
    pub(crate) seed: u64,
}

/// Counts what held, and prints what did not as it is found.
pub(crate) struct Report {
    passed: usize,
    failed: usize,
    /// Why the first of them did not hold.
    reasons: Vec<String>,
    plan: Plan,
}

/// How many random cases of one seed a part may have: those of the next seed are others.
const CASES: u64 = 1_000_000;

/// The most items of a list of which a sample takes one.
const LARGEST: u64 = 16;

/// How many failures of a part are printed.
const SHOWN: usize = 20;

impl Report {
    /// Makes an empty report of a part that checks what a plan says.
    pub(super) fn new(plan: Plan) -> Self {
        Report {
            passed: 0,
            failed: 0,
            reasons: Vec::new(),
            plan,
        }
    }

    /// The seed of the run. That of a run by hand is 1.
    pub(super) fn seed(&self) -> u64 {
        self.plan.seed
    }

    /// The seed of the first random case: those of the others follow. By hand it is 1.
    pub(super) fn first_case(&self) -> u64 {
        (self.plan.seed - 1) * CASES + 1
    }

    /// All of a list, or one in `size` of it in a short run, beginning where the seed says; that
    /// is at most [`LARGEST`].
    pub(super) fn sample<T>(&self, all: Vec<T>, size: usize) -> Vec<T> {
        assert!(size as u64 <= LARGEST, "a sample of one in {size}");
        let step = self.pick(1, size);
        all.into_iter()
            .skip(self.turn(0, step))
            .step_by(step)
            .collect()
    }

    /// All levels; or, in a short run, one of them for the program of this number. Levels turn at
    /// another rate than samples, so that with enough seeds each program comes at every level.
    pub(super) fn levels<'a>(&self, all: &'a [&'a str], number: usize) -> &'a [&'a str] {
        let rounds = (self.plan.seed / LARGEST % all.len() as u64) as usize;
        let turn = self.turn(number + rounds, all.len());
        self.pick(all, &all[turn..=turn])
    }

    fn turn(&self, number: usize, count: usize) -> usize {
        (number + (self.plan.seed % count as u64) as usize + count - 1) % count
    }

    /// One of two values: for a run of everything, or for a short one.
    pub(super) fn pick<T>(&self, full: T, short: T) -> T {
        if self.plan.is_short { short } else { full }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(is_short: bool, seed: u64, sample: &[usize], levels: [&str; 4]) {
        let report = Report::new(Plan { is_short, seed });
        assert_eq!(report.sample((0..7).collect(), 3), sample);
        let taken = |number| report.levels(&["a", "b", "c"], number).concat();
        assert_eq!([0, 1, 2, 3].map(taken), levels);
    }

    #[test]
    fn seeds_choose_in_turn() {
        check(false, 1, &[0, 1, 2, 3, 4, 5, 6], ["abc"; 4]);
        check(true, 1, &[0, 3, 6], ["a", "b", "c", "a"]);
        check(true, 2, &[1, 4], ["b", "c", "a", "b"]);
        check(true, 3, &[2, 5], ["c", "a", "b", "c"]);
        check(true, 4, &[0, 3, 6], ["a", "b", "c", "a"]);
    }

    #[test]
    fn samples_have_every_level() {
        for (size, count) in [(2, 2), (2, 4), (4, 4), (16, 6), (2, 5)] {
            let levels = &["a", "b", "c", "d", "e", "f"][..count];
            let mut seen = std::collections::BTreeSet::new();
            for seed in 1..=LARGEST * count as u64 {
                let report = Report::new(Plan {
                    is_short: true,
                    seed,
                });
                for number in report.sample((0..32).collect(), size) {
                    seen.insert((number, report.levels(levels, number).concat()));
                }
            }
            assert_eq!(seen.len(), 32 * count, "one in {size} at {count} levels");
        }
    }
}
