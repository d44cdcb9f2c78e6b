//! The programs, their compiler options, and their inputs.

/// A program: sources that are downloaded, and a driver that has `main`.
pub(crate) struct Program {
    pub(crate) name: &'static str,
    /// The folder of its sources among the vendored crates; its name holds the version.
    pub(crate) sources: &'static str,
    /// The files; all of the folder if none is named.
    pub(crate) files: &'static [&'static str],
    /// For clang and for gcc.
    pub(crate) options: &'static [&'static str],
    /// For clang alone.
    pub(crate) wasi_options: &'static [&'static str],
    /// Libraries of wasi-libc beside the libc, as after `-l`.
    pub(crate) libraries: &'static [&'static str],
    pub(crate) runs: &'static [Run],
}

/// Arguments and a standard input, and with them an output that is the same everywhere.
pub(crate) struct Run {
    /// The only argument, the amount of work.
    pub(crate) full: &'static str,
    /// The same where time is short.
    pub(crate) short: &'static str,
    /// A file below `corpus/`; nothing to read if there is none.
    pub(crate) input: Option<&'static str>,
    /// It takes long enough to be timed.
    pub(crate) is_measured: bool,
}

impl Run {
    pub(crate) const fn new(
        full: &'static str,
        short: &'static str,
        input: Option<&'static str>,
    ) -> Self {
        let is_measured = true;
        Self {
            full,
            short,
            input,
            is_measured,
        }
    }

    pub(super) const fn too_short_to_time(mut self) -> Self {
        self.is_measured = false;
        self
    }

    /// The name that tables give it.
    pub(crate) fn name(&self, program: &str) -> String {
        match self.input {
            None => program.to_owned(),
            Some(file) => {
                let file = file.rsplit('/').next().unwrap_or(file);
                let name = file.split('.').next().unwrap_or(file);
                format!("{program} {name}")
            }
        }
    }
}

/// The programs, the smallest first.
pub(crate) const PROGRAMS: [Program; 3] = [ZLIB, LUA, SQLITE];

const ZLIB: Program = Program {
    name: "zlib",
    sources: "libz-sys-1.1.31/src/zlib",
    files: &[
        "adler32.c",
        "compress.c",
        "crc32.c",
        "deflate.c",
        "infback.c",
        "inffast.c",
        "inflate.c",
        "inftrees.c",
        "trees.c",
        "uncompr.c",
        "zutil.c",
    ],
    options: &[],
    wasi_options: &[],
    libraries: &[],
    runs: &[
        Run::new("100000", "33000", None),
        Run::new("-", "-", Some("sqlite.c")).too_short_to_time(),
    ],
};

/// Errors end it: the libc for WebAssembly has no setjmp. Both builds do the same.
const LUA: Program = Program {
    name: "lua",
    sources: "lua-src-551.1.0/lua-5.4.9",
    files: &[],
    options: &[
        "-DLUAI_THROW(L,c)=abort()",
        "-DLUAI_TRY(L,c,a)={ a }",
        "-Dluai_jmpbuf=int",
    ],
    wasi_options: &["-D_WASI_EMULATED_SIGNAL", "-D_WASI_EMULATED_PROCESS_CLOCKS"],
    libraries: &["wasi-emulated-signal", "wasi-emulated-process-clocks"],
    runs: &[
        Run::new("9", "7", Some("scripts/fannkuch.lua")),
        Run::new("200000", "2000", Some("scripts/n-body.lua")),
        Run::new("14", "8", Some("scripts/binary-trees.lua")),
        Run::new("100000", "1000", Some("scripts/words.lua")).too_short_to_time(),
    ],
};

/// Without an operating system, which its driver replaces.
const SQLITE: Program = Program {
    name: "sqlite",
    sources: "libsqlite3-sys-0.39.1/sqlite3",
    files: &["sqlite3.c"],
    options: &[
        "-DSQLITE_OS_OTHER=1",
        "-DSQLITE_THREADSAFE=0",
        "-DSQLITE_OMIT_LOAD_EXTENSION",
        "-DSQLITE_TEMP_STORE=3",
    ],
    wasi_options: &[],
    libraries: &[],
    runs: &[Run::new("100000", "5000", None)],
};
