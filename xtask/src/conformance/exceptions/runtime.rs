//! The runtime of C++'s exceptions: libunwind and libc++abi of LLVM 19, built with exceptions.
//!
//! *Needs:* apt-get and a mirror of Debian's source packages, for the first time; then what is
//! below `target/exceptions`. *Gives:* the objects of the runtime, by either back end.
//! *Cost:* a download of 165 MB once; the compilation takes some seconds.
//!
//! apt-get checks the digest of what it downloads. Its own lists are left alone.

use super::{Form, Maker, by_llvm};
use crate::error::Error;
use crate::parallel;
use crate::paths::{self, Scratch};
use crate::process;
use crate::tools::{CLANG, CLANG_22, CLANGXX};
use crate::wasi::{Backend, Proofs};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);
const DOWNLOAD_LIMIT: Duration = Duration::from_secs(1800);
const PACKAGE: &str = "llvm-toolchain-19";

/// The files of libc++abi.
const LIBRARY: [&str; 17] = [
    "abort_message",
    "cxa_aux_runtime",
    "cxa_default_handlers",
    "cxa_demangle",
    "cxa_exception",
    "cxa_exception_storage",
    "cxa_guard",
    "cxa_handlers",
    "cxa_personality",
    "cxa_vector",
    "cxa_virtual",
    "fallback_malloc",
    "private_typeinfo",
    "stdlib_exception",
    "stdlib_new_delete",
    "stdlib_stdexcept",
    "stdlib_typeinfo",
];

const DEFINITIONS: [&str; 10] = [
    "-D_LIBUNWIND_HAS_NO_THREADS",
    "-D_LIBUNWIND_IS_BAREMETAL",
    "-D_LIBUNWIND_HIDE_SYMBOLS",
    "-DNDEBUG",
    "-D_LIBCXXABI_HAS_NO_THREADS",
    "-D_LIBCXXABI_BUILDING_LIBRARY",
    "-D_LIBCPP_BUILDING_LIBRARY",
    "-D_LIBCXXABI_DISABLE_VISIBILITY_ANNOTATIONS",
    "-D__USING_WASM_EXCEPTIONS__",
    "-w",
];

/// The objects of the runtime.
pub(super) struct Runtime {
    ours: Vec<PathBuf>,
    llvm: Vec<PathBuf>,
    /// What our compiler proved of its own.
    pub(super) proofs: Proofs,
}

impl Runtime {
    /// Builds it with exceptions in one form.
    pub(super) fn new(scratch: &Scratch, form: Form, ours: &Backend<'_>) -> Result<Self, Error> {
        let source = source()?;
        let mut names = vec!["Unwind-wasm"];
        names.extend(LIBRARY);
        // Objects of LLVM 19 define the tag, those of LLVM 22 leave it to the library.
        let tag = match form {
            Form::Standard => Some(exception_tag(scratch)?),
            Form::Legacy => None,
        };
        let built = parallel::map(&names, |name| {
            let form_name = form.name();
            let file = |ending| scratch.file(&format!("runtime-{form_name}-{name}.{ending}"));
            let [ir, own, other] = ["ll", "ours.o", "llvm.o"].map(file);
            make_ir(&source, name, &ir)?;
            let proofs = ours.make_object(&ir, &own)?;
            by_llvm(form, &ir, &other)?;
            Ok((own, other, proofs))
        });
        let mut runtime = Runtime {
            ours: Vec::new(),
            llvm: tag.into_iter().collect(),
            proofs: Proofs::default(),
        };
        for built in built {
            let (own, other, proofs) = built?;
            runtime.ours.push(own);
            runtime.llvm.push(other);
            runtime.proofs += proofs;
        }
        Ok(runtime)
    }

    /// The objects by one of the back ends.
    pub(super) fn objects(&self, maker: Maker) -> &[PathBuf] {
        match maker {
            Maker::Ours => &self.ours,
            Maker::Llvm => &self.llvm,
        }
    }
}

/// An object that defines the tag of C++.
fn exception_tag(scratch: &Scratch) -> Result<PathBuf, Error> {
    let tag = scratch.file("exception-tag.o");
    let mut clang = CLANG_22.call()?;
    clang.args(["--target=wasm32-wasip1", "-mexception-handling", "-c"]);
    clang.arg(paths::root().join("xtask/engines/exception-tag.s"));
    process::require(clang.arg("-o").arg(&tag), LIMIT)?;
    Ok(tag)
}

fn make_ir(source: &Path, name: &str, ir: &Path) -> Result<(), Error> {
    let (mut clang, file) = match name {
        "Unwind-wasm" => (CLANG.call()?, source.join("libunwind/src/Unwind-wasm.c")),
        _ => {
            let mut clang = CLANGXX.call()?;
            clang.arg("-std=c++23");
            (clang, source.join(format!("libcxxabi/src/{name}.cpp")))
        }
    };
    clang.args(["--target=wasm32-wasi", "-O2", "-S", "-emit-llvm"]);
    clang
        .args(["-fwasm-exceptions", "-fexceptions"])
        .args(DEFINITIONS);
    for folder in ["libunwind/include", "libcxxabi/include", "libcxx/src"] {
        clang.arg("-I").arg(source.join(folder));
    }
    process::require(clang.arg(file).arg("-o").arg(ir), LIMIT).map(drop)
}

/// The folder of the sources. If it is not there, they are downloaded; it is renamed last, so that
/// an unfinished one is not used.
fn source() -> Result<PathBuf, Error> {
    let folder = paths::target().join("exceptions");
    let source = folder.join("source");
    if source.is_dir() {
        return Ok(source);
    }
    eprintln!("exceptions: downloading {PACKAGE}");
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
        apt.current_dir(&folder);
        apt.args(["-o", "Dir::Etc::sourcelist=/dev/null"]);
        apt.arg("-o")
            .arg(format!("Dir::Etc::sourceparts={}", parts.display()));
        apt.arg("-o")
            .arg(format!("Dir::State::lists={}", lists.display()));
        apt.args(["-o", "DPkg::Lock::Timeout=400"]);
        apt
    };
    process::require(apt().arg("update"), DOWNLOAD_LIMIT)?;
    process::require(
        apt().args(["source", "--download-only", PACKAGE]),
        DOWNLOAD_LIMIT,
    )?;
    let archives = paths::names_in(&folder)?;
    let archive = archives.iter().find(|name| name.ends_with(".orig.tar.xz"));
    let archive = folder.join(archive.map_or("", String::as_str));
    let unpacked = folder.join("unpacked");
    fs::create_dir_all(&unpacked).map_err(Error::file("make", &unpacked))?;
    let mut tar = Command::new("tar");
    tar.arg("-xJf").arg(&archive).arg("-C").arg(&unpacked);
    tar.args(["--strip-components=1", "--wildcards"]);
    tar.args(["*/libunwind/src/*", "*/libunwind/include/*"]);
    tar.args([
        "*/libcxxabi/src/*",
        "*/libcxxabi/include/*",
        "*/libcxx/src/*",
    ]);
    process::require(&mut tar, DOWNLOAD_LIMIT)?;
    fs::rename(&unpacked, &source).map_err(Error::file("rename", &unpacked))?;
    Ok(source)
}
