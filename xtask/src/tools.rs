//! The programs that chores call, and where they come from.

use crate::error::Error;
use std::path::Path;
use std::process::Command;

/// A program that is not part of the Rust toolchain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tool {
    /// The command.
    pub(crate) command: &'static str,
    /// The Debian packages that hold it and what it cannot work without.
    pub(crate) packages: &'static [&'static str],
    /// Files that it cannot work without.
    files: &'static [&'static str],
}

/// Makes LLVM IR of C.
pub(crate) const CLANG: Tool = Tool {
    command: "clang-19",
    packages: &["clang-19"],
    files: &[],
};
/// The oldest version whose IR is read, with typed pointers.
pub(crate) const CLANG_14: Tool = Tool {
    command: "clang-14",
    packages: &["clang-14"],
    files: &[],
};
/// The oldest version with its library, as a driver that links.
pub(crate) const CLANG_14_LINK: Tool = Tool {
    command: "clang-14",
    packages: &["clang-14", "libclang-rt-14-dev-wasm32", "wasi-libc"],
    files: &["/usr/lib/llvm-14/lib/clang/14.0.6/lib/wasi/libclang_rt.builtins-wasm32.a"],
};
/// The first version with opaque pointers only.
pub(crate) const CLANG_16: Tool = Tool {
    command: "clang-16",
    packages: &["clang-16"],
    files: &[],
};
/// The newest version whose IR is read.
pub(crate) const CLANG_22: Tool = Tool {
    command: "clang-22",
    packages: &["clang-22"],
    files: &[],
};
/// The newest version with its library, as a driver that links.
pub(crate) const CLANG_22_LINK: Tool = Tool {
    command: "clang-22",
    packages: &["clang-22", "libclang-rt-22-dev-wasm32", "wasi-libc"],
    files: &["/usr/lib/llvm-22/lib/clang/22/lib/wasi/libclang_rt.builtins-wasm32.a"],
};
/// Optimises modules, as clang's driver has it do where it is installed.
pub(crate) const WASM_OPT: Tool = Tool {
    command: "wasm-opt",
    packages: &["binaryen"],
    files: &[],
};
/// Writes modules as C, a peer of ours.
pub(crate) const WASM2C: Tool = Tool {
    command: "wasm2c",
    packages: &["wabt"],
    files: &[],
};
/// Compiles C to JavaScript, a peer of ours.
pub(crate) const EMCC: Tool = Tool {
    command: "emcc",
    packages: &["emscripten"],
    files: &[],
};
/// LLVM's own back end.
pub(crate) const LLC: Tool = Tool {
    command: "llc-19",
    packages: &["llvm-19"],
    files: &[],
};
/// The back end of the oldest version.
pub(crate) const LLC_14: Tool = llvm("llc-14", &["llvm-14"]);
/// The back end of the first version with opaque pointers only.
pub(crate) const LLC_16: Tool = llvm("llc-16", &["llvm-16"]);
/// The back end of the newest version.
pub(crate) const LLC_22: Tool = llvm("llc-22", &["llvm-22"]);
/// Prints debug information.
pub(crate) const DWARFDUMP: Tool = llvm("llvm-dwarfdump-19", &["llvm-19"]);
/// Shows what is in objects.
pub(crate) const READOBJ: Tool = llvm("llvm-readobj-19", &["llvm-19"]);
/// Changes IR by passes.
pub(crate) const OPT: Tool = llvm("opt-19", &["llvm-19"]);
/// The passes of the oldest version.
pub(crate) const OPT_14: Tool = llvm("opt-14", &["llvm-14"]);
/// The passes of the first version with opaque pointers only.
pub(crate) const OPT_16: Tool = llvm("opt-16", &["llvm-16"]);
/// The passes of the newest version.
pub(crate) const OPT_22: Tool = llvm("opt-22", &["llvm-22"]);
/// Writes text as bitcode, and bitcode as text.
pub(crate) const LLVM_AS: Tool = llvm("llvm-as-19", &["llvm-19"]);
pub(crate) const LLVM_AS_22: Tool = llvm("llvm-as-22", &["llvm-22"]);
pub(crate) const LLVM_DIS_14: Tool = llvm("llvm-dis-14", &["llvm-14"]);
pub(crate) const LLVM_DIS_16: Tool = llvm("llvm-dis-16", &["llvm-16"]);
pub(crate) const LLVM_DIS: Tool = llvm("llvm-dis-19", &["llvm-19"]);
pub(crate) const LLVM_DIS_22: Tool = llvm("llvm-dis-22", &["llvm-22"]);
/// Links what LLVM's own back end makes.
pub(crate) const WASM_LD: Tool = Tool {
    command: "wasm-ld-19",
    packages: &["lld-19"],
    files: &[],
};
/// The linker of the oldest version, with the library of LLVM that Rust 1.63 needs.
pub(crate) const WASM_LD_14: Tool = Tool {
    command: "wasm-ld-14",
    packages: &["lld-14", "libllvm14"],
    files: &[],
};
/// A newer linker than the one that is used everywhere.
pub(crate) const WASM_LD_22: Tool = Tool {
    command: "wasm-ld-22",
    packages: &["lld-22"],
    files: &[],
};
/// Joins files of bitcode.
pub(crate) const LLVM_CAT: Tool = llvm("llvm-cat-19", &["llvm-19"]);
/// Makes archives of objects.
pub(crate) const LLVM_AR: Tool = Tool {
    command: "llvm-ar-19",
    packages: &["llvm-19"],
    files: &[],
};
/// Builds the examples and the skeletons of C for this machine.
pub(crate) const GCC: Tool = Tool {
    command: "gcc",
    packages: &["gcc", "libc6-dev"],
    files: &["/usr/include/unistd.h"],
};
/// Runs tests of coreutils.
pub(crate) const PERL: Tool = Tool {
    command: "perl",
    packages: &["perl"],
    files: &[],
};
/// Runs WebAssembly and JavaScript.
pub(crate) const NODE: Tool = Tool {
    command: "node",
    packages: &["nodejs"],
    files: &[],
};
/// Installs peers that are packages of node.
pub(crate) const NPM: Tool = Tool {
    command: "npm",
    packages: &["npm"],
    files: &[],
};
/// The libc and the compiler's own library, against which real programs are compiled and linked.
pub(crate) const WASI_LIBC: Tool = Tool {
    command: "clang-19",
    packages: &["clang-19", "wasi-libc", "libclang-rt-19-dev-wasm32"],
    files: &[
        "/usr/include/wasm32-wasi/stdio.h",
        "/usr/lib/llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a",
    ],
};
/// Makes LLVM IR of C++, with the library of version 19 for WebAssembly. That of version 22 has the
/// same files: to install one removes the other.
pub(crate) const CLANGXX: Tool = Tool {
    command: "clang++-19",
    packages: &[
        "clang-19",
        "libc++-19-dev-wasm32",
        "libc++abi-19-dev-wasm32",
    ],
    files: &[
        "/usr/lib/llvm-19/lib/wasm32-wasi/libc++.a",
        "/usr/lib/llvm-19/lib/wasm32-wasi/libc++abi.a",
    ],
};
/// Builds C++ for this machine.
pub(crate) const GXX: Tool = Tool {
    command: "g++",
    packages: &["g++"],
    files: &[],
};
/// The shell of SpiderMonkey, which runs WebAssembly.
pub(crate) const JS102: Tool = Tool {
    command: "js102",
    packages: &["libmozjs-102-dev"],
    files: &[],
};
/// Runs skeletons, and Wasmtime, which its pip downloads.
pub(crate) const PYTHON: Tool = Tool {
    command: "python3",
    packages: &["python3", "python3-pip"],
    files: &["/usr/lib/python3/dist-packages/pip/__init__.py"],
};
/// The version of CPython that is built for WebAssembly, for this machine.
pub(crate) const PYTHON_3_11: Tool = Tool {
    command: "python3.11",
    packages: &["python3.11"],
    files: &[],
};
/// V8, in a browser.
pub(crate) const CHROMIUM: Tool = Tool {
    command: "chromium",
    packages: &["chromium"],
    files: &[],
};
/// SpiderMonkey, in a browser.
pub(crate) const FIREFOX: Tool = Tool {
    command: "firefox-esr",
    packages: &["firefox-esr"],
    files: &[],
};
/// Writes random C programs.
pub(crate) const CSMITH: Tool = Tool {
    command: "csmith",
    packages: &["csmith", "libcsmith-dev"],
    files: &["/usr/include/csmith/csmith.h"],
};

