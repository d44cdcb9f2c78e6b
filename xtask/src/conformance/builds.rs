//! zlib, built by its own `configure` and makefile with `unsnarl cc` as the compiler.
//!
//! *Needs:* the registry of crates, for the sources; make, ccache, sccache, distcc; clang, its
//! linker and libc; gcc and node.
//! *Gives:* checks that `configure` finds what it finds with gcc; that objects are the same bytes
//! however they are built: one after another, with `make -j2`, through an empty and a full ccache
//! or sccache, by a server of distcc; that full caches have all of them; and that zlib's test
//! programs print in node what their native builds print, also if the oldest or the newest clang
//! makes the IR, after `wasm-opt -O2`, and if `-flto` leaves the code to the link.
//! *Limits:* a line of `example` prints the sizes of types, which differ natively; it is not
//! compared.

use super::report::Report;
use super::runs::first_difference;
use crate::downloads;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process;
use crate::tools::{
    CCACHE, CLANG_14_LINK, CLANG_22_LINK, DISTCCD, MAKE, NODE, SCCACHE, WASM_LD, WASM_OPT,
};
use crate::unsnarl::{Choice, Unsnarl};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The folder of zlib among the vendored crates.
const SOURCES: &str = "libz-sys-1.1.15/src/zlib";

/// What zlib's makefile links: tests, and a command.
const PROGRAMS: [&str; 4] = ["example", "example64", "minigzip", "minigzip64"];

/// For cargo's download, a build, and a run of a program.
const LIMIT: Duration = Duration::from_secs(600);

/// Contents by the name of the file.
type Files = BTreeMap<String, Vec<u8>>;

/// Builds with every configuration, and runs the results.
pub(crate) fn builds(report: &mut Report) -> Result<(), Error> {
    let sources = vendor()?;
    let scratch = Scratch::new()?;
    let unsnarl = Unsnarl::build()?;
    let yard = Yard::new(&scratch, sources, &unsnarl)?;

    let native = yard.build("native", "gcc", "1", &[])?;
    let ours = yard.build("ours", "unsnarl cc", "1", &[])?;
    report.check(same(
        "zconf.h",
        &native.file("zconf.h")?,
        &ours.file("zconf.h")?,
    ));
    let inputs = yard.inputs(&ours)?;
    compare_programs(report, &native, &ours, &inputs)?;

    let objects = ours.objects()?;
    report.check(if objects.len() >= 15 {
        Ok(())
    } else {
        Err(format!("only {} objects were made", objects.len()))
    });
    let parallel = yard.build("parallel", "unsnarl cc", "2", &[])?;
    report.check(same_files("make -j2", &objects, &parallel.objects()?));

    let flags = ("UNSNARL_FLAGS", "-funsnarl-algorithm=state-machine");
    let baseline = yard.build("baseline", "unsnarl cc", "2", &[flags])?;
    report.check(match same_files("", &objects, &baseline.objects()?) {
        Ok(()) => Err("UNSNARL_FLAGS changed no object".to_owned()),
        Err(_) => Ok(()),
    });
    compare_programs(report, &native, &baseline, &inputs)?;
    // The linker of its own version wants archives with an index, which GNU's `ar` does not make of
    // WebAssembly.
    CLANG_14_LINK.call()?;
    let oldest = [
        ("UNSNARL_CLANG", CLANG_14_LINK.command),
        ("UNSNARL_WASM_LD", WASM_LD.command),
    ];
    let oldest = yard.build("oldest", "unsnarl cc", "2", &oldest)?;
    compare_programs(report, &native, &oldest, &inputs)?;
    // The newest one calls the target otherwise, and its messages are errors here.
    CLANG_22_LINK.call()?;
    let newest = [
        ("UNSNARL_CLANG", CLANG_22_LINK.command),
        ("CFLAGS", "-O3 -Werror=deprecated"),
    ];
    let newest = yard.build("newest", "unsnarl cc", "2", &newest)?;
    compare_programs(report, &native, &newest, &inputs)?;
    left_to_link(report, &yard, &native, &inputs)?;
    through_ccache(report, &yard, &objects)?;
    through_sccache(report, &yard, &objects)?;
    through_distcc(report, &yard, &unsnarl, &objects)?;
    optimize(&ours)?;
    compare_programs(report, &native, &ours, &inputs)?;
    optimize_examples(report, &scratch, &unsnarl)
}

