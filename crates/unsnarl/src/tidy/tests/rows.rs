//! Rows: for each rewrite, programs that one run of it changes, and programs that it does not
//! change.

use super::check;

#[test]
fn dead() {
    check(
        "dead",
        "a -> b | c, b -> return, c -> return",
        "run b0 if b0 { case 0: take b0.0 run b1 leave b1 case 1: take b0.1 run b2 leave b2 } run b2 leave b2",
        "run b0 if b0 { case 0: take b0.0 run b1 leave b1 case 1: take b0.1 run b2 leave b2 }",
    );
    // Control reaches the place after the bracket by a jump only.
    check(
        "dead",
        "a -> b | c, b -> return, c -> return",
        "run b0 l0: if b0 { case 0: take b0.0 run b1 leave b1 case 1: take b0.1 break l0 } run b2 leave b2",
        "same",
    );
}

#[test]
fn jumps() {
    // A jump to a place that control reaches anyway, through the ends of two brackets.
    check(
        "jumps",
        "a -> b | c, b -> c, c -> return",
        "l0: block { run b0 if b0 { case 0: take b0.0 run b1 take b1.0 break l0 case 1: take b0.1 } } run b2 leave b2",
        "l0: block { run b0 if b0 { case 0: take b0.0 run b1 take b1.0 case 1: take b0.1 } } run b2 leave b2",
    );
    // A jump to a jump; the end of a loop leaves it.
    check(
        "jumps",
        "a -> b | a, b -> return",
        "l0: loop { l1: block { run b0 if b0 { case 0: take b0.0 break l0 case 1: take b0.1 break l1 } } continue l0 } run b1 leave b1",
        "l0: loop { l1: block { run b0 if b0 { case 0: take b0.0 break l0 case 1: take b0.1 } } continue l0 } run b1 leave b1",
    );
    check(
        "jumps",
        "a -> b | c, b -> a, c -> return",
        "l0: loop { l1: block { run b0 if b0 { case 0: take b0.0 break l1 case 1: take b0.1 } run b2 leave b2 } run b1 take b1.0 continue l0 }",
        "same",
    );
    check(
        "jumps",
        "a -> b | a, b -> return",
        "l0: loop { l1: block { run b0 if b0 { case 0: take b0.0 case 1: take b0.1 break l1 } run b1 leave b1 } continue l0 }",
        "l0: loop { l1: block { run b0 if b0 { case 0: take b0.0 case 1: take b0.1 continue l0 } run b1 leave b1 } continue l0 }",
    );
    // The jump would skip a step that has an effect.
    check(
        "jumps",
        "a -> b | b, b -> return",
        "label = 1 l0: block { run b0 if b0 { case 0: take b0.0 break l0 case 1: take b0.1 } label = 2 } run b1 leave b1",
        "same",
    );
}

#[test]
fn labels() {
    check(
        "labels",
        "a -> return",
        "l0: block { l1: loop { run b0 leave b0 } }",
        "run b0 leave b0",
    );
    // A loop that never repeats becomes a scope; a bracket that no jump names needs no label.
    check(
        "labels",
        "a -> b | c, b -> return, c -> return",
        "l1: loop { run b0 l0: if b0 { case 0: take b0.0 break l1 case 1: take b0.1 } run b2 leave b2 } run b1 leave b1",
        "l1: block { run b0 if b0 { case 0: take b0.0 break l1 case 1: take b0.1 } run b2 leave b2 } run b1 leave b1",
    );
    check(
        "labels",
        "a -> a | b, b -> return",
        "l0: loop { run b0 if b0 { case 0: take b0.0 continue l0 case 1: take b0.1 } } run b1 leave b1",
        "same",
    );
}

const DIAMOND: &str = "a -> b | c, b -> d | e, c -> d, d -> return, e -> d";

