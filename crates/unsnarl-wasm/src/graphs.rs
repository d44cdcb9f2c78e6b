//! The graphs of a module that was read, for the commands that show control flow alone.

use unsnarl::Cfg;
use unsnarl_low::module::Module;

use crate::view;

/// The graph of each function that is not imported, in order, with the name that it has: that of
/// the section of names, else of its first export, else its number. No two have the same name.
pub fn graphs(module: &Module) -> Vec<(String, Cfg)> {
    let mut graphs: Vec<(String, Cfg)> = Vec::new();
    let mut taken = std::collections::BTreeSet::new();
    for (number, function) in (0..).zip(&module.functions) {
        let Some(body) = &function.body else { continue };
        let mut name = name(module, number);
        if !taken.insert(name.clone()) {
            name = format!("{name}.{number}");
            taken.insert(name.clone());
        }
        let graph = view::graph(&body.code).expect("a function that was read keeps the rules");
        graphs.push((name, graph));
    }
    graphs
}

fn name(module: &Module, number: u32) -> String {
    if let Some(name) = module.names.functions.get(&number) {
        return name.clone();
    }
    let item = unsnarl_low::module::Item::Function(number);
    let export = module.exports.iter().find(|export| export.item == item);
    export.map_or_else(|| format!("${number}"), |export| export.name.clone())
}