/// Modules that no linker has seen, which must say themselves what they use.
fn optimize_examples(
    report: &mut Report,
    scratch: &Scratch,
    unsnarl: &Unsnarl,
) -> Result<(), Error> {
    for folder in ["examples", "examples/O0"].map(|folder| paths::root().join(folder)) {
        for name in paths::names_in(&folder)? {
            if !name.ends_with(".ll") {
                continue;
            }
            let module = scratch.file("module.wasm");
            let choice = Choice::Algorithm("nested");
            process::require(
                &mut unsnarl.compile(&folder.join(&name), &module, choice),
                LIMIT,
            )?;
            let mut optimizer = WASM_OPT.call()?;
            optimizer
                .arg("-O2")
                .arg(&module)
                .arg("-o")
                .arg(scratch.file("optimized.wasm"));
            let outcome = process::capture(&mut optimizer, LIMIT)?;
            report.check(match outcome.ending {
                process::Ending::Status(0) => Ok(()),
                _ => Err(format!("wasm-opt -O2 of {name}: {}", outcome.error_text())),
            });
        }
    }
    Ok(())
}

/// Has `wasm-opt` change the programs of a build. Without block parameters all of its versions read
/// them.
fn optimize(build: &Build) -> Result<(), Error> {
    println!("zlib through {}", WASM_OPT.command);
    for program in PROGRAMS {
        let mut optimizer = build.with_variables(WASM_OPT.call()?);
        optimizer.args(["-O2", program, "-o", program]);
        process::require(&mut optimizer, LIMIT)?;
    }
    Ok(())
}

/// Objects are bitcode, also those in the archive that `ar` makes, and code is made at link time.
fn left_to_link(
    report: &mut Report,
    yard: &Yard,
    native: &Build,
    inputs: &[PathBuf],
) -> Result<(), Error> {
    for (name, flags) in [("full", "-O2 -flto"), ("thin", "-O2 -g -flto=thin")] {
        let build = yard.build(name, "unsnarl cc", "2", &[("CFLAGS", flags)])?;
        let objects = build.objects()?;
        let bitcode = objects.values().filter(|object| object.starts_with(b"BC"));
        report.check(match bitcode.count() {
            count if count == objects.len() && count >= 15 => Ok(()),
            count => Err(format!(
                "{flags}: {count} of {} objects are bitcode",
                objects.len()
            )),
        });
        compare_programs(report, native, &build, inputs)?;
    }
    Ok(())
}

/// Builds through an empty cache and, after `make clean`, through what is in it then.
fn through_ccache(report: &mut Report, yard: &Yard, objects: &Files) -> Result<(), Error> {
    let cache = yard.folder.join("cache").display().to_string();
    let variables = [
        ("CCACHE_DIR", cache.as_str()),
        // Whatever changes objects changes what this prints.
        ("CCACHE_COMPILERCHECK", "%compiler% --version"),
    ];
    let build = yard.configure("cached", "ccache unsnarl-clang", &variables)?;
    let mut calls = 0;
    for is_cold in [true, false] {
        let name = if is_cold {
            "an empty ccache"
        } else {
            "a full ccache"
        };
        build.make(&["clean"])?;
        let zero = CCACHE.call()?;
        process::require(build.with_variables(zero).arg("--zero-stats"), LIMIT)?;
        build.make(&["-j2"])?;
        report.check(same_files(name, objects, &build.objects()?));
        let counts = build.cache_counts()?;
        println!("{name}: {} hits, {} misses", counts.hits, counts.misses);
        let is_right = if is_cold {
            calls = counts.hits + counts.misses;
            counts.misses >= 15
        } else {
            counts.misses == 0 && counts.hits == calls
        };
        let what = format!("{name}: {} hits and {} misses", counts.hits, counts.misses);
        report.check(if is_right { Ok(()) } else { Err(what) });
    }
    Ok(())
}