#[test]
fn scopes() {
    // The bracket around the scope ends with it; it gets a label.
    check(
        "scopes",
        DIAMOND,
        "run b0 if b0 { case 0: take b0.0 l0: block { run b1 if b1 { case 0: take b1.0 break l0 case 1: take b1.1 } run b4 take b4.0 } \
         case 1: take b0.1 run b2 take b2.0 } run b3 leave b3",
        "run b0 l1: if b0 { case 0: take b0.0 run b1 if b1 { case 0: take b1.0 break l1 case 1: take b1.1 } run b4 take b4.0 \
         case 1: take b0.1 run b2 take b2.0 } run b3 leave b3",
    );
    // The ends differ where there is code in between.
    check(
        "scopes",
        "a -> switch b c | d, b -> e, c -> e, d -> b | e, e -> return",
        "l0: block { run b0 l1: switch b0 { case 0: take b0.0 break l1 case 1: take b0.1 run b2 take b2.0 break l0 \
         case 2: take b0.2 run b3 if b3 { case 0: take b3.0 case 1: take b3.1 break l0 } break l1 } run b1 take b1.0 } run b4 leave b4",
        "same",
    );
    // The last bracket in the scope contains all jumps; they use its label.
    check(
        "scopes",
        "a -> switch b c | c, b -> c, c -> return",
        "l0: block { run b0 l1: switch b0 { case 0: take b0.0 run b1 take b1.0 break l0 case 1: take b0.1 break l1 case 2: take b0.2 break l0 } } run b2 leave b2",
        "run b0 l1: switch b0 { case 0: take b0.0 run b1 take b1.0 break l1 case 1: take b0.1 break l1 case 2: take b0.2 break l1 } run b2 leave b2",
    );
    // A loop replaces the scope, too: control that reaches the end of the loop leaves it.
    check(
        "scopes",
        "a -> b | c, b -> a | c, c -> return",
        "l0: block { l1: loop { run b0 if b0 { case 0: take b0.0 run b1 if b1 { case 0: take b1.0 continue l1 case 1: take b1.1 break l0 } \
         case 1: take b0.1 break l0 } } } run b2 leave b2",
        "l1: loop { run b0 if b0 { case 0: take b0.0 run b1 if b1 { case 0: take b1.0 continue l1 case 1: take b1.1 break l1 } \
         case 1: take b0.1 break l1 } } run b2 leave b2",
    );
    // Nested scopes that end together become one.
    check(
        "scopes",
        "a -> b | c, b -> c | d, c -> return, d -> return",
        "l0: block { l1: block { run b0 if b0 { case 0: take b0.0 case 1: take b0.1 break l0 } run b1 if b1 { case 0: take b1.0 break l1 case 1: take b1.1 } \
         run b3 leave b3 } } run b2 leave b2",
        "l0: block { run b0 if b0 { case 0: take b0.0 case 1: take b0.1 break l0 } run b1 if b1 { case 0: take b1.0 break l0 case 1: take b1.1 } \
         run b3 leave b3 } run b2 leave b2",
    );
}

#[test]
fn same() {
    // A decision that makes no difference, and a decision between fewer arms.
    check(
        "same",
        "a -> b | b, b -> return",
        "run b0 if b0 { case 0: take b0.0 case 1: take b0.1 } run b1 leave b1",
        "run b0 take b0.0 run b1 leave b1",
    );
    check(
        "same",
        "a -> switch b c b | b, b -> return, c -> return",
        "l0: block { run b0 switch b0 { case 0: take b0.0 break l0 case 1: take b0.1 case 2: take b0.2 break l0 case 3: take b0.3 break l0 } \
         run b2 leave b2 } run b1 leave b1",
        "l0: block { run b0 switch b0 { case 0 2 3: take b0.0 break l0 case 1: take b0.1 } run b2 leave b2 } run b1 leave b1",
    );
    // An arm that lists nothing runs for all other values.
    check(
        "same",
        "a -> b | c, b -> d, c -> d, d -> return",
        "run b0 if b0 { case 0: take b0.0 run b1 take b1.0 label = 4 case 1: take b0.1 run b2 take b2.0 label = 5 } \
         switch label { case 4: default: } run b3 leave b3",
        "run b0 if b0 { case 0: take b0.0 run b1 take b1.0 label = 4 case 1: take b0.1 run b2 take b2.0 label = 5 } run b3 leave b3",
    );
    // Edges that are not parallel differ, and so does code.
    check(
        "same",
        "a -> b | c, b -> return, c -> b",
        "run b0 if b0 { case 0: take b0.0 case 1: take b0.1 run b2 take b2.0 } run b1 leave b1",
        "same",
    );
}

