//! The DWARF of objects, beside that of LLVM's.
//!
//! *Needs:* `llvm-dwarfdump`, and two objects of one module.
//! *Gives:* whether ours is valid, has all functions and lines that LLVM's has, and how much it
//! says of variables: [`Figures`].

use super::LIMIT;
use crate::error::Error;
use crate::process;
use crate::tools::DWARFDUMP;
use std::collections::BTreeSet;
use std::path::Path;

/// What is known of variables, as `llvm-dwarfdump --statistics` counts it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Figures {
    pub(super) variables: u64,
    pub(super) with_location: u64,
    /// Bytes of code in the scopes of variables, and those of them at which the variable is
    /// somewhere.
    pub(super) in_scope: u64,
    pub(super) covered: u64,
    /// Lines with code, and those that only the other object has.
    pub(super) lines: usize,
    pub(super) lines_missing: usize,
}

impl Figures {
    pub(super) fn add(&mut self, other: Figures) {
        self.variables += other.variables;
        self.with_location += other.with_location;
        self.in_scope += other.in_scope;
        self.covered += other.covered;
        self.lines += other.lines;
        self.lines_missing += other.lines_missing;
    }

    /// The share of bytes at which variables are somewhere, in percent.
    pub(super) fn coverage(&self) -> f64 {
        100.0 * self.covered as f64 / self.in_scope.max(1) as f64
    }
}

/// Tells whether the debug information of a file is valid, and there.
pub(super) fn verify(file: &Path) -> Result<Result<(), String>, Error> {
    let mut dump = DWARFDUMP.call()?;
    let outcome = process::capture(dump.arg("--verify").arg(file), LIMIT)?;
    let text = String::from_utf8_lossy(&outcome.output);
    let errors = text.lines().filter(|line| line.contains("error:"));
    let errors: Vec<&str> = errors.take(3).collect();
    let is_there = text.contains("Verifying unit");
    Ok(match (text.contains("No errors."), is_there) {
        (true, true) => Ok(()),
        (_, false) => Err("there is no debug information".to_owned()),
        (false, _) => Err(format!(
            "its debug information is wrong: {}",
            errors.join("; ")
        )),
    })
}

pub(super) fn figures(file: &Path) -> Result<Figures, Error> {
    let mut dump = DWARFDUMP.call()?;
    let text = process::require(dump.arg("--statistics").arg(file), LIMIT)?;
    let text = String::from_utf8_lossy(&text);
    let number = |key: &str| {
        let key = format!("\"{key}\":");
        let rest = text
            .split_once(&key)
            .map_or("0", |(_, rest)| rest.trim_start());
        let digits = rest.split(|next: char| !next.is_ascii_digit()).next();
        digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
    };
    Ok(Figures {
        variables: number("#source variables"),
        with_location: number("#source variables with location"),
        in_scope: number("sum_all_variables(#bytes in parent scope)"),
        covered: number("sum_all_variables(#bytes in parent scope covered by DW_AT_location)"),
        ..Figures::default()
    })
}

/// The functions with code, each with the attributes that say what it is.
pub(super) fn functions(file: &Path) -> Result<BTreeSet<String>, Error> {
    let mut dump = DWARFDUMP.call()?;
    let text = process::require(dump.arg("--debug-info").arg(file), LIMIT)?;
    let text = String::from_utf8_lossy(&text);
    let mut found = BTreeSet::new();
    let entries = text.split("\n\n");
    for entry in entries.filter(|entry| entry.contains("DW_TAG_subprogram")) {
        let value = |name: &str| {
            let line = entry.lines().find(|line| line.trim().starts_with(name))?;
            line.split_once('(')
                .map(|(_, value)| value.trim_end_matches(')').to_owned())
        };
        if value("DW_AT_low_pc").is_none() && value("DW_AT_ranges").is_none() {
            continue;
        }
        // Through an abstract function or a declaration it is shown with its name in quotes.
        let origin = value("DW_AT_abstract_origin").or_else(|| value("DW_AT_specification"));
        let origin = origin.and_then(|text| Some(text.split('"').nth(1)?.to_owned()));
        let own = value("DW_AT_linkage_name").or_else(|| value("DW_AT_name"));
        let own = own.map(|text| text.trim_matches('"').to_owned());
        found.extend(origin.or(own));
    }
    Ok(found)
}

/// The lines that have code, each with its file.
pub(super) fn lines(file: &Path) -> Result<BTreeSet<(String, u32)>, Error> {
    let mut dump = DWARFDUMP.call()?;
    let text = process::require(dump.arg("--debug-line").arg(file), LIMIT)?;
    let text = String::from_utf8_lossy(&text);
    let (mut names, mut number) = (Vec::new(), String::new());
    let mut found = BTreeSet::new();
    for line in text.lines() {
        if line.starts_with("debug_line[") {
            names.clear();
        } else if let Some(rest) = line.strip_prefix("file_names[") {
            number = rest.split(']').next().unwrap_or_default().trim().to_owned();
        } else if let Some(name) = line.trim().strip_prefix("name:") {
            names.push((number.clone(), name.trim().trim_matches('"').to_owned()));
        }
        let columns: Vec<&str> = line.split_whitespace().collect();
        if let [address, row, _, file, ..] = *columns
            && address.starts_with("0x")
            && !line.ends_with("end_sequence")
            && let Ok(row @ 1..) = row.parse()
            && let Some((_, name)) = names.iter().find(|(known, _)| known == file)
        {
            let name = name.rsplit('/').next().unwrap_or(name);
            found.insert((name.to_owned(), row));
        }
    }
    Ok(found)
}
