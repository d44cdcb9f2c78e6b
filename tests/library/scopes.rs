//! `nested` against `stackifier`: what nesting saves.
//!
//! Both structure the same reducible graphs. Prints where the depths differ most with
//! `--nocapture`.

use unsnarl::reduce::dispatch;
use unsnarl::structure::{nested, stackifier};
use unsnarl::{Cfg, Measures, measure};
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::{Rng, notation};

/// The measures of `nested` and of `stackifier`.
fn both(cfg: &Cfg) -> [Measures; 2] {
    let graph = dispatch(cfg);
    [nested(&graph), stackifier(&graph)].map(|program| measure(&program))
}

#[test]
fn nesting_never_costs_a_scope() {
    let mut scopes = [0; 2];
    let mut depths = [0; 2];
    let mut deeper = Vec::new();
    for seed in 0..10_000 {
        let mut rng = Rng::new(seed);
        let knobs = Knobs::any(&mut rng, 60);
        let cfg = graph(&mut rng, &knobs);
        let [ours, flat] = both(&cfg);
        assert!(
            ours.scopes <= flat.scopes,
            "seed {seed}: nested has {} scopes, stackifier {}\n{}",
            ours.scopes,
            flat.scopes,
            notation::show(&cfg)
        );
        for (total, measures) in [ours, flat].into_iter().enumerate() {
            scopes[total] += measures.scopes;
            depths[total] += measures.depth;
        }
        if ours.depth > flat.depth {
            deeper.push((ours.depth - flat.depth, seed));
        }
    }
    deeper.sort_unstable();
    let worst = deeper.iter().rev().take(10);
    println!("scopes: nested {}, stackifier {}", scopes[0], scopes[1]);
    println!("depths: nested {}, stackifier {}", depths[0], depths[1]);
    println!(
        "deeper on {} graphs; the worst as (levels, seed): {:?}",
        deeper.len(),
        worst.collect::<Vec<_>>()
    );
    assert!(depths[0] < depths[1], "nesting costs depth");
}
