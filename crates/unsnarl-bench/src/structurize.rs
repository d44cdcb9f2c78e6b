//! What it costs to leave loops one at a time: our lowering against LLVM's StructurizeCFG.
//!
//! *Needs:* folders of LLVM IR, and `opt-19`.
//! *Gives:* for each folder, each profile and LLVM's passes the variables that carry where control
//! goes, the blocks, the conditional branches and the switches, and how the places that set such a
//! variable are distributed over functions.
//! *Cost:* one process for a folder; every program of ours is proved before it is counted.
//!
//! Both get the same graphs, as functions whose blocks call `block` and `decide`. A *variable* is a
//! label or flag of ours, and a phi of `i1` that LLVM's passes add. A *store* is a place that gives
//! a variable a constant; of such a phi, a value that is one. A *block* is one of the graph, or one
//! that only tests variables, and for LLVM any; the block that each of its functions begins with
//! is not in the graph, and is left out.

use crate::contestants::llvm;
use crate::error::Error;
use crate::graphs::{self, Graph, Set};
use std::path::PathBuf;
use std::{env, fs, process};
use unsnarl::lower::lower;
use unsnarl::program::Profile;
use unsnarl::structure::{ALGORITHMS, Settings};
use unsnarl::{Id, NodeId, Program, Step, measure, verify};

/// The passes of LLVM that make a function as structured as a GPU wants it.
const PASSES: &str = "lower-switch,fix-irreducible,unify-loop-exits,structurizecfg";
const PROFILES: [&Profile; 2] = [&Profile::SINGLE_LEVEL, &Profile::SHADER];
/// The states in which a program is proved.
const STATES: usize = 1 << 24;
/// The classes of functions by their stores: up to so many.
const CLASSES: [usize; 6] = [0, 1, 2, 5, 10, 20];

/// What is counted of a function.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Counts {
    variables: usize,
    stores: usize,
    blocks: usize,
    branches: usize,
    switches: usize,
}

/// The counts of one contestant on all functions of a set.
struct Row {
    name: String,
    counts: Vec<Counts>,
}

/// Counts, and prints Markdown.
pub(crate) fn structurize(modules: &[(String, PathBuf)]) -> Result<(), Error> {
    let folder = env::temp_dir().join(format!("unsnarl-structurize-{}", process::id()));
    fs::create_dir_all(&folder).map_err(Error::file("make", &folder))?;
    for (name, modules) in modules {
        let set = graphs::of_folder(name, modules)?;
        eprintln!("{}: {} graphs", set.name, set.graphs.len());
        let mut rows = vec![row(
            "graph",
            set.graphs.iter().map(|graph| Ok(of_graph(graph))),
        )?];
        for profile in PROFILES {
            let counts = set.graphs.iter().map(|graph| ours(graph, profile));
            rows.push(row(&format!("profile `{}`", profile.name), counts)?);
        }
        let counts = llvm::optimized(&folder, &set.graphs, PASSES)?;
        rows.push(row(llvm::NAME, functions(&counts).into_iter().map(Ok))?);
        print(&set, &rows);
    }
    fs::remove_dir_all(&folder).map_err(Error::file("delete", &folder))
}

fn row(name: &str, counts: impl Iterator<Item = Result<Counts, Error>>) -> Result<Row, Error> {
    let name = name.to_owned();
    let counts = counts.collect::<Result<_, _>>()?;
    Ok(Row { name, counts })
}

/// Counts what is in a graph.
fn of_graph(graph: &Graph) -> Counts {
    let cfg = &graph.cfg;
    let count = |exit| {
        cfg.blocks()
            .filter(|&block| cfg.exit(block) == exit)
            .count()
    };
    Counts {
        blocks: cfg.block_count(),
        branches: count(unsnarl::Exit::Branch),
        switches: count(unsnarl::Exit::Switch),
        ..Counts::default()
    }
}

/// Lowers a graph's program to a profile, proves the result, and counts what is in it.
fn ours(graph: &Graph, profile: &Profile) -> Result<Counts, Error> {
    let cfg = &graph.cfg;
    let wrong = |problem: String| Error::Wrong {
        place: graph.name.clone(),
        problem,
    };
    let program = ALGORITHMS[0].structure(cfg, &Settings::default());
    let program = program.map_err(|refusal| wrong(refusal.to_string()))?;
    let lowered = lower(cfg, &program, profile).map_err(|refusal| wrong(refusal.to_string()))?;
    if let Some(breach) = verify::profile(&lowered.program, profile).first() {
        return Err(wrong(breach.to_string()));
    }
    match verify::simulation(cfg, &lowered.program, STATES) {
        verify::Verdict::Proved { .. } => Ok(of_program(&lowered.program)),
        verdict => Err(wrong(verdict.to_string())),
    }
}

