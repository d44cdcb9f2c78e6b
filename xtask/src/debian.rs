//! Sources of Debian packages.
//!
//! *Needs:* apt-get, tar and a mirror of Debian's source packages, for the first time. *Gives:* the
//! folder of a package's sources, below `target/debian`.
//!
//! What is downloaded is the archive of the package's own authors, without Debian's changes: it
//! stays the same as long as the release does, and its digest is checked. apt-get's own lists are
//! left alone.

use crate::downloads;
use crate::error::Error;
use crate::paths;
use crate::process;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(1800);

/// A source package.
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: &'static str,
    /// The file name of the authors' archive, which holds the version.
    pub(crate) archive: &'static str,
    /// The SHA-256 of the archive.
    pub(crate) digest: &'static str,
    /// The archive in it that has the sources, for packages that join several.
    pub(crate) inner: Option<&'static str>,
    /// The folders of it that are unpacked; all of it if there are none.
    pub(crate) folders: &'static [&'static str],
}

/// The test suites of GCC for C and C++.
pub(crate) const GCC_TESTS: Package = Package {
    name: "gcc-12",
    archive: "gcc-12_12.2.0.orig.tar.gz",
    digest: "b8298be16aeeb96a889c6afed0a8e2241b47452e89cc81fe65ea849d5c740fcb",
    inner: Some("gcc-12.2.0-dfsg.tar.xz"),
    folders: &[
        "gcc/testsuite/g++.dg",
        "gcc/testsuite/g++.old-deja",
        "gcc/testsuite/gcc.c-torture/execute",
    ],
};

/// Unpacks the files of an archive that match one of the patterns, or all if there are none,
/// without the folder that holds everything.
fn unpack(
    archive: &Path,
    into: &Path,
    patterns: impl Iterator<Item = String>,
) -> Result<(), Error> {
    let mut tar = Command::new("tar");
    tar.arg("-xf").arg(archive).arg("-C").arg(into);
    tar.args(["--strip-components=1", "--wildcards"])
        .args(patterns);
    process::require(&mut tar, LIMIT).map(drop)
}

impl Package {
    /// The folder of its sources. If it is not there, they are downloaded; it gets its name last,
    /// so that an unfinished one is not used.
    pub(crate) fn sources(&self) -> Result<PathBuf, Error> {
        let all = paths::target().join("debian");
        // Of any package: two processes of apt-get would wait for each other's lists.
        let _downloading = paths::lock(&all)?;
        let stem = self.archive.split(".orig").next().unwrap_or(self.name);
        let sources = all.join(stem);
        if sources.is_dir() {
            // They may have been unpacked for what asked for fewer folders.
            if self
                .folders
                .iter()
                .all(|folder| sources.join(folder).is_dir())
            {
                return Ok(sources);
            }
            fs::remove_dir_all(&sources).map_err(Error::file("remove", &sources))?;
        }
        let folder = all.join("downloads");
        fs::create_dir_all(&folder).map_err(Error::file("make", &folder))?;
        let archive = folder.join(self.archive);
        if !archive.is_file() {
            let what = format!("the sources of {}", self.name);
            downloads::timed(&what, || self.download(&folder))?;
        }
        self.check(&archive)?;
        let unfinished = all.join(format!("{stem}.unfinished"));
        if unfinished.exists() {
            fs::remove_dir_all(&unfinished).map_err(Error::file("remove", &unfinished))?;
        }
        fs::create_dir_all(&unfinished).map_err(Error::file("make", &unfinished))?;
        let folders = self.folders.iter().map(|folder| format!("*/{folder}/*"));
        match self.inner {
            None => unpack(&archive, &unfinished, folders)?,
            Some(inner) => {
                unpack(&archive, &unfinished, [format!("*/{inner}")].into_iter())?;
                let inner = unfinished.join(inner);
                unpack(&inner, &unfinished, folders)?;
                paths::remove(&inner)?;
            }
        }
        fs::rename(&unfinished, &sources).map_err(Error::file("rename", &unfinished))?;
        paths::remove(&archive)?;
        Ok(sources)
    }

    fn download(&self, folder: &Path) -> Result<(), Error> {
        let parts = folder.join("parts");
        let lists = folder.join("lists");
        for made in [&parts, &lists.join("partial")] {
            fs::create_dir_all(made).map_err(Error::file("make", made))?;
        }
        let own = Path::new("/etc/apt/sources.list.d/debian.sources");
        let text =
            String::from_utf8_lossy(&paths::read(own)?).replace("Types: deb\n", "Types: deb-src\n");
        paths::write(&parts.join("debian.sources"), text.as_bytes())?;
        let apt = || {
            let mut apt = Command::new("apt-get");
            apt.current_dir(folder);
            apt.args(["-o", "Dir::Etc::sourcelist=/dev/null"]);
            apt.arg("-o")
                .arg(format!("Dir::Etc::sourceparts={}", parts.display()));
            apt.arg("-o")
                .arg(format!("Dir::State::lists={}", lists.display()));
            apt.args(["-o", "DPkg::Lock::Timeout=400"]);
            apt
        };
        process::require(apt().arg("update"), LIMIT)?;
        let mut source = apt();
        source.args(["source", "--download-only", "--tar-only", self.name]);
        process::require(&mut source, LIMIT).map(drop)
    }

    fn check(&self, archive: &Path) -> Result<(), Error> {
        let mut sum = Command::new("sha256sum");
        let output = process::require(sum.arg("--binary").arg(archive), LIMIT)?;
        match output.starts_with(self.digest.as_bytes()) {
            true => Ok(()),
            false => Err(Error::WrongOutput {
                command: process::shown(&sum),
                difference: format!("the digest of this archive should be {}", self.digest),
            }),
        }
    }
}
