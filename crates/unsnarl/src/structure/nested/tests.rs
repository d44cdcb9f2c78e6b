//! Tests of the promises of `nested`.

extern crate std;

use super::*;
use crate::cfg::{Cfg, CfgBuilder, Exit};
use crate::ids::{BlockId, Id, IdMap, LabelId, NodeId};
use crate::program::{Measures, Step, measure};
use crate::reduce::dispatch;
use crate::structure::TooShallow;
use crate::structure::state_machine;
use crate::text::{Notation, read};
use crate::verify;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

#[track_caller]
fn prove(cfg: &Cfg, program: &Program) {
    let violations = verify::program(cfg, program);
    assert!(violations.is_empty(), "{cfg:?}\n{program}\n{violations:?}");
    let verdict = verify::simulation(cfg, program, verify::state_limit(cfg, program));
    assert!(verdict.is_proved(), "{cfg:?}\n{program}\n{verdict}");
}

/// Structures a graph in our own notation, proves it, and gives its measures.
#[track_caller]
fn measures(text: &str) -> Measures {
    let graph = read(text, Notation::Cfg).expect("the graph is well formed");
    let program = nested(&dispatch(&graph.cfg));
    prove(&graph.cfg, &program);
    measure(&program)
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let Measures {
        scopes,
        loops,
        ifs,
        depth,
        label_stores,
        branches,
        ..
    } = measures(text);
    let answer = format!(
        "{scopes} scopes, {loops} loops, {ifs} ifs, {branches} jumps, depth {depth}, {label_stores} stores"
    );
    assert_eq!(answer, expected, "{text}");
}

#[test]
fn decisions_nest_and_their_ends_serve_as_labels() {
    check(
        "a -> return",
        "0 scopes, 0 loops, 0 ifs, 0 jumps, depth 0, 0 stores",
    );
    check(
        "a -> b | c
         b -> d
         c -> d
         d -> return",
        "0 scopes, 0 loops, 1 ifs, 0 jumps, depth 1, 0 stores",
    );
    // Both arms lead to the same block: no decision is written.
    check(
        "a -> b | b\nb -> return",
        "0 scopes, 0 loops, 0 ifs, 0 jumps, depth 0, 0 stores",
    );
    // The short circuit: c is reached from two decisions.
    check(
        "a -> b | d
         b -> c | d
         c -> e
         d -> e
         e -> return",
        "1 scopes, 0 loops, 2 ifs, 1 jumps, depth 3, 0 stores",
    );
}

#[test]
fn loops_hold_their_own_blocks_and_exits_stand_after_them() {
    check(
        "a -> a",
        "0 scopes, 1 loops, 0 ifs, 1 jumps, depth 1, 0 stores",
    );
    check(
        "a -> b | c\nb -> a\nc -> return",
        "0 scopes, 1 loops, 1 ifs, 1 jumps, depth 2, 0 stores",
    );
    // Two exits: one of them uses the end of the loop.
    check(
        "a -> c | b
         b -> a | d
         c -> return
         d -> return",
        "1 scopes, 1 loops, 2 ifs, 2 jumps, depth 3, 0 stores",
    );
}

#[test]
fn a_decision_whose_end_nothing_reaches_holds_what_a_scope_behind_it_would() {
    let rest = "x -> return
                b -> c | d
                c -> m | n
                d -> m | n
                m -> n
                n -> return\n";
    check(
        &format!("a -> x | b\n{rest}"),
        "0 scopes, 0 loops, 4 ifs, 2 jumps, depth 3, 0 stores",
    );
    // The arm of the block that comes next becomes the last arm.
    check(
        &format!("a -> b | x\n{rest}"),
        "0 scopes, 0 loops, 4 ifs, 2 jumps, depth 3, 0 stores",
    );
    check(
        &format!("a -> switch x b | y\ny -> return\n{rest}"),
        "0 scopes, 0 loops, 3 ifs, 2 jumps, depth 3, 0 stores",
    );
    // A loop or a decision may come before the scope; then it is nested deeper.
    check(
        &format!("a -> f | x\nf -> f | b\n{rest}"),
        "0 scopes, 1 loops, 5 ifs, 3 jumps, depth 3, 0 stores",
    );
    check(
        &format!("a -> f | x\nf -> f | g\ng -> g | h\nh -> h | b\n{rest}"),
        "0 scopes, 3 loops, 7 ifs, 5 jumps, depth 3, 0 stores",
    );
}

