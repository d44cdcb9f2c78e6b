//! Regions of nests: how they nest, and that one round is enough.

use unsnarl::Id;

use super::choose::choose;
use super::graph::Graph;
use super::interfaces::Definitions;
use super::judge::Judge;
use super::nest::Nest;
use super::plan::plan;
use super::regions::inner;
use super::sizes::Sizes;
use super::{Limits, Quantity};
use crate::machine::Function;
use crate::text::parse;

/// The first function of a text.
fn function(text: &str) -> Function {
    let module = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let (_, function) = module.functions.into_iter().next().expect("there is one");
    function
}

/// Loops, one in the other. What leads into a loop is a choice between its two entries, if it has
/// two.
fn loops(levels: usize, is_irreducible: bool) -> Function {
    let mut text = String::from("func @f(%x: i32) {\nb0:\n  jump b1\n");
    let latch = |level: usize| 3 * levels - level;
    for level in 0..levels {
        let (gate, header, inside) = (1 + 2 * level, 2 + 2 * level, 3 + 2 * level);
        let inside = if level + 1 == levels {
            latch(level)
        } else {
            inside
        };
        let (to, other) = match is_irreducible {
            true => (header, latch(level)),
            false => (header, header),
        };
        text += &format!(
            "b{gate}:\n  br %x, b{to}, b{other}\nb{header}:\n  call @tick(i32 {level})\n  \
             jump b{inside}\n"
        );
    }
    for level in (0..levels).rev() {
        let (block, header) = (latch(level), 2 + 2 * level);
        let out = block + 1;
        text += &format!("b{block}:\n  call @tick(%x)\n  br %x, b{header}, b{out}\n");
    }
    text += &format!("b{}:\n  return\n}}\n", 3 * levels + 1);
    function(&text)
}

/// How deep regions nest that are chosen for limits, and whether these are then kept.
fn chosen(function: &Function, limits: &Limits) -> (usize, bool) {
    let graph = Graph::new(function);
    let definitions = Definitions::new(function);
    let sizes = &Sizes::WEBASSEMBLY;
    let judge = Judge {
        function,
        graph: &graph,
        definitions: &definitions,
        sizes,
        limits,
    };
    let stays = vec![false; function.block_count()];
    let most = limits.weight().quarters(1);
    let regions = plan(&judge, sizes.blocks(function), stays, most, Quantity::Bytes);
    let mut left = sizes.function(function);
    let mut deepest = 0;
    let mut depths = vec![0; regions.len()];
    for id in choose(&regions, left, limits) {
        let region = regions.region(id);
        assert!(region.weight.is_within(most));
        let inside = inner(&region.units).map(|id| depths[id.index()]).max();
        depths[id.index()] = 1 + inside.unwrap_or(0);
        deepest = deepest.max(depths[id.index()]);
        left = region.saved_from(left);
    }
    (deepest, limits.exceeded_by(left).is_none())
}

fn limits(bytes: u64) -> Limits {
    Limits {
        bytes,
        locals: u64::MAX,
        parameters: 1000,
    }
}

#[test]
fn one_round_is_enough_for_a_nest() {
    for is_irreducible in [false, true] {
        let function = loops(3000, is_irreducible);
        let bytes = Sizes::WEBASSEMBLY.function(&function).bytes;
        for share in [2, 5, 20] {
            let (depth, is_kept) = chosen(&function, &limits(bytes / share));
            assert!(is_kept, "{is_irreducible} {share}");
            let least = 4 * (share as usize - 1);
            assert!(depth >= least, "{is_irreducible} {share}: {depth} levels");
            assert!(
                depth <= 3 * least,
                "{is_irreducible} {share}: {depth} levels"
            );
        }
    }
}

#[test]
fn what_is_in_no_loop_is_in_no_other_region() {
    let mut text = String::from("func @f(%x: i32) {\nb0:\n  jump b1\n");
    for block in 1..2000 {
        text += &format!(
            "b{block}:\n  call @tick(%x)\n  br %x, b{}, b2000\n",
            block + 1
        );
    }
    let function = function(&(text + "b2000:\n  return\n}\n"));
    let bytes = Sizes::WEBASSEMBLY.function(&function).bytes;
    assert_eq!(chosen(&function, &limits(bytes / 5)), (1, true));
}

/// Expects the only entry of each loop, or none.
#[track_caller]
fn check_entries(text: &str, expected: &[Option<usize>]) {
    let function = function(text);
    let graph = Graph::new(&function);
    let stays = vec![false; function.block_count()];
    let nest = Nest::new(&graph, &stays);
    let ids = graph.loops.ids().filter(|&id| !nest.is_multi_entry(id));
    let mut found = vec![None; graph.loops.len()];
    for id in ids {
        found[id.index()] = Some(nest.header(id).index());
    }
    assert_eq!(found, expected);
}

#[test]
fn a_loop_that_one_block_leads_into_has_a_gate() {
    let behind = "b2:\n  br %x, b3, b4\nb3:\n  br %x, b2, b4\nb4:\n  return\n}\n";
    let text =
        |b0: &str, b1: &str| format!("func @f(%x: i32) {{\nb0:\n  {b0}\nb1:\n  {b1}\n{behind}");
    check_entries(&text("jump b1", "br %x, b2, b3"), &[Some(1)]);
    // The entry stays in the function.
    check_entries(&text("switch %x, 0: b1, 1: b2, else b3", "return"), &[None]);
    // Another block leads into it, too.
    check_entries(&text("br %x, b1, b3", "br %x, b2, b3"), &[None]);
}

#[test]
fn a_round_that_changes_nothing_is_the_last() {
    for before in 1..100 {
        assert!(super::is_stuck(before, before), "{before}");
    }
    assert!(!super::is_stuck(5, 4));
    assert!(super::is_stuck(160, 151));
    assert!(!super::is_stuck(160, 150));
}