#[test]
fn conditions() {
    const ROWS: &str = "a -> b | c, b -> d, c -> d, d -> return";
    let saved = |rest: &str| {
        alloc::format!(
            "run b0 if b0 {{ case 0: f0 = true f1 = true case 1: f0 = false f1 = true }} {rest}"
        )
    };
    let check = |before: &str, after: &str| {
        let after = if after == "same" {
            after.into()
        } else {
            saved(after)
        };
        check("conditions", ROWS, &saved(before), &after);
    };
    check(
        "if f0 { case 1: take b0.0 run b1 take b1.0 case 0: } if !f0 { case 1: take b0.1 run b2 take b2.0 case 0: } run b3 leave b3",
        "if f0 { case 1: take b0.0 run b1 take b1.0 case 0: take b0.1 run b2 take b2.0 } run b3 leave b3",
    );
    check(
        "if f0 { case 1: take b0.0 case 0: take b0.1 } if f0 { case 0: run b2 take b2.0 case 1: run b1 take b1.0 } run b3 leave b3",
        "if f0 { case 1: take b0.0 run b1 take b1.0 case 0: take b0.1 run b2 take b2.0 } run b3 leave b3",
    );
    // The code after an arm that leaves moves into the other arm.
    check(
        "if f0 { case 1: take b0.0 run b1 take b1.0 run b3 leave b3 case 0: } if f0 { case 1: run b3 leave b3 case 0: take b0.1 run b2 take b2.0 } run b3 leave b3",
        "if f0 { case 1: take b0.0 run b1 take b1.0 run b3 leave b3 case 0: take b0.1 run b2 take b2.0 } run b3 leave b3",
    );
    // The flag may change in between; the conditions differ.
    check(
        "if f0 { case 1: take b0.0 f0 = false case 0: take b0.1 f0 = true } if f0 { case 1: run b2 take b2.0 case 0: run b1 take b1.0 } run b3 leave b3",
        "same",
    );
    check(
        "if f0 { case 1: take b0.0 run b1 take b1.0 case 0: take b0.1 run b2 take b2.0 } if f1 { case 1: case 0: f0 = true } run b3 leave b3",
        "same",
    );
    // Short circuits: the inner test is in the arm for true of the outer one, or in its arm for
    // false.
    check(
        "l0: block { if f1 { case 1: if f0 { case 1: take b0.0 run b1 take b1.0 break l0 case 0: take b0.1 } case 0: take b0.1 } \
         run b2 take b2.0 } run b3 leave b3",
        "l0: block { if f1 && f0 { case 1: take b0.0 run b1 take b1.0 break l0 case 0: take b0.1 } run b2 take b2.0 } run b3 leave b3",
    );
    check(
        "l0: block { if !f1 { case 1: break l0 case 0: l1: if f0 { case 0: break l0 case 1: take b0.0 run b1 take b1.0 run b3 leave b3 } } } \
         take b0.1 run b2 take b2.0 run b3 leave b3",
        "l0: block { l1: if f1 && f0 { case 0: break l0 case 1: take b0.0 run b1 take b1.0 run b3 leave b3 } } \
         take b0.1 run b2 take b2.0 run b3 leave b3",
    );
    // The other arms differ.
    check(
        "l0: block { if f1 { case 1: if f0 { case 1: take b0.0 run b1 take b1.0 break l0 case 0: f1 = false take b0.1 } case 0: take b0.1 } \
         run b2 take b2.0 } run b3 leave b3",
        "same",
    );
}

