//! What was made of the same input by the same program with the same arguments, kept.
//!
//! *Needs:* a [`Key`]: all that the result depends on, but for files that come with the program.
//! *Gives:* the bytes that were made, from a file below `target/cache` if there is one.
//! *Cost:* reading a file. Several parts of the conformance tests compile the same programs; this
//! is what they share.
//! *Limits:* nothing is ever removed but by `cargo clean`; of the headers in `bench/corpus/include`
//! a key says nothing.

use crate::error::Error;
use crate::paths;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a result depends on.
pub(crate) struct Key(DefaultHasher);

impl Key {
    /// The name of a kind of result, and what it is made of.
    pub(crate) fn new(kind: &str, input: &[u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        (kind, input).hash(&mut hasher);
        Key(hasher)
    }

    /// A program with its arguments so far: another build of it is another program.
    pub(crate) fn and(mut self, command: &Command) -> Self {
        let program = command.get_program();
        let words: Vec<_> = command.get_args().collect();
        (program, words, identity(Path::new(program))).hash(&mut self.0);
        self
    }

    fn path(&self) -> PathBuf {
        let name = format!("{:016x}", self.0.finish());
        paths::target()
            .join("cache")
            .join(&name[..2])
            .join(&name[2..])
    }
}

/// Size and time of a program on the search path.
fn identity(program: &Path) -> Option<(u64, std::time::SystemTime)> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&path).map(|folder| folder.join(program));
    let found = places.find(|place| place.is_file())?;
    let found = fs::metadata(found).ok()?;
    Some((found.len(), found.modified().ok()?))
}

/// The bytes that were kept of this key, if there are some.
pub(crate) fn kept(key: &Key) -> Option<Vec<u8>> {
    fs::read(key.path()).ok()
}

/// Keeps the bytes of a key.
pub(crate) fn keep(key: &Key, made: &[u8]) -> Result<(), Error> {
    let path = key.path();
    // It appears whole: another process may be reading.
    static MADE: AtomicUsize = AtomicUsize::new(0);
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    let unfinished = path.with_extension(format!("{}-{number}", std::process::id()));
    paths::write(&unfinished, made)?;
    fs::rename(&unfinished, &path).map_err(Error::file("rename", &unfinished))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_of_the_same_is_kept() {
        let time = std::time::SystemTime::now();
        let input = format!("{time:?}");
        let key = |words: &[&str]| {
            let mut command = Command::new("sh");
            Key::new("test", input.as_bytes()).and(command.args(words))
        };
        assert_eq!(kept(&key(&["-c", "x"])), None);
        keep(&key(&["-c", "x"]), b"made").expect("there is room");
        assert_eq!(kept(&key(&["-c", "x"])).as_deref(), Some(&b"made"[..]));
        assert_ne!(key(&["-c", "x"]).path(), key(&["-cx"]).path());
        paths::remove(&key(&["-c", "x"]).path()).expect("it was kept");
    }
}
