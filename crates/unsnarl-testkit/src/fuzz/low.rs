//! The text form of the machine on any bytes, its verifier and its passes.

use unsnarl_low::check::division::{Division, check};
use unsnarl_low::opt::divide::{Limits, NewSymbols, Sizes, divide};
use unsnarl_low::opt::{DEAD, PASSES, dead};
use unsnarl_low::text::{Module, parse};
use unsnarl_low::verify::verify;
use unsnarl_low::{Symbol, Type};

/// Reads bytes as functions of the machine, as [`low`] does.
pub fn read_low(bytes: &[u8]) {
    low(&String::from_utf8_lossy(bytes));
}

/// Reads a text as functions of the machine; tells whether it is such a text.
///
/// An error has a place in the text. What can be read comes back from its own text, and what keeps
/// the rules keeps them after each pass and divided, which is proved.
pub fn low(text: &str) -> bool {
    let module = match parse(text) {
        Ok(module) => module,
        Err(error) => {
            let line = text.split('\n').nth(error.line - 1);
            let line = line.unwrap_or_else(|| panic!("{error}: there is no such line\n{text}"));
            assert!(error.column <= line.chars().count() + 1, "{error}\n{text}");
            return false;
        }
    };
    comes_back(&module);
    divides(&module);
    for pass in &PASSES {
        let mut after = module.clone();
        after
            .functions
            .retain(|(_, function)| verify(function).is_empty());
        for (_, function) in &mut after.functions {
            pass.run_proved(function);
            DEAD.run_proved(function);
            let violations = verify(function);
            assert!(
                violations.is_empty(),
                "{}: {violations:?}\n{text}",
                pass.name
            );
        }
        comes_back(&after);
        let once = after.to_string();
        for (_, function) in &mut after.functions {
            dead::sweep(function);
        }
        assert_eq!(
            after.to_string(),
            once,
            "more is dead after a sweep\n{text}"
        );
    }
    true
}

/// Checks that functions that keep the rules do so divided, keep limits that they did not, and are
/// proved to do the same.
fn divides(module: &Module) {
    let functions = module.functions.iter().map(|(_, function)| function);
    for function in functions.filter(|function| verify(function).is_empty()) {
        let bytes = Sizes::WEBASSEMBLY.function(function).bytes;
        for percent in [40, 80] {
            let limits = Limits {
                bytes: bytes * percent / 100,
                locals: u64::MAX,
                parameters: function.signature.parameters.len() + 1,
            };
            let mut symbols = After(module.symbols.count());
            let sizes = &Sizes::WEBASSEMBLY;
            let Ok(divided) = divide(function, sizes, &limits, &mut symbols) else {
                continue;
            };
            let division = Division {
                function: &divided.function,
                parts: &divided.parts,
                variables: &divided.variables,
                stack_pointer: None,
            };
            assert_eq!(check(function, &division), Ok(()), "{module}");
            let parts = divided.parts.iter().map(|(_, part)| part);
            for made in parts.chain([&divided.function]) {
                assert_eq!(verify(made), [], "{module}");
                let parameters = made.signature.parameters.len();
                assert!(sizes.function(made).bytes <= limits.bytes, "{module}");
                assert!(parameters <= limits.parameters, "{module}");
            }
        }
    }
}

/// Symbols after those of a module.
struct After(usize);

impl After {
    fn next(&mut self) -> Symbol {
        self.0 += 1;
        Symbol::new(self.0 - 1)
    }
}

impl NewSymbols for After {
    fn function(&mut self) -> Symbol {
        self.next()
    }

    fn variable(&mut self, _: Type) -> Symbol {
        self.next()
    }

    fn is_stack_pointer(&self, _: Symbol) -> bool {
        false
    }
}

/// Checks that a module comes back from its own text.
fn comes_back(module: &Module) {
    let text = module.to_string();
    let again = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.to_string(), text);
}
