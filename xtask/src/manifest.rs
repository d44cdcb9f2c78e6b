//! `examples/programs.txt`: the runs of the examples, and their expected results.

use crate::error::Error;
use crate::paths;
use std::collections::BTreeSet;

/// A run of an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// Names the expected output, `expected/NAME.txt`; no two runs share it.
    pub(crate) name: String,
    /// The program, which is `PROGRAM.c`.
    pub(crate) program: String,
    /// The exit status.
    pub(crate) status: i32,
    /// The arguments, without the program's own name.
    pub(crate) arguments: Vec<String>,
}

impl Run {
    /// The path of its expected output, below the folder of examples.
    pub(crate) fn expected(&self) -> String {
        format!("expected/{}.txt", self.name)
    }
}

/// Reads the table, in which every program in the folder must have a line.
pub(crate) fn runs() -> Result<Vec<Run>, Error> {
    let text = paths::read(&paths::examples().join("programs.txt"))?;
    let runs = parse(&String::from_utf8_lossy(&text))?;
    let listed = programs(&runs);
    for file in paths::names_in(&paths::examples())? {
        if let Some(program) = file.strip_suffix(".c")
            && !listed.contains(program)
        {
            return Err(Error::ProgramWithoutRun {
                program: program.to_owned(),
            });
        }
    }
    Ok(runs)
}

/// The programs that the runs are of, each once, in alphabetical order.
pub(crate) fn programs(runs: &[Run]) -> BTreeSet<&str> {
    runs.iter().map(|run| run.program.as_str()).collect()
}

fn parse(text: &str) -> Result<Vec<Run>, Error> {
    let mut runs = Vec::new();
    let mut names = BTreeSet::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let run = parse_line(line).map_err(|cause| Error::Manifest {
            line: index + 1,
            cause,
        })?;
        if !names.insert(run.name.clone()) {
            return Err(Error::Manifest {
                line: index + 1,
                cause: "an earlier line has the same name",
            });
        }
        runs.push(run);
    }
    Ok(runs)
}

fn parse_line(line: &str) -> Result<Run, &'static str> {
    let mut words = line.split_whitespace();
    let name = words.next().ok_or("a name is missing")?.to_owned();
    let program = words.next().ok_or("a program is missing")?.to_owned();
    let status = words.next().ok_or("an exit status is missing")?;
    let status = status
        .parse()
        .map_err(|_| "the exit status is not a number")?;
    Ok(Run {
        name,
        program,
        status,
        arguments: words.map(str::to_owned).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = match parse(text) {
            Ok(runs) => runs
                .iter()
                .map(|run| {
                    format!(
                        "{} {} {} {:?}\n",
                        run.expected(),
                        run.program,
                        run.status,
                        run.arguments
                    )
                })
                .collect(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn lines_become_runs() {
        check("# remark\n\n", "");
        check("a  a  0\n", "expected/a.txt a 0 []\n");
        check(
            "a-9 a 3  9 x=@\n",
            "expected/a-9.txt a 3 [\"9\", \"x=@\"]\n",
        );
        check("a", "examples/programs.txt:1: a program is missing");
        check(
            "a a 0\nb a",
            "examples/programs.txt:2: an exit status is missing",
        );
        check(
            "a a zero",
            "examples/programs.txt:1: the exit status is not a number",
        );
        check(
            "a a 0\na a 0 9",
            "examples/programs.txt:2: an earlier line has the same name",
        );
    }

    /// What other chores and tests rely on: sources, both IRs and every expected output are checked
    /// in.
    #[test]
    fn every_run_has_its_files() {
        let runs = runs().expect("the table is right");
        assert!(programs(&runs).len() >= 10);
        for run in &runs {
            let program = &run.program;
            for file in [
                format!("{program}.c"),
                format!("{program}.ll"),
                format!("O0/{program}.ll"),
                run.expected(),
            ] {
                assert!(
                    paths::examples().join(&file).is_file(),
                    "examples/{file} is missing"
                );
            }
        }
    }
}
