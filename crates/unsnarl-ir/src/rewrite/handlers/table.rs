//! The table of a function's handlers: its language-specific data area in WebAssembly's form.
//!
//! *Needs:* for each pad the types that it handles, by their numbers. *Gives:* the bytes before the
//! table of types.
//! *Cost:* linear in the handlers, except for sorting the pads.
//! *Source:* the format is that of the Itanium C++ ABI's exception tables, but a call site has the
//! number of a pad instead of a range of code, and the action of the pad. Actions are shared as in
//! LLVM's EHStreamer.
//!
//! ```text
//! 255  0  size of what follows, to the end of the table of types
//! 1  size of the call sites
//!    pad  first action + 1                 a call site for each pad that asks
//! type  distance to the next action, or 0  an action
//! padding to 4 bytes; the types, the last one first
//! ```

/// A pad: its number among the pads that ask for a selector, if it does, and the numbers of the
/// types that it handles, the last one first.
pub(super) struct Pad {
    pub(super) number: Option<usize>,
    pub(super) types: Vec<u32>,
}

/// Writes the table of these pads without its types; `types` and `bytes` give their number and
/// size.
pub(super) fn table(pads: &[Pad], types: usize, bytes: usize) -> Vec<u8> {
    let (actions, first) = actions(pads);
    let mut sites: Vec<(usize, u32)> = Vec::new();
    for (pad, &first) in pads.iter().zip(&first) {
        sites.extend(pad.number.map(|number| (number, first)));
    }
    sites.sort_unstable();
    let mut calls = Vec::new();
    for (number, first) in sites {
        unsigned(number as u64, &mut calls);
        unsigned(first.into(), &mut calls);
    }
    let mut rest = vec![1];
    unsigned(calls.len() as u64, &mut rest);
    rest.extend(calls);
    rest.extend(actions);
    // The size comes before the padding, and the length of the size field itself affects the
    // padding.
    let mut size = Vec::new();
    loop {
        let before = 2 + size.len() + rest.len();
        let padding = before.next_multiple_of(4) - before;
        let mut next = Vec::new();
        unsigned((rest.len() + padding + types * bytes) as u64, &mut next);
        let is_settled = next.len() == size.len();
        size = next;
        if is_settled {
            rest.resize(rest.len() + padding, 0);
            break;
        }
    }
    let mut table = vec![0xff, 0x00];
    table.extend(size);
    table.extend(rest);
    table
}

/// The actions of the pads, and for each pad its first action: the position plus 1, or 0 if there
/// is none.
fn actions(pads: &[Pad]) -> (Vec<u8>, Vec<u32>) {
    let mut order: Vec<usize> = (0..pads.len()).collect();
    order.sort_by(|&left, &right| pads[left].types.cmp(&pads[right].types));
    let mut bytes = Vec::new();
    let mut first = vec![0; pads.len()];
    // The positions of the previous pad's actions: each handles one more type than the next.
    let mut chain: Vec<usize> = Vec::new();
    let mut before: &[u32] = &[];
    for pad in order {
        let types = &pads[pad].types[..];
        let shared = types
            .iter()
            .zip(before)
            .take_while(|(own, other)| own == other);
        chain.truncate(shared.count());
        for &ty in &types[chain.len()..] {
            let place = bytes.len();
            signed(ty.into(), &mut bytes);
            let next = match chain.last() {
                // The distance counts from its own position.
                Some(&next) => next as i64 - bytes.len() as i64,
                None => 0,
            };
            signed(next, &mut bytes);
            chain.push(place);
        }
        first[pad] = chain.last().map_or(0, |&place| place as u32 + 1);
        before = types;
    }
    (bytes, first)
}

/// Appends a number in unsigned LEB128.
fn unsigned(mut number: u64, out: &mut Vec<u8>) {
    loop {
        let low = (number & 0x7f) as u8;
        number >>= 7;
        if number == 0 {
            out.push(low);
            return;
        }
        out.push(low | 0x80);
    }
}

/// Appends a number in signed LEB128.
fn signed(mut number: i64, out: &mut Vec<u8>) {
    loop {
        let low = (number & 0x7f) as u8;
        number >>= 7;
        let is_done = (number == 0 && low & 0x40 == 0) || (number == -1 && low & 0x40 != 0);
        if is_done {
            out.push(low);
            return;
        }
        out.push(low | 0x80);
    }
}
