//! Where clang and the linker are.
//!
//! *Needs:* the tools chosen by options or the environment, and the search path.
//! *Gives:* [`Tools`]. Clang is looked for in the order of [`CLANGS`], on all of the path before
//! the next name is tried. For C++ it is the `clang++` beside it if that is the same program, so
//! that messages have its name. The linker is the one installed with that clang, if there is one.

use super::error::Error;
use super::line::{End, Line};
use super::mode::Mode;
use super::options::Role;
use super::own::{Choice, Own};
use super::platform::{Platform, Task};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The programs that the driver runs.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tools {
    pub(super) clang: PathBuf,
    /// What makes it `clang++`, if its name does not.
    pub(super) mode: Option<OsString>,
    /// The platform options for this clang.
    pub(super) platform: Platform,
    /// `None` if the command line does not link, or names the linker for clang itself.
    pub(super) wasm_ld: Option<PathBuf>,
}

/// The most tested release of LLVM comes first, then those whose IR is closest to its.
const CLANGS: [&str; 10] = [
    "clang-19", "clang-20", "clang-21", "clang-22", "clang-18", "clang-17", "clang-16", "clang-15",
    "clang-14", "clang",
];

/// Newer linkers first: they read all that older compilers make.
const LINKERS: [&str; 10] = [
    "wasm-ld",
    "wasm-ld-22",
    "wasm-ld-21",
    "wasm-ld-20",
    "wasm-ld-19",
    "wasm-ld-18",
    "wasm-ld-17",
    "wasm-ld-16",
    "wasm-ld-15",
    "wasm-ld-14",
];

impl Tools {
    /// Finds what a command line needs.
    pub(super) fn find(mode: Mode, own: &Own, line: &Line) -> Result<Tools, Error> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let clang = find_clang(own.clang.as_ref(), &path)?;
        let links = line.end() == End::Link && line.inputs().next().is_some();
        let wasm_ld = if links && !line.has(Role::Linker) {
            Some(find_linker(own.wasm_ld.as_ref(), &clang, &path)?)
        } else {
            None
        };
        let platform = Platform::of(&clang, line);
        let (clang, mode) = match mode {
            Mode::C => (clang, None),
            Mode::Cpp => as_cpp(clang),
        };
        Ok(Tools {
            clang,
            mode,
            platform,
            wasm_ld,
        })
    }
}

impl Tools {
    /// The words before all others in a run of clang.
    pub(super) fn words(&self, task: Task) -> impl Iterator<Item = &OsString> {
        self.mode.iter().chain(self.platform.words(task))
    }

    /// The words behind all others.
    pub(super) fn words_behind(&self, task: Task) -> impl Iterator<Item = &OsString> {
        self.platform.words_behind(task)
    }

    /// Tells whether clang finds the start code of a libc. A run of clang.
    pub(super) fn has_libc(&self) -> bool {
        let mut command = Command::new(&self.clang);
        command
            .args(self.words(Task::Link))
            .args(self.words_behind(Task::Link))
            .arg("-print-file-name=crt1.o");
        let output = command.stderr(Stdio::null()).output();
        // Clang answers with the bare name if there is no such file.
        output.is_ok_and(|output| {
            let path = String::from_utf8_lossy(&output.stdout);
            Path::new(path.trim()).components().count() > 1
        })
    }
}

/// The linker for a command that runs no clang: as for the clang that would be found, if any.
pub(in crate::commands) fn linker(own: &Own) -> Result<PathBuf, Error> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let clang = match &own.wasm_ld {
        Some(_) => None,
        None => find_clang(own.clang.as_ref(), &path).ok(),
    };
    find_linker(own.wasm_ld.as_ref(), &clang.unwrap_or_default(), &path)
}

fn find_clang(choice: Option<&Choice>, path: &OsStr) -> Result<PathBuf, Error> {
    if let Some(choice) = choice {
        return chosen(choice, path);
    }
    first(&CLANGS, path).ok_or_else(|| Error::NoClang {
        looked_for: CLANGS.join(", "),
    })
}

