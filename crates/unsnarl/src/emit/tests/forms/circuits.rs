//! Forks that become one condition.

use super::*;

#[test]
fn forks_in_forks_are_one_condition() {
    check(
        "0: 1 4, 1: 2 4, 2: 3 4, 3: 4, 4: return",
        "run b0 if b0 { case 0: take b0.0
           run b1 if b1 { case 0: take b1.0
             run b2 if b2 { case 0: take b2.0
               run b3 take b3.0
             case 1: take b2.1 }
           case 1: take b1.1 }
         case 1: take b0.1 }
         run b4 leave b4",
        "
        if a && b && (c || d) {
          work3()
        }
        work4()
        return 4
        ",
    );
    // The guard may be negated, and the arms may be in any order.
    check(
        "0: 4 1, 1: 3 4, 2: return, 3: 4, 4: return",
        "run b0 if b0 { case 0: take b0.0 case 1: take b0.1
           run b1 if b1 { case 1: take b1.1 case 0: take b1.0
             run b3 take b3.0 } }
         run b4 leave b4",
        "
        if not a && b {
          work3()
        }
        work4()
        return 4
        ",
    );
    // A block with code stands between the forks.
    check(
        "0: 3 4, 1: return, 2: return, 3: 1 4, 4: return",
        "run b0 if b0 { case 0: take b0.0
           run b3 if b3 { case 0: take b3.0 run b1 leave b1 case 1: take b3.1 }
         case 1: take b0.1 }
         run b4 leave b4",
        "
        if a {
          work3()
          if e {
            return 1
          }
        }
        work4()
        return 4
        ",
    );
}

#[test]
fn forks_that_share_a_jump_guard_what_follows() {
    let graph = "0: 1 4, 1: 3 4, 2: return, 3: return, 4: return";
    check(
        graph,
        "l0: block {
           run b0 if b0 { case 0: take b0.0
             run b1 if b1 { case 0: take b1.0 run b3 leave b3 case 1: take b1.1 break l0 }
           case 1: take b0.1 break l0 }
         }
         run b4 leave b4",
        "
        l0: block {
          if not a || not b {
            break l0 ; -> b4
          }
          work3()
          return 3
        }
        work4()
        return 4
        ",
    );
    // A jump past the end of the first fork must be inside it.
    check(
        "0: 1 4, 1: 3 4, 2: return, 3: 5 4, 4: return, 5: return",
        "l0: block {
           run b0
           l1: if b0 { case 0: take b0.0
             run b1 if b1 { case 0: take b1.0
               run b3 if b3 { case 0: take b3.0 break l1 case 1: take b3.1 break l0 }
             case 1: take b1.1 break l0 }
           case 1: take b0.1 break l0 }
           run b5 leave b5
         }
         run b4 leave b4",
        "
        l0: block {
          l1: if not a {
            break l0 ; -> b4
          } else if not b {
            break l0 ; -> b4
          } else {
            work3()
            if e {
              break l1 ; -> b5
            }
            break l0 ; -> b4
          }
          work5()
          return 5
        }
        work4()
        return 4
        ",
    );
}

#[test]
fn conditions_over_flags_are_joined_in_javascript_too() {
    check_javascript(
        "0: 1 2, 1: 3 4, 2: 4, 3: 4, 4: return",
        "run b0
         if b0 { case 0: take b0.0 f0 = true
           run b1 if b1 { case 0: take b1.0 f1 = true case 1: take b1.1 f1 = false }
         case 1: take b0.1 f0 = false run b2 take b2.0 }
         if f0 { case 1: if f1 { case 1: run b3 take b3.0 case 0: } case 0: }
         run b4 leave b4",
        "
        let goto_b1, goto_b3;
        block(0); // b0
        if (decide(0) === 0) {
          goto_b1 = true;
          block(1); // b1
          goto_b3 = decide(1) === 0;
        } else {
          goto_b1 = false;
          block(2); // b2
        }
        if (goto_b1 && goto_b3) {
          block(3); // b3
        }
        block(4); // b4
        return;
        ",
    );
    // The decision of a block may be tested after a flag.
    check_javascript(
        "0: 1 2, 1: 3 4, 2: 1, 3: 4, 4: return",
        "run b0
         if b0 { case 0: take b0.0 f0 = true case 1: take b0.1 f0 = false run b2 take b2.0 }
         l0: block {
           run b1
           if f0 || !f0 { case 0: take b1.1 break l0 case 1: if b1 { case 1: take b1.1 break l0 case 0: take b1.0 } }
           run b3 take b3.0
         }
         run b4 leave b4",
        "
        let d1, goto_b1;
        block(0); // b0
        if (decide(0) === 0) {
          goto_b1 = true;
        } else {
          goto_b1 = false;
          block(2); // b2
        }
        do {
          block(1); // b1
          d1 = decide(1);
          if (!(goto_b1 || !goto_b1) || d1 !== 0) {
            break;
          }
          block(3); // b3
        } while (0);
        block(4); // b4
        return;
        ",
    );
}
