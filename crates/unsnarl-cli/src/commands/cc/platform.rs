//! Clang's options for the target platform.
//!
//! *Needs:* clang, and the command line.
//! *Gives:* [`Platform`]: the target as this clang calls it, and where headers and libraries are if
//! it would not find them.
//!
//! Clang calls the platform `wasm32-wasi` up to version 19. From 20 on that name is deprecated, and
//! `wasm32-wasip1` is the same platform. If the libc is installed under the older name alone, as in
//! Debian, clang is given the folders that it would search for the older name, in the same order.
//! *Cost:* a run of clang, only if neither its name nor the target of a link of that name contains
//! its version.

use super::error::Error;
use super::line::{End, Line};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The platform options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Platform {
    target: OsString,
    /// What makes it find the headers.
    headers: Vec<OsString>,
    /// What makes it find start code and libraries.
    libraries: Vec<OsString>,
}

/// The first version that calls the older name deprecated.
const RENAMED_IN: u32 = 20;
const OLD: &str = "wasm32-wasi";
const NEW: &str = "wasm32-wasip1";

/// What a run of clang does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Task {
    /// It reads sources.
    Compile,
    /// It runs the linker.
    Link,
    /// Whatever the command line says.
    All,
}

impl Platform {
    /// Finds the options that clang needs.
    pub(super) fn of(clang: &Path, line: &Line) -> Platform {
        let is_new = version(clang).is_some_and(|version| version >= RENAMED_IN);
        let own = if is_new { NEW } else { OLD };
        // For another target on the command line nothing is added.
        let wanted = match named(line) {
            None => Some(own),
            Some("wasm32-wasip1" | "wasm32-unknown-wasip1") => Some(NEW),
            Some(_) => None,
        };
        let roots = match line.values("--sysroot").last() {
            Some(root) => vec![PathBuf::from(root)],
            None => ["/usr/local", "/usr"].map(PathBuf::from).to_vec(),
        };
        let has = |name: &str| {
            roots
                .iter()
                .any(|root| root.join("include").join(name).exists())
        };
        let is_missing = wanted == Some(NEW) && !has(NEW) && has(OLD);
        let roots = if is_missing { roots } else { Vec::new() };
        let cpp = match has_cpp_headers_of_its_own(line) {
            true => &[][..],
            false => &roots,
        };
        // Not `-nostdinc++`, which is about the library of C++ alone.
        let is_without = |option: &str| matches!(option, "-nostdinc" | "-nostdlibinc");
        let reads_headers = !line.options().any(is_without);
        Platform {
            target: format!("--target={own}").into(),
            headers: if reads_headers {
                headers(&roots, cpp)
            } else {
                Vec::new()
            },
            libraries: libraries(&roots),
        }
    }

    /// The words before all others.
    pub(super) fn words(&self, task: Task) -> impl Iterator<Item = &OsString> {
        let headers = self.headers.iter().filter(move |_| task != Task::Link);
        // Clang warns of `-L` where it does not link.
        let libraries = self
            .libraries
            .iter()
            .filter(move |word| task == Task::All && !word.as_encoded_bytes().starts_with(b"-L"));
        std::iter::once(&self.target)
            .chain(headers)
            .chain(libraries)
    }

    /// The words behind all others: the user's folders for libraries are searched before ours.
    pub(super) fn words_behind(&self, task: Task) -> impl Iterator<Item = &OsString> {
        self.libraries.iter().filter(move |_| task == Task::Link)
    }
}

/// Refuses to link for a platform whose programs are components, which `wasm-ld` does not make.
pub(super) fn check(line: &Line) -> Result<(), Error> {
    let target = named(line).unwrap_or_default();
    let is_of_components = ["-wasip2", "-wasip3"]
        .iter()
        .any(|end| target.ends_with(end));
    if !is_of_components || line.end() != End::Link || line.inputs().next().is_none() {
        return Ok(());
    }
    Err(Error::Option {
        option: format!("--target={target}"),
        message: "components are not supported: link for wasm32-wasip1, and make a component of \
                  the program with a tool such as `wasm-tools component new`"
            .to_owned(),
    })
}

/// The target that the command line names.
fn named(line: &Line) -> Option<&str> {
    let joined = line.values("--target");
    joined.chain(line.values("-target")).last()
}

fn has_cpp_headers_of_its_own(line: &Line) -> bool {
    line.starts_with("-nostdinc++") || line.starts_with("-stdlib++-isystem")
}

/// Replaces the folders for headers of the libc by those of the older name, and those for headers
/// of the C++ library below these roots.
fn headers(roots: &[PathBuf], cpp: &[PathBuf]) -> Vec<OsString> {
    let mut words = Vec::new();
    let folders = cpp
        .iter()
        .map(|root| root.join("include").join(OLD).join("c++/v1"));
    // Clang takes this option for C++ alone, and there before the folders of its own headers.
    for folder in folders.filter(|folder| folder.exists()) {
        words.extend(["--start-no-unused-arguments", "-stdlib++-isystem"].map(OsString::from));
        words.extend([folder.into(), "--end-no-unused-arguments".into()]);
    }
    for root in roots {
        let include = root.join("include");
        for folder in [include.join(OLD), include] {
            words.extend(["-Xclang", "-internal-isystem", "-Xclang"].map(OsString::from));
            words.push(folder.into());
        }
    }
    if !words.is_empty() {
        words.insert(0, "-nostdlibinc".into());
    }
    words
}

fn libraries(roots: &[PathBuf]) -> Vec<OsString> {
    let folders = roots.iter().map(|root| root.join("lib").join(OLD));
    let there = folders.filter(|folder| folder.exists());
    there
        .flat_map(|folder| ["-B", "-L"].map(|option| joined(option, &folder)))
        .collect()
}

