//! The languages whose skeletons are run.
//!
//! *Needs:* the tools of the engines. *Gives:* [`LANGUAGES`]: for each what its programs keep to,
//! how they are written, and what runs them. *Cost:* that of the engines.

use super::engine::{Answers, Case};
use super::{c, if_while, node, python, rust, wgsl};
use std::fmt;
use unsnarl::emit::{self, Grammar, Texts};
use unsnarl::program::Profile;
use unsnarl::text::Numbered;
use unsnarl::{Cfg, Program};

/// A language with its engine.
pub struct Language {
    /// The name.
    pub name: &'static str,
    /// What its programs keep to.
    pub profile: Profile,
    /// Runs every case on each of its tapes, up to a number of blocks.
    pub run: fn(&[Case], usize) -> Answers,
    /// How two numbers are compared: equal, and not.
    pub equal: [&'static str; 2],
    write: fn(&mut String, &Cfg, &Program) -> fmt::Result,
}

/// All of them.
pub const LANGUAGES: [Language; 6] = [
    Language {
        name: "javascript",
        profile: Profile::MULTI_LEVEL,
        run: node::run,
        equal: ["===", "!=="],
        write: |text, cfg, program| write(text, cfg, program, emit::JavaScript),
    },
    Language {
        name: "python",
        // CPython refuses more than 20 loops in each other.
        profile: Profile {
            max_depth: Some(20),
            ..Profile::PYTHON
        },
        run: python::run,
        equal: ["==", "!="],
        write: |text, cfg, program| write(text, cfg, program, emit::Python),
    },
    Language {
        name: "c",
        profile: Profile::SINGLE_LEVEL,
        run: c::run,
        equal: ["==", "!="],
        write: |text, cfg, program| write(text, cfg, program, emit::C),
    },
    Language {
        name: "rust",
        profile: Profile::RUST,
        run: rust::run,
        equal: ["==", "!="],
        write: |text, cfg, program| write(text, cfg, program, emit::Rust),
    },
    Language {
        name: "wgsl",
        // Deeper ones may have more braces than the language allows.
        profile: Profile {
            max_depth: Some(63),
            ..Profile::SHADER
        },
        run: wgsl::run,
        equal: ["==", "!="],
        write: |text, cfg, program| {
            let written = emit::wgsl(text, cfg, program, Texts::Calls, &Numbered);
            written.map_err(|_| fmt::Error)
        },
    },
    Language {
        name: "if-while",
        profile: Profile::IF_WHILE,
        run: if_while::run,
        equal: ["==", "!="],
        write: |text, cfg, program| write(text, cfg, program, if_while::IfWhile),
    },
];

impl Language {
    /// Finds a language by its name.
    pub fn named(name: &str) -> Option<&'static Language> {
        LANGUAGES.iter().find(|language| language.name == name)
    }

    /// Writes the skeleton of a program that keeps to the profile.
    pub fn skeleton(&self, cfg: &Cfg, program: &Program) -> String {
        let mut text = String::new();
        (self.write)(&mut text, cfg, program).expect("a string takes any text");
        text
    }
}

fn write(text: &mut String, cfg: &Cfg, program: &Program, grammar: impl Grammar) -> fmt::Result {
    emit::write(text, cfg, program, grammar, Texts::Calls, &Numbered)
}
