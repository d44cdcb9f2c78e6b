//! Every algorithm and every profile, on every small graph, on random graphs, and on every shape.

use unsnarl::lower::{Lowered, lower};
use unsnarl::program::{PROFILES, Profile};
use unsnarl::{Cfg, Program, verify};
use unsnarl_testkit::algorithms::{Pipeline, pipelines_for};
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::shapes::SHAPES;
use unsnarl_testkit::{Rng, exhaustive, judge, notation};

/// Lowers a program, and judges the result by the proof and by the rules of the profile.
fn try_lower(cfg: &Cfg, program: &Program, profile: &Profile) -> Result<Lowered, String> {
    let lowered = lower(cfg, program, profile).map_err(|refusal| refusal.to_string())?;
    let breach = verify::profile(&lowered.program, profile).first().copied();
    match breach {
        Some(breach) => return Err(format!("{breach}\n{}", lowered.program)),
        None => judge(cfg, &lowered.program)
            .map_err(|problem| format!("{problem}\n{}", lowered.program))?,
    };
    Ok(lowered)
}

/// Lowers what each pipeline makes of a graph to each profile.
#[track_caller]
fn check_all(cfg: &Cfg) {
    check_each(cfg, pipelines_for(cfg));
}

#[track_caller]
fn check_each(cfg: &Cfg, pipelines: impl Iterator<Item = Pipeline>) {
    for pipeline in pipelines {
        let Some(program) = pipeline.structure(cfg) else {
            continue;
        };
        for profile in &PROFILES {
            if let Err(problem) = try_lower(cfg, &program, profile) {
                let name = pipeline.name();
                panic!(
                    "{name} for {}: {problem}\n{}\n{program}",
                    profile.name,
                    notation::show(cfg)
                );
            }
        }
    }
}

#[test]
fn every_graph_of_up_to_four_blocks() {
    exhaustive::graphs(4).for_each(|cfg| check_all(&cfg));
}

#[test]
fn random_graphs() {
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let knobs = Knobs::any(&mut rng, 40);
        check_all(&graph(&mut rng, &knobs));
    }
}

#[test]
fn every_shape() {
    for shape in SHAPES {
        for n in [0, 30] {
            check_all(&(shape.make)(n));
        }
    }
}