/// Compiles C for a machine whose numbers have their highest byte first.
pub(crate) const GCC_S390X: Tool = Tool {
    command: "s390x-linux-gnu-gcc",
    packages: &["gcc-s390x-linux-gnu", "libc6-dev-s390x-cross"],
    files: &["/usr/s390x-linux-gnu/include/unistd.h"],
};
/// Runs programs for that machine.
pub(crate) const QEMU_S390X: Tool = Tool {
    command: "qemu-s390x-static",
    packages: &["qemu-user-static"],
    files: &[],
};
/// Builds other people's programs.
pub(crate) const MAKE: Tool = Tool {
    command: "make",
    packages: &["make"],
    files: &[],
};
/// Writes makefiles.
pub(crate) const CMAKE: Tool = Tool {
    command: "cmake",
    packages: &["cmake"],
    files: &[],
};
/// Builds other people's programs, with ninja, which its package needs.
pub(crate) const MESON: Tool = Tool {
    command: "meson",
    packages: &["meson"],
    files: &[],
};
/// Keeps what compilers made.
pub(crate) const CCACHE: Tool = Tool {
    command: "ccache",
    packages: &["ccache"],
    files: &[],
};

/// Compiles on other machines.
pub(crate) const DISTCC: Tool = Tool {
    command: "distcc",
    packages: &["distcc"],
    files: &[],
};

