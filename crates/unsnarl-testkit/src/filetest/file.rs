//! One file: its parts, and running it.
//!
//! *Needs:* the path, for the stage and the notation, and the text.
//! *Gives:* [`FileTest`], and [`Outcome`] of a run.
//! *Cost:* that of the stage.

use super::claim::Claim;
use super::stage::Stage;
use std::path::Path;
use unsnarl::text::{Notation, read_all};

/// A graph, claims about it, and the expected output of a stage.
#[derive(Debug)]
pub struct FileTest {
    stage: Stage,
    notation: Notation,
    /// All before the expected text.
    input: String,
    claims: Vec<Claim>,
    expected: String,
}

/// What came of a run.
#[derive(Debug)]
pub struct Outcome {
    /// The claims that do not hold, in words.
    pub broken_claims: Vec<String>,
    /// Where the text differs from the expected one, in words.
    pub difference: Option<String>,
    /// The file with the text that came out.
    pub blessed: String,
}

impl FileTest {
    /// Takes a file apart.
    pub fn parse(path: &Path, text: &str) -> Result<FileTest, String> {
        let folder = path.parent().and_then(Path::file_name);
        let folder = folder.unwrap_or_default().to_string_lossy();
        let stage = Stage::named(&folder).ok_or_else(|| format!("`{folder}` is not a stage"))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let notation = Notation::guess(&name, text).ok_or("the notation is unknown")?;
        let remark = remark(notation);
        let (input, expected) = divided(text, remark);
        let claims = input
            .lines()
            .filter_map(|line| line.strip_prefix(remark)?.trim().strip_prefix("claim:"))
            .flat_map(|line| line.split(','))
            .map(Claim::parse)
            .collect::<Result<_, _>>()?;
        Ok(FileTest {
            stage,
            notation,
            input: String::from(input),
            claims,
            expected,
        })
    }

    /// Runs the stage on the graph.
    pub fn run(&self) -> Result<Outcome, String> {
        let graphs = read_all(&self.input, self.notation).map_err(|error| error.to_string())?;
        let named = match (self.stage, graphs.as_slice()) {
            (Stage::Read, [first, ..]) | (_, [first]) => first,
            _ => {
                return Err(String::from(
                    "this stage takes one graph, and here are several",
                ));
            }
        };
        let mut output = self.stage.run(named)?;
        for other in &graphs[1..] {
            output.text += &self.stage.run(other)?.text;
        }
        let broken = |claim: &Claim| claim.check(named, &output).err();
        Ok(Outcome {
            broken_claims: self.claims.iter().filter_map(broken).collect(),
            difference: difference(&output.text, &self.expected),
            blessed: blessed(&self.input, remark(self.notation), &output.text),
        })
    }
}

/// Says in words where a text differs from the expected one.
pub(super) fn difference(text: &str, expected: &str) -> Option<String> {
    if text == expected {
        return None;
    }
    let mut expected = expected.lines();
    let mut got = text.lines();
    let mut line = 1;
    loop {
        match (expected.next(), got.next()) {
            (Some(expected), Some(got)) if expected == got => line += 1,
            (expected, got) => {
                let [expected, got] = [expected, got].map(|line| line.unwrap_or("the end"));
                return Some(format!(
                    "line {line} of what is expected is\n  {expected}\nbut out came\n  {got}\n\
                     in\n{text}set BLESS=1 to expect this from now on"
                ));
            }
        }
    }
}

/// The file with an expected text, each of whose lines is a remark.
pub(super) fn blessed(input: &str, remark: &str, expected: &str) -> String {
    let mut text = String::from(input);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(&format!("{remark} expect:\n"));
    for line in expected.lines() {
        text.push_str(format!("{remark} {line}").trim_end());
        text.push('\n');
    }
    text
}

/// Divides a file at the line `expect:` into its input and the expected text, without remarks.
pub(super) fn divided<'t>(text: &'t str, remark: &str) -> (&'t str, String) {
    let expect = format!("{remark} expect:\n");
    let (input, expected) = text.split_once(&expect).unwrap_or((text, ""));
    let bare = |line: &str| {
        let line = line.strip_prefix(remark).unwrap_or(line);
        format!("{}\n", line.strip_prefix(' ').unwrap_or(line))
    };
    (input, expected.lines().map(bare).collect())
}

/// Gives what begins a comment that reaches to the end of the line.
fn remark(notation: Notation) -> &'static str {
    match notation {
        Notation::Cfg => ";",
        Notation::Dot => "//",
        Notation::Mermaid => "%%",
    }
}