#[test]
fn trailing() {
    check(
        "trailing",
        "a -> b | c, b -> a, c -> a",
        "l0: loop { run b0 if b0 { case 0: take b0.0 run b1 take b1.0 continue l0 case 1: take b0.1 run b2 take b2.0 continue l0 } }",
        "l0: loop { run b0 if b0 { case 0: take b0.0 run b1 take b1.0 case 1: take b0.1 run b2 take b2.0 } continue l0 }",
    );
    // The most frequent jump moves; an arm that ends in another way is not changed.
    check(
        "trailing",
        "a -> switch b c a | a, b -> a, c -> return",
        "l0: loop { run b0 switch b0 { case 0: take b0.0 run b1 take b1.0 continue l0 case 1: take b0.1 run b2 leave b2 \
         case 2: take b0.2 continue l0 case 3: take b0.3 continue l0 } }",
        "l0: loop { run b0 switch b0 { case 0: take b0.0 run b1 take b1.0 case 1: take b0.1 run b2 leave b2 \
         case 2: take b0.2 case 3: take b0.3 } continue l0 }",
    );
    // Not if control reaches the place after the bracket, or if all arms only jump.
    check(
        "trailing",
        "a -> switch b a | a, b -> return",
        "l0: loop { run b0 switch b0 { case 0: take b0.0 case 1: take b0.1 label = 1 continue l0 case 2: take b0.2 label = 2 continue l0 } } run b1 leave b1",
        "same",
    );
    check(
        "trailing",
        "a -> a | a",
        "l0: loop { run b0 if b0 { case 0: take b0.0 continue l0 case 1: take b0.1 continue l0 } }",
        "same",
    );
}

#[test]
fn sink() {
    // The loop with two exits of [Cloutier16]: the end of the loop replaces the scope.
    check(
        "sink",
        "a -> c | b, b -> d | a, c -> return, d -> return",
        "l0: block { l1: loop { run b0 if b0 { case 0: take b0.0 break l1 case 1: take b0.1 } run b1 if b1 { case 0: take b1.0 break l0 \
         case 1: take b1.1 continue l1 } } run b2 leave b2 } run b3 leave b3",
        "l1: loop { run b0 if b0 { case 0: take b0.0 break l1 case 1: take b0.1 } run b1 if b1 { case 0: take b1.0 run b3 leave b3 \
         case 1: take b1.1 continue l1 } } run b2 leave b2",
    );
    // Two of the exits lead to one place: the code of the third exit sinks, and the loop replaces
    // the scope.
    check(
        "sink",
        "a -> c | b, b -> d | e, c -> return, d -> return, e -> d | a",
        "l0: block { l1: loop { run b0 if b0 { case 0: take b0.0 break l1 case 1: take b0.1 } run b1 if b1 { case 0: take b1.0 break l0 \
         case 1: take b1.1 } run b4 if b4 { case 0: take b4.0 break l0 case 1: take b4.1 continue l1 } } run b2 leave b2 } run b3 leave b3",
        "l1: loop { run b0 if b0 { case 0: take b0.0 run b2 leave b2 case 1: take b0.1 } run b1 if b1 { case 0: take b1.0 break l1 \
         case 1: take b1.1 } run b4 if b4 { case 0: take b4.0 break l1 case 1: take b4.1 continue l1 } } run b3 leave b3",
    );
    // A scope that one jump leaves; control continues from the code after it to the end of the
    // bracket around it.
    check(
        "sink",
        DIAMOND,
        "l0: block { run b0 l1: block { if b0 { case 0: take b0.0 run b1 if b1 { case 0: take b1.0 case 1: take b1.1 run b4 take b4.0 } break l0 \
         case 1: take b0.1 break l1 } } run b2 take b2.0 } run b3 leave b3",
        "l0: block { run b0 if b0 { case 0: take b0.0 run b1 if b1 { case 0: take b1.0 case 1: take b1.1 run b4 take b4.0 } break l0 \
         case 1: take b0.1 run b2 take b2.0 break l0 } } run b3 leave b3",
    );
    // Two jumps lead to the code.
    check(
        "sink",
        "a -> b | c, b -> c | d, c -> return, d -> return",
        "l0: block { run b0 if b0 { case 0: take b0.0 case 1: take b0.1 break l0 } run b1 if b1 { case 0: take b1.0 break l0 case 1: take b1.1 } \
         run b3 leave b3 } run b2 leave b2",
        "same",
    );
    // Nothing would be saved: the scope around the loop is left from before it.
    check(
        "sink",
        "a -> b | c, b -> b | d, c -> return, d -> c | e, e -> return",
        "l0: block { run b0 if b0 { case 0: take b0.0 case 1: take b0.1 break l0 } l1: loop { run b1 if b1 { case 0: take b1.0 continue l1 \
         case 1: take b1.1 break l1 } } run b3 if b3 { case 0: take b3.0 break l0 case 1: take b3.1 } run b4 leave b4 } run b2 leave b2",
        "same",
    );
    // The code would be deeper than any code before.
    check(
        "sink",
        "a -> b | c, b -> return, c -> d | e, d -> d | e, e -> return",
        "l0: block { run b0 if b0 { case 0: take b0.0 run b1 leave b1 case 1: take b0.1 break l0 } } \
         run b2 if b2 { case 0: take b2.0 l1: loop { run b3 if b3 { case 0: take b3.0 continue l1 case 1: take b3.1 } } case 1: take b2.1 } run b4 leave b4",
        "same",
    );
}

