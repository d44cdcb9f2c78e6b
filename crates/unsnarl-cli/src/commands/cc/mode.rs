//! As which of clang's drivers a command line is read: `clang` or `clang++`.
//!
//! *Needs:* the name that the program was called by, or the subcommand, and the command line.
//! *Gives:* [`Mode`]. For clang they differ in this: `clang++` takes C for C++, and links the C++
//! library.
//!
//! As in clang, `--driver-mode=` overrides the name.

use super::error::Error;
use super::line::Line;
use super::options::Role;
use std::path::Path;

/// A driver of clang.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// `clang`.
    C,
    /// `clang++`.
    Cpp,
}

impl Mode {
    /// The driver that a program of this name is to be, if any.
    pub(crate) fn of_program(program: &Path) -> Option<Mode> {
        match program.file_stem()?.to_str()? {
            "unsnarl-cc" | "unsnarl-clang" => Some(Mode::C),
            "unsnarl-c++" | "unsnarl-clang++" => Some(Mode::Cpp),
            _ => None,
        }
    }

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
            message: "it is one of gcc, g++ and cpp".to_owned(),
        }),
    }
}
