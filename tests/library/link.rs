//! Random functions do the same after they were linked.

use unsnarl_low::link::{Addresses, link};
use unsnarl_low::text::{Module, parse};
use unsnarl_low::verify::verify;
use unsnarl_low::{Function, Source, Symbol};
use unsnarl_testkit::Rng;
use unsnarl_testkit::code::run::{End, run_on};
use unsnarl_testkit::code::{Shape, module};

/// Random functions refer to no variables.
struct Pointer(Symbol);

impl Addresses for Pointer {
    fn address(&self, symbol: Symbol) -> u64 {
        panic!("{symbol} has no address");
    }

    fn stack_pointer(&self) -> Symbol {
        self.0
    }
}

fn has_frame_address(function: &Function) -> bool {
    let mut sources = function.regs().map(|reg| function.source(reg));
    sources.any(|source| matches!(source, Source::Frame(_)))
}

#[test]
fn linked_functions_do_the_same() {
    let (mut returned, mut compared) = (0, 0);
    for seed in 0..1_500 {
        let mut rng = Rng::new(seed);
        let shape = Shape {
            blocks: [4, 12, 30][rng.below(3)],
            insts: [4, 8, 16][rng.below(3)],
        };
        let text = module(&mut rng, shape);
        let before = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let mut symbols = before.symbols.clone();
        let pointer = Pointer(symbols.add("stack pointer"));
        let functions = before.functions.iter().map(|(symbol, function)| {
            let linked = link(function, &pointer).function;
            assert_eq!(verify(&linked), [], "{text}");
            assert!(linked.frame.is_none() && !has_frame_address(&linked));
            (*symbol, linked)
        });
        let after = Module {
            functions: functions.collect(),
            symbols,
        };
        for run in 0..3 {
            let due = run_on(&before, &[], run).expect("generated code keeps all rules");
            let seen = run_on(&after, &[], run).expect("linked code keeps all rules");
            // An exception that leaves a function with a frame leaves the stack pointer behind.
            if !matches!(due.end(), End::Thrown(..)) {
                assert_eq!(seen, due, "{text}\n{after}");
                compared += 1;
            }
            returned += usize::from(due.kind() == 0);
        }
    }
    assert!(compared > 3_000 && returned > 500, "{compared}, {returned}");
}