/// The same with sccache, which has a server of its own.
fn through_sccache(report: &mut Report, yard: &Yard, objects: &Files) -> Result<(), Error> {
    let (port, cache) = (free_port()?, yard.folder.join("shared-cache"));
    let cache = cache.display().to_string();
    let variables = [
        ("SCCACHE_SERVER_PORT", port.as_str()),
        ("SCCACHE_DIR", cache.as_str()),
    ];
    let build = yard.configure("shared", "sccache unsnarl-clang", &variables)?;
    let sccache = |word: &str| -> Result<Vec<u8>, Error> {
        process::require(build.with_variables(SCCACHE.call()?).arg(word), LIMIT)
    };
    for name in ["an empty sccache", "a full sccache"] {
        build.make(&["clean"])?;
        sccache("--zero-stats")?;
        build.make(&["-j2"])?;
        report.check(same_files(name, objects, &build.objects()?));
    }
    let printed = String::from_utf8_lossy(&sccache("--show-stats")?).into_owned();
    sccache("--stop-server")?;
    let count = |line: &str| -> Option<usize> {
        let line = printed.lines().find_map(|found| found.strip_prefix(line))?;
        line.trim().parse().ok()
    };
    // There is no line of misses if there are none.
    let (hits, misses) = (count("Cache hits (C/C++)"), count("Cache misses (C/C++)"));
    println!("a full sccache: {hits:?} hits, {misses:?} misses");
    report.check(match hits >= Some(15) && misses.unwrap_or(0) == 0 {
        true => Ok(()),
        false => Err(format!("a full sccache: {printed}")),
    });
    Ok(())
}

/// Builds by a server of distcc that is on this machine, which runs nothing but the compiler.
fn through_distcc(
    report: &mut Report,
    yard: &Yard,
    unsnarl: &Unsnarl,
    objects: &Files,
) -> Result<(), Error> {
    let port = free_port()?;
    let [allowed, log] = ["distcc-allowed", "distcc-log"].map(|name| yard.folder.join(name));
    // A server that root starts runs as another user, who may not see the folder of the build.
    let served = yard.folder.join("served");
    let compiler = served.join("unsnarl-clang");
    std::fs::create_dir(&served).map_err(Error::file("make", &served))?;
    std::fs::copy(unsnarl.program(), &compiler).map_err(Error::file("write", &compiler))?;
    let mut path = served.into_os_string();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    paths::write(&allowed, format!("{}\n", compiler.display()).as_bytes())?;
    let mut server = DISTCCD.call()?;
    server
        .args(["--daemon", "--no-detach", "--jobs=2", "--log-stderr"])
        .args(["--listen=127.0.0.1", "--allow=127.0.0.1", "--port", &port])
        .env("PATH", path)
        .env("DISTCC_CMDLIST", &allowed)
        .stderr(File::create(&log).map_err(Error::file("write", &log))?);
    let server = process::Server::start(&mut server)?;
    let hosts = format!("127.0.0.1:{port}");
    let variables = [
        ("DISTCC_HOSTS", hosts.as_str()),
        ("DISTCC_FALLBACK", "0"),
        ("DISTCC_BACKOFF_PERIOD", "0"),
    ];
    let build = yard.configure("distributed", "distcc unsnarl-clang", &variables);
    let built = build.and_then(|build| {
        build.make(&["-j2"])?;
        build.objects()
    });
    drop(server);
    report.check(same_files("distcc", objects, &built?));
    let log = String::from_utf8_lossy(&paths::read(&log)?).into_owned();
    let compiled = log.matches("COMPILE_OK").count();
    println!("distcc: {compiled} objects from the server");
    report.check(match compiled >= 15 {
        true => Ok(()),
        false => Err(format!("distcc: {compiled} objects from the server: {log}")),
    });
    Ok(())
}

/// A port that nothing listens on.
fn free_port() -> Result<String, Error> {
    let bound = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
    let port = bound.map_err(Error::Port)?;
    Ok(port.port().to_string())
}

