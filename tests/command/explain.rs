//! What `explain` says of loops.

use crate::support::check;

/// Loops of two entries in a chain, each of which leads into the next and back into the one before.
fn interlocked(links: usize) -> String {
    let link = |link: usize| {
        let [a, b, c, next] = [0, 1, 2, 3].map(|at| 3 * link + at);
        let back = match link {
            0 => format!("n{b}"),
            _ => format!("n{b} | n{}", a - 2),
        };
        format!("n{a} -> n{b} | n{c}\nn{b} -> n{c} | n{next}\nn{c} -> {back}\n")
    };
    let rows: String = (0..links).map(link).collect();
    format!("{rows}n{} -> return\n", 3 * links)
}

#[test]
fn a_loop_that_nests_too_deep_is_said_to_be_divided() {
    check(
        &["explain", "-"],
        &interlocked(20),
        0,
        "has 2 entries: n1, n2",
    );
    let deep = interlocked(400);
    check(
        &["explain", "-"],
        &deep,
        0,
        ": the loops inside nest so deep that the loop is divided there",
    );
    check(&["verify", "-"], &deep, 0, "proved");
}