#[test]
fn otherwise() {
    check(
        "otherwise",
        "a -> b | c, b -> d, c -> d, d -> return",
        "l0: block { run b0 if b0 { case 0: take b0.0 case 1: take b0.1 run b2 take b2.0 break l0 } run b1 take b1.0 } run b3 leave b3",
        "run b0 if b0 { case 0: take b0.0 run b1 take b1.0 case 1: take b0.1 run b2 take b2.0 } run b3 leave b3",
    );
    // The fall-through of the switch of [Iozzelli19], as its Stackifier leaves it.
    check(
        "otherwise",
        "a -> switch b c | d, b -> c, c -> d, d -> return",
        "l0: block { l1: block { run b0 switch b0 { case 0: take b0.0 case 1: take b0.1 break l1 case 2: take b0.2 break l0 } run b1 take b1.0 } \
         run b2 take b2.0 } run b3 leave b3",
        "l0: block { run b0 switch b0 { case 0: take b0.0 run b1 take b1.0 case 1: take b0.1 case 2: take b0.2 break l0 } \
         run b2 take b2.0 } run b3 leave b3",
    );
    // Two brackets in sequence are nested only if the program was as deep before: here it was not.
    check(
        "otherwise",
        "a -> b | e, b -> c | e, c -> d | e, d -> e, e -> return",
        "l0: block { run b0 if b0 { case 0: take b0.0 case 1: take b0.1 break l0 } run b1 if b1 { case 0: take b1.0 case 1: take b1.1 break l0 } \
         run b2 if b2 { case 0: take b2.0 run b3 take b3.0 case 1: take b2.1 } } run b4 leave b4",
        "same",
    );
    check(
        "otherwise",
        "a -> b | e, b -> c | e, c -> e, e -> return",
        "l0: block { run b0 if b0 { case 0: take b0.0 case 1: take b0.1 break l0 } run b1 if b1 { case 0: take b1.0 case 1: take b1.1 break l0 } \
         run b2 take b2.0 } run b3 leave b3",
        "run b0 if b0 { case 0: take b0.0 run b1 if b1 { case 0: take b1.0 run b2 take b2.0 case 1: take b1.1 } case 1: take b0.1 } run b3 leave b3",
    );
    // Two arms reach the end of the bracket, and the code could move into only one of them.
    check(
        "otherwise",
        "a -> switch b b | c, b -> return, c -> return",
        "l0: block { run b0 switch b0 { case 0: take b0.0 case 1: take b0.1 case 2: take b0.2 break l0 } run b1 leave b1 } run b2 leave b2",
        "same",
    );
}

