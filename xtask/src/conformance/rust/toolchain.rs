//! Rust toolchains of Debian, unpacked and not installed: beside each other, and beside one of
//! rustup.
//!
//! *Needs:* `apt-get` and `dpkg-deb`.
//! *Gives:* [`Toolchain`], a compiler with the library for WebAssembly or its sources.
//! *Cost:* a download of 110 MB, once.

use crate::downloads;
use crate::error::Error;
use crate::paths;
use crate::process;
use crate::unsnarl::Unsnarl;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(600);

/// A compiler of Rust.
pub(super) struct Toolchain {
    folder: PathBuf,
}

impl Toolchain {
    /// Rust 1.63 with LLVM 14, and its library for WebAssembly.
    pub(super) fn oldest() -> Result<Toolchain, Error> {
        let packages = ["rustc", "libstd-rust-dev", "libstd-rust-dev-wasm32"];
        Toolchain::unpacked("oldest", &packages)
    }

    /// The newest Rust of Debian, and the sources of its library.
    pub(super) fn newest() -> Result<Toolchain, Error> {
        let packages = ["rustc-web", "libstd-rust-web-dev", "rust-web-src"];
        Toolchain::unpacked("newest", &packages)
    }

    /// Downloads packages, and the library that the compiler itself needs, and unpacks them.
    fn unpacked(name: &str, packages: &[&str]) -> Result<Toolchain, Error> {
        let folder = paths::target().join("rust").join(name);
        let _unpacking = paths::lock(&folder)?;
        let toolchain = Toolchain { folder };
        let done = toolchain.folder.join("done");
        if done.is_file() {
            return Ok(toolchain);
        }
        let downloads = toolchain.folder.join("packages");
        std::fs::create_dir_all(&downloads).map_err(Error::file("make", &downloads))?;
        let mut names: Vec<String> = packages.iter().map(|&name| name.to_owned()).collect();
        names.push(compiler_library(packages[1])?);
        let mut download = Command::new("apt-get");
        download
            .arg("download")
            .args(&names)
            .current_dir(&downloads);
        downloads::timed(&packages.join(" "), || {
            process::require(&mut download, LIMIT)
        })?;
        for package in paths::names_in(&downloads)? {
            let mut unpack = Command::new("dpkg-deb");
            unpack
                .arg("-x")
                .arg(downloads.join(package))
                .arg(&toolchain.folder);
            process::require(&mut unpack, LIMIT)?;
        }
        std::fs::remove_dir_all(&downloads).map_err(Error::file("remove", &downloads))?;
        toolchain.write_script()?;
        paths::write(&done, b"")?;
        Ok(toolchain)
    }

    /// A command that finds the compiler's own libraries, and that needs no variables for it.
    fn write_script(&self) -> Result<(), Error> {
        use std::os::unix::fs::PermissionsExt;
        let root = self.folder.join("usr");
        let (libraries, program) = (root.join("lib/x86_64-linux-gnu"), root.join("bin/rustc"));
        let (libraries, program) = (libraries.display(), program.display());
        let text = format!("#!/bin/sh\nLD_LIBRARY_PATH={libraries} exec {program} \"$@\"\n");
        let script = self.rustc();
        paths::write(&script, text.as_bytes())?;
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&script, mode).map_err(Error::file("change", &script))
    }

    /// The command of the compiler.
    pub(super) fn rustc(&self) -> PathBuf {
        self.folder.join("rustc")
    }
}

/// The package with the compiler's own library, whose name has its version.
fn compiler_library(of: &str) -> Result<String, Error> {
    let mut depends = Command::new("apt-cache");
    depends.args(["depends", "--no-recommends", "--no-suggests", of]);
    let printed = process::require(&mut depends, LIMIT)?;
    let printed = String::from_utf8_lossy(&printed).into_owned();
    let mut names = printed
        .lines()
        .filter_map(|line| line.trim().strip_prefix("Depends: "));
    let library = names.find(|name| name.starts_with("libstd-rust-"));
    library.map(str::to_owned).ok_or_else(|| Error::Failed {
        command: process::shown(&depends),
        ending: "no library of the compiler among the packages".to_owned(),
        output: printed.clone(),
    })
}

/// A folder with links by which Unsnarl is the linker, and the path of the link.
pub(super) fn linker(unsnarl: &Unsnarl, folder: &Path) -> Result<PathBuf, Error> {
    unsnarl.search_path(folder)?;
    Ok(folder.join("unsnarl-wasm-ld"))
}