#[test]
fn the_child_goes_outside_with_which_its_decision_can_hold_a_scope() {
    // The edge out of the loop becomes a jump, so the other arm comes after the decision.
    check(
        "h -> a
         a -> x | b
         x -> return
         b -> c | m
         c -> n | m
         m -> n
         n -> h",
        "0 scopes, 1 loops, 3 ifs, 3 jumps, depth 4, 0 stores",
    );
    // Both children could come after the decision: here the smaller one does.
    check(
        "a -> l | h
         l -> switch l m | n
         m -> n
         n -> return
         h -> b | x
         b -> x | h
         x -> return",
        "0 scopes, 2 loops, 3 ifs, 3 jumps, depth 4, 0 stores",
    );
}

/// At first two edges lead to the end, so two jumps are the price of saving one scope.
#[test]
fn a_child_goes_outside_although_several_edges_have_to_jump_then() {
    check(
        "a -> c | d
         c -> a | e
         e -> e
         d -> b | g
         b -> d | f
         g -> f
         f -> a",
        "0 scopes, 3 loops, 4 ifs, 6 jumps, depth 5, 0 stores",
    );
}

/// With c outside, d holds the scope that ends before z; then jumps to e need a scope, and a holds
/// it.
#[test]
fn a_child_goes_outside_if_another_decision_holds_the_scope_for_jumps_to_the_end() {
    check(
        "a -> q | d
         q -> return
         d -> e | c
         c -> x | y
         x -> y | z
         y -> z | e
         z -> e | r
         r -> return
         e -> return",
        "0 scopes, 0 loops, 6 ifs, 3 jumps, depth 4, 0 stores",
    );
    // No decision could hold the scope for jumps to the end, so no scope would be saved.
    check(
        "d -> e | c
         c -> x | y
         x -> y | z
         y -> z | e
         z -> e | r
         r -> return
         e -> return",
        "1 scopes, 0 loops, 5 ifs, 2 jumps, depth 4, 0 stores",
    );
}

#[test]
fn each_of_two_decisions_holds_a_scope() {
    // The scopes that end before n and s open after a and e.
    check(
        "a -> x | b
         x -> return
         b -> c | d
         c -> m | n
         d -> m | n
         m -> n
         n -> e | x2
         x2 -> return
         e -> f | g
         f -> r | s
         g -> r | s
         r -> s
         s -> return",
        "0 scopes, 0 loops, 8 ifs, 4 jumps, depth 3, 0 stores",
    );
    check(
        "a -> x | e
         x -> return
         e -> y | b
         y -> return
         b -> c | d
         c -> m | n
         d -> m | n
         m -> n
         n -> f | g
         f -> r | s
         g -> r | s
         r -> s
         s -> return",
        "0 scopes, 0 loops, 8 ifs, 4 jumps, depth 4, 0 stores",
    );
}

/// `count` copies of a piece. In it, `#` stands for the number of the copy, and `+` for the number
/// of the next copy.
fn repeat(piece: &str, count: usize, end: &str) -> String {
    let copy = |at: usize| {
        piece
            .replace('#', &format!("{at}"))
            .replace('+', &format!("{}", at + 1))
    };
    let copies: String = (0..count).map(copy).collect();
    copies + &end.replace('#', &format!("{count}"))
}

#[test]
fn loops_in_a_row_do_not_nest() {
    let loops = repeat("h# -> b# | h+\nb# -> h#\n", 20, "h# -> return");
    let counts = measures(&loops);
    assert_eq!((counts.loops, counts.scopes, counts.depth), (20, 0, 2));
}

#[test]
fn guards_with_a_shared_exit_stay_flat() {
    let guards = repeat(
        "g# -> h# | g+\nh# -> err\n",
        1_000,
        "g# -> return\nerr -> return",
    );
    let counts = measures(&guards);
    assert!(counts.depth <= 3 && counts.scopes <= 1, "{counts:?}");
    let bare = repeat("g# -> err | g+\n", 1_000, "g# -> return\nerr -> return");
    let counts = measures(&bare);
    assert!(counts.depth <= 3 && counts.scopes <= 1, "{counts:?}");
    // A guard that returns needs no jump and no scope.
    let returns = repeat("g# -> h# | g+\nh# -> return\n", 1_000, "g# -> return");
    let counts = measures(&returns);
    assert_eq!((counts.depth, counts.scopes, counts.branches), (1, 0, 0));
}

