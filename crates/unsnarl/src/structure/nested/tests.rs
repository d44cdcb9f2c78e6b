use super::*;
use crate::cfg::{Cfg, CfgBuilder, Exit};
use crate::ids::{BlockId, Id};
use crate::program::measure;
use crate::structure::state_machine;
use crate::verify;
use alloc::vec::Vec;
extern crate std;

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
        let targets: Vec<BlockId> = (0..arms)
            .map(|_| {
                let near = block + 1 + random.below(forward);
                let target = if random.below(6) == 0 {
                    random.below(count)
                } else {
                    near
                };
                BlockId::new(target.min(count - 1))
            })
            .collect();
        builder.block(exit, targets);
    }
    builder
        .build(BlockId::new(0))
        .expect("the graph keeps the rules")
}

#[track_caller]
fn prove(cfg: &Cfg, program: &Program) {
    let violations = verify::program(cfg, program);
    assert!(violations.is_empty(), "{cfg:?}\n{program}\n{violations:?}");
    let verdict = verify::simulation(cfg, program, 1_000_000);
    assert!(
        matches!(verdict, verify::Verdict::Proved { .. }),
        "{cfg:?}\n{program}\n{verdict:?}"
    );
}

#[test]
fn random_graphs_are_proved() {
    let mut random = Random(88172645463325252);
    let (mut seen, mut reducible) = (0, 0);
    while seen < 20_000 {
        let cfg = random_graph(&mut random);
        seen += 1;
        prove(&cfg, &state_machine(&cfg));
        let Ok(graph) = Reducible::test(&cfg) else {
            continue;
        };
        reducible += 1;
        let program = nested(&graph);
        prove(&cfg, &program);
        let counts = measure(&program);
        assert_eq!(
            (counts.label_stores, counts.dispatchers, counts.copies),
            (0, 0, 0)
        );
        let shallow = nested_within(&graph, MaxDepth(4));
        prove(&cfg, &shallow);
        assert!(
            measure(&shallow).depth <= 4,
            "{cfg:?}\n{program}\n{shallow}"
        );
    }
    std::eprintln!("{seen} {reducible}");
    assert!(reducible > 5_000, "{reducible}");
}
