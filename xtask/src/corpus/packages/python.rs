//! CPython as modules of bitcode, and its native build.
//!
//! Its own `configure` and `make` build it with clang's `-flto`, so that what they take for objects
//! is bitcode. `corpus/python` has the driver, and what freezes the modules that the interpreter
//! needs to start: there are no files at run time.

use crate::corpus::fill;
use crate::error::Error;
use crate::paths;
use crate::process;
use crate::tools::{CLANG, LLVM_AR, MAKE, PYTHON_3_11};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(1800);

/// The compiler, as `configure` and `make` call it. Some files take numbers for pointers, which
/// newer versions of clang refuse.
const COMPILER: &str = "\
#!/bin/sh
exec clang-19 --target=wasm32-wasi -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_GETPID \
-D_WASI_EMULATED_PROCESS_CLOCKS -ffp-contract=off -w -flto \"$@\" -Wno-int-conversion
";

/// What `configure` cannot find out of bitcode, and libraries that this machine may have for
/// itself.
const ANSWERS: [(&str, &str); 8] = [
    ("ax_cv_c_float_words_bigendian", "no"),
    ("py_cv_module_zlib", "n/a"),
    ("py_cv_module__lzma", "n/a"),
    ("py_cv_module__uuid", "n/a"),
    ("py_cv_module__bz2", "n/a"),
    ("PKG_CONFIG", "/bin/false"),
    ("AR", "llvm-ar-19"),
    ("RANLIB", "llvm-ranlib-19"),
];

const CONFIGURE: [&str; 5] = [
    "--host=wasm32-unknown-wasi",
    "--build=x86_64-linux-gnu",
    "--disable-ipv6",
    "--without-pymalloc",
    "--disable-test-modules",
];

/// The archives that `make` makes, and all of which is linked.
const ARCHIVES: [&str; 3] = [
    "libpython3.11.a",
    "Modules/_decimal/libmpdec/libmpdec.a",
    "Modules/expat/libexpat.a",
];

/// The module of CPython's own command, and the folder that it is kept in, with what the library
/// asks about how it was built.
const MAIN: &str = "Programs/python.o";
pub(super) const COMMAND: &str = "command";

/// The folder of the modules.
pub(super) fn modules(sources: &Path, folder: &Path) -> Result<PathBuf, Error> {
    let own = paths::root().join("corpus/python");
    let made_of = [
        COMPILER.as_bytes(),
        &paths::read(&own.join("driver.c"))?,
        &paths::read(&own.join("freeze.py"))?,
    ];
    fill(folder, "cpython", &made_of.concat(), |unfinished| {
        let build = unfinished.join("build");
        let compiler = build.join("cc");
        write_program(&compiler, COMPILER)?;
        configure(sources, &build, &compiler)?;
        let mut make = MAKE.call()?;
        make.current_dir(&build).arg("-j2").args(ARCHIVES);
        make.args([MAIN, "pybuilddir.txt"]);
        make.args(["OPT=-O2 -DNDEBUG", "GITVERSION=", "GITTAG=", "GITBRANCH="]);
        process::require(&mut make, LIMIT)?;
        for archive in ARCHIVES {
            take_members(&build.join(archive), unfinished)?;
        }
        keep_command(&build, &unfinished.join(COMMAND))?;
        let mut freeze = PYTHON_3_11.call()?;
        freeze.arg(own.join("freeze.py")).arg(sources.join("Lib"));
        let modules = process::require(&mut freeze, LIMIT)?;
        paths::write(&build.join("modules.h"), &modules)?;
        let mut driver = Command::new(&compiler);
        driver.current_dir(&build).args(["-O2", "-c", "-I."]);
        driver.arg("-I").arg(sources.join("Include"));
        driver.arg(own.join("driver.c")).arg("-o");
        process::require(driver.arg(unfinished.join("driver.bc")), LIMIT)?;
        fs::remove_dir_all(&build).map_err(Error::file("remove", &build))
    })
}

fn configure(sources: &Path, build: &Path, compiler: &Path) -> Result<(), Error> {
    let mut configure = Command::new(sources.join("configure"));
    configure.current_dir(build).args(CONFIGURE);
    let native = format!("--with-build-python={}", PYTHON_3_11.command);
    configure.arg(native).env("CC", compiler).envs(ANSWERS);
    let site = sources.join("Tools/wasm/config.site-wasm32-wasi");
    configure.env("CONFIG_SITE", site);
    // The tools that the answers and the compiler name must be there.
    for tool in [CLANG, LLVM_AR] {
        tool.call()?;
    }
    process::require(&mut configure, LIMIT).map(drop)
}

/// Keeps the module of the command, and the file of the build that the library reads.
fn keep_command(build: &Path, folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(Error::file("make", folder))?;
    let name = paths::read(&build.join("pybuilddir.txt"))?;
    let made = build.join(String::from_utf8_lossy(&name).trim());
    let mut kept = vec![(build.join(MAIN), folder.join("python.bc"))];
    for name in paths::names_in(&made)? {
        kept.push((made.join(&name), folder.join(&name)));
    }
    for (from, to) in kept {
        fs::rename(&from, &to).map_err(Error::file("rename", &from))?;
    }
    Ok(())
}

/// Takes the members of an archive, which are bitcode, into a folder. Their names differ.
fn take_members(archive: &Path, folder: &Path) -> Result<(), Error> {
    let stem = archive.file_stem().unwrap_or_default();
    let members = folder.join(stem);
    fs::create_dir_all(&members).map_err(Error::file("make", &members))?;
    let mut ar = LLVM_AR.call()?;
    process::require(ar.current_dir(&members).arg("x").arg(archive), LIMIT)?;
    for name in paths::names_in(&members)? {
        let prefix = stem.to_string_lossy();
        let module = folder.join(format!("{prefix}-{name}")).with_extension("bc");
        let member = members.join(name);
        fs::rename(&member, &module).map_err(Error::file("rename", &member))?;
    }
    fs::remove_dir(&members).map_err(Error::file("remove", &members))
}

/// A command that runs the script on standard input with its arguments, as the driver does.
pub(super) fn native(scratch: &Path) -> Result<PathBuf, Error> {
    PYTHON_3_11.call()?;
    let program = scratch.join("cpython");
    let text = format!("#!/bin/sh\nexec {} - \"$@\"\n", PYTHON_3_11.command);
    write_program(&program, &text)?;
    Ok(program)
}

fn write_program(path: &Path, text: &str) -> Result<(), Error> {
    paths::write(path, text.as_bytes())?;
    let everyone = fs::Permissions::from_mode(0o755);
    fs::set_permissions(path, everyone).map_err(Error::file("make executable", path))
}
