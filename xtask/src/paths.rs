//! Paths, and temporary folders.

use crate::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The folder of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("this package is in a folder of the workspace")
}

/// The folder of the examples.
pub(crate) fn examples() -> PathBuf {
    root().join("examples")
}

/// The folder for what is built or downloaded, which cargo uses as well.
pub(crate) fn target() -> PathBuf {
    let chosen = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    root().join(chosen.unwrap_or_else(|| "target".into()))
}

/// Reads a whole file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(Error::file("read", path))
}

/// Writes a whole file, and makes its folder if there is none.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Error::file("make", folder))?;
    }
    fs::write(path, bytes).map_err(Error::file("write", path))
}

/// Keeps what is made at a path to one process and one thread, until the result is dropped. The
/// others wait, and find it made.
pub(crate) fn lock(path: &Path) -> Result<fs::File, Error> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let file = PathBuf::from(name);
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(Error::file("make", folder))?;
    }
    let lock = fs::File::create(&file).map_err(Error::file("write", &file))?;
    lock.lock().map_err(Error::file("lock", &file))?;
    Ok(lock)
}

/// Removes a file.
pub(crate) fn remove(path: &Path) -> Result<(), Error> {
    fs::remove_file(path).map_err(Error::file("remove", path))
}

/// Returns the names of the entries of a folder, sorted.
pub(crate) fn names_in(folder: &Path) -> Result<Vec<String>, Error> {
    let failed = |cause| Error::File {
        action: "list",
        path: folder.to_owned(),
        cause,
    };
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        names.push(
            entry
                .map_err(failed)?
                .file_name()
                .to_string_lossy()
                .into_owned(),
        );
    }
    names.sort();
    Ok(names)
}

/// A temporary folder, removed when this is dropped.
pub(crate) struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    /// Makes an empty folder of a unique name.
    pub(crate) fn new() -> Result<Self, Error> {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("unsnarl-xtask-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).map_err(Error::file("make", &folder))?;
        Ok(Self { folder })
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of a file in it.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // If it cannot be removed, it stays in the system's temporary folder; the chore still
        // succeeds.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