/// The folders and the environment of builds.
struct Yard {
    folder: PathBuf,
    sources: PathBuf,
    /// The search path with the command as `unsnarl` and as `unsnarl-clang`.
    path: OsString,
}

impl Yard {
    fn new(scratch: &Scratch, sources: PathBuf, unsnarl: &Unsnarl) -> Result<Yard, Error> {
        let folder = scratch.folder().to_owned();
        let path = unsnarl.search_path(&folder.join("bin"))?;
        Ok(Yard {
            folder,
            sources,
            path,
        })
    }

    /// Configures and makes a copy of the sources.
    fn build(
        &self,
        name: &str,
        compiler: &str,
        jobs: &str,
        variables: &[(&str, &str)],
    ) -> Result<Build, Error> {
        let build = self.configure(name, compiler, variables)?;
        build.make(&["-j", jobs])?;
        Ok(build)
    }

    fn configure(
        &self,
        name: &str,
        compiler: &str,
        variables: &[(&str, &str)],
    ) -> Result<Build, Error> {
        println!("zlib with {compiler}: {name}");
        let folder = self.folder.join(name);
        let mut copy = Command::new("cp");
        copy.arg("-r").arg(&self.sources).arg(&folder);
        process::require(&mut copy, LIMIT)?;
        let own = |&(name, value): &(&str, &str)| (name.to_owned(), OsString::from(value));
        let mut variables: Vec<(String, OsString)> = variables.iter().map(own).collect();
        variables.push(("PATH".to_owned(), self.path.clone()));
        let build = Build { folder, variables };
        let mut configure = build.with_variables(Command::new("sh"));
        configure
            .args(["./configure", "--static"])
            .env("CC", compiler);
        process::require(&mut configure, LIMIT)?;
        Ok(build)
    }

    /// Files to compress: text, nothing, and bytes without order.
    fn inputs(&self, build: &Build) -> Result<Vec<PathBuf>, Error> {
        let mut state = 1_u32;
        let noise = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        });
        let made = [
            ("text", build.file("ChangeLog")?),
            ("nothing", Vec::new()),
            ("noise", noise.take(200_000).collect()),
        ];
        let mut files = Vec::new();
        for (name, bytes) in made {
            let path = self.folder.join("inputs").join(name);
            paths::write(&path, &bytes)?;
            files.push(path);
        }
        Ok(files)
    }
}

/// A copy of the sources in which things are built.
struct Build {
    folder: PathBuf,
    variables: Vec<(String, OsString)>,
}

/// What ccache counted.
struct Counts {
    hits: usize,
    misses: usize,
}