fn of_program(program: &Program) -> Counts {
    let measures = measure(program);
    let steps = || program.steps();
    let runs = steps().filter(|(_, step)| matches!(step, Step::Run(_)));
    let dispatchers = steps().filter(|(_, step)| matches!(step, Step::Dispatch(_)));
    let wide = dispatchers
        .filter(|&(node, _)| arms(program, node) > 2)
        .count();
    let has_label = measures.label_stores + measures.dispatchers > 0;
    Counts {
        variables: measures.flags + usize::from(has_label),
        stores: measures.label_stores + measures.flag_stores,
        blocks: runs.count() + measures.tests + measures.dispatchers,
        branches: measures.ifs + measures.tests + measures.dispatchers - wide,
        switches: measures.switches + wide,
    }
}

/// Counts the arms of a bracket.
fn arms(program: &Program, bracket: NodeId) -> usize {
    let end = program.extent(bracket);
    let first = NodeId::new(bracket.index() + 1);
    let arms = std::iter::successors(Some(first), |&arm| Some(program.extent(arm)));
    arms.take_while(|&arm| arm != end).count()
}

/// Counts what is in each function of a module that LLVM has printed.
fn functions(text: &str) -> Vec<Counts> {
    let mut functions: Vec<Counts> = Vec::new();
    for line in text.lines() {
        if line.starts_with("define ") {
            functions.push(Counts::default());
        }
        let Some(counts) = functions.last_mut() else {
            continue;
        };
        let line = line.trim();
        if let Some((_, values)) = line.split_once(" = phi i1 ") {
            counts.variables += 1;
            let incoming = values.split('[').skip(1);
            let constant = |value: &&str| {
                let value = value.trim_start();
                value.starts_with("true") || value.starts_with("false")
            };
            counts.stores += incoming.filter(constant).count();
        }
        let is = |word: &str| line.split(' ').next() == Some(word);
        if ["br", "switch", "ret", "unreachable"].into_iter().any(is) {
            counts.blocks += 1;
        }
        counts.branches += usize::from(line.starts_with("br i1 "));
        counts.switches += usize::from(is("switch"));
        if line == "}" {
            // The block that a function begins with is not in the graph.
            counts.blocks -= 1;
        }
    }
    functions
}

fn print(set: &Set, rows: &[Row]) {
    println!("### {}: {} functions\n", set.name, set.graphs.len());
    println!("| | variables | stores | blocks | conditional branches | switches |");
    println!("|---|{}", "--:|".repeat(5));
    for row in rows {
        let sum = |of: fn(&Counts) -> usize| row.counts.iter().map(of).sum::<usize>();
        println!(
            "| {} | {} | {} | {} | {} | {} |",
            row.name,
            sum(|counts| counts.variables),
            sum(|counts| counts.stores),
            sum(|counts| counts.blocks),
            sum(|counts| counts.branches),
            sum(|counts| counts.switches),
        );
    }
    println!("\nFunctions by how many stores they have:\n");
    let classes = CLASSES.iter().scan(0, |from, &to| {
        let name = if *from == to {
            format!("{to}")
        } else {
            format!("{from} to {to}")
        };
        *from = to + 1;
        Some(name)
    });
    let last = CLASSES[CLASSES.len() - 1];
    println!(
        "| | {} | more than {last} | most |",
        classes.collect::<Vec<_>>().join(" | ")
    );
    println!("|---|{}", "--:|".repeat(CLASSES.len() + 2));
    for row in &rows[1..] {
        let stores = || row.counts.iter().map(|counts| counts.stores);
        let class = |stores: usize| CLASSES.iter().position(|&to| stores <= to);
        let in_class = |wanted| stores().filter(|&stores| class(stores) == wanted).count();
        let classes = (0..CLASSES.len()).map(Some).chain([None]);
        let cells = classes.map(|class| in_class(class).to_string());
        let cells = cells.collect::<Vec<_>>().join(" | ");
        println!(
            "| {} | {cells} | {} |",
            row.name,
            stores().max().unwrap_or(0)
        );
    }
    println!();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_llvm_prints_is_counted() {
        let text = "define void @f0() {\n  br label %b0\n\nb0:                ; preds = %0\n  \
                    %d0 = call i32 @decide(i32 0)\n  %c0 = icmp eq i32 %d0, 0\n  \
                    br i1 %c0, label %b1, label %Flow\n\nFlow:\n  \
                    %0 = phi i1 [ false, %b1 ], [ %c0, %b0 ]\n  br i1 %0, label %b1, label %b2\n\n\
                    b1:\n  switch i32 %d0, label %b2 [\n    i32 0, label %b1\n  ]\n\nb2:\n  ret void\n}\n";
        let expected = Counts {
            variables: 1,
            stores: 1,
            blocks: 4,
            branches: 2,
            switches: 1,
        };
        assert_eq!(functions(text), [expected]);
    }
}