#[test]
fn guards() {
    check(
        "guards",
        "a -> b | c, b -> return, c -> return",
        "run b0 if b0 { case 0: take b0.0 run b1 leave b1 case 1: take b0.1 run b2 leave b2 }",
        "run b0 if b0 { case 0: take b0.0 run b1 leave b1 case 1: take b0.1 } run b2 leave b2",
    );
    // Where neither arm reaches the end, the longer one moves.
    check(
        "guards",
        "a -> b | c, b -> d, c -> return, d -> return",
        "run b0 if b0 { case 0: take b0.0 run b1 take b1.0 run b3 leave b3 case 1: take b0.1 run b2 leave b2 }",
        "run b0 if b0 { case 0: take b0.0 case 1: take b0.1 run b2 leave b2 } run b1 take b1.0 run b3 leave b3",
    );
    // At the end of a loop the arm that repeats the loop moves, or none.
    check(
        "guards",
        "a -> b | c, b -> d, c -> a, d -> return",
        "l0: loop { run b0 if b0 { case 0: take b0.0 run b1 take b1.0 run b3 leave b3 case 1: take b0.1 run b2 take b2.0 continue l0 } }",
        "l0: loop { run b0 if b0 { case 0: take b0.0 run b1 take b1.0 run b3 leave b3 case 1: take b0.1 } run b2 take b2.0 continue l0 }",
    );
    check(
        "guards",
        "a -> b | a, b -> return",
        "l0: loop { run b0 if b0 { case 0: take b0.0 run b1 leave b1 case 1: take b0.1 continue l0 } }",
        "same",
    );
    // An arm that reaches the end moves, whether long or short.
    check(
        "guards",
        "a -> b | c, b -> d, c -> d, d -> return",
        "l0: block { run b0 if b0 { case 0: take b0.0 run b1 take b1.0 run b3 leave b3 case 1: take b0.1 run b2 take b2.0 } run b3 leave b3 }",
        "l0: block { run b0 if b0 { case 0: take b0.0 run b1 take b1.0 run b3 leave b3 case 1: take b0.1 } run b2 take b2.0 run b3 leave b3 }",
    );
    // Not if both arms reach the end, or if a jump does.
    check(
        "guards",
        "a -> b | c, b -> d, c -> d, d -> return",
        "run b0 if b0 { case 0: take b0.0 run b1 take b1.0 case 1: take b0.1 run b2 take b2.0 } run b3 leave b3",
        "same",
    );
    check(
        "guards",
        "a -> b | c, b -> d, c -> d, d -> return",
        "run b0 l0: if b0 { case 0: take b0.0 run b1 take b1.0 break l0 case 1: take b0.1 run b2 take b2.0 } run b3 leave b3",
        "same",
    );
}

#[test]
fn beyond() {
    // Code before the only jump out of the loop.
    check(
        "beyond",
        "a -> b | c, b -> a, c -> d, d -> return",
        "l0: loop { run b0 if b0 { case 0: take b0.0 case 1: take b0.1 run b2 take b2.0 break l0 } run b1 take b1.0 continue l0 } run b3 leave b3",
        "l0: loop { run b0 if b0 { case 0: take b0.0 case 1: take b0.1 break l0 } run b1 take b1.0 continue l0 } run b2 take b2.0 run b3 leave b3",
    );
    // Code at the end of a loop that no jump leaves.
    check(
        "beyond",
        "a -> a | b, b -> c, c -> return",
        "l0: loop { run b0 if b0 { case 0: take b0.0 continue l0 case 1: take b0.1 } run b1 take b1.0 } run b2 leave b2",
        "l0: loop { run b0 if b0 { case 0: take b0.0 continue l0 case 1: take b0.1 } } run b1 take b1.0 run b2 leave b2",
    );
    // Code that ends the function, and code that repeats the outer loop.
    check(
        "beyond",
        "a -> a | b, b -> return",
        "l0: loop { run b0 if b0 { case 0: take b0.0 continue l0 case 1: take b0.1 } run b1 leave b1 }",
        "l0: loop { run b0 if b0 { case 0: take b0.0 continue l0 case 1: take b0.1 } } run b1 leave b1",
    );
    check(
        "beyond",
        "a -> b, b -> b | a",
        "l0: loop { run b0 take b0.0 l1: loop { run b1 if b1 { case 0: take b1.0 continue l1 case 1: take b1.1 } continue l0 } }",
        "l0: loop { run b0 take b0.0 l1: loop { run b1 if b1 { case 0: take b1.0 continue l1 case 1: take b1.1 } } continue l0 }",
    );
    // Not if the loop has two exits.
    check(
        "beyond",
        "a -> b | c, b -> a | c, c -> return",
        "l0: loop { run b0 if b0 { case 0: take b0.0 case 1: take b0.1 break l0 } run b1 if b1 { case 0: take b1.0 continue l0 case 1: take b1.1 } } run b2 leave b2",
        "same",
    );
}

