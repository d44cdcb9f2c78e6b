//! Graphs in files.
//!
//! *Needs:* a file: LLVM IR if its name ends with `.ll`, and else `.cfg`.
//! *Gives:* [`graphs_of_file`]: the graph of every function. *Cost:* the file is read once.

use std::fs;
use std::path::Path;
use unsnarl::Cfg;
use unsnarl::text::{self, Notation};

/// Reads the graphs of a file; the error says why there are none.
pub fn graphs_of_file(path: &Path) -> Result<Vec<Cfg>, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    if path.extension().is_some_and(|ending| ending == "ll") {
        return of_module(&text);
    }
    let read = text::read_all(&text, Notation::Cfg).map_err(|error| error.to_string())?;
    Ok(read.into_iter().map(|named| named.cfg).collect())
}

fn of_module(text: &str) -> Result<Vec<Cfg>, String> {
    let module = unsnarl_llvm::read(text).map_err(|error| error.to_string())?;
    let mut graphs = Vec::new();
    for function in module.functions.values().filter(|f| f.is_definition()) {
        let copies = unsnarl_ir::EdgeCopies::new(function);
        let graph = unsnarl_ir::graph(function, &copies);
        graphs.push(graph.map_err(|error| error.to_string())?);
    }
    Ok(graphs)
}
