//! The proof of divisions: it notices parts of random functions that are changed, unless runs show
//! no difference.

use std::fmt::Write as _;

use unsnarl_low::check::division::{Division, check};
use unsnarl_low::opt::divide::{Limits, NewSymbols, Sizes, Weight, divide};
use unsnarl_low::text::{Module, parse};
use unsnarl_low::verify::verify;
use unsnarl_low::{Function, Symbol, SymbolNames, Symbols, Type};
use unsnarl_testkit::Rng;
use unsnarl_testkit::code::mutants::{Body, DIVIDED_KINDS, KINDS};
use unsnarl_testkit::code::nests::nest;
use unsnarl_testkit::code::run::run_on;
use unsnarl_testkit::code::{Shape, module};

/// New symbols of a module.
struct Fresh {
    symbols: Symbols,
}

impl Fresh {
    fn add(&mut self, kind: &str) -> Symbol {
        let number = self.symbols.count();
        self.symbols.add(&format!("{kind}.{number}"))
    }
}

impl NewSymbols for Fresh {
    fn function(&mut self) -> Symbol {
        self.add("part")
    }

    fn variable(&mut self, _: Type) -> Symbol {
        self.add("variable")
    }

    fn is_stack_pointer(&self, _: Symbol) -> bool {
        false
    }
}

/// A random function, and a module in which it is divided.
struct Pair {
    before: Module,
    after: Module,
    variables: Vec<(Symbol, Type)>,
}

/// A random division, if one is possible.
fn random(seed: u64) -> Option<Pair> {
    let mut rng = Rng::new(seed);
    let shape = Shape {
        blocks: [8, 20, 40][rng.below(3)],
        insts: [5, 10, 20][rng.below(3)],
    };
    // Regions in regions are those of loops that are deep in others.
    let text = match seed % 4 {
        3 => nest(&mut rng, 16),
        _ => module(&mut rng, shape),
    };
    let share = if seed % 4 == 3 { 15 } else { 50 };
    let before = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let function = before.function("f").expect("it is there");
    let Weight { bytes, .. } = Sizes::WEBASSEMBLY.function(function);
    let limits = Limits {
        bytes: (bytes * (share + rng.below(45) as u64) / 100).max(400),
        locals: u64::MAX,
        parameters: [6, 1000][rng.below(2)],
    };
    let mut fresh = Fresh {
        symbols: before.symbols.clone(),
    };
    let divided = divide(function, &Sizes::WEBASSEMBLY, &limits, &mut fresh).ok()?;
    if divided.parts.is_empty() {
        return None;
    }
    let mut after = before.clone();
    after.symbols = fresh.symbols;
    let symbol = after.symbols.find("f").expect("it is there");
    after.functions.retain(|(own, _)| *own != symbol);
    after.functions.push((symbol, divided.function));
    after.functions.extend(divided.parts);
    Some(Pair {
        before,
        after,
        variables: divided.variables,
    })
}

/// A function that names all symbols, so that they have the same numbers in all modules that begin
/// with it.
fn symbols(module: &Module) -> String {
    let mut text = String::from("func @symbols() {\nb0:\n");
    for number in 0..module.symbols.count() {
        let name = module.symbols.name(Symbol::new(number));
        let name = name.expect("it has a number");
        writeln!(text, "  call @{name}()").expect("strings can be written to");
    }
    text + "  return\n}\n\n"
}

/// The function `@f`, and those behind it.
fn divided(module: &Module) -> (&Function, &[(Symbol, Function)]) {
    let symbol = module.symbols.find("f");
    let mut functions = module.functions.iter();
    let at = functions.position(|(own, _)| Some(*own) == symbol);
    let at = at.expect("it is there");
    (&module.functions[at].1, &module.functions[at + 1..])
}

/// Tells whether a module is proved to do what another one does.
fn is_proved(before: &Module, after: &Module, variables: &[(Symbol, Type)]) -> bool {
    let (function, parts) = divided(after);
    let division = Division {
        function,
        parts,
        variables,
        stack_pointer: None,
    };
    let before = before.function("f").expect("it is there");
    check(before, &division).is_ok()
}

/// What became of the mutants of a kind.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    /// They keep the rules of the machine.
    mutants: usize,
    /// The proof refuses them.
    refused: usize,
    /// Of these: runs show a difference.
    shown: usize,
}

/// How often each mutant runs, with other arguments and memory.
const RUNS: u64 = 4;

/// How often one runs that the proof accepts.
const MORE_RUNS: u64 = 25;

#[test]
fn what_is_changed_after_a_division_is_noticed() {
    // Random functions promise no alignment before stores are joined.
    let kinds = KINDS.iter().filter(|(name, _)| *name != "more alignment");
    let kinds: Vec<_> = kinds.chain(&DIVIDED_KINDS).collect();
    let mut counts = vec![Count::default(); kinds.len()];
    let mut pairs = 0;
    for seed in 0..220 {
        let Some(pair) = random(seed) else {
            continue;
        };
        pairs += 1;
        let names = symbols(&pair.after);
        let again = |module: &Module| {
            let text = format!("{names}{module}");
            parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
        };
        let before = again(&pair.before);
        let text = again(&pair.after).to_string();
        let after = again(&pair.after);
        let named = |&(symbol, ty): &(Symbol, Type)| {
            let name = pair.after.symbols.name(symbol).expect("it has a name");
            (after.symbols.find(name).expect("it is named"), ty)
        };
        let variables: Vec<(Symbol, Type)> = pair.variables.iter().map(named).collect();
        assert!(is_proved(&before, &after, &variables), "seed {seed}");
        let run = |module: &Module, seed| run_on(module, &variables, seed);
        let runs: Vec<_> = (0..MORE_RUNS).map(|seed| run(&before, seed)).collect();
        let mut rng = Rng::new(seed);
        for ((name, kind), count) in kinds.iter().zip(&mut counts) {
            for _ in 0..4 {
                let mut body = Body::new(&text);
                if kind(&mut body, &mut rng).is_none() || body.text() == text {
                    continue;
                }
                // What a line defined that is gone may be read elsewhere.
                let Ok(mutant) = parse(&body.text()) else {
                    continue;
                };
                let (function, parts) = divided(&mutant);
                let parts = parts.iter().map(|(_, part)| part);
                let mut all = [function].into_iter().chain(parts);
                if !all.all(|function| verify(function).is_empty()) {
                    continue;
                }
                count.mutants += 1;
                let is_proved = is_proved(&before, &mutant, &variables);
                count.refused += usize::from(!is_proved);
                let wanted = if is_proved { MORE_RUNS } else { RUNS };
                let differs =
                    (0..wanted).any(|seed| match (&runs[seed as usize], run(&mutant, seed)) {
                        (Ok(before), Ok(after)) => *before != after,
                        _ => true,
                    });
                count.shown += usize::from(differs && !is_proved);
                assert!(
                    !(differs && is_proved),
                    "seed {seed}: {name} is not noticed\n{mutant}"
                );
            }
        }
    }
    assert!(pairs > 60, "{pairs} functions were divided");
    println!("| change | mutants | refused | of these, runs differ | proved |");
    for ((name, _), count) in kinds.iter().zip(counts) {
        let Count {
            mutants,
            refused,
            shown,
        } = count;
        let proved = mutants - refused;
        println!("| {name} | {mutants} | {refused} | {shown} | {proved} |");
        assert!(mutants > 10, "{name}: {mutants} mutants");
        assert!(
            refused > mutants / 8,
            "{name}: {refused} of {mutants} are refused"
        );
    }
}
