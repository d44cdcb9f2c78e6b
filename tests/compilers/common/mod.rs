//! Building what was written, by several compilers and for several machines.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, process};

/// A folder that goes when it is dropped, but for a test that fails.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Scratch {
        let folder = env::temp_dir().join(format!("unsnarl-c-{name}-{}", process::id()));
        fs::create_dir_all(&folder).expect("there is room for files");
        Scratch(folder)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

/// A way to build.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Build {
    pub(crate) compiler: &'static str,
    pub(crate) flags: &'static [&'static str],
    /// What runs the program, if it is not for this machine.
    pub(crate) emulator: Option<&'static str>,
}

/// What all of them are told.
const STRICT: [&str; 5] = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"];

impl Build {
    const fn here(compiler: &'static str, flags: &'static [&'static str]) -> Build {
        Build {
            compiler,
            flags,
            emulator: None,
        }
    }

    /// All of them.
    pub(crate) fn all() -> Vec<Build> {
        const SANE: &[&str] = &[
            "-O1",
            "-g",
            "-fsanitize=undefined,address",
            "-fno-sanitize-recover=all",
        ];
        vec![
            Build::here("gcc", &["-O0"]),
            Build::here("gcc", &["-O2"]),
            Build::here(CLANG, &["-O2"]),
            Build::here("gcc", &["-O2", "-DUNSNARL_CHECKS=1"]),
            Build::here("gcc", SANE),
            Build {
                compiler: "s390x-linux-gnu-gcc",
                flags: &["-O2", "-static"],
                emulator: Some("qemu-s390x-static"),
            },
        ]
    }

    /// Some of them, for what takes compilers long.
    pub(crate) fn few() -> Vec<Build> {
        let all = Build::all();
        vec![all[1], all[2], all[4]]
    }

    /// Builds a program of files in the folder.
    pub(crate) fn program(&self, scratch: &Scratch, files: &[&str]) -> PathBuf {
        let program = scratch.path("program");
        let mut command = Command::new(self.compiler);
        command
            .args(STRICT)
            .args(self.flags)
            .arg("-o")
            .arg(&program);
        command
            .args(files.iter().map(|file| scratch.path(file)))
            .arg("-lm");
        let built = command
            .output()
            .unwrap_or_else(|error| panic!("{}: {error}", self.compiler));
        let said = String::from_utf8_lossy(&built.stderr);
        assert!(built.status.success(), "{self:?}: {said}");
        program
    }

    /// What runs a program.
    pub(crate) fn run(&self, program: &Path) -> Command {
        match self.emulator {
            Some(emulator) => {
                let mut command = Command::new(emulator);
                command.arg(program);
                command
            }
            None => Command::new(program),
        }
    }
}

/// The clang that the other tests use, too.
const CLANG: &str = "clang-19";
