//! Large programs that are source packages of Debian: Box2D, Bullet, CPython.
//!
//! *Needs:* their [sources](crate::debian), clang 19 with the libraries of C and C++ for
//! WebAssembly, g++ and Python 3.11. *Gives:* below `target/corpus`, for each program a folder of
//! modules as bitcode at -O2, and a native build. *Cost:* two minutes of downloading and compiling
//! each, once.
//!
//! *Limits:* only -O2. What a program prints hangs on every bit of its numbers; so the libraries
//! take sines and the like from `corpus/libm.c`, in both builds.

mod python;

use super::answers::{Answer, ask};
use super::programs::Run;
use super::{COMMON, fill, strings};
use crate::debian::Package;
use crate::error::Error;
use crate::parallel;
use crate::paths;
use crate::process;
use crate::tools::{CLANG, CLANGXX, GCC, GXX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(900);

/// A program whose sources are a package.
pub(crate) struct Large {
    pub(crate) name: &'static str,
    package: Package,
    kind: Kind,
    /// Libraries to link with beside the libc, as after `-l`.
    pub(crate) libraries: &'static [&'static str],
    pub(crate) runs: &'static [Run],
}

/// How it is built.
enum Kind {
    /// By calls of the compiler.
    Cxx(Cxx),
    /// By its own `configure`.
    Python,
}

/// The files of a program and how they are compiled.
struct Cxx {
    /// Ours, in `corpus`.
    own: &'static [&'static str],
    /// All files of C++ below these folders of the sources.
    folders: &'static [&'static str],
    options: &'static [&'static str],
}

/// The programs, the smallest first.
pub(crate) const LARGE: [Large; 4] = [BOX2D_TESTS, BOX2D, BULLET, PYTHON];

const BOX2D_SOURCES: Package = Package {
    name: "box2d",
    archive: "box2d_2.4.1.orig.tar.gz",
    digest: "d6b4650ff897ee1ead27cf77a5933ea197cbeef6705638dd181adc2e816b23c2",
    inner: None,
    folders: &[],
};

/// Its own unit tests, whose framework wants locks and files that this C++ library has not.
const BOX2D_TESTS: Large = Large {
    name: "box2d-tests",
    package: BOX2D_SOURCES,
    kind: Kind::Cxx(Cxx {
        own: &["libm.c"],
        folders: &["src", "unit-test"],
        options: &[
            "-DDOCTEST_CONFIG_NO_POSIX_SIGNALS",
            "-DDOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS",
            "-DDOCTEST_THREAD_LOCAL=",
            "-Iinclude",
            "-Isrc",
            "-Iunit-test",
        ],
    }),
    libraries: &["c++", "c++abi"],
    runs: &[Run::new("--no-version", "--no-version", None).too_short_to_time()],
};

const BOX2D: Large = Large {
    name: "box2d",
    package: BOX2D_SOURCES,
    kind: Kind::Cxx(Cxx {
        own: &["box2d.cpp", "libm.c"],
        folders: &["src"],
        options: &["-Iinclude", "-Isrc"],
    }),
    libraries: &["c++", "c++abi"],
    runs: &[Run::new("4000", "1000", None)],
};

const BULLET: Large = Large {
    name: "bullet",
    package: Package {
        name: "bullet",
        archive: "bullet_3.24+dfsg.orig.tar.xz",
        digest: "43c1edae2024ba18bb5d7bfd3bb2394b066a79151a29789504a2d8efcdc333d7",
        inner: None,
        folders: &[],
    },
    kind: Kind::Cxx(Cxx {
        own: &["bullet.cpp", "libm.c"],
        folders: &[
            "src/LinearMath",
            "src/BulletCollision",
            "src/BulletDynamics",
        ],
        options: &["-Isrc"],
    }),
    libraries: &["c++", "c++abi"],
    runs: &[Run::new("3000", "300", None)],
};

const PYTHON: Large = Large {
    name: "cpython",
    package: Package {
        name: "python3.11",
        archive: "python3.11_3.11.2.orig.tar.gz",
        digest: "2411c74bda5bbcfcddaf4531f66d1adc73f247f529aee981b029513aefdbf849",
        inner: None,
        folders: &[],
    },
    kind: Kind::Python,
    libraries: &[
        "wasi-emulated-signal",
        "wasi-emulated-getpid",
        "wasi-emulated-process-clocks",
    ],
    runs: &[
        Run::new("50000", "500", Some("scripts/n-body.py")),
        Run::new("13", "7", Some("scripts/binary-trees.py")),
        Run::new("8", "6", Some("scripts/fannkuch.py")),
    ],
};

