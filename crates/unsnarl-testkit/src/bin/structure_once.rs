//! Structures graphs once, for a tool that counts instructions.
//!
//! *Needs:* `walk` or the name of an algorithm, and a source of graphs: modules of LLVM IR, of
//! which every function is one; `NAME=SIZE`, the member of this [shape](SHAPES) with about this
//! many blocks and edges; `shapes=SIZE`, one of each.
//! *Gives:* the number of blocks and edges; the work is all in functions whose names begin with
//! `counted`:
//!
//! ```text
//! cargo build --release --package unsnarl-testkit --bin structure-once
//! valgrind --tool=callgrind --toggle-collect='*counted*' target/release/structure-once nested MODULE.ll duff=25000 …
//! ```

use std::env;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use unsnarl::Cfg;
use unsnarl::structure::{Algorithm, Settings};
use unsnarl_testkit::shapes::{SHAPES, Shape};
use unsnarl_testkit::walk::walk;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let name = arguments
        .next()
        .ok_or("give `walk` or an algorithm, and modules or shapes")?;
    let mut graphs = Vec::new();
    for argument in arguments {
        match argument.split_once('=') {
            Some((name, size)) => graphs.extend(shapes(name, size.parse()?)?),
            None => graphs.extend(functions(&argument)?),
        }
    }
    if name == "walk" {
        counted_walks(&graphs);
    } else {
        let algorithm = Algorithm::named(&name).ok_or("no algorithm has this name")?;
        counted_programs(algorithm, &graphs);
    }
    let blocks: usize = graphs.iter().map(Cfg::block_count).sum();
    let edges: usize = graphs.iter().map(Cfg::edge_count).sum();
    println!("{} graphs, {blocks} blocks, {edges} edges", graphs.len());
    Ok(())
}

/// Makes a member of one shape or of all.
fn shapes(name: &str, size: usize) -> Result<Vec<Cfg>, Box<dyn Error>> {
    let named = |shape: &&Shape| name == "shapes" || name == shape.name;
    let graphs: Vec<Cfg> = (SHAPES.iter().filter(named))
        .map(|shape| (shape.make)(size))
        .collect();
    if graphs.is_empty() {
        return Err(format!("{name} is no shape: give the name of one, or `shapes`").into());
    }
    Ok(graphs)
}

/// Reads the graphs of the functions of a module.
fn functions(path: &str) -> Result<Vec<Cfg>, Box<dyn Error>> {
    let module = unsnarl_llvm::read(&fs::read_to_string(path)?)?;
    let mut graphs = Vec::new();
    for function in module.functions.values().filter(|f| f.is_definition()) {
        let copies = unsnarl_ir::EdgeCopies::new(function);
        graphs.push(unsnarl_ir::graph(function, &copies)?);
    }
    Ok(graphs)
}

#[inline(never)]
fn counted_programs(algorithm: &Algorithm, graphs: &[Cfg]) {
    for cfg in graphs {
        black_box(algorithm.structure(cfg, &Settings::default())).ok();
    }
}

#[inline(never)]
fn counted_walks(graphs: &[Cfg]) {
    for cfg in graphs {
        black_box(walk(cfg));
    }
}