#[test]
fn order() {
    // A header that decides: `if (!a) break;` comes first.
    check(
        "order",
        "a -> b | c, b -> a, c -> return",
        "l0: loop { run b0 if b0 { case 0: take b0.0 run b1 take b1.0 continue l0 case 1: take b0.1 } } run b2 leave b2",
        "l0: loop { run b0 if b0 { case 1: take b0.1 case 0: take b0.0 run b1 take b1.0 continue l0 } } run b2 leave b2",
    );
    check(
        "order",
        "a -> b | c, b -> d, c -> d, d -> b | c",
        "l0: block { run b0 l1: if b0 { case 0: take b0.0 run b1 take b1.0 break l1 case 1: take b0.1 break l0 } l2: loop { run b3 if b3 { \
         case 0: take b3.0 run b1 take b1.0 continue l2 case 1: take b3.1 run b2 take b2.0 continue l2 } } } run b2 take b2.0 \
         l3: loop { run b3 if b3 { case 0: take b3.0 run b1 take b1.0 continue l3 case 1: take b3.1 run b2 take b2.0 continue l3 } }",
        "l0: block { run b0 l1: if b0 { case 1: take b0.1 break l0 case 0: take b0.0 run b1 take b1.0 break l1 } l2: loop { run b3 if b3 { \
         case 0: take b3.0 run b1 take b1.0 continue l2 case 1: take b3.1 run b2 take b2.0 continue l2 } } } run b2 take b2.0 \
         l3: loop { run b3 if b3 { case 0: take b3.0 run b1 take b1.0 continue l3 case 1: take b3.1 run b2 take b2.0 continue l3 } }",
    );
    // A decision at the end of a loop is `if (!a) break` already.
    check(
        "order",
        "a -> a | b, b -> return",
        "l0: loop { run b0 if b0 { case 0: take b0.0 continue l0 case 1: take b0.1 } } run b1 leave b1",
        "same",
    );
    check(
        "order",
        "a -> b | c, b -> c, c -> return",
        "run b0 if b0 { case 0: take b0.0 run b1 take b1.0 case 1: take b0.1 } run b2 leave b2",
        "same",
    );
}

#[test]
fn fall() {
    check(
        "fall",
        "a -> switch b c | d, b -> d, c -> return, d -> return",
        "run b0 switch b0 { case 0: take b0.0 run b1 take b1.0 case 1: take b0.1 run b2 leave b2 case 2: take b0.2 } run b3 leave b3",
        "run b0 switch b0 { case 1: take b0.1 run b2 leave b2 case 0: take b0.0 run b1 take b1.0 case 2: take b0.2 } run b3 leave b3",
    );
    // At most one arm falls through into each other arm; arms that do so already stay.
    check(
        "fall",
        "a -> switch b c d | e, b -> d, c -> d, d -> return, e -> d",
        "run b0 switch b0 { case 0: take b0.0 run b1 take b1.0 case 1: take b0.1 run b2 take b2.0 case 2: take b0.2 \
         case 3: take b0.3 run b4 take b4.0 } run b3 leave b3",
        "same",
    );
    // The edge of the next arm has code, so the arm cannot fall through.
    check(
        "fall",
        "a -> switch b c | d+, b -> d, c -> return, d -> return",
        "run b0 switch b0 { case 0: take b0.0 run b1 take b1.0 case 1: take b0.1 run b2 leave b2 case 2: take b0.2 } run b3 leave b3",
        "same",
    );
}
