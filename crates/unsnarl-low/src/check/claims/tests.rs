//! Claims, compared with a naive proof that follows each one by itself.

use unsnarl::{BlockId, Id};

use super::{Answer, Breach, Claim, Flow, Kept, Made, Place, Transfer};

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
