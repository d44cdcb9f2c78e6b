//! Wrong forms are refused: written as plain steps, they do not follow their graph.

mod acting;
mod exits;
mod guards;
mod mutants;
mod progress;

use super::{Formed, Host, Statement, expand};
use crate::ids::{BlockId, Id};
use crate::program::Step;
use crate::verify;
use crate::verify::tests::notation::{graph, program};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use mutants::{Change, mutants};

/// A host whose blocks `b0`, `b1` and `b2` and whose edges print nothing. `b3` and `b5` set one
/// variable; a loop of `b4` and `b5` is known to be entered.
struct Words;

impl Host for Words {
    fn prints(&self, step: Step) -> bool {
        matches!(step, Step::Run(block) if block.index() > 2)
    }

    fn may_decide_last(&self, _: BlockId) -> bool {
        true
    }

    fn may_repeat(&self, _: BlockId) -> bool {
        true
    }

    fn may_step(&self, step: Step) -> bool {
        self.prints(step)
    }

    fn sets(&self, step: Step) -> Option<Cow<'_, str>> {
        let sets = |block: BlockId| matches!(block.index(), 3 | 5);
        matches!(step, Step::Run(block) if sets(block)).then_some(Cow::Borrowed("i"))
    }

    fn is_entered(&self, first: BlockId, test: BlockId) -> bool {
        (first.index(), test.index()) == (4, 5)
    }

    fn sets_last(&self, block: BlockId) -> Option<Cow<'_, str>> {
        self.sets(Step::Run(block))
    }

    fn falls_through(&self) -> bool {
        true
    }
}

/// A graph and a program for each form.
const ROWS: [[&str; 2]; 16] = [
    // while not a && b
    [
        "0: 4 1, 1: 3 4, 2: return, 3: 0, 4: return",
        "l0: loop {
           run b0 if b0 { case 1: take b0.1
             run b1 if b1 { case 0: take b1.0 run b3 take b3.0 continue l0 case 1: take b1.1 }
           case 0: take b0.0 }
         }
         run b4 leave b4",
    ],
    // while a || b
    [
        "0: 3 1, 1: 3 4, 2: return, 3: 0, 4: return",
        "l0: loop {
           run b0 if b0 { case 0: take b0.0 case 1: take b0.1
             run b1 if b1 { case 0: take b1.0 case 1: take b1.1 break l0 } }
           run b3 take b3.0 continue l0
         }
         run b4 leave b4",
    ],
    // do … while, with a `continue`
    [
        "0: 3, 1: 3 5, 2: return, 3: 1 4, 4: 1, 5: return",
        "run b0 take b0.0
         l0: loop {
           l1: block {
             run b3 if b3 { case 0: take b3.0 break l1 case 1: take b3.1 }
             run b4 take b4.0
           }
           run b1 if b1 { case 0: take b1.0 continue l0 case 1: take b1.1 }
         }
         run b5 leave b5",
    ],
    // do … while, behind a guard
    [
        "0: 3, 1: 3 5, 2: return, 3: 4 1, 4: return, 5: return",
        "run b0 take b0.0
         l0: loop {
           run b3 if b3 { case 0: take b3.0 run b4 leave b4 case 1: take b3.1
             run b1 if b1 { case 0: take b1.0 continue l0 case 1: take b1.1 } }
         }
         run b5 leave b5",
    ],
    // do … while, whose last question leaves more than the loop
    [exits::TWO_WAYS[0], exits::TWO_WAYS[1]],
    // for, whose question holds before
    [
        "0: 3, 1: return, 2: return, 3: 4, 4: 5, 5: 4 6, 6: return",
        "run b0 take b0.0 run b3 take b3.0
         l0: loop {
           run b4 take b4.0
           run b5 if b5 { case 0: take b5.0 continue l0 case 1: take b5.1 }
         }
         run b6 leave b6",
    ],
    // for, with a `continue`
    [
        "0: 1, 1: 3 6, 2: return, 3: 5 4, 4: 5, 5: 1, 6: return",
        "run b0 take b0.0
         l0: loop {
           run b1 if b1 { case 1: take b1.1 break l0 case 0: take b1.0 }
           l1: block {
             run b3 if b3 { case 0: take b3.0 break l1 case 1: take b3.1 }
             run b4 take b4.0
           }
           run b5 take b5.0 continue l0
         }
         run b6 leave b6",
    ],
    // for, with an initialiser
    [
        "0: 3, 1: 4 6, 2: return, 3: 1, 4: 5, 5: 1, 6: return",
        "run b0 take b0.0 run b3 take b3.0
         l0: loop {
           run b1 if b1 { case 0: take b1.0 run b4 take b4.0 run b5 take b5.0 continue l0
           case 1: take b1.1 break l0 }
         }
         run b6 leave b6",
    ],
    // if a && b
    [
        "0: 1 4, 1: 3 4, 2: return, 3: 4, 4: return",
        "run b0 if b0 { case 0: take b0.0
           run b1 if b1 { case 0: take b1.0 run b3 take b3.0 case 1: take b1.1 }
         case 1: take b0.1 }
         run b4 leave b4",
    ],
    // if not a || not b
    [
        "0: 1 4, 1: 3 4, 2: return, 3: return, 4: return",
        "l0: block {
           run b0 if b0 { case 0: take b0.0
             run b1 if b1 { case 0: take b1.0 run b3 leave b3 case 1: take b1.1 break l0 }
           case 1: take b0.1 break l0 }
         }
         run b4 leave b4",
    ],
    // else if
    [
        "0: 3 1, 1: 4 5, 2: return, 3: 6, 4: 6, 5: 6, 6: return",
        "run b0 if b0 { case 0: take b0.0 run b3 take b3.0 case 1: take b0.1
           run b1 if b1 { case 0: take b1.0 run b4 take b4.0 case 1: take b1.1 run b5 take b5.0 } }
         run b6 leave b6",
    ],
    // a flag, and an if that tests it
    [
        "0: 3 4, 1: return, 2: return, 3: 5, 4: 5, 5: 1 2",
        "run b0 if b0 { case 0: take b0.0 run b3 take b3.0 case 1: take b0.1 run b4 take b4.0 }
         run b5 if b5 { case 0: take b5.0 f0 = true case 1: take b5.1 f0 = false }
         if f0 { case 1: run b1 leave b1 case 0: run b2 leave b2 }",
    ],
    // a switch whose arms fall through
    [
        "0: switch 3 4 5 6, 1: return, 2: return, 3: 4, 4: 5, 5: 6, 6: return",
        "l0: block {
           l1: block {
             run b0 switch b0 {
               case 0: take b0.0 run b3 take b3.0
               case 1: take b0.1
               case 2: take b0.2 break l1
               case 3: take b0.3 break l0
             }
             run b4 take b4.0
           }
           run b5 take b5.0
         }
         run b6 leave b6",
    ],
    // the same, where two cases lead to one stage, one arm leaves it, and nothing falls to it
    [
        "0: switch 4 4 5 3, 1: return, 2: return, 3: 6, 4: 5, 5: 6, 6: return",
        "l0: block {
           l1: block {
             run b0 switch b0 {
               case 0: take b0.0
               case 1: take b0.1
               case 2: take b0.2 break l1
               case 3: take b0.3 run b3 take b3.0 break l0
             }
             run b4 take b4.0
           }
           run b5 take b5.0
         }
         run b6 leave b6",
    ],
    // the same, where an arm falls to the second stage, past the first
    [
        "0: switch 3 4 5 6, 1: return, 2: return, 3: 5, 4: 6, 5: 6, 6: return",
        "l0: block {
           l1: block {
             run b0 switch b0 {
               case 0: take b0.0 run b3 take b3.0 break l1
               case 1: take b0.1
               case 2: take b0.2 break l1
               case 3: take b0.3 break l0
             }
             run b4 take b4.0 break l0
           }
           run b5 take b5.0
         }
         run b6 leave b6",
    ],
    // a switch with two arms
    [
        "0: switch 3 4 4, 1: return, 2: return, 3: return, 4: return",
        "run b0 switch b0 { case 0: take b0.0 run b3 leave b3 case 1 2: take b0.1 run b4 leave b4 }",
    ],
];

