//! Segments: the bytes that a memory starts with, without long runs of zeros.
//!
//! *Needs:* pieces of memory in ascending order; where one lies within another, its bytes count.
//! *Gives:* segments that have the same bytes.
//! *Cost:* linear in the bytes; another pass over the pieces for each doubling of the zeros that
//! are left in a segment.

/// So many zeros between two pieces are shorter than a segment of their own, and cost an engine
/// less.
const GAP: u64 = 256;

/// Segments of a module at most.
const MOST: usize = 100_000;

/// Joins pieces that lie side by side, or with few zeros between them.
pub(super) fn joined(pieces: Vec<(u64, Vec<u8>)>) -> Vec<(u64, Vec<u8>)> {
    let mut pieces = pieces;
    let mut gap = GAP;
    loop {
        pieces = with_gap(pieces, gap);
        if pieces.len() <= MOST {
            return pieces;
        }
        gap *= 2;
    }
}

/// Joins pieces with at most `gap` zeros between them.
fn with_gap(pieces: Vec<(u64, Vec<u8>)>, gap: u64) -> Vec<(u64, Vec<u8>)> {
    let mut joined: Vec<(u64, Vec<u8>)> = Vec::new();
    for (address, bytes) in pieces {
        let bytes = trimmed(bytes, joined.last(), address);
        if bytes.is_empty() {
            continue;
        }
        match joined.last_mut() {
            Some((start, own)) if address <= end(*start, own) + gap => {
                let at = (address - *start) as usize;
                own.resize(own.len().max(at + bytes.len()), 0);
                own[at..at + bytes.len()].copy_from_slice(&bytes);
            }
            _ => joined.push((address, bytes)),
        }
    }
    joined
}

/// Bytes without the zeros at their end, unless they lie within the last piece, where they count.
fn trimmed(mut bytes: Vec<u8>, last: Option<&(u64, Vec<u8>)>, address: u64) -> Vec<u8> {
    let covered = last.map_or(0, |(start, own)| end(*start, own));
    let kept = bytes.iter().rposition(|&byte| byte != 0);
    let kept = kept.map_or(0, |last| last + 1);
    let inside = covered.saturating_sub(address).min(bytes.len() as u64) as usize;
    bytes.truncate(kept.max(inside));
    bytes
}

fn end(start: u64, bytes: &[u8]) -> u64 {
    start + bytes.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pieces: &[(u64, &[u8])], expected: &[(u64, &[u8])]) {
        let owned = |pieces: &[(u64, &[u8])]| -> Vec<(u64, Vec<u8>)> {
            let pieces = pieces.iter();
            pieces.map(|&(at, bytes)| (at, bytes.to_vec())).collect()
        };
        assert_eq!(joined(owned(pieces)), owned(expected));
    }

    #[test]
    fn neighbours_are_joined_and_zeros_left_out() {
        check(&[], &[]);
        check(&[(8, &[0, 0])], &[]);
        check(&[(8, &[1, 0, 2, 0])], &[(8, &[1, 0, 2])]);
        check(
            &[(8, &[1]), (9, &[2]), (12, &[3])],
            &[(8, &[1, 2, 0, 0, 3])],
        );
        check(&[(8, &[1]), (900, &[2])], &[(8, &[1]), (900, &[2])]);
        let last = u64::from(u32::MAX);
        check(&[(last, &[1])], &[(last, &[1])]);
        check(&[(last + 1, &[1])], &[(last + 1, &[1])]);
    }

    #[test]
    fn what_lies_within_another_piece_counts() {
        check(&[(8, &[1, 2, 3]), (9, &[7])], &[(8, &[1, 7, 3])]);
        check(&[(8, &[1, 2, 3]), (9, &[0])], &[(8, &[1, 0, 3])]);
        check(&[(8, &[1, 2]), (9, &[7, 8])], &[(8, &[1, 7, 8])]);
    }

    /// A page apart each, they are too many for segments of their own.
    #[test]
    fn there_are_as_many_segments_as_engines_take() {
        let pieces = (0..150_000).map(|number| (number * 300, vec![1]));
        let segments = joined(pieces.collect());
        assert_eq!(segments.len(), 1);
        assert_eq!(segments[0].1.len(), 44_999_701);
    }
}
