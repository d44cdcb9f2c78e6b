//! Whether a condition can be joined to others without parentheses.
//!
//! *Needs:* a condition in the words of a host. *Gives:* [`joins`]. *Cost:* O(text).
//! *Limits:* a host's words are not parsed: where a sign could bind more loosely, there are
//! parentheses.

/// Tells whether a condition can stand beside others with `joint` between them. `other` is what
/// joins the other way.
pub(crate) fn joins(text: &str, joint: &str, other: &str) -> bool {
    // `a && b` beside `c && ` needs none.
    let rest = text.replace(joint, "");
    is_enclosed(text) || !(rest.contains(['&', '|', '?', ',', '\n']) || rest.contains(other))
}

/// Tells whether a text is all in one pair of parentheses, which may be negated.
fn is_enclosed(text: &str) -> bool {
    let inner = text.strip_prefix('!').unwrap_or(text);
    let mut depth = 0_usize;
    let closes = |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    };
    inner.starts_with('(') && inner.find(closes) == Some(inner.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::joins;

    #[test]
    fn what_binds_more_loosely_needs_parentheses() {
        let joins = |text| joins(text, " && ", " || ");
        assert!(joins("a == b") && joins("a && b") && joins("!(a || b)") && joins("(a, b)"));
        assert!(!joins("a || b") && !joins("a & b") && !joins("(a || b) || (c)"));
        assert!(!joins("a ? b : c") && !joins("(a) | (b)") && !joins("f(a, b)"));
    }
}