#[test]
fn a_short_chain_of_else_ifs_nests_as_it_was_written() {
    let chain = repeat("g# -> h# | g+\nh# -> end\n", 3, "g# -> end\nend -> return");
    let counts = measures(&chain);
    assert_eq!((counts.depth, counts.scopes, counts.branches), (3, 0, 0));
}

#[test]
fn a_device_that_jumps_into_its_loop_goes_round_it_once_by_the_label() {
    // Duff's device: a switch into the eight statements of a loop.
    let device = "start -> switch s0 s1 s2 s3 s4 s5 s6 | s7
                  s0 -> s7\ns7 -> s6\ns6 -> s5\ns5 -> s4\ns4 -> s3\ns3 -> s2\ns2 -> s1
                  s1 -> s0 | done
                  done -> return";
    let graph = read(device, Notation::Cfg).expect("the graph is well formed");
    let reducible = dispatch(&graph.cfg);
    prove(&graph.cfg, &nested(&reducible));
    let routed = graph
        .cfg
        .blocks()
        .filter(|&block| block != graph.cfg.entry())
        .flat_map(|block| {
            reducible
                .cfg()
                .edges(block)
                .filter(|&edge| reducible.stored(edge).is_some())
        });
    assert_eq!(routed.count(), 1);
}

#[test]
fn a_depth_is_kept_whatever_the_graph() {
    let ifs = |count: usize| {
        let opening = repeat("a# -> a+ | b#\n", count, "a# -> return\n");
        opening + &repeat("b# -> return\n", count, "")
    };
    let nest = |count: usize| {
        let heads = repeat("h# -> h+\n", count, "h# -> t#\n");
        let tails: String = (1..=count)
            .rev()
            .map(|at| format!("t{at} -> h{} | t{}\n", at - 1, at - 1))
            .collect();
        heads + &tails + "t0 -> return"
    };
    for text in [
        ifs(300),
        nest(300),
        repeat(
            "a# -> switch a+ x y | z\n",
            99,
            "a# -> x\nx -> y\ny -> z\nz -> return",
        ),
    ] {
        let graph = read(&text, Notation::Cfg).expect("the graph is well formed");
        let reducible = dispatch(&graph.cfg);
        for depth in [16, 17, 40, 127] {
            let program = nested_within(&reducible, MaxDepth::new(depth).expect("deep enough"));
            prove(&graph.cfg, &program);
            let counts = measure(&program);
            assert!(
                counts.depth <= depth as usize,
                "{} of {depth}",
                counts.depth
            );
            assert!(counts.copies == 0 && counts.dispatchers <= 2, "{counts:?}");
        }
        let deep = nested_within(&reducible, MaxDepth::new(1_000).expect("deep enough"));
        assert!(
            deep == nested(&reducible),
            "a limit that is not reached changes nothing"
        );
    }
    assert_eq!(MaxDepth::new(15), Err(TooShallow(15)));
}

/// A xorshift generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

fn random_graph(random: &mut Random) -> Cfg {
    let count = 1 + random.below(24);
    let mut builder = CfgBuilder::new();
    let forward = 1 + random.below(6);
    for block in 0..count {
        let arms = [0, 1, 1, 2, 2, 2, 2, 3, 5][random.below(9)];
        let exit = match arms {
            0 => Exit::Return,
            1 => Exit::Jump,
            2 => Exit::Branch,
            _ => Exit::Switch,
        };
        let targets = (0..arms).map(|_| {
            let near = block + 1 + random.below(forward);
            let target = if random.below(6) == 0 {
                random.below(count)
            } else {
                near
            };
            BlockId::new(target.min(count - 1))
        });
        builder.block(exit, targets.collect::<Vec<_>>());
    }
    builder
        .build(BlockId::new(0))
        .expect("the graph keeps the rules")
}

