//! File tests of the machine: functions of `unsnarl-low` in their text form.
//!
//! *Needs:* the path, whose folder is the stage: the name of a pass, `text`, `verify`, `trees` or
//! `divide`.
//! *Gives:* the [`Outcome`]: the functions after the pass, or their violations.
//! *Cost:* that of the stage, and of the verifier before and after a pass.

use std::path::Path;

use unsnarl_low::check::division::{Division, check};
use unsnarl_low::opt::divide::{Limits, NewSymbols, Sizes, divide};
use unsnarl_low::opt::{DEAD, Pass};
use unsnarl_low::text::{Module, parse, print_trees};
use unsnarl_low::trees::build_trees;
use unsnarl_low::verify::verify;
use unsnarl_low::{Function, Symbol, SymbolNames as _, Symbols, Type};

use super::file::{Outcome, blessed, difference, divided};

/// What begins a comment.
const REMARK: &str = ";";

/// Runs the stage of a file.
pub(super) fn run(path: &Path, text: &str) -> Result<Outcome, String> {
    let folder = path.parent().and_then(Path::file_name);
    let folder = folder.unwrap_or_default().to_string_lossy();
    let (input, expected) = divided(text, REMARK);
    let module = parse(input).map_err(|error| error.to_string())?;
    if module.functions.is_empty() {
        return Err(String::from("there is no function"));
    }
    let output = match &*folder {
        "text" => module.to_string(),
        "verify" => violations(&module),
        "trees" => trees(&module)?,
        "divide" => divided_to(&limits(input)?, module)?,
        name => {
            let pass = Pass::named(name).ok_or_else(|| format!("`{name}` is not a stage"))?;
            after(pass, module)?
        }
    };
    Ok(Outcome {
        broken_claims: Vec::new(),
        difference: difference(&output, &expected),
        blessed: blessed(input, REMARK, &output),
    })
}

/// The expression trees of each function, which must keep the rules.
fn trees(module: &Module) -> Result<String, String> {
    keeps_rules("what trees are built of", module)?;
    let show = |(symbol, function): &(Symbol, Function)| {
        print_trees(*symbol, function, &build_trees(function), &module.symbols).to_string()
    };
    let shown: Vec<String> = module.functions.iter().map(show).collect();
    Ok(shown.join("\n"))
}

/// The functions after a pass, and without what the pass has left for dead. They must keep the
/// rules before and after, and do the same.
fn after(pass: &Pass, mut module: Module) -> Result<String, String> {
    keeps_rules("what the pass gets", &module)?;
    for (_, function) in &mut module.functions {
        for pass in [pass, &DEAD] {
            let proved = pass.try_proved(function);
            proved.map_err(|difference| format!("{}: {difference}", pass.name))?;
        }
    }
    keeps_rules("what the pass makes", &module)?;
    Ok(module.to_string())
}

/// The limits that a remark such as `limits: bytes 300, locals 40, parameters 9` says.
fn limits(input: &str) -> Result<Limits, String> {
    let remarks = input.lines().filter_map(|line| line.strip_prefix(REMARK));
    let mut said = remarks.filter_map(|remark| remark.trim().strip_prefix("limits:"));
    let said = said.next().ok_or("no remark says the `limits:`")?;
    let number = |name: &str| {
        let mut pairs = said
            .split(',')
            .filter_map(|pair| pair.trim().split_once(' '));
        let pair = pairs.find(|(key, _)| *key == name);
        let number = pair.and_then(|(_, number)| number.trim().parse::<u32>().ok());
        number.ok_or_else(|| format!("the limits do not say how many {name}"))
    };
    Ok(Limits {
        bytes: number("bytes")?.into(),
        locals: number("locals")?.into(),
        parameters: number("parameters")? as usize,
    })
}

/// Symbols with the names `part0`, `variable1` and so on, by their number in the module.
struct Numbered<'m>(&'m mut Symbols);

impl Numbered<'_> {
    fn add(&mut self, kind: &str) -> Symbol {
        let number = self.0.count();
        self.0.add(&format!("{kind}{number}"))
    }
}

impl NewSymbols for Numbered<'_> {
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

/// The functions and their parts after division, or why there are none.
fn divided_to(limits: &Limits, module: Module) -> Result<String, String> {
    keeps_rules("what is divided", &module)?;
    let Module {
        mut symbols,
        functions,
    } = module;
    let mut after = Vec::new();
    for (symbol, function) in functions {
        let numbered = &mut Numbered(&mut symbols);
        match divide(&function, &Sizes::WEBASSEMBLY, limits, numbered) {
            Ok(divided) => {
                let division = Division {
                    function: &divided.function,
                    parts: &divided.parts,
                    variables: &divided.variables,
                    stack_pointer: None,
                };
                check(&function, &division).map_err(|broken| {
                    let name = symbols.name(symbol).unwrap_or_default();
                    format!("@{name} is not proved: {broken}")
                })?;
                after.push((symbol, divided.function));
                after.extend(divided.parts);
            }
            Err(error) => {
                let name = symbols.name(symbol).unwrap_or_default();
                return Ok(format!("@{name}: {error}\n"));
            }
        }
    }
    let after = Module {
        symbols,
        functions: after,
    };
    keeps_rules("what division makes", &after)?;
    Ok(after.to_string())
}

fn keeps_rules(what: &str, module: &Module) -> Result<(), String> {
    let mut functions = module.functions.iter();
    match functions.all(|(_, function)| verify(function).is_empty()) {
        true => Ok(()),
        false => Err(format!(
            "{what} breaks rules:\n{}in\n{module}",
            violations(module)
        )),
    }
}

/// The violations of each function, a line each.
fn violations(module: &Module) -> String {
    let mut text = String::new();
    for (symbol, function) in &module.functions {
        let name = module.symbols.name(*symbol).unwrap_or_default();
        let found = verify(function);
        if found.is_empty() {
            text.push_str(&format!("@{name} keeps the rules\n"));
        }
        for violation in found {
            text.push_str(&format!("@{name}: {violation}\n"));
        }
    }
    text
}
