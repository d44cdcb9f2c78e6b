//! Tables as LLVM writes them: the bytes are those of `llc-22 -filetype=obj -wasm-enable-eh
//! -exception-model=wasm` for functions with such pads.

use super::table::{Pad, table};

/// Pads by their number and the numbers of their types.
#[track_caller]
fn check(pads: &[(Option<usize>, &[u32])], types: usize, expected: &[u8]) {
    let pads: Vec<Pad> = pads
        .iter()
        .map(|&(number, types)| Pad {
            number,
            types: types.to_vec(),
        })
        .collect();
    assert_eq!(table(&pads, types, 4), expected);
}

#[test]
fn an_action_goes_on_to_the_next_type() {
    // try { try { } catch (long) { } } catch (int) { } catch (const char *) { } catch (...) { }
    check(
        &[(Some(0), &[1]), (Some(1), &[2, 3, 4])],
        4,
        &[
            0xff, 0, 0x21, 1, 4, 0, 1, 1, 7, 1, 0, 2, 0, 3, 0x7d, 4, 0x7d, 0, 0, 0,
        ],
    );
}

#[test]
fn pads_share_the_types_at_their_ends() {
    // In a row: A and B; C, A and B; C and A. Types are numbered from the last one on.
    check(
        &[
            (Some(0), &[1, 2]),
            (Some(1), &[1, 2, 3]),
            (Some(2), &[2, 3]),
        ],
        3,
        &[
            0xff, 0, 0x21, 1, 6, 0, 3, 1, 5, 2, 9, 1, 0, 2, 0x7d, 3, 0x7d, 2, 0, 3, 0x7d, 0, 0, 0,
        ],
    );
}

#[test]
fn a_pad_that_does_not_ask_has_no_site() {
    // try { } catch (...) { } try { } catch (A &) { }
    check(
        &[(None, &[1]), (Some(0), &[2])],
        2,
        &[0xff, 0, 0x11, 1, 2, 0, 3, 1, 0, 2, 0, 0],
    );
}
