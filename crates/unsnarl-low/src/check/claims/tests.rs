//! Claims, compared with a naive proof that follows each one by itself.

use unsnarl::{BlockId, Id};

use std::collections::HashSet;

use unsnarl_testkit::random::Rng;

use super::line::Line;
use super::{Answer, Breach, Claim, Flow, Incoming, Kept, Made, Place, Transfer};

fn block(number: usize) -> BlockId {
    BlockId::new(number)
}

fn kept(variable: u32, made: Made) -> Kept {
    Kept { variable, made }
}

/// Places 1, 2 and 3 enter blocks 0, 1 and 2; block 1 loops.
fn ring(claims: Vec<Kept>, transfer: [Transfer; 4]) -> Flow {
    let mut flow = Flow::new(claims);
    let start = flow.add_place(None, 0);
    let places: Vec<Place> = (0..3)
        .map(|number| flow.add_place(Some(block(number)), 1 + number as u32))
        .collect();
    let [first, into, around, out] = transfer;
    flow.add_step(start, places[0], None, first);
    flow.add_step(places[0], places[1], Some(block(0)), into);
    flow.add_step(places[1], places[1], Some(block(1)), around);
    flow.add_step(places[1], places[2], Some(block(1)), out);
    flow
}

fn prove(flow: &Flow, needs: &[(u32, u32)]) -> Result<(), Breach> {
    let needs = needs
        .iter()
        .map(|&(place, claim)| (Place(place), Claim(claim)));
    flow.prove(needs, &|claim| claim == Claim(0))
}

fn writes(variable: u32, holds: &[u32]) -> Transfer {
    Transfer {
        writes: vec![(variable, 7)],
        holds: holds.iter().map(|&claim| Claim(claim)).collect(),
        ..Transfer::default()
    }
}

#[test]
fn what_is_given_lasts_until_it_is_overwritten() {
    let claims = || vec![kept(0, Made::Before), kept(0, Made::In(block(1)))];
    let quiet = ring(claims(), Default::default());
    assert_eq!(prove(&quiet, &[(3, 0)]), Ok(()));
    let nothing = Transfer::default;
    let clobbered = ring(claims(), [nothing(), nothing(), writes(0, &[]), nothing()]);
    let breach = Breach {
        claim: Claim(0),
        step: Some(2),
        write: Some(7),
    };
    assert_eq!(prove(&clobbered, &[(3, 0)]), Err(breach));
    assert_eq!(prove(&clobbered, &[(1, 0)]), Ok(()));
}

#[test]
fn what_a_block_makes_is_new_each_time() {
    let claims = || vec![kept(0, Made::Before), kept(1, Made::In(block(1)))];
    let nothing = Transfer::default;
    let made = ring(
        claims(),
        [nothing(), nothing(), writes(1, &[1]), writes(1, &[1])],
    );
    assert_eq!(prove(&made, &[(3, 1)]), Ok(()));
    // That of the last round is no longer due where the block is entered.
    let breach = prove(&made, &[(2, 1)]).expect_err("nobody made it before");
    assert_eq!((breach.claim, breach.step), (Claim(1), None));
    let old = ring(claims(), [nothing(), nothing(), writes(1, &[1]), nothing()]);
    let breach = prove(&old, &[(3, 1)]).expect_err("it is that of another round");
    assert_eq!((breach.step, breach.write), (Some(3), None));
}

#[test]
fn a_parameter_needs_what_each_edge_brings() {
    let claims = || {
        vec![
            kept(0, Made::Before),
            kept(0, Made::On(block(1))),
            kept(1, Made::Before),
        ]
    };
    let brings = |answer| Transfer {
        answers: vec![(Claim(1), answer)],
        ..Transfer::default()
    };
    let nothing = Transfer::default;
    let flow = |around| {
        let into = brings(Answer::Needs(Claim(0)));
        ring(claims(), [nothing(), into, around, nothing()])
    };
    assert_eq!(prove(&flow(writes(0, &[])), &[(2, 1)]), Ok(()));
    assert_eq!(
        prove(&flow(brings(Answer::Needs(Claim(1)))), &[(3, 1)]),
        Ok(())
    );
    let breach = prove(&flow(brings(Answer::Broken)), &[(3, 1)]).expect_err("it is broken");
    assert_eq!(breach.step, Some(2));
    let breach = prove(&flow(brings(Answer::Needs(Claim(2)))), &[(3, 1)]);
    assert_eq!(breach.expect_err("claim 2 is not given").claim, Claim(2));
}

/// A chain of blocks, in each of which a value is made that is needed at the end, and more claims
/// than travel together.
#[test]
fn many_claims_over_many_blocks() {
    let count = 3_000;
    let claims = (0..count).map(|number| kept(number, Made::In(block(number as usize))));
    let mut flow = Flow::new(claims.collect());
    flow.add_place(None, 0);
    for number in 0..count {
        let place = flow.add_place(Some(block(number as usize)), number + 1);
        let (runs, transfer) = match number.checked_sub(1) {
            Some(before) => (Some(block(before as usize)), writes(before, &[before])),
            None => (None, Transfer::default()),
        };
        flow.add_step(Place(place.0 - 1), place, runs, transfer);
    }
    let needs = || (0..count - 1).map(|claim| (Place(count), Claim(claim)));
    assert_eq!(flow.prove(needs(), &|_| false), Ok(()));
    flow.add_step(Place(300), Place(302), Some(block(299)), writes(17, &[]));
    let breach = flow
        .prove(needs(), &|_| false)
        .expect_err("a value is overwritten");
    assert_eq!(breach.step, Some(count as usize));
}

