//! How much the reductions save, and that outlines are equivalent to their graphs.

use std::fs;
use std::path::Path;
use unsnarl::reduce::{Budget, Part, Reducible, dispatch, hybrid, outline, split};
use unsnarl::structure::nested;
use unsnarl::text::{Notation, read_all};
use unsnarl::{BlockId, Cfg, Exit, Id, LoopId};
use unsnarl_testkit::linked::{self, Pieces};
use unsnarl_testkit::random::{Knobs, graph, is_reducible};
use unsnarl_testkit::routing::{Saving, saving};
use unsnarl_testkit::shapes::{SHAPES, one_clique};
use unsnarl_testkit::{Rng, Rows, check, exhaustive, notation};

/// Random graphs that are irreducible, each with its number.
fn irreducible(most: usize) -> impl Iterator<Item = (u64, Cfg)> {
    let graphs = (0..).map(move |seed| {
        let mut rng = Rng::new(seed);
        let knobs = Knobs::any(&mut rng, most);
        (seed, graph(&mut rng, &knobs))
    });
    graphs.filter(|(_, cfg)| Reducible::test(cfg).is_err())
}

#[test]
fn dispatch_never_routes_more_and_mostly_less() {
    let mut sum = Saving::default();
    for (seed, cfg) in irreducible(60).take(2_000) {
        let Saving { ours, all } = saving(&cfg, seed, 200);
        assert!(ours.edges <= all.edges, "{}", notation::show(&cfg));
        assert!(ours.executed <= all.executed, "{}", notation::show(&cfg));
        sum.ours.add(&ours);
        sum.all.add(&all);
    }
    assert!(2 * sum.ours.inside <= sum.all.inside, "{sum:?}");
    assert!(4 * sum.ours.executed <= 3 * sum.all.executed, "{sum:?}");
}

#[test]
fn a_clique_of_sixty_four() {
    let cfg = one_clique(64 * 64);
    let entries = cfg.successors(cfg.entry()).len();
    assert_eq!(entries, 64);
    // One dispatcher, and an arm for each entry.
    let reduced = dispatch(&cfg);
    assert_eq!(reduced.cfg().block_count(), cfg.block_count() + 1);
    assert_eq!(reduced.cfg().edge_count(), cfg.edge_count() + entries);
    assert!(split(&cfg, Budget::total(u64::MAX >> 8)).is_err());
    let reduced = hybrid(&cfg, Budget::times(&cfg, 32));
    check(&cfg, &nested(&reduced));
}

/// Every graph of the file tests, of the examples and of the corpora that were fetched, with its
/// name.
fn of_files() -> Vec<(String, Cfg)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut work = ["filetests", "examples", "corpus", "target/corpus"]
        .map(|at| root.join(at))
        .to_vec();
    let mut graphs = Vec::new();
    while let Some(path) = work.pop() {
        if let Ok(entries) = fs::read_dir(&path) {
            work.extend(entries.filter_map(|entry| Some(entry.ok()?.path())));
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let name = path.display().to_string();
        if name.ends_with(".ll") {
            let Ok(module) = unsnarl_llvm::read(&text) else {
                continue;
            };
            for function in module.functions.values().filter(|f| f.is_definition()) {
                let copies = unsnarl_ir::EdgeCopies::new(function);
                let graph = unsnarl_ir::graph(function, &copies);
                graphs.extend(graph.ok().map(|cfg| (name.clone(), cfg)));
            }
        } else if let Some(notation) = Notation::guess(&name, &text) {
            let read = read_all(&text, notation).unwrap_or_default();
            graphs.extend(read.into_iter().map(|named| (name.clone(), named.cfg)));
        }
    }
    graphs
}

/// How deep dispatchers nest. Regions of one depth share no block, so that all regions together
/// have no more blocks and edges than the graph times this, and a few for the dispatchers.
fn depth_of_dispatchers(reduced: &Reducible) -> usize {
    let loops = reduced.loops();
    let is_dispatcher = |id: &LoopId| reduced.is_dispatcher(loops.header(*id));
    let around = |id: LoopId| std::iter::successors(Some(id), |&id| loops.parent(id));
    let depths = loops
        .ids()
        .map(|id| around(id).filter(is_dispatcher).count());
    depths.max().unwrap_or(0)
}

#[test]
fn no_function_of_a_file_nests_so_deep_that_its_loops_are_divided() {
    let graphs = of_files();
    let mut irreducible = 0;
    for (name, cfg) in &graphs {
        let reduced = dispatch(cfg);
        let depth = depth_of_dispatchers(&reduced);
        assert!(depth < 32, "{name}: {depth} deep");
        irreducible += usize::from(depth > 0);
    }
    assert!(graphs.len() > 300, "only {} graphs", graphs.len());
    assert!(irreducible > 10, "only {irreducible} are irreducible");
}

#[track_caller]
fn is_linked(cfg: &Cfg) {
    let outline = outline(cfg);
    for piece in outline.pieces() {
        assert!(is_reducible(piece.graph().cfg()), "{}", notation::show(cfg));
        check(piece.graph().cfg(), &nested(piece.graph()));
    }
    if let Err(problem) = linked::check(cfg, &Pieces::of(&outline)) {
        panic!("{problem}\n{}", notation::show(cfg));
    }
}

