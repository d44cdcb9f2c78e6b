//! One file: its parts, and running it.
//!
//! *Needs:* the path, for the stage or rewrite and the notation, and the text.
//! *Gives:* [`FileTest`], and [`Outcome`] of a run.
//! *Cost:* that of the stage.

use super::claim::Claim;
use super::rewrites;
use super::stage::Stage;
use std::path::Path;
use unsnarl::text::{Notation, read_all};
use unsnarl_ir::rewrite::{self, Rewrite};

/// Of those the one for calls of `setjmp`, which come before all other rewrites.
const JUMPS: &str = "setjmp";

/// The folder with a folder for each rewrite.
pub(super) const REWRITES: &str = "rewrite";

/// A graph or a module, claims about it, and the expected output of a stage.
#[derive(Debug)]
pub struct FileTest {
    kind: Kind,
    /// All before the expected text.
    input: String,
    claims: Vec<Claim>,
    expected: String,
}

/// What is done with the input.
#[derive(Debug)]
enum Kind {
    /// A stage, with a graph.
    Graph(Stage, Notation),
    /// A rewrite, with LLVM IR.
    Rewrite(&'static Rewrite),
    /// The resolution of calls of `setjmp`, with LLVM IR.
    Jumps,
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
        let kind = Kind::of(path, text)?;
        let remark = kind.remark();
        let (input, expected) = divided(text, remark);
        let claims = input
            .lines()
            .filter_map(|line| line.strip_prefix(remark)?.trim().strip_prefix("claim:"))
            .flat_map(|line| line.split(','))
            .map(Claim::parse)
            .collect::<Result<_, _>>()?;
        Ok(FileTest {
            kind,
            input: String::from(input),
            claims,
            expected,
        })
    }

    /// Runs the stage on the graph, or the rewrite on the module.
    pub fn run(&self) -> Result<Outcome, String> {
        match self.kind {
            Kind::Graph(stage, notation) => self.run_stage(stage, notation),
            Kind::Rewrite(rewrite) => self.rewritten(rewrites::apply(rewrite, &self.input)?),
            Kind::Jumps => self.rewritten(rewrites::resolve(&self.input)?),
        }
    }

    fn rewritten(&self, changed: rewrites::Changed) -> Result<Outcome, String> {
        let broken = |claim: &Claim| claim.check_count(&changed.counts()).err();
        Ok(self.outcome(
            &changed.text,
            self.claims.iter().filter_map(broken).collect(),
        ))
    }

    fn run_stage(&self, stage: Stage, notation: Notation) -> Result<Outcome, String> {
        let graphs = read_all(&self.input, notation).map_err(|error| error.to_string())?;
        let named = match (stage, graphs.as_slice()) {
            (Stage::Read, [first, ..]) | (_, [first]) => first,
            _ => {
                return Err(String::from(
                    "this stage takes one graph, and here are several",
                ));
            }
        };
        let mut output = stage.run(named)?;
        for other in &graphs[1..] {
            output.text += &stage.run(other)?.text;
        }
        let broken = |claim: &Claim| claim.check(named, &output).err();
        Ok(self.outcome(
            &output.text,
            self.claims.iter().filter_map(broken).collect(),
        ))
    }

    fn outcome(&self, text: &str, broken_claims: Vec<String>) -> Outcome {
        Outcome {
            broken_claims,
            difference: difference(text, &self.expected),
            blessed: blessed(&self.input, self.kind.remark(), text),
        }
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

impl Kind {
    /// What the folder of a file says, or the two folders `rewrite/NAME`.
    fn of(path: &Path, text: &str) -> Result<Kind, String> {
        let named = |path: Option<&Path>| {
            let name = path.and_then(Path::file_name).unwrap_or_default();
            name.to_string_lossy().into_owned()
        };
        let folder = named(path.parent());
        if named(path.parent().and_then(Path::parent)) == REWRITES {
            if folder == JUMPS {
                return Ok(Kind::Jumps);
            }
            let rewrite = rewrite::named(&folder);
            let rewrite = rewrite.ok_or_else(|| format!("`{folder}` is not a rewrite"))?;
            return Ok(Kind::Rewrite(rewrite));
        }
        let stage = Stage::named(&folder).ok_or_else(|| format!("`{folder}` is not a stage"))?;
        let notation =
            Notation::guess(&named(Some(path)), text).ok_or("the notation is unknown")?;
        Ok(Kind::Graph(stage, notation))
    }

    fn remark(&self) -> &'static str {
        match self {
            Kind::Graph(_, notation) => remark(*notation),
            Kind::Rewrite(_) | Kind::Jumps => ";",
        }
    }
}

/// Gives what begins a comment that reaches to the end of the line.
fn remark(notation: Notation) -> &'static str {
    match notation {
        Notation::Cfg => ";",
        Notation::Dot => "//",
        Notation::Mermaid => "%%",
    }
}
