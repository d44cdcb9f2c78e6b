//! The seed of a run: another one for each commit, so that many runs check many things, and the
//! same one for the same commit, so that a failure can be repeated.

use crate::paths;
use crate::process;
use std::process::Command;
use std::time::Duration;

/// The seed without a commit, and of a tree that differs from its commit.
const BY_HAND: u64 = 1;

/// The seed of the commit that is checked out, or 1 if there is none or files were changed.
pub(super) fn of_commit() -> u64 {
    let status = git(&["status", "--porcelain"]);
    let commit = git(&["rev-parse", "HEAD"]);
    match (status, commit) {
        (Some(changed), Some(commit)) if changed.is_empty() => of_name(&commit),
        _ => BY_HAND,
    }
}

fn git(words: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    git.current_dir(paths::root()).args(words);
    let printed = process::require(&mut git, Duration::from_secs(60)).ok()?;
    Some(String::from_utf8_lossy(&printed).trim().to_owned())
}

/// The seed of a commit of this name, which is a hexadecimal number.
fn of_name(commit: &str) -> u64 {
    let start = commit.get(..7).unwrap_or_default();
    u64::from_str_radix(start, 16).map_or(BY_HAND, |number| number + 1)
}

#[cfg(test)]
mod tests {
    use super::of_name;

    #[test]
    fn a_commit_has_a_seed() {
        assert_eq!(of_name("0000000fff"), 1);
        assert_eq!(of_name("000001ffff"), 32);
        assert_eq!(of_name("fffffff000"), 1 << 28);
        assert_eq!(of_name("none"), 1);
    }
}
