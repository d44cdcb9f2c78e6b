//! The table that is printed, row by row.
//!
//! *Needs:* rows, as they come, and how wide the terminal is.
//! *Gives:* aligned columns or, where these do not fit, a line of counts below each name; a row
//! that was refused says why.
//! *Cost:* O(text).

use super::row::{Made, Row};
use std::fmt::Write;

/// How the rows of a graph, or the sums of all, are set.
pub(super) struct Table {
    /// The width of a line; `None` without a terminal.
    columns: Option<usize>,
    /// How wide the names are, the proofs, and each count.
    name: usize,
    proof: usize,
    counts: [usize; COLUMNS.len()],
}

/// The columns: how a count is called in JSON and in the head of the table, and what it counts.
const COLUMNS: [(&str, &str, &str); 13] = [
    ("label_stores", "stores", "stores of the label variable"),
    (
        "routed_edges",
        "routed",
        "edges that go through a dispatcher",
    ),
    (
        "executed_dispatches",
        "executed",
        "dispatchers passed on a random walk of 10,000 blocks",
    ),
    (
        "scopes",
        "scopes",
        "brackets whose only use is to be left by a break",
    ),
    ("loops", "loops", "loops"),
    ("ifs", "ifs", "decisions with two arms"),
    ("tests", "tests", "conditions over flags"),
    ("switches", "switches", "switches and dispatchers"),
    ("branches", "branches", "jumps"),
    ("depth", "depth", "the deepest nesting"),
    ("copies", "copies", "extra copies of blocks"),
    ("flags", "flags", "boolean variables"),
    ("statements", "steps", "steps of the program"),
];

/// How wide a time is.
const TIME: usize = 8;

impl Table {
    /// A table of the rows of these algorithms, in which no count has more than this many digits.
    pub(super) fn new<'n>(
        names: impl Iterator<Item = &'n str>,
        digits: usize,
        columns: Option<usize>,
    ) -> Table {
        let wide = |(_, head, _): (&str, &str, &str)| head.len().max(digits);
        Table {
            columns,
            name: names
                .map(str::len)
                .max()
                .unwrap_or(0)
                .max("algorithm".len()),
            proof: "bounded".len(),
            counts: COLUMNS.map(wide),
        }
    }

    /// The first line; nothing where each count has its name.
    pub(super) fn head(&self) -> String {
        if !self.fits() {
            return String::new();
        }
        let heads = COLUMNS.map(|(_, head, _)| head.to_owned());
        self.line("algorithm", "proof", &heads, "time")
    }

    /// The lines of a row.
    pub(super) fn row(&self, row: &Row) -> String {
        let made = match &row.made {
            Ok(made) => made,
            Err(refusal) => return format!("  {:1$}  refused: {refusal}\n", row.name, self.name),
        };
        let counts = made.counts();
        let count = |wanted: &str| {
            let found = counts.iter().find(|(name, _)| *name == wanted);
            found.map_or(0, |(_, count)| *count)
        };
        let (proof, time) = (proof(made), duration(count("nanoseconds")));
        if self.fits() {
            let cells = COLUMNS.map(|(name, ..)| count(name).to_string());
            return self.line(row.name, &proof, &cells, &time);
        }
        let counts = COLUMNS.iter().filter(|(name, ..)| count(name) > 0);
        let counts = counts.map(|(name, head, _)| format!("{head} {}", count(name)));
        format!("  {:1$}  {proof}, {time}\n", row.name, self.name) + &self.filled(counts)
    }

    /// What the columns say.
    pub(super) fn legend(&self) -> String {
        let name = COLUMNS
            .iter()
            .map(|(_, head, _)| head.len())
            .max()
            .unwrap_or(0);
        let mut text = String::new();
        for (_, head, what) in COLUMNS {
            text += &format!("  {head:name$}  {what}\n");
        }
        text + &format!(
            "  {:name$}  to structure: the median of several runs\n",
            "time"
        )
    }

    /// Tells whether a line of all columns fits the terminal.
    fn fits(&self) -> bool {
        let counts: usize = self.counts.iter().map(|width| width + 2).sum();
        let all = 2 + self.name + 2 + self.proof + counts + 2 + TIME;
        self.columns.is_none_or(|columns| all <= columns)
    }

    fn line(
        &self,
        name: &str,
        proof: &str,
        counts: &[String; COLUMNS.len()],
        time: &str,
    ) -> String {
        let mut text = format!("  {name:0$}  {proof:1$}", self.name, self.proof);
        for (count, width) in counts.iter().zip(self.counts) {
            write!(text, "  {count:>width$}").expect("a string can be written to");
        }
        text + &format!("  {time:>TIME$}\n")
    }

    /// Sets counts on as many lines as they need.
    fn filled(&self, counts: impl Iterator<Item = String>) -> String {
        const MARGIN: &str = "    ";
        let mut lines = vec![String::from(MARGIN)];
        for count in counts {
            let line = lines.last_mut().expect("there is a first line");
            let is_full = self
                .columns
                .is_some_and(|columns| line.len() + count.len() + 2 > columns);
            if line.len() == MARGIN.len() {
                *line += &count;
            } else if is_full {
                *line += ",";
                lines.push(format!("{MARGIN}{count}"));
            } else {
                *line += &format!(", {count}");
            }
        }
        lines.join("\n") + "\n"
    }
}

/// What is proved and, of several graphs, how many were refused.
fn proof(made: &Made) -> String {
    match made.refusals() {
        Some(refusals) => format!("{}, {refusals}", made.proof()),
        None => made.proof(),
    }
}

/// Shows a time with three digits or so.
fn duration(nanoseconds: u128) -> String {
    let value = nanoseconds as f64;
    match nanoseconds {
        0..10_000 => format!("{:.1} µs", value / 1e3),
        10_000..10_000_000 => format!("{:.0} µs", value / 1e3),
        10_000_000..10_000_000_000 => format!("{:.0} ms", value / 1e6),
        _ => format!("{:.1} s", value / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(columns: usize) -> String {
        let table = Table::new(["nested", "state-machine"].into_iter(), 5, Some(columns));
        let made = Row {
            name: "nested",
            made: Ok(Made::of_one_program()),
        };
        let refused = Row {
            name: "state-machine",
            made: Err("too large".into()),
        };
        table.head() + &table.row(&made) + &table.row(&refused)
    }

    #[test]
    fn a_table_fits_the_terminal() {
        for columns in [40, 60, 80, 130, 200] {
            let text = table(columns);
            let longest = text.lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(columns), "{columns}:\n{text}");
            assert!(text.contains("refused: too large"), "{text}");
        }
        assert!(table(200).starts_with("  algorithm"));
        assert!(table(40).starts_with("  nested"));
    }
}
