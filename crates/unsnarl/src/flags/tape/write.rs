//! Writing the items that are left on a tape.
//!
//! *Needs:* a [`Tape`]. *Gives:* [`Tape::written`]: the program. *Cost:* O(steps + terms).

use super::{ENDS, Item, Tape};
use crate::ids::{FlagId, Id, NodeId};
use crate::program::{Condition, Program, Step, Term};
use alloc::vec;
use alloc::vec::Vec;

impl Tape<'_> {
    /// Writes the items that are left. Flags are renumbered in their order.
    pub(in crate::flags) fn written(&self) -> Program {
        let program = self.program;
        let names = self.names();
        let mut steps = Vec::with_capacity(program.len());
        let mut terms = Vec::with_capacity(self.terms.len());
        let mut at = self.next(ENDS);
        while at != ENDS {
            match self.links[at].item {
                Item::Code(from, to) => {
                    let nodes = (from..to).map(|index| NodeId::new(index as usize));
                    steps.extend(nodes.map(|node| program.step(node)));
                }
                Item::Step(Step::Set(flag, value)) => {
                    steps.push(Step::Set(names[flag.index()], value));
                }
                Item::Step(Step::Test(_, label)) => {
                    let own = self.condition(at).iter().map(|term| match term {
                        Term::Flag(flag) => Term::Flag(names[flag.index()]),
                        term => *term,
                    });
                    steps.push(Step::Test(Condition::append(&mut terms, own), label));
                }
                Item::Step(step) => steps.push(step),
            }
            at = self.next(at);
        }
        Program::from_steps(steps, program.all_cases().to_vec(), terms)
    }

    /// Gives the new number of each flag that is left.
    fn names(&self) -> Vec<FlagId> {
        let mut is_left: Vec<bool> = vec![false; self.program.flag_count()];
        let mut note = |flag: FlagId| {
            if flag.index() >= is_left.len() {
                is_left.resize(flag.index() + 1, false);
            }
            is_left[flag.index()] = true;
        };
        let mut at = self.next(ENDS);
        while at != ENDS {
            match self.links[at].item {
                Item::Step(Step::Set(flag, _)) => note(flag),
                Item::Step(Step::Test(..)) => self.condition(at).iter().for_each(|term| {
                    if let Term::Flag(flag) = term {
                        note(*flag);
                    }
                }),
                _ => {}
            }
            at = self.next(at);
        }
        let mut count = 0;
        let number = |is_left: bool| {
            let number = FlagId::new(count);
            count += usize::from(is_left);
            number
        };
        is_left.into_iter().map(number).collect()
    }
}
