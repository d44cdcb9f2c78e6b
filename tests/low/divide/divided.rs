//! Dividing a function of a module, and checking what comes of it.

use unsnarl_low::check::division::{self as proof, Division};
use unsnarl_low::opt::dead;
use unsnarl_low::opt::divide::{Limits, NewSymbols, Sizes, TooLarge, Weight, divide};
use unsnarl_low::text::Module;
use unsnarl_low::verify::verify;
use unsnarl_low::{Function, Op, Symbol, Symbols, Type};

/// A module in which a function was divided.
pub(crate) struct After {
    pub(crate) module: Module,
    /// The parts, again.
    pub(crate) parts: Vec<Function>,
    pub(crate) variables: Vec<(Symbol, Type)>,
}

/// New symbols of a module, by number.
pub(crate) struct Fresh {
    pub(crate) symbols: Symbols,
    /// What only the function itself may set.
    pointer: Option<Symbol>,
}

impl Fresh {
    pub(crate) fn new(module: &Module) -> Fresh {
        Fresh {
            symbols: module.symbols.clone(),
            pointer: None,
        }
    }

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

    fn is_stack_pointer(&self, symbol: Symbol) -> bool {
        self.pointer == Some(symbol)
    }
}

/// Divides one of the functions of a module. Parts do not set `pointer`.
pub(crate) fn divide_in(
    module: &Module,
    name: &str,
    sizes: &Sizes,
    limits: &Limits,
    pointer: Option<Symbol>,
) -> Result<After, TooLarge> {
    let mut symbols = Fresh::new(module);
    symbols.pointer = pointer;
    let mut module = module.clone();
    let symbol = module.symbols.find(name).expect("there is the function");
    let mut functions = module.functions.iter_mut();
    let (_, function) = functions
        .find(|(other, _)| *other == symbol)
        .expect("it has a body");
    dead::sweep(function);
    let divided = divide(function, sizes, limits, &mut symbols)?;
    let after = Division {
        function: &divided.function,
        parts: &divided.parts,
        variables: &divided.variables,
        stack_pointer: pointer,
    };
    let proved = proof::check(function, &after);
    assert_eq!(proved.map_err(|broken| broken.to_string()), Ok(()));
    *function = divided.function;
    let parts = divided.parts.iter().map(|(_, part)| part.clone()).collect();
    module.functions.extend(divided.parts);
    module.symbols = symbols.symbols;
    Ok(After {
        module,
        parts,
        variables: divided.variables,
    })
}

/// Checks the rules and the limits of all functions, and that parts call only those before them.
#[track_caller]
pub(crate) fn check(after: &After, limits: &Limits, what: &str) {
    let first = after.module.functions.len() - after.parts.len();
    let parts: Vec<Symbol> = after.module.functions[first..]
        .iter()
        .map(|&(symbol, _)| symbol)
        .collect();
    for (index, (symbol, function)) in after.module.functions.iter().enumerate() {
        let is_whole = index < first && after.module.symbols.find("f") != Some(*symbol);
        let found = verify(function);
        assert!(found.is_empty(), "{what}: {found:?}\n{}", after.module);
        let Weight { bytes, locals } = Sizes::WEBASSEMBLY.function(function);
        let parameters = function.signature.parameters.len();
        let fits = bytes <= limits.bytes && locals <= limits.locals;
        assert!(
            is_whole || fits && parameters <= limits.parameters,
            "{what}"
        );
        let before = &parts[..index.saturating_sub(first)];
        for called in calls(function) {
            let is_before = before.contains(&called);
            assert!(
                index < first || is_before || !parts.contains(&called),
                "{what}"
            );
        }
        assert!(index < first || function.frame.is_none(), "{what}");
    }
}

/// The functions that one calls.
pub(crate) fn calls(function: &Function) -> Vec<Symbol> {
    let blocks = function.order().iter();
    let insts = blocks.flat_map(|&block| function.block(block).insts());
    let called = insts.filter_map(|inst| match function.inst(inst).op {
        Op::Call(symbol) => Some(symbol),
        _ => None,
    });
    called.collect()
}
