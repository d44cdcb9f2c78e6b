//! As which of clang's drivers a command line is read: `clang` or `clang++`.
//!
//! *Needs:* the name that the program was called by, or the subcommand, and the command line.
//! *Gives:* [`Named`]: the [`Mode`], and the version of clang that the name asks for. For clang the
//! modes differ in this: `clang++` takes C for C++, and links the C++ library.
//!
//! As in clang, `--driver-mode=` overrides the name.

use super::error::Error;
use super::line::Line;
use super::options::Role;
use std::ffi::OsString;
use std::path::Path;

/// A driver of clang.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// `clang`.
    C,
    /// `clang++`.
    Cpp,
}

/// The names of the platform that programs are made for.
const TARGETS: [&str; 4] = [
    "wasm32-wasi",
    "wasm32-unknown-wasi",
    "wasm32-wasip1",
    "wasm32-unknown-wasip1",
];

/// What a program is by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) mode: Mode,
    /// The clang of the version that the name ends with.
    pub(crate) clang: Option<OsString>,
}

impl Named {
    /// What a program of this name is, if it is a driver. As in names of clang's, the target may
    /// stand before the driver's name, and a version behind it: `unsnarl-clang-19`,
    /// `wasm32-wasi-clang++`. A name with another target is not ours.
    pub(crate) fn of_program(program: &Path) -> Option<Named> {
        let name = program.file_name()?.to_str()?;
        let name = name.strip_suffix(".exe").unwrap_or(name);
        let is_version =
            |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let (name, version) = match name.rsplit_once('-') {
            Some((name, version)) if is_version(version) => (name, Some(version)),
            _ => (name, None),
        };
        let (prefix, driver) = name.rsplit_once('-')?;
        let is_ours = prefix == "unsnarl"
            || TARGETS.contains(&prefix.strip_suffix("-unsnarl").unwrap_or(prefix));
        let mode = match driver {
            "cc" | "clang" => Mode::C,
            "c++" | "clang++" => Mode::Cpp,
            _ => return None,
        };
        is_ours.then(|| Named {
            mode,
            clang: version.map(|version| format!("clang-{version}").into()),
        })
    }
}

impl From<Mode> for Named {
    fn from(mode: Mode) -> Named {
        Named { mode, clang: None }
    }
}

impl Mode {
    /// The command that a user would call it by, as messages have it.
    pub(super) fn command(self) -> &'static str {
        match self {
            Mode::C => "unsnarl cc",
            Mode::Cpp => "unsnarl c++",
        }
    }
}

/// Refuses the drivers of clang that read other options or make other things.
pub(super) fn check(line: &Line) -> Result<(), Error> {
    let asked = line.last(Role::Mode).and_then(|value| value.to_str());
    match asked {
        None | Some("gcc" | "g++" | "cpp") => Ok(()),
        Some(other) => Err(Error::Option {
            option: format!("--driver-mode={other}"),
            message: "unknown driver mode: use gcc, g++ or cpp".to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_a_target_a_driver_and_a_version() {
        let named = |name: &str| {
            let Named { mode, clang } = Named::of_program(Path::new(name))?;
            let clang = clang.map(|clang| clang.to_string_lossy().into_owned());
            Some(format!("{mode:?} {}", clang.unwrap_or_default()))
        };
        for (name, expected) in [
            ("/usr/bin/unsnarl-cc", Some("C ")),
            ("unsnarl-c++.exe", Some("Cpp ")),
            ("unsnarl-clang-19", Some("C clang-19")),
            ("wasm32-wasi-clang", Some("C ")),
            (
                "wasm32-unknown-wasip1-unsnarl-clang++-22",
                Some("Cpp clang-22"),
            ),
            // Other targets, drivers and programs.
            ("wasm32-wasip2-clang", None),
            ("wasm32-wasip1-threads-clang", None),
            ("x86_64-linux-gnu-clang", None),
            ("unsnarl-clang-", None),
            ("unsnarl-clang-19.1", None),
            ("unsnarl-ld", None),
            ("clang-19", None),
            ("unsnarl", None),
        ] {
            assert_eq!(named(name).as_deref(), expected, "{name}");
        }
    }
}
