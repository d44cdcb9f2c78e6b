//! The libraries of C++ with exceptions: libunwind, libc++abi and libc++ of LLVM 19, from its
//! source package, because Debian's are built without them.
//!
//! *Needs:* the [sources](crate::debian); clang 19 with Debian's libc++ for WebAssembly, whose
//! headers are those of the same version. *Gives:* [units](Unit) as LLVM IR, and by `cargo xtask
//! runtime` archives of objects that Unsnarl made of them. *Cost:* a download of 165 MB once, then
//! a minute or two. *Limits:* what Debian's libc++ lacks, these lack: threads, files, and the
//! clocks of time zones.

use crate::debian::Package;
use crate::error::Error;
use crate::parallel;
use crate::paths::{self, Scratch};
use crate::process;
use crate::tools::{CLANG, CLANGXX, LLVM_AR};
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::{Backend, Proofs};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

const SOURCES: Package = Package {
    name: "llvm-toolchain-19",
    archive: "llvm-toolchain-19_19.1.7.orig.tar.xz",
    digest: "ae498f3bc58ae2d9f64ef5f0c035c4240152bf015a5b7738b15c22e93bdc97ce",
    inner: None,
    folders: &[
        "libunwind/src",
        "libunwind/include",
        "libcxxabi/src",
        "libcxxabi/include",
        "libcxx/src",
    ],
};

/// One of the libraries.
pub(crate) struct Library {
    /// As after `-l`.
    pub(crate) name: &'static str,
    folder: &'static str,
    ending: &'static str,
    files: &'static [&'static str],
    definitions: &'static [&'static str],
}

/// The libraries, each of which uses those before it.
pub(crate) const LIBRARIES: [Library; 3] = [UNWIND, ABI, CXX];

const UNWIND: Library = Library {
    name: "unwind",
    folder: "libunwind/src",
    ending: "c",
    files: &["Unwind-wasm"],
    definitions: &[
        "-D_LIBUNWIND_HAS_NO_THREADS",
        "-D_LIBUNWIND_IS_BAREMETAL",
        "-D_LIBUNWIND_HIDE_SYMBOLS",
        "-D__USING_WASM_EXCEPTIONS__",
    ],
};

const ABI: Library = Library {
    name: "c++abi",
    folder: "libcxxabi/src",
    ending: "cpp",
    files: &[
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
    ],
    definitions: &[
        "-D_LIBCXXABI_HAS_NO_THREADS",
        "-D_LIBCXXABI_BUILDING_LIBRARY",
        "-D_LIBCPP_BUILDING_LIBRARY",
        "-D_LIBCXXABI_DISABLE_VISIBILITY_ANNOTATIONS",
        "-D__USING_WASM_EXCEPTIONS__",
    ],
};

const CXX: Library = Library {
    name: "c++",
    folder: "libcxx/src",
    ending: "cpp",
    files: &[
        "algorithm",
        "any",
        "bind",
        "call_once",
        "charconv",
        "chrono",
        "error_category",
        "exception",
        "expected",
        "filesystem/filesystem_clock",
        "filesystem/filesystem_error",
        "filesystem/path",
        "fstream",
        "functional",
        "hash",
        "ios",
        "ios.instantiations",
        "iostream",
        "legacy_pointer_safety",
        "locale",
        "memory",
        "memory_resource",
        "new_handler",
        "new_helpers",
        "optional",
        "ostream",
        "print",
        "random",
        "random_shuffle",
        "regex",
        "ryu/d2fixed",
        "ryu/d2s",
        "ryu/f2s",
        "stdexcept",
        "string",
        "strstream",
        "system_error",
        "typeinfo",
        "valarray",
        "variant",
        "vector",
        "verbose_abort",
    ],
    definitions: &["-D_LIBCPP_BUILDING_LIBRARY", "-DLIBCXX_BUILDING_LIBCXXABI"],
};

/// A file of a library.
#[derive(Clone, Copy)]
pub(crate) struct Unit {
    pub(crate) library: &'static Library,
    file: &'static str,
}

impl Library {
    /// Its files.
    pub(crate) fn units(&'static self) -> impl Iterator<Item = Unit> {
        self.files.iter().map(move |file| Unit {
            library: self,
            file,
        })
    }
}

impl Unit {
    /// A name that no other unit has.
    pub(crate) fn name(&self) -> String {
        format!("{}-{}", self.library.name, self.file.replace('/', "-"))
    }