#[test]
fn the_pieces_of_an_outline_are_the_graph() {
    exhaustive::graphs(3).for_each(|cfg| is_linked(&cfg));
    irreducible(30)
        .take(400)
        .for_each(|(_, cfg)| is_linked(&cfg));
    for shape in SHAPES {
        is_linked(&(shape.make)(400));
    }
}

/// What a run of pieces shows on a tape: the blocks that run, and how it ends.
fn trace(pieces: &Pieces, tape: &[usize]) -> Option<Vec<(BlockId, Exit)>> {
    let mut at = (0, pieces.0.first()?.rows.entry);
    let mut shown = Vec::new();
    let mut numbers = tape.iter();
    loop {
        let piece = pieces.0.get(at.0)?;
        let (exit, arms) = piece.rows.blocks.get(at.1)?;
        match piece.parts[at.1] {
            Part::Call(_) if !arms.is_empty() => return None,
            Part::Call(called) => {
                let callee = pieces.0.get(called as usize)?;
                at = (called as usize, callee.rows.entry);
                if let Part::Call(_) = callee.parts[at.1] {
                    return None;
                }
            }
            Part::Block(block) => {
                shown.push((block, *exit));
                let slot = match arms.len() {
                    0 => return Some(shown),
                    many => match numbers.next() {
                        Some(number) if *number < many => *number,
                        Some(_) => return None,
                        None => return Some(shown),
                    },
                };
                at.1 = arms[slot];
            }
        }
    }
}

/// The tapes of so many decisions that the graph can follow.
fn tapes(cfg: &Cfg, decisions: usize) -> Vec<Vec<usize>> {
    let mut all = vec![(cfg.entry(), Vec::new())];
    for _ in 0..decisions {
        let longer = all
            .into_iter()
            .flat_map(|(block, tape): (BlockId, Vec<usize>)| {
                let arms = cfg.successors(block);
                if arms.is_empty() {
                    return vec![(block, tape)];
                }
                let with = |slot| tape.iter().copied().chain([slot]).collect();
                let longer = arms.iter().enumerate();
                longer.map(|(slot, &arm)| (arm, with(slot))).collect()
            });
        all = longer.collect();
    }
    all.into_iter().map(|(_, tape)| tape).collect()
}

/// Pieces with one change each.
fn mutants(pieces: &Pieces, blocks: usize) -> Vec<Pieces> {
    let mut mutants = Vec::new();
    let mut with = |change: &dyn Fn(&mut Pieces)| {
        let mut mutant = pieces.clone();
        change(&mut mutant);
        if mutant != *pieces {
            mutants.push(mutant);
        }
    };
    for at in 0..pieces.0.len() {
        for block in 0..pieces.0[at].parts.len() {
            for arm in 0..pieces.0[at].rows.blocks[block].1.len() {
                for to in 0..pieces.0[at].parts.len() {
                    with(&|mutant| mutant.0[at].rows.blocks[block].1[arm] = to);
                }
            }
            let calls = (0..pieces.0.len() as u32).map(Part::Call);
            let others = (0..blocks).map(|block| Part::Block(BlockId::new(block)));
            for part in calls.chain(others) {
                with(&|mutant| mutant.0[at].parts[block] = part);
            }
            with(&|mutant| mutant.0[at].rows.entry = block);
            for exit in [Exit::Return, Exit::Unreachable, Exit::Switch] {
                with(&|mutant| mutant.0[at].rows.blocks[block].0 = exit);
            }
        }
        for other in 0..at {
            with(&|mutant| mutant.0.swap(at, other));
        }
    }
    mutants
}

/// The check finds fault with exactly those mutants that do something else on some tape; but for
/// exits that stubs have and that never matter, and blocks that are duplicated or unused.
#[test]
fn spoiled_outlines_are_noticed() {
    let (mut wrong, mut right) = (0, 0);
    for (_, cfg) in irreducible(6).take(25) {
        let tapes = tapes(&cfg, cfg.block_count().min(6));
        let whole = Pieces::of(&outline(&cfg));
        let expected: Vec<_> = tapes.iter().map(|tape| trace(&whole, tape)).collect();
        for mutant in mutants(&whole, cfg.block_count()) {
            let same =
                (tapes.iter().zip(&expected)).all(|(tape, seen)| trace(&mutant, tape) == *seen);
            let verdict = linked::check(&cfg, &mutant);
            if !same {
                assert!(verdict.is_err(), "{mutant:?}\n{}", notation::show(&cfg));
                wrong += 1;
            } else if verdict.is_ok() {
                right += 1;
            }
        }
    }
    assert!(wrong > 2_000 && right > 10, "{wrong} wrong, {right} right");
}

#[test]
fn an_outline_of_the_mail() {
    let rows = Rows::of(vec![vec![1, 2], vec![2], vec![1, 3], vec![]]);
    let pieces = Pieces::of(&outline(&rows.cfg()));
    assert_eq!(pieces.0.len(), 3);
}