#[test]
fn random_graphs_are_proved_within_any_depth_and_without_labels_if_reducible() {
    let mut random = Random(88172645463325252);
    let mut reducible = 0;
    for _ in 0..5_000 {
        let cfg = random_graph(&mut random);
        prove(&cfg, &state_machine(&cfg));
        let graph = dispatch(&cfg);
        let program = nested(&graph);
        prove(&cfg, &program);
        // A smaller depth than users may request, so that small graphs reach it.
        let shallow = nested_within(&graph, MaxDepth(4));
        prove(&cfg, &shallow);
        assert!(
            measure(&shallow).depth <= 4,
            "{cfg:?}\n{program}\n{shallow}"
        );
        if Reducible::test(&cfg).is_ok() {
            reducible += 1;
            let counts = measure(&program);
            assert_eq!(
                (counts.label_stores, counts.dispatchers, counts.copies),
                (0, 0, 0)
            );
            assert_scopes_are_needed(&program);
        }
    }
    assert!((1_000..4_000).contains(&reducible), "{reducible}");
}

/// Fails if a scope could be omitted or could open later.
///
/// A scope is needed if no other bracket around a jump to its end ends in the same place. It opens
/// as late as possible if its first item contains such a jump, or another scope that begins there
/// and would be cut in two.
#[track_caller]
fn assert_scopes_are_needed(program: &Program) {
    let mut opener: IdMap<LabelId, Option<NodeId>> = IdMap::filled(program.label_count(), None);
    let mut first_jump: IdMap<LabelId, Option<NodeId>> = IdMap::filled(program.label_count(), None);
    for (node, step) in program.steps() {
        if let Some(label) = step.bound_label() {
            opener[label] = Some(node);
        }
        if let Step::Break(label) = step {
            first_jump[label].get_or_insert(node);
        }
    }
    for (label, opened) in opener.iter() {
        let Some(opened) = *opened else { continue };
        if !matches!(program.step(opened), Step::Block(_)) {
            continue;
        }
        let jump = first_jump[label].expect("a scope without jumps is not needed");
        let items = items(program, opened);
        let first = items[0];
        let holds = |item: NodeId| (item..=program.extent(item)).contains(&jump);
        let opens_scope = matches!(program.step(first), Step::Block(_));
        assert!(
            holds(first) || opens_scope,
            "{program}: {label} opens too early"
        );
        assert!(
            items.len() > 1 || opens_scope || !holds(first),
            "{program}: {label} is not needed"
        );
    }
}

/// The steps directly inside a bracket, and brackets among them.
fn items(program: &Program, bracket: NodeId) -> Vec<NodeId> {
    let mut items = vec![];
    let mut node = NodeId::new(bracket.index() + 1);
    while node < program.extent(bracket) {
        items.push(node);
        node = NodeId::new(program.extent(node).index() + 1);
    }
    items
}

#[test]
fn other_numbers_for_the_same_blocks_change_nothing_but_names() {
    let mut random = Random(3);
    for _ in 0..500 {
        let cfg = random_graph(&mut random);
        let mut name: Vec<usize> = (0..cfg.block_count()).collect();
        for at in (1..name.len()).rev() {
            name.swap(at, random.below(at + 1));
        }
        let renamed = renumber(&cfg, &name);
        let expected = format!("{}", nested(&dispatch(&cfg)));
        let back: Vec<usize> = (0..name.len())
            .map(|new| name.iter().position(|&to| to == new).unwrap_or(0))
            .collect();
        let answer = nested(&dispatch(&renamed));
        let answer = answer.renamed(|block| BlockId::new(back[block.index()]));
        assert_eq!(format!("{answer}"), expected);
    }
}

/// The same graph with block `i` called `name[i]`.
fn renumber(cfg: &Cfg, name: &[usize]) -> Cfg {
    let mut builder = CfgBuilder::new();
    for new in 0..cfg.block_count() {
        let old = BlockId::new(name.iter().position(|&to| to == new).unwrap_or(0));
        let arms = cfg
            .successors(old)
            .iter()
            .map(|target| BlockId::new(name[target.index()]));
        builder.block(cfg.exit(old), arms.collect::<Vec<_>>());
    }
    builder
        .build(BlockId::new(name[cfg.entry().index()]))
        .expect("the graph keeps the rules")
}