impl Build {
    fn with_variables(&self, mut command: Command) -> Command {
        command.current_dir(&self.folder);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    fn make(&self, arguments: &[&str]) -> Result<(), Error> {
        let mut make = self.with_variables(MAKE.call()?);
        process::require(make.args(arguments), LIMIT).map(drop)
    }

    fn file(&self, name: &str) -> Result<Vec<u8>, Error> {
        paths::read(&self.folder.join(name))
    }

    fn objects(&self) -> Result<Files, Error> {
        let mut objects = Files::new();
        for name in paths::names_in(&self.folder)? {
            if name.ends_with(".o") {
                let bytes = self.file(&name)?;
                objects.insert(name, bytes);
            }
        }
        Ok(objects)
    }

    fn cache_counts(&self) -> Result<Counts, Error> {
        let mut ccache = self.with_variables(CCACHE.call()?);
        let printed = process::require(ccache.arg("--print-stats"), LIMIT)?;
        let text = String::from_utf8_lossy(&printed).into_owned();
        let count = |name: &str| -> usize {
            let mut lines = text.lines().filter_map(|line| line.split_once('\t'));
            let found = lines.find(|&(key, _)| key == name);
            found.and_then(|(_, value)| value.parse().ok()).unwrap_or(0)
        };
        Ok(Counts {
            hits: count("direct_cache_hit") + count("preprocessed_cache_hit"),
            misses: count("cache_miss"),
        })
    }

    /// A command line that runs a program that was built here: as it is, or in node.
    fn program(&self, name: &str, is_native: bool) -> Result<Command, Error> {
        let program = self.folder.join(name);
        if is_native {
            return Ok(self.with_variables(Command::new(program)));
        }
        let mut node = self.with_variables(NODE.call()?);
        node.arg("--no-warnings");
        node.arg(paths::root().join("xtask/builds/run-here.mjs"));
        node.arg(name);
        Ok(node)
    }

    /// What a program that must succeed writes.
    fn run(
        &self,
        name: &str,
        is_native: bool,
        option: &str,
        input: &Path,
    ) -> Result<Vec<u8>, Error> {
        let mut command = self.program(name, is_native)?;
        command.args(option.split_whitespace());
        let file = File::open(input).map_err(Error::file("open", input))?;
        let outcome = process::capture_reading(&mut command, Stdio::from(file), LIMIT)?;
        if outcome.ending == process::Ending::Status(0) {
            return Ok(outcome.output);
        }
        Err(Error::Failed {
            command: process::shown(&command),
            ending: outcome.ending.to_string(),
            output: outcome.error_text(),
        })
    }
}

/// zlib's tests, and files that are compressed with several options and expanded again: equal to
/// native.
fn compare_programs(
    report: &mut Report,
    native: &Build,
    ours: &Build,
    inputs: &[PathBuf],
) -> Result<(), Error> {
    for program in &PROGRAMS[..2] {
        let [expected, found] = [(native, true), (ours, false)]
            .map(|(build, is_native)| build.run(program, is_native, "", &inputs[1]));
        report.check(same(
            program,
            &without_sizes(&expected?),
            &without_sizes(&found?),
        ));
    }
    for program in &PROGRAMS[2..] {
        for option in ["", "-1", "-9", "-f", "-h", "-r"] {
            for input in inputs {
                let name = format!("{program} {option} < {}", input.display());
                let expected = native.run(program, true, option, input)?;
                let found = ours.run(program, false, option, input)?;
                report.check(same(&name, &expected, &found));
                let packed = ours.folder.join("packed");
                paths::write(&packed, &found)?;
                let expanded = ours.run(program, false, "-d", &packed)?;
                report.check(same(
                    &format!("{name} | {program} -d"),
                    &paths::read(input)?,
                    &expanded,
                ));
            }
        }
    }
    Ok(())
}

/// The text without the sizes of types.
fn without_sizes(output: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(output);
    let lines = text.lines().map(|line| {
        let end = line.find(", compile flags = ").unwrap_or(line.len());
        format!("{}\n", &line[..end])
    });
    lines.collect::<String>().into_bytes()
}

fn same(name: &str, expected: &[u8], found: &[u8]) -> Result<(), String> {
    match first_difference(expected, found) {
        None => Ok(()),
        Some(difference) => Err(format!("{name}: {difference}")),
    }
}

fn same_files(name: &str, expected: &Files, found: &Files) -> Result<(), String> {
    if !expected.keys().eq(found.keys()) {
        return Err(format!("{name}: other objects were made"));
    }
    let mut both = expected.iter().zip(found.values());
    match both.find(|((_, expected), found)| expected != found) {
        None => Ok(()),
        Some(((object, _), _)) => Err(format!("{name}: {object} has other bytes")),
    }
}

/// Has cargo download the sources and check their digests; gives the folder of zlib.
fn vendor() -> Result<PathBuf, Error> {
    let folder = paths::target().join("builds/vendor");
    let sources = folder.join(SOURCES);
    if sources.join("configure").is_file() {
        return Ok(sources);
    }
    let mut cargo = process::cargo();
    cargo.args([
        "vendor",
        "--quiet",
        "--locked",
        "--versioned-dirs",
        "--manifest-path",
    ]);
    cargo
        .arg(paths::root().join("xtask/builds/Cargo.toml"))
        .arg(&folder);
    downloads::timed("zlib", || process::require(&mut cargo, LIMIT))?;
    Ok(sources)
}
