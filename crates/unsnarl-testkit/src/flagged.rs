//! Programs with flags, or with more of them.
//!
//! *Needs:* a program. *Gives:* [`save_decisions`]: the same program with some decisions saved in a
//! flag and tested afterwards.
//! *Cost:* O(steps).
//!
//! ```text
//! if b0 { case 0: X case 1: Y }   ->   if b0 { case 0: f0 = true case 1: f0 = false }
//!                                      if f0 { case 1: X case 0: Y }
//! ```
//! or, if no jump targets the end of the test, as two tests:
//! `if f0 { case 1: X case 0: } if !f0 { case 1: Y case 0: }`.

use crate::Rng;
use unsnarl::program::Term;
use unsnarl::{BlockId, FlagId, LabelId, Program, ProgramBuilder, Step};

/// Saves about half of the decisions.
pub fn save_decisions(program: &Program, rng: &mut Rng) -> Program {
    let mut builder = ProgramBuilder::new();
    for _ in 0..program.flag_count() {
        builder.flag();
    }
    let mut open = Vec::new();
    for (_, step) in program.steps() {
        match step {
            Step::If(block, label) if rng.chance(50) => {
                open.push(save(&mut builder, rng, block, label));
            }
            Step::Test(condition, label) => {
                let terms = program.condition(condition).iter().copied();
                let condition = builder.condition(terms);
                builder.open_test(condition, label);
                open.push(None);
            }
            Step::Arm(cases) => {
                let cases = program.cases(cases);
                match open.last_mut().and_then(Option::as_mut) {
                    Some(saved) => saved.arm(&mut builder, cases == [0]),
                    None => builder.arm(cases.iter().copied()),
                }
            }
            Step::End => {
                if let Some(saved) = open.pop().flatten() {
                    saved.end(&mut builder);
                }
                builder.close();
            }
            step => {
                if step.opens() {
                    open.push(None);
                }
                builder.push(step);
            }
        }
    }
    builder.finish()
}

/// A decision that is saved, and its test that is open.
struct Saved {
    flag: FlagId,
    /// Whether each arm gets a test of its own.
    apart: bool,
    arms: usize,
    /// The truth value that the arm does not serve which is open.
    other: u32,
}

fn save(
    builder: &mut ProgramBuilder,
    rng: &mut Rng,
    block: BlockId,
    label: Option<LabelId>,
) -> Option<Saved> {
    let flag = builder.flag();
    builder.open_if(block, None);
    for slot in [0, 1] {
        builder.arm([slot]);
        builder.set(flag, slot == 0);
    }
    builder.close();
    let condition = builder.condition([Term::Flag(flag)]);
    builder.open_test(condition, label);
    Some(Saved {
        flag,
        apart: label.is_none() && rng.chance(50),
        arms: 0,
        other: 0,
    })
}

impl Saved {
    /// Begins the arm that runs if the flag is set, or is not.
    fn arm(&mut self, builder: &mut ProgramBuilder, set: bool) {
        self.arms += 1;
        let mut value = u32::from(set);
        if self.arms == 2 && self.apart {
            builder.arm([self.other]);
            builder.close();
            let contrary = builder.condition([Term::Not, Term::Flag(self.flag)]);
            builder.open_test(contrary, None);
            value = 1 - value;
        }
        builder.arm([value]);
        self.other = 1 - value;
    }

    /// Writes the arm that is still missing.
    fn end(self, builder: &mut ProgramBuilder) {
        if self.apart {
            builder.arm([self.other]);
        }
    }
}