    /// Compiles it to textual IR.
    pub(crate) fn make_ir(&self, ir: &Path) -> Result<(), Error> {
        let sources = SOURCES.sources()?;
        let library = self.library;
        let mut clang = match library.ending {
            "c" => CLANG.call()?,
            _ => {
                let mut clang = CLANGXX.call()?;
                clang.arg("-std=c++23");
                clang
            }
        };
        clang.args(["--target=wasm32-wasi", "-O2", "-w", "-DNDEBUG"]);
        clang.args(["-S", "-emit-llvm", "-fwasm-exceptions", "-fexceptions"]);
        clang.args(library.definitions);
        for folder in ["libunwind/include", "libcxxabi/include", "libcxx/src"] {
            clang.arg("-I").arg(sources.join(folder));
        }
        let file = sources.join(library.folder).join(self.file);
        clang.arg(format!("{}.{}", file.display(), library.ending));
        process::require(clang.arg("-o").arg(ir), LIMIT).map(drop)
    }
}

/// The folder of the headers that wasi-libc lacks.
pub(crate) fn headers() -> PathBuf {
    paths::root().join("runtime/include")
}

/// Compiles what `setjmp` and `longjmp` call to IR, and returns the file.
pub(crate) fn setjmp_ir(ir: &Path) -> Result<PathBuf, Error> {
    let mut clang = CLANG.call()?;
    clang.args(["--target=wasm32-wasi", "-O2", "-S", "-emit-llvm"]);
    clang.arg("-mexception-handling");
    clang.arg(paths::root().join("runtime/setjmp.c"));
    process::require(clang.arg("-o").arg(ir), LIMIT)?;
    Ok(ir.to_owned())
}

/// Downloads the sources, if they are not there.
pub(crate) fn download() -> Result<(), Error> {
    SOURCES.sources().map(drop)
}

/// Writes objects into a new archive. The same objects give the same bytes.
pub(crate) fn archive(path: &Path, objects: &[PathBuf]) -> Result<(), Error> {
    if path.exists() {
        paths::remove(path)?;
    }
    let mut ar = LLVM_AR.call()?;
    process::require(ar.arg("rcsD").arg(path).args(objects), LIMIT).map(drop)
}

/// Makes the archives by Unsnarl with exceptions in one form, in a folder; says on standard output
/// where they are.
pub(crate) fn make(form: &str, folder: Option<PathBuf>) -> Result<(), Error> {
    let command = Unsnarl::build()?;
    let ours = Backend::Unsnarl {
        command: &command,
        choice: Choice::Exceptions(form),
    };
    let folder = folder.unwrap_or_else(|| paths::target().join("runtime").join(form));
    fs::create_dir_all(&folder).map_err(Error::file("make", &folder))?;
    let scratch = Scratch::new()?;
    jumps(&ours, &folder, &scratch)?;
    download()?;
    for library in &LIBRARIES {
        eprintln!("runtime: compiling lib{}", library.name);
        let units: Vec<Unit> = library.units().collect();
        let made = parallel::map(&units, |unit| {
            let file = |ending: &str| scratch.file(&format!("{}.{ending}", unit.name()));
            let [ir, object] = ["ll", "o"].map(file);
            unit.make_ir(&ir)?;
            Ok((ours.make_object(&ir, &object)?, object))
        });
        let (mut objects, mut proofs) = (Vec::new(), Proofs::default());
        for made in made {
            let (proved, object): (Proofs, PathBuf) = made?;
            proofs += proved;
            objects.push(object);
        }
        let path = folder.join(format!("lib{}.a", library.name));
        archive(&path, &objects)?;
        eprintln!("runtime: lib{}: {proofs}", library.name);
        println!("{}", path.display());
    }
    Ok(())
}

/// Makes the library of `setjmp`, and copies its header.
fn jumps(ours: &Backend<'_>, folder: &Path, scratch: &Scratch) -> Result<(), Error> {
    let ir = setjmp_ir(&scratch.file("setjmp.ll"))?;
    let object = scratch.file("setjmp.o");
    let proofs = ours.make_object(&ir, &object)?;
    let path = folder.join("libsetjmp.a");
    archive(&path, &[object])?;
    let include = folder.join("include");
    fs::create_dir_all(&include).map_err(Error::file("make", &include))?;
    let header = include.join("setjmp.h");
    paths::write(&header, &paths::read(&headers().join("setjmp.h"))?)?;
    eprintln!("runtime: libsetjmp: {proofs}");
    println!("{}\n{}", path.display(), header.display());
    Ok(())
}