#[test]
fn wrong_forms_are_refused() {
    let mut refused: BTreeMap<Change, usize> = BTreeMap::new();
    let mut kept: Vec<String> = Vec::new();
    for [graph_text, steps] in ROWS {
        let (cfg, plain) = (graph(graph_text), program(steps));
        let formed = Formed::new(&cfg, &plain, &Words);
        let is_proved = |formed: &Formed| {
            let expanded = expand(formed);
            let limit = verify::state_limit(&cfg, &expanded);
            verify::program(&cfg, &expanded).is_empty()
                && verify::simulation(&cfg, &expanded, limit).is_proved()
        };
        assert!(is_proved(&formed), "{graph_text}\n{formed:#?}");
        let plain = expand(&formed);
        for (change, mutant) in mutants(&formed) {
            // A change that leaves the steps the same does not count.
            let is_same = expand(&mutant).steps().eq(plain.steps());
            match is_proved(&mutant) {
                false => *refused.entry(change).or_default() += 1,
                true if is_same => {}
                true => kept.push(alloc::format!(
                    "{change:?} in {graph_text}\n{:?}",
                    mutant.statements
                )),
            }
        }
    }
    assert!(kept.is_empty(), "{}", kept.join("\n"));
    for change in Change::ALL {
        assert!(refused.contains_key(&change), "{change:?}: {refused:?}");
    }
}

#[test]
fn every_form_is_in_a_row() {
    let mut kinds = [false; 9];
    for [graph_text, steps] in ROWS {
        let formed = Formed::new(&graph(graph_text), &program(steps), &Words);
        for statement in formed.statements() {
            match statement {
                Statement::While(..) => kinds[0] = true,
                Statement::DoWhile(..) => kinds[1] = true,
                Statement::For(_, head, _) => {
                    kinds[2] |= head.init == super::Span::NONE;
                    kinds[3] |= head.init != super::Span::NONE;
                }
                Statement::Save(..) => kinds[4] = true,
                Statement::ElseIf(_) => kinds[5] = true,
                Statement::Continue(_) => kinds[6] = true,
                Statement::FallThrough => kinds[8] = true,
                Statement::Entered(_, head, _) => {
                    kinds[7] |= head.init != super::Span::NONE && head.step.is_some();
                }
                _ => {}
            }
        }
    }
    assert_eq!(kinds, [true; 9]);
}
