//! Structures every function of modules of LLVM IR once, for a tool that counts instructions.
//!
//! *Needs:* `walk` or the name of an algorithm, and modules. *Gives:* the number of blocks and edges; the work is
//! all in functions whose names begin with `counted`:
//!
//! ```text
//! cargo build --release --package unsnarl-testkit --bin structure-once
//! valgrind --tool=callgrind --toggle-collect='*counted*' target/release/structure-once nested MODULE.ll …
//! ```

use std::env;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use unsnarl::Cfg;
use unsnarl::structure::{Algorithm, Settings};
use unsnarl_testkit::walk::walk;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let name = arguments
        .next()
        .ok_or("give `walk` or an algorithm, and modules")?;
    let mut graphs = Vec::new();
    for path in arguments {
        let module = unsnarl_llvm::read(&fs::read_to_string(&path)?)?;
        for function in module.functions.iter().filter(|f| f.is_definition()) {
            let copies = unsnarl_ir::EdgeCopies::new(function);
            graphs.push(unsnarl_ir::graph(function, &copies)?);
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
