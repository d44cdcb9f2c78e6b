//! GNU coreutils, configured and built by its own makefiles, with clang or by way of our C.
//!
//! *Needs:* the sources of Debian's package, clang, gcc, make and perl. *Gives:* a [`Tree`], where
//! `make` builds.

use crate::debian::Package;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process;
use crate::tools::{CLANG, GCC};
use crate::unsnarl::Unsnarl;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

const SOURCES: Package = Package {
    name: "coreutils",
    archive: "coreutils_9.1.orig.tar.xz",
    digest: "61a1f410d78ba7e7f37a5a4f50e6d1320aca33375484a3255eddf17a38580423",
    inner: None,
    folders: &[],
};

/// For one call of `make` or `configure`.
pub(crate) const LIMIT: Duration = Duration::from_secs(3600);

/// The folder of the sources.
pub(crate) fn sources() -> Result<PathBuf, Error> {
    SOURCES.sources()
}

/// A configured folder, and the compiler that builds there.
pub(crate) struct Tree {
    folder: PathBuf,
    compiler: PathBuf,
    environment: Vec<(&'static str, PathBuf)>,
}

impl Tree {
    /// What clang alone builds.
    pub(crate) fn of_clang(scratch: &Scratch) -> Result<Self, Error> {
        Self::new(scratch.file("clang"), PathBuf::from(CLANG.command), "")
    }

    /// What gcc builds of our C of what clang makes with these options as well. The C is beside
    /// each object, as `NAME.o.c`.
    pub(crate) fn of_ours(
        scratch: &Scratch,
        unsnarl: &Unsnarl,
        options: &str,
    ) -> Result<Self, Error> {
        let wrapper = scratch.file("cc.sh");
        paths::write(&wrapper, include_bytes!("cc.sh"))?;
        fs::set_permissions(&wrapper, fs::Permissions::from_mode(0o755))
            .map_err(Error::file("change", &wrapper))?;
        let folder = scratch.file(&format!("ours{options}"));
        let mut tree = Self::new(folder, wrapper, options)?;
        tree.environment = vec![
            ("UNSNARL", unsnarl.program().to_owned()),
            ("CLANG", CLANG.command.into()),
            ("GCC", GCC.command.into()),
            ("MODULES", tree.modules()),
        ];
        Ok(tree)
    }

    /// Configures, always with clang: what is built later has the same configuration.
    fn new(folder: PathBuf, compiler: PathBuf, options: &str) -> Result<Self, Error> {
        fs::create_dir_all(&folder).map_err(Error::file("make", &folder))?;
        let mut configure = Command::new(sources()?.join("configure"));
        configure.current_dir(&folder);
        // It refuses to run as root otherwise.
        configure.env("FORCE_UNSAFE_CONFIGURE", "1");
        configure.arg(format!("CC={}", CLANG.command));
        configure.arg(format!("CFLAGS=-O2 -w {options}"));
        configure.args(["--disable-nls", "--quiet"]);
        process::require(&mut configure, LIMIT)?;
        Ok(Self {
            folder,
            compiler,
            environment: Vec::new(),
        })
    }

    /// A file that `make` writes.
    pub(crate) fn file(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    /// A call of `make` that waits for its targets.
    pub(crate) fn make(&self) -> Command {
        let mut make = Command::new("make");
        make.current_dir(&self.folder).args(["-j2", "--silent"]);
        make.arg(format!("CC={}", self.compiler.display()));
        make.envs(self.environment.iter().cloned());
        make
    }

    /// The list of the modules that have become C.
    pub(crate) fn modules(&self) -> PathBuf {
        self.folder.join("modules")
    }
}

/// Limits a build to programs, whose names are those of their files.
pub(crate) fn only(programs: &[&str]) -> [String; 3] {
    let files: Vec<String> = programs.iter().map(|one| format!("src/{one}")).collect();
    [
        format!("PROGRAMS={}", files.join(" ")),
        "SUBDIRS=.".to_owned(),
        "MANS=".to_owned(),
    ]
}
