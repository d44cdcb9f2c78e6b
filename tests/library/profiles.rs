//! Every algorithm and every profile, on every small graph, on random graphs, and on every shape.

use unsnarl::program::{Falls, Jumps, PROFILES, Profile, Scopes, Switches};
use unsnarl::verify::Breach;
use unsnarl::{Cfg, Id, LabelId, NodeId, Program, Step, verify};
use unsnarl_testkit::algorithms::{Pipeline, pipelines_for};
use unsnarl_testkit::lowered::lower_and_judge;
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::shapes::SHAPES;
use unsnarl_testkit::{Rng, exhaustive, notation};

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
            if let Err(problem) = lower_and_judge(cfg, &program, profile) {
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
    let has_no_limit = |pipeline: &Pipeline| pipeline.max_depth.is_none();
    exhaustive::graphs(4)
        .for_each(|cfg| check_each(&cfg, pipelines_for(&cfg).filter(has_no_limit)));
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

/// Open brackets, outermost first.
type Brackets = Vec<(NodeId, Step)>;

/// The brackets around each jump, innermost last, found without the library's own bookkeeping.
fn around(program: &Program) -> Vec<(NodeId, Step, Brackets)> {
    let (mut open, mut jumps) = (Brackets::new(), Vec::new());
    for (node, step) in program.steps() {
        match step {
            Step::End => drop(open.pop()),
            Step::Break(_) | Step::Continue(_) => jumps.push((node, step, open.clone())),
            step if step.opens() => open.push((node, step)),
            _ => {}
        }
    }
    jumps
}

/// Tells what a jump without a label would bind to in the target.
fn caught(
    program: &Program,
    profile: &Profile,
    jump: Step,
    open: &[(NodeId, Step)],
) -> Option<LabelId> {
    let breaks = matches!(jump, Step::Break(_));
    let arms = |bracket: NodeId| {
        let end = program.extent(bracket);
        let first = NodeId::new(bracket.index() + 1);
        let arms = core::iter::successors(Some(first), |&arm| Some(program.extent(arm)));
        arms.take_while(|&arm| arm != end).count()
    };
    let catches = |&&(node, step): &&(NodeId, Step)| match step {
        Step::Loop(_) => true,
        Step::Block(_) => breaks || profile.scopes == Scopes::Loop,
        Step::Switch(..) => breaks && profile.switches == Switches::Catch,
        Step::Dispatch(_) => breaks && profile.switches == Switches::Catch && arms(node) > 2,
        _ => false,
    };
    let catcher = open.iter().rev().find(catches);
    catcher.and_then(|(_, step)| step.bound_label())
}

/// Binds each jump of lowered programs to each other bracket around it. The checker of profiles
/// must report exactly the jumps that the target would bind elsewhere.
#[test]
fn the_checker_notices_jumps_that_bind_elsewhere() {
    let (mut reported, mut accepted) = (0, 0);
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let knobs = Knobs::any(&mut rng, 12);
        let cfg = graph(&mut rng, &knobs);
        let pipeline = pipelines_for(&cfg).next().expect("there is a default");
        let program = pipeline
            .structure(&cfg)
            .expect("the default refuses nothing");
        let innermost = PROFILES.iter().filter(|it| it.jumps == Jumps::Innermost);
        // Where arms fall through, not only the brackets around a jump count: `falls.rs`.
        for profile in innermost.map(|&it| Profile {
            falls: Falls::Never,
            ..it
        }) {
            let profile = &profile;
            let (lowered, _) = lower_and_judge(&cfg, &program, profile).expect("it is lowered");
            let lowered = lowered.program;
            for (jump, step, open) in around(&lowered) {
                for &(_, bracket) in &open {
                    let Some(label) = bracket.bound_label() else {
                        continue;
                    };
                    let changed = match step {
                        Step::Break(_) => Step::Break(label),
                        _ if matches!(bracket, Step::Loop(_)) => Step::Continue(label),
                        _ => continue,
                    };
                    let steps = lowered.steps();
                    let steps = steps.map(|(node, step)| if node == jump { changed } else { step });
                    let mutant = lowered.with_steps(steps);
                    let is_right = caught(&mutant, profile, changed, &open) == Some(label);
                    let breaches = verify::profile(&mutant, profile);
                    let breach = match step {
                        Step::Break(_) => Breach::Break,
                        _ => Breach::Continue,
                    };
                    let is_reported = breaches
                        .iter()
                        .any(|it| it.node == jump && it.breach == breach);
                    assert_eq!(
                        is_reported, !is_right,
                        "{}: {jump} of\n{mutant}",
                        profile.name
                    );
                    reported += usize::from(is_reported);
                    accepted += usize::from(!is_reported);
                }
            }
        }
    }
    assert!(
        reported > 1_000 && accepted > 1_000,
        "{reported} reported, {accepted} accepted"
    );
}
