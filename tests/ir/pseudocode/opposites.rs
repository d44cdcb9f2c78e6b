//! What is true if a condition is not.

use unsnarl_ir::pseudocode::{Code, Context};
use unsnarl_ir::{BlockId, Id};

use crate::pseudocode::{defined, read};

/// The opposite of what the first block of a function decides by.
#[track_caller]
fn check(body: &str, expected: &str) {
    let text = format!(
        "define void @f(i32 %a, i32 %b, double %x, i1 %t, i1 %u) {{
           {body}
           br i1 %r, label %yes, label %no
         yes:
           ret void
         no:
           ret void
         }}"
    );
    let module = read(&text);
    let context = Context::new(&module);
    let code = Code::new(&context, defined(&module), |_| false);
    let opposite = code.show_opposite(BlockId::new(0));
    assert_eq!(opposite.as_deref(), Some(expected), "{body}");
}

#[test]
fn comparisons_are_turned_around() {
    check("%r = icmp slt i32 %a, %b", "a >= b");
    check("%r = icmp eq i32 %a, 0", "a != 0");
    check("%r = fcmp oeq double %x, 1.0", "x != 1.0");
    // Neither holds if `x` is not a number.
    check("%r = fcmp olt double %x, 1.0", "!(x < 1.0)");
    check("%r = xor i1 %t, true", "t");
    check("%r = and i1 %t, true", "!(t & true)");
}

#[test]
fn the_laws_of_de_morgan_hold_where_they_save_a_sign() {
    let both = "%1 = icmp slt i32 %a, %b\n%2 = icmp eq i32 %b, 0\n";
    check(
        &format!("{both}%r = select i1 %1, i1 %2, i1 false"),
        "a >= b || b != 0",
    );
    check(
        &format!("{both}%r = select i1 %1, i1 true, i1 %2"),
        "a >= b && b != 0",
    );
    check(&format!("{both}%r = and i1 %1, %2"), "(a >= b) | (b != 0)");
    check(&format!("{both}%r = or i1 %1, %2"), "(a >= b) & (b != 0)");
    let one = "%1 = icmp slt i32 %a, %b\n";
    check(
        &format!("{one}%r = select i1 %t, i1 %1, i1 false"),
        "!t || a >= b",
    );
    check("%r = select i1 %t, i1 %u, i1 false", "!(t && u)");
    let nested = "%3 = select i1 %1, i1 %2, i1 false\n%r = select i1 %3, i1 true, i1 %t";
    check(&format!("{both}{nested}"), "(a >= b || b != 0) && !t");
}