/// The first line of what a program says of its version.
pub(super) fn version(program: &Path) -> Result<String, Error> {
    let output = Command::new(program).arg("--version").output();
    let output = output.map_err(|cause| Error::Start {
        program: program.to_path_buf(),
        cause,
    })?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// The `clang++` of a clang: its own name for that, or what tells it to be one.
fn as_cpp(clang: PathBuf) -> (PathBuf, Option<OsString>) {
    let name = clang
        .file_name()
        .and_then(OsStr::to_str)
        .unwrap_or_default();
    if name.starts_with("clang++") {
        return (clang, None);
    }
    let is_plain = |rest: &&str| rest.is_empty() || rest.starts_with('-');
    let version = name.strip_prefix("clang").filter(is_plain);
    let beside = version.map(|rest| clang.with_file_name(format!("clang++{rest}")));
    let leads_to = |path: &Path| fs::canonicalize(path).ok();
    // A `clang++` in the same folder may be another one's.
    let is_same = |path: &PathBuf| is_program(path) && leads_to(path) == leads_to(&clang);
    match beside.filter(is_same) {
        Some(found) => (found, None),
        None => (clang, Some("--driver-mode=g++".into())),
    }
}

fn find_linker(choice: Option<&Choice>, clang: &Path, path: &OsStr) -> Result<PathBuf, Error> {
    if let Some(choice) = choice {
        return chosen(choice, path);
    }
    let own = fs::canonicalize(clang)
        .ok()
        .map(|clang| clang.with_file_name("wasm-ld"));
    if let Some(own) = own.filter(|own| is_program(own)) {
        return Ok(own);
    }
    let version = clang
        .file_name()
        .and_then(OsStr::to_str)
        .and_then(|name| name.strip_prefix("clang-"));
    let versioned = version.map(|version| format!("wasm-ld-{version}"));
    let names: Vec<&str> = versioned
        .iter()
        .map(String::as_str)
        .chain(LINKERS)
        .collect();
    first(&names, path).ok_or_else(|| Error::NoLinker {
        looked_for: LINKERS.join(", "),
    })
}

fn chosen(choice: &Choice, path: &OsStr) -> Result<PathBuf, Error> {
    let name = Path::new(&choice.name);
    let found = if name.components().count() > 1 {
        is_program(name).then(|| name.to_path_buf())
    } else {
        on_path(&choice.name, path)
    };
    found.ok_or_else(|| Error::NoSuchTool {
        origin: choice.origin,
        name: choice.name.clone(),
    })
}

fn first(names: &[&str], path: &OsStr) -> Option<PathBuf> {
    names
        .iter()
        .find_map(|name| on_path(&OsString::from(name), path))
}

fn on_path(name: &OsStr, path: &OsStr) -> Option<PathBuf> {
    let mut full = name.to_os_string();
    full.push(std::env::consts::EXE_SUFFIX);
    let mut folders = std::env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty());
    folders.find_map(|folder| {
        let mut programs = [folder.join(name), folder.join(&full)].into_iter();
        programs.find(|program| is_program(program))
    })
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// A folder with programs of these names, and one file that is none.
    fn folder(name: &str, programs: &[&str]) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("unsnarl-tools-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("the folder for temporary files can be written to");
        for program in programs.iter().chain(&["clang-19.txt"]) {
            let path = folder.join(program);
            fs::write(&path, "").expect("the folder was made");
            let mode = if program.ends_with("txt") {
                0o644
            } else {
                0o755
            };
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("the file is ours");
        }
        folder
    }

    /// Which programs are found among these, as their names or an error.
    #[track_caller]
    fn check(name: &str, programs: &[&str], choice: Option<&str>, expected: &str) {
        let folder = folder(name, programs);
        let path = folder.as_os_str();
        let choice = choice.map(|name| Choice {
            origin: "UNSNARL_CLANG",
            name: name.replace("HERE", &folder.to_string_lossy()).into(),
        });
        let found = find_clang(choice.as_ref(), path).and_then(|clang| {
            let linker = find_linker(None, &clang, path)?;
            let names = [clang, linker].map(|path| path.file_name().expect("a name").to_owned());
            Ok(names.map(|name| name.display().to_string()).join(" "))
        });
        let found = found.unwrap_or_else(|error| error.to_string());
        let found = found.replace(&*folder.to_string_lossy(), "HERE");
        fs::remove_dir_all(&folder).expect("the folder is ours");
        assert!(found.starts_with(expected), "{found}");
    }

    /// The `clang++` of a clang among these programs, where `NAME=OTHER` is a link to another one.
    #[track_caller]
    fn check_cpp(name: &str, programs: &[&str], clang: &str, expected: &str) {
        let is_link = |program: &&str| program.contains('=');
        let (links, programs): (Vec<&str>, Vec<&str>) =
            programs.iter().partition(|program| is_link(program));
        let folder = folder(name, &programs);
        for link in links {
            let (link, target) = link.split_once('=').expect("it is a link");
            std::os::unix::fs::symlink(target, folder.join(link)).expect("the folder was made");
        }
        let (found, mode) = as_cpp(folder.join(clang));
        let found = found.file_name().expect("it has a name").display();
        let mode = mode.unwrap_or_default();
        assert_eq!(format!("{found} {}", mode.display()).trim_end(), expected);
        fs::remove_dir_all(&folder).expect("the folder is ours");
    }

    #[test]
    fn clangs_own_name_for_cpp_is_taken() {
        check_cpp(
            "cpp-link",
            &["clang-19", "clang++-19=clang-19"],
            "clang-19",
            "clang++-19",
        );
        check_cpp("cpp-plain", &["clang", "clang++=clang"], "clang", "clang++");
        check_cpp(
            "cpp-none",
            &["clang-19", "clang++=clang-19"],
            "clang-19",
            "clang-19 --driver-mode=g++",
        );
        check_cpp(
            "cpp-other",
            &["clang", "clang++"],
            "clang",
            "clang --driver-mode=g++",
        );
        check_cpp("cpp-itself", &["clang++-19"], "clang++-19", "clang++-19");
        check_cpp("cpp-mine", &["mine"], "mine", "mine --driver-mode=g++");
    }

    #[test]
    fn tools_are_found_in_order() {
        check(
            "both",
            &["clang", "clang-19", "clang-14", "wasm-ld"],
            None,
            "clang-19 wasm-ld",
        );
        check(
            "older",
            &["clang", "clang-14", "wasm-ld-14"],
            None,
            "clang-14 wasm-ld-14",
        );
        check(
            "plain",
            &["clang", "wasm-ld-22", "wasm-ld-16"],
            None,
            "clang wasm-ld-22",
        );
        check(
            "versioned",
            &["clang-16", "wasm-ld-22", "wasm-ld-16"],
            None,
            "clang-16 wasm-ld-16",
        );
        check(
            "chosen",
            &["clang-19", "mine", "wasm-ld"],
            Some("mine"),
            "mine wasm-ld",
        );
        check(
            "path",
            &["clang-19", "mine", "wasm-ld"],
            Some("HERE/mine"),
            "mine wasm-ld",
        );
        check(
            "no-clang",
            &["wasm-ld"],
            None,
            "no clang: looked for clang-19, ",
        );
        check(
            "no-linker",
            &["clang-19"],
            None,
            "no linker for WebAssembly: looked for wasm-ld, ",
        );
        check(
            "wrong",
            &["clang-19"],
            Some("mine"),
            "UNSNARL_CLANG names 'mine', which is not an executable",
        );
        check(
            "text",
            &[],
            Some("HERE/clang-19.txt"),
            "UNSNARL_CLANG names 'HERE/clang-19.txt', which is",
        );
    }
}