fn joined(option: &str, path: &Path) -> OsString {
    let mut word = OsString::from(option);
    word.push(path);
    word
}

/// The version of clang, if it reports one.
fn version(clang: &Path) -> Option<u32> {
    let leads_to = std::fs::canonicalize(clang).ok();
    let named = [Some(clang.to_path_buf()), leads_to];
    let named = named.iter().flatten().find_map(|path| version_in(path));
    named.or_else(|| version_said(clang))
}

/// The number in `clang-22`, or in `/usr/lib/llvm-22/bin/clang`.
fn version_in(path: &Path) -> Option<u32> {
    let parts = path.components().rev().take(3);
    let mut names = parts.filter_map(|part| part.as_os_str().to_str());
    names.find_map(|name| {
        let number = name
            .strip_prefix("clang-")
            .or_else(|| name.strip_prefix("llvm-"))?;
        number.split('.').next()?.parse().ok()
    })
}

fn version_said(clang: &Path) -> Option<u32> {
    let mut command = Command::new(clang);
    let output = command
        .arg("-dumpversion")
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.trim().split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_stands_in_a_name() {
        let version = |path: &str| version_in(Path::new(path));
        assert_eq!(version("/usr/bin/clang-22"), Some(22));
        assert_eq!(version("/usr/lib/llvm-14/bin/clang"), Some(14));
        assert_eq!(version("/opt/clang-20.1.0/bin/clang"), Some(20));
        assert_eq!(version("/usr/bin/clang"), None);
        assert_eq!(version("mine"), None);
    }

    /// The options for each task, with a root that has a libc under these names.
    #[track_caller]
    fn check(clang: &str, names: &[&str], line: &str, compile: &str, link: &str) {
        let root = std::env::temp_dir().join(format!(
            "unsnarl-root-{}-{clang}-{}",
            std::process::id(),
            names.join("-").replace('/', "-")
        ));
        for name in names {
            for folder in ["include", "lib"] {
                let name = match folder {
                    "lib" => name.trim_end_matches("/c++/v1"),
                    _ => name,
                };
                std::fs::create_dir_all(root.join(folder).join(name))
                    .expect("it is a temporary folder");
            }
        }
        let words = line.replace("ROOT", &root.to_string_lossy());
        let words = words.split_whitespace().map(OsString::from).collect();
        let platform = Platform::of(Path::new(clang), &Line::read(words));
        let text = |task| {
            let mut words: Vec<_> = platform
                .words(task)
                .map(|word| word.to_string_lossy())
                .collect();
            let behind: Vec<_> = platform
                .words_behind(task)
                .map(|word| word.to_string_lossy())
                .collect();
            if !behind.is_empty() {
                words.push("|".into());
                words.extend(behind);
            }
            words.join(" ").replace(&*root.to_string_lossy(), "ROOT")
        };
        assert_eq!(
            (text(Task::Compile).as_str(), text(Task::Link).as_str()),
            (compile, link)
        );
        if root.exists() {
            std::fs::remove_dir_all(&root).expect("it is ours");
        }
    }

    #[test]
    fn a_newer_clang_is_told_the_newer_name() {
        let old = "--target=wasm32-wasi";
        let new = "--target=wasm32-wasip1";
        check("clang-19", &[OLD], "--sysroot=ROOT -c x.c", old, old);
        check("clang-22", &[NEW], "--sysroot=ROOT -c x.c", new, new);
        check("clang-22", &[OLD, NEW], "--sysroot=ROOT x.c", new, new);
        let link = "--target=wasm32-wasip1 | -BROOT/lib/wasm32-wasi -LROOT/lib/wasm32-wasi";
        check(
            "clang-20",
            &[OLD],
            "--sysroot=ROOT x.c",
            "--target=wasm32-wasip1 -nostdlibinc -Xclang -internal-isystem -Xclang ROOT/include/wasm32-wasi \
             -Xclang -internal-isystem -Xclang ROOT/include",
            link,
        );
        check(
            "clang-21",
            &[OLD],
            "--sysroot ROOT -nostdinc x.c",
            new,
            link,
        );
        let cpp = "--target=wasm32-wasip1 -nostdlibinc --start-no-unused-arguments \
                   -stdlib++-isystem ROOT/include/wasm32-wasi/c++/v1 --end-no-unused-arguments \
                   -Xclang -internal-isystem -Xclang ROOT/include/wasm32-wasi \
                   -Xclang -internal-isystem -Xclang ROOT/include";
        let own = "--target=wasm32-wasip1 -nostdlibinc -Xclang -internal-isystem -Xclang ROOT/include/wasm32-wasi \
             -Xclang -internal-isystem -Xclang ROOT/include";
        let names = &["wasm32-wasi/c++/v1"];
        check("clang-22", names, "--sysroot=ROOT x.cpp", cpp, link);
        check(
            "clang-22",
            names,
            "--sysroot=ROOT -nostdinc++ x.cpp",
            own,
            link,
        );
        check(
            "clang-22",
            &[OLD],
            "--sysroot=ROOT --target=wasm32 x.c",
            new,
            new,
        );
        // The newer name, whoever says it.
        let headers = "-nostdlibinc -Xclang -internal-isystem -Xclang ROOT/include/wasm32-wasi \
                       -Xclang -internal-isystem -Xclang ROOT/include";
        let libraries = "| -BROOT/lib/wasm32-wasi -LROOT/lib/wasm32-wasi";
        for (clang, own) in [("clang-19", old), ("clang-22", new)] {
            check(
                clang,
                &[OLD],
                "--sysroot=ROOT --target=wasm32-wasip1 x.c",
                &format!("{own} {headers}"),
                &format!("{own} {libraries}"),
            );
        }
    }
}
