//! Loops that may not be written with a condition.

use super::Words;
use crate::forms::{Formed, Host, Statement, expand};
use crate::ids::{BlockId, Id};
use crate::program::Step;
use crate::verify;
use crate::verify::tests::notation::{graph, program};

/// A host that lets loops have conditions if their rounds begin with one block.
struct Begins(Option<BlockId>);

impl Host for Begins {
    fn prints(&self, step: Step) -> bool {
        Words.prints(step)
    }

    fn may_decide_last(&self, block: BlockId) -> bool {
        Words.may_decide_last(block)
    }

    fn progresses(&self, first: Option<BlockId>) -> bool {
        first == self.0
    }
}

#[test]
fn only_a_loop_that_progresses_has_a_condition() {
    // The rounds begin inside a scope; the loop tests last.
    let cfg = graph("0: 1, 1: 2 3, 2: 1, 3: return");
    let plain = program(
        "run b0 take b0.0
         l0: loop {
           l1: block { run b1 if b1 { case 0: take b1.0 break l1 case 1: take b1.1 break l0 } }
           run b2 take b2.0 continue l0
         }
         run b3 leave b3",
    );
    assert!(verify::program(&cfg, &plain).is_empty());
    for (first, has_condition) in [(None, false), (Some(2), false), (Some(1), true)] {
        let host = Begins(first.map(BlockId::new));
        let formed = Formed::new(&cfg, &plain, &host);
        let tested = formed.statements().iter().any(|it| {
            matches!(
                it,
                Statement::While(..) | Statement::DoWhile(..) | Statement::Entered(..)
            )
        });
        assert_eq!(
            tested,
            has_condition,
            "{first:?}: {:?}",
            formed.statements()
        );
        let expanded = expand(&formed);
        let limit = verify::state_limit(&cfg, &expanded);
        assert!(verify::simulation(&cfg, &expanded, limit).is_proved());
    }
}