impl Large {
    /// Whether some run takes long enough to be timed.
    pub(crate) fn is_measured(&self) -> bool {
        self.runs.iter().any(|run| run.is_measured)
    }

    /// The modules of the program and of its driver.
    pub(crate) fn modules(&self) -> Result<Vec<PathBuf>, Error> {
        let sources = self.package.sources()?;
        let folder = match &self.kind {
            Kind::Cxx(cxx) => self.compile("O2", "bc", cxx, |is_cxx| {
                let mut clang = if is_cxx { CLANGXX } else { CLANG }.call()?;
                clang.args(["--target=wasm32-wasi", "-emit-llvm"]);
                Ok(clang)
            })?,
            Kind::Python => python::modules(&sources, &self.folder("O2"))?,
        };
        super::with_ending(&folder, "bc")
    }

    /// What the program prints with every input, by its native build.
    pub(crate) fn answers(&self, scratch: &Path, is_short: bool) -> Result<Vec<Answer>, Error> {
        let native = match &self.kind {
            Kind::Cxx(cxx) => self.native(cxx, scratch)?,
            Kind::Python => python::native(scratch)?,
        };
        let answers = parallel::map(self.runs, |run| ask(run, &native, is_short));
        answers.into_iter().collect()
    }

    /// The folder of what its own command needs beside the modules, and its library; only CPython
    /// has one.
    pub(crate) fn command(&self) -> Result<Option<(PathBuf, PathBuf)>, Error> {
        match self.kind {
            Kind::Cxx(_) => Ok(None),
            Kind::Python => {
                let sources = self.package.sources()?;
                let folder = python::modules(&sources, &self.folder("O2"))?;
                Ok(Some((folder.join(python::COMMAND), sources.join("Lib"))))
            }
        }
    }

    /// The folder of this program for builds of one kind.
    fn folder(&self, kind: &str) -> PathBuf {
        let stem = self.package.archive.split(".orig").next();
        let stem = stem.unwrap_or(self.package.name);
        paths::target()
            .join("corpus")
            .join(self.name)
            .join(stem)
            .join(kind)
    }

    fn native(&self, cxx: &Cxx, scratch: &Path) -> Result<PathBuf, Error> {
        let objects = self.compile("native", "o", cxx, |is_cxx| {
            if is_cxx { GXX } else { GCC }.call()
        })?;
        let made = scratch.join(self.name);
        let mut gxx = GXX.call()?;
        gxx.args(super::with_ending(&objects, "o")?);
        process::require(gxx.arg("-o").arg(&made), LIMIT)?;
        Ok(made)
    }

    /// Compiles each file; gives the folder of the results.
    fn compile(
        &self,
        kind: &str,
        ending: &str,
        cxx: &Cxx,
        compiler: impl Fn(bool) -> Result<Command, Error> + Sync,
    ) -> Result<PathBuf, Error> {
        let sources = self.package.sources()?;
        let own = paths::root().join("corpus");
        let mut files: Vec<PathBuf> = cxx.own.iter().map(|name| own.join(name)).collect();
        let mut words = strings(&["-O2", "-w", "-fno-exceptions", "-I"]);
        words.push(own.join("cxx-include").display().to_string());
        words.extend(strings(&[COMMON, cxx.options].concat()));
        let mut made_of = words.join("\n").into_bytes();
        for file in &files {
            made_of.extend(paths::read(file)?);
        }
        for folder in cxx.folders {
            files.extend(cxx_files(&sources.join(folder))?);
        }
        fill(&self.folder(kind), self.name, &made_of, |unfinished| {
            let made = parallel::map(&files, |file| {
                let is_cxx = file.extension().is_some_and(|ending| ending == "cpp");
                let mut command = compiler(is_cxx)?;
                command.current_dir(&sources).args(&words).arg("-c");
                match is_cxx {
                    true => command.arg("-std=c++17"),
                    // No two calls are merged into one of a function that only one libm has.
                    false => command.arg("-fno-builtin"),
                };
                let name = file.strip_prefix(&sources).or(file.strip_prefix(&own));
                let name = name.unwrap_or(file).to_string_lossy().replace('/', "-");
                command.arg(file).arg("-o");
                command.arg(unfinished.join(format!("{name}.{ending}")));
                process::require(&mut command, LIMIT).map(drop)
            });
            made.into_iter().collect()
        })
    }
}

/// All files of C++ below a folder, sorted.
fn cxx_files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let (mut found, mut waiting) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).map_err(Error::file("read", &folder))? {
            let path = entry.map_err(Error::file("read", &folder))?.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|ending| ending == "cpp") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