/// Tells whether needs are met, by following each one by itself.
fn are_met(flow: &Flow, needs: &[(Place, Claim)], is_given: &dyn Fn(Claim) -> bool) -> bool {
    let mut known: HashSet<(Place, Claim)> = needs.iter().copied().collect();
    let mut path = needs.to_vec();
    while let Some((place, claim)) = path.pop() {
        if place.0 == 0 {
            if !is_given(claim) {
                return false;
            }
            continue;
        }
        let Kept { variable, made } = flow.claims[claim.0 as usize];
        let is_made = flow.entered(place).is_some_and(|own| made == Made::On(own));
        for step in flow.steps.iter().filter(|step| step.to == place) {
            let answers = &flow.answers[step.answers.clone()];
            let answer = answers.iter().find(|answer| answer.0 == claim);
            let mut writes = flow.writes[step.writes.clone()].iter();
            let is_touched = writes.any(|write| write.0 == variable)
                || step.runs.is_some_and(|own| made == Made::In(own));
            let before = match (is_made, answer) {
                (true, None) => continue,
                (true, Some((_, Answer::Broken))) => return false,
                (true, Some(&(_, Answer::Needs(other)))) => (step.from, other),
                _ if !is_touched => (step.from, claim),
                _ if flow.holds[step.holds.clone()].contains(&claim) => continue,
                _ => return false,
            };
            if known.insert(before) {
                path.push(before);
            }
        }
    }
    true
}

/// A flow mostly like that of a function: each place leads to the next one, and some lead
/// elsewhere; what is made is mostly left in its variable, and other writes are few.
fn random_flow(random: &mut Rng) -> Flow {
    let (blocks, variables) = (1 + random.below(5), 1 + random.below(3));
    let claims: Vec<Kept> = (0..1 + random.below(6))
        .map(|_| {
            let block = BlockId::new(random.below(blocks));
            let made = match random.below(4) {
                0 => Made::Before,
                1 => Made::On(block),
                _ => Made::In(block),
            };
            kept(random.below(variables) as u32, made)
        })
        .collect();
    let mut flow = Flow::new(claims.clone());
    let places = 2 + random.below(9);
    for place in 0..places as u32 {
        let entered = (place > 0 && random.chance(85)).then(|| block(random.below(blocks)));
        let is_moved = random.chance(10);
        let rank = if is_moved {
            random.below(places) as u32
        } else {
            place
        };
        flow.add_place(entered, rank);
    }
    for from in 0..places {
        let mut next = vec![1 + random.below(places - 1)];
        if from + 1 < places && random.chance(90) {
            next[0] = from + 1;
        }
        if random.chance(30) {
            next.push(1 + random.below(places - 1));
        }
        let runs = flow.entered(Place(from as u32));
        for to in next {
            let transfer = random_transfer(random, &claims, runs, flow.entered(Place(to as u32)));
            flow.add_step(Place(from as u32), Place(to as u32), runs, transfer);
        }
    }
    flow
}

fn random_transfer(
    random: &mut Rng,
    claims: &[Kept],
    runs: Option<BlockId>,
    entered: Option<BlockId>,
) -> Transfer {
    let mut transfer = Transfer::default();
    for (number, claim) in (0..).zip(claims) {
        let is_made = runs.is_some_and(|own| claim.made == Made::In(own));
        let is_written = transfer.writes.iter().any(|own| own.0 == claim.variable);
        if !is_written && random.chance(if is_made { 95 } else { 4 }) {
            transfer.writes.push((claim.variable, number));
            if random.chance(90) {
                transfer.holds.push(Claim(number));
            }
        }
        if entered.is_some_and(|own| claim.made == Made::On(own)) && random.chance(40) {
            let other = Claim(random.below(claims.len()) as u32);
            let answer = match random.chance(20) {
                true => Answer::Broken,
                false => Answer::Needs(other),
            };
            transfer.answers.push((Claim(number), answer));
        }
    }
    transfer
}

/// What a line shows is true, and with the batches it shows almost all that is.
#[test]
fn a_line_shows_what_is_true_of_random_flows() {
    let random = &mut Rng::new(26);
    let (mut met, mut unmet, mut shown, mut proved) = (0, 0, 0, 0);
    for round in 0..60_000 {
        let flow = random_flow(random);
        let needs: Vec<(Place, Claim)> = (0..1 + random.below(4))
            .map(|_| {
                let place = 1 + random.below(flow.places.len() - 1);
                let claim = random.below(flow.claims.len());
                (Place(place as u32), Claim(claim as u32))
            })
            .collect();
        let is_given = |claim: Claim| claim.0.is_multiple_of(2);
        let incoming = Incoming::new(&flow);
        let left = Line::new(&flow, &incoming).left(needs.clone(), &is_given);
        let due = are_met(&flow, &needs, &is_given);
        if left.is_empty() {
            assert!(due, "round {round}: {needs:?} in {flow:?}");
            shown += 1;
        }
        let in_batches = flow.prove_in_batches(&incoming, None, needs.clone(), &is_given);
        assert_eq!(
            in_batches.is_ok(),
            due,
            "round {round}: {needs:?} in {flow:?}"
        );
        let on_line = flow.prove_on_line(&incoming, &needs, &is_given);
        assert!(
            due || on_line.is_err(),
            "round {round}: {needs:?} in {flow:?}"
        );
        proved += usize::from(on_line.is_ok());
        met += usize::from(due);
        unmet += usize::from(!due);
    }
    assert!(met > 10_000 && unmet > 10_000, "{met} and {unmet}");
    assert!(2 * shown > met, "{shown} of {met}");
    assert!(10 * proved > 9 * met, "{proved} of {met}");
}