/// Takes what [`DISTCC`] sends.
pub(crate) const DISTCCD: Tool = Tool {
    command: "distccd",
    packages: &["distcc"],
    files: &[],
};

/// Keeps what compilers made, for several machines.
pub(crate) const SCCACHE: Tool = Tool {
    command: "sccache",
    packages: &["sccache"],
    files: &[],
};

/// A program of LLVM that needs only its package.
const fn llvm(command: &'static str, packages: &'static [&'static str]) -> Tool {
    Tool {
        command,
        packages,
        files: &[],
    }
}

/// Every tool that some chore calls.
pub(crate) const ALL: &[Tool] = &[
    PYTHON_3_11,
    CHROMIUM,
    FIREFOX,
    CLANG,
    LLC,
    LLC_14,
    LLC_16,
    LLC_22,
    DWARFDUMP,
    READOBJ,
    OPT,
    OPT_14,
    OPT_16,
    OPT_22,
    LLVM_AS,
    LLVM_AS_22,
    LLVM_DIS_14,
    LLVM_DIS_16,
    LLVM_DIS,
    LLVM_DIS_22,
    WASM_LD,
    WASM_LD_22,
    LLVM_AR,
    GCC,
    NODE,
    NPM,
    WASI_LIBC,
    CLANGXX,
    GXX,
    JS102,
    PYTHON,
    CLANG_14,
    CLANG_14_LINK,
    CLANG_16,
    CLANG_22,
    CLANG_22_LINK,
    WASM_OPT,
    WASM2C,
    CSMITH,
    GCC_S390X,
    QEMU_S390X,
    MAKE,
    PERL,
    CMAKE,
    MESON,
    CCACHE,
    DISTCC,
    DISTCCD,
    SCCACHE,
];

impl Tool {
    /// Tells whether it can be called.
    pub(crate) fn is_there(&self) -> bool {
        on_path(self.command) && self.files.iter().all(|file| Path::new(file).exists())
    }

    /// Starts a command line with it; fails if it is not installed.
    pub(crate) fn call(&self) -> Result<Command, Error> {
        if self.is_there() {
            Ok(Command::new(self.command))
        } else {
            Err(Error::MissingTool {
                command: self.command,
            })
        }
    }
}

/// Tells whether the search path leads to a program of this name.
pub(crate) fn on_path(command: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(command).is_file())
}
