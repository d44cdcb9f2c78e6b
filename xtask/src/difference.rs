//! Where two outputs differ.

/// Says which line is the first that differs.
pub(crate) fn first_difference(expected: &[u8], found: &[u8]) -> Option<String> {
    if expected == found {
        return None;
    }
    let expected_lines: Vec<&[u8]> = expected.split_inclusive(|&byte| byte == b'\n').collect();
    let found_lines: Vec<&[u8]> = found.split_inclusive(|&byte| byte == b'\n').collect();
    let line = (0..).find(|&line| expected_lines.get(line) != found_lines.get(line))?;
    let text = |lines: &[&[u8]]| match lines.get(line) {
        Some(line) => format!("{:?}", String::from_utf8_lossy(line)),
        None => "no such line".to_owned(),
    };
    Some(format!(
        "line {} should be {}, and is {}",
        line + 1,
        text(&expected_lines),
        text(&found_lines)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expected: &str, found: &str, difference: Option<&str>) {
        assert_eq!(
            first_difference(expected.as_bytes(), found.as_bytes()).as_deref(),
            difference
        );
    }

    #[test]
    fn differences_name_the_line() {
        check("", "", None);
        check("a\nb\n", "a\nb\n", None);
        check(
            "a\nb\n",
            "a\nc\n",
            Some("line 2 should be \"b\\n\", and is \"c\\n\""),
        );
        check("a\n", "a", Some("line 1 should be \"a\\n\", and is \"a\""));
        check(
            "a\n",
            "",
            Some("line 1 should be \"a\\n\", and is no such line"),
        );
        check("", "a", Some("line 1 should be no such line, and is \"a\""));
    }
}
