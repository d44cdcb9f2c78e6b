//! Names of flags, made from the blocks that they select.
//!
//! *Needs:* a graph, a program on it, the names of its blocks.
//! *Gives:* [`FlagNames`]: for each flag a different word of letters, digits and underscores that
//! is not already taken.
//! *Cost:* O(steps + text), and for each test of one flag up to [`FAR`] steps.
//!
//! ```text
//! if f0 { c … }                   goto_c      the block that runs first if the flag is set
//! if f0 { continue l0 }           again_a     the same, and the loop begins again
//! if f0 || f1 { … }               goto_d      where the edges lead that it is set on
//! ```
//!
//! If several tests or edges lead to different blocks, they give no name. A flag without a name
//! keeps its number, `f0`. If several flags select the same block, the second one is `goto_c_2`.

use super::fresh::Fresh;
use crate::cfg::Cfg;
use crate::ids::{BlockId, FlagId, Id, IdMap, LabelId, NodeId, following};
use crate::program::{Formula, Program, Step, Term};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};

/// The number of steps that are inspected to find the block that a test leads to.
const FAR: usize = 32;
/// The maximum number of characters of a block's name in a flag's name.
const LONGEST: usize = 40;

pub(super) struct FlagNames(IdMap<FlagId, String>);

/// The effect of reaching the end of a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LoopEnds {
    /// Control leaves the loop, as in a program.
    Leave,
    /// The loop begins again, as in a formed program.
    Repeat,
}

/// The places where brackets begin.
struct Places {
    binders: IdMap<LabelId, NodeId>,
    /// For the end of each loop that repeats there: the loop.
    repeated: BTreeMap<NodeId, NodeId>,
}

/// The block that a flag selects.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Selected {
    block: BlockId,
    /// Whether a loop begins again with this block.
    again: bool,
}

impl FlagNames {
    pub(super) fn find<'n>(
        cfg: &Cfg,
        program: &Program,
        ends: LoopEnds,
        name: impl Fn(BlockId) -> Cow<'n, str>,
        fresh: &mut Fresh<'_>,
    ) -> FlagNames {
        let count = program.flag_count();
        let mut names = FlagNames(IdMap::new());
        if count == 0 {
            return names;
        }
        let tested = by_tests(program, ends);
        let set = by_sets(cfg, program);
        for flag in (0..count).map(FlagId::new) {
            let selected = tested[flag].agreed().or(set[flag].agreed());
            let wanted = match selected {
                Some(Selected { block, again }) => {
                    let word = if again { "again" } else { "goto" };
                    format!("{word}_{}", plain(&name(block), block))
                }
                None => flag.to_string(),
            };
            names.0.push(fresh.name(&wanted));
        }
        names
    }

    pub(super) fn of(&self, flag: FlagId) -> &str {
        &self.0[flag]
    }

    /// Walks the names of all flags in their order.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.0.values().map(String::as_str)
    }

    /// Shows a formula; with parentheses around each conjunction in a disjunction if `marked`.
    pub(super) fn formula(&self, terms: &[Term], marked: bool) -> String {
        let text = match marked {
            true => format!("{:#}", Formula(terms)),
            false => Formula(terms).to_string(),
        };
        let flags = terms.iter().filter_map(|term| match term {
            Term::Flag(flag) => Some(*flag),
            _ => None,
        });
        // The text between the flags consists of signs without letters; the flags come in the order
        // of the terms.
        let mut named = String::new();
        let mut rest = text.as_str();
        for flag in flags {
            let start = rest.find('f').unwrap_or(rest.len());
            named += &rest[..start];
            named += self.of(flag);
            let after = rest[start..].trim_start_matches('f');
            rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
        }
        named + rest
    }
}

/// Gives a block's name in letters that every language allows.
fn plain(name: &str, block: BlockId) -> String {
    let letters = name.chars().take(LONGEST);
    let word: String = letters
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '_'
            }
        })
        .collect();
    // Some languages reserve names with two underscores in a row.
    let parts = word.split('_').filter(|part| !part.is_empty());
    let word = parts.collect::<alloc::vec::Vec<_>>().join("_");
    if word.is_empty() {
        block.to_string()
    } else {
        word
    }
}

/// The blocks that a flag leads to according to several tests or edges.
#[derive(Clone, Copy, Default)]
struct Accounts {
    found: Option<Selected>,
    differ: bool,
}

impl Accounts {
    fn add(&mut self, selected: Option<Selected>) {
        if let Some(selected) = selected {
            let first = *self.found.get_or_insert(selected);
            self.differ |= first.block != selected.block;
        }
    }

    fn agreed(self) -> Option<Selected> {
        self.found.filter(|_| !self.differ)
    }
}

/// Gives for each flag the targets of the tests of this flag alone, if it is set.
fn by_tests(program: &Program, ends: LoopEnds) -> IdMap<FlagId, Accounts> {
    let mut found = IdMap::filled(program.flag_count(), Accounts::default());
    let mut places = Places {
        binders: IdMap::filled(program.label_count(), NodeId::new(0)),
        repeated: BTreeMap::new(),
    };
    for (node, step) in program.steps() {
        if let Some(label) = step.bound_label() {
            places.binders[label] = node;
        }
        if let (Step::Loop(_), LoopEnds::Repeat) = (step, ends) {
            places.repeated.insert(program.extent(node), node);
        }
        let Step::Test(condition, _) = step else {
            continue;
        };
        let (flag, case) = match *program.condition(condition) {
            [Term::Flag(flag)] => (flag, 1),
            [Term::Not, Term::Flag(flag)] => (flag, 0),
            _ => continue,
        };
        let serves = |&arm: &NodeId| matches!(program.step(arm), Step::Arm(cases) if program.cases(cases) == [case]);
        let arms = core::iter::successors(Some(following(node)), |&arm| {
            Some(program.extent(arm)).filter(|&arm| matches!(program.step(arm), Step::Arm(_)))
        });
        if let Some(arm) = arms.take(2).find(serves) {
            found[flag].add(lands(program, &places, following(arm)));
        }
    }
    found
}

/// Gives the first block that runs from a place on, if only jumps and assignments come before it.
fn lands(program: &Program, places: &Places, mut at: NodeId) -> Option<Selected> {
    let mut again = false;
    for _ in 0..FAR {
        if at.index() >= program.len() {
            return None;
        }
        at = match program.step(at) {
            Step::Run(block) | Step::Leave(block) => return Some(Selected { block, again }),
            Step::Arm(_) => program.extent(at),
            Step::Break(label) => following(program.extent(places.binders[label])),
            Step::Continue(label) => {
                again = true;
                following(places.binders[label])
            }
            Step::End if places.repeated.contains_key(&at) => {
                again = true;
                following(places.repeated[&at])
            }
            step if step.has_arms() => return None,
            _ => following(at),
        };
    }
    None
}

/// Gives for each flag the targets of the edges on which it is set.
fn by_sets(cfg: &Cfg, program: &Program) -> IdMap<FlagId, Accounts> {
    let mut found = IdMap::filled(program.flag_count(), Accounts::default());
    // The last edge taken, if only assignments have followed it.
    let mut taken = None;
    for (_, step) in program.steps() {
        match step {
            Step::Take(edge) => taken = cfg.successors(edge.block).get(edge.slot as usize).copied(),
            Step::Set(flag, true) => found[flag].add(taken.map(|block| Selected {
                block,
                again: false,
            })),
            Step::Set(..) | Step::Store(_) => {}
            _ => taken = None,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::tests::notation::{graph, program};
    use alloc::vec::Vec;

    const GRAPH: &str = "0: 1 2, 1: 3 2, 2: 3 0, 3: return";

    /// Checks the names of a program's flags where blocks have these names.
    #[track_caller]
    fn check(steps: &str, blocks: [&'static str; 4], expected: &str) {
        let program = program(steps);
        let is_taken = |name: &str| blocks.contains(&name);
        let names = FlagNames::find(
            &graph(GRAPH),
            &program,
            LoopEnds::Leave,
            |block| Cow::Borrowed(blocks[block.index()]),
            &mut Fresh::new(&is_taken),
        );
        assert_eq!(names.all().collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn a_flag_is_called_by_what_it_selects() {
        let names = ["head", "body", "tidy", "end"];
        check(
            "if f0 { case 1: run b1 case 0: } run b3",
            names,
            "goto_body",
        );
        check("if f0 { case 1: case 0: run b1 } run b3", names, "goto_end");
        check(
            "if !f0 { case 1: run b1 case 0: leave b2 }",
            names,
            "goto_tidy",
        );
        check(
            "l0: loop { run b0 if f0 { case 0: case 1: continue l0 } if f1 { case 1: f0 = true break l0 case 0: } } run b3",
            names,
            "again_head goto_end",
        );
        // No test tests these flags alone, so their edges give the names.
        check(
            "if b0 { case 0: take b0.0 f0 = true case 1: take b0.1 f1 = true } if f0 || f1 { case 1: run b3 case 0: }",
            names,
            "goto_body goto_tidy",
        );
        // Edges to several blocks, and none.
        check(
            "if b0 { case 0: take b0.0 f0 = true case 1: take b0.1 f0 = true } f1 = true if f0 || f1 { case 1: run b3 case 0: }",
            names,
            "f0 f1",
        );
    }

    #[test]
    fn names_are_words_and_no_two_alike() {
        let steps = "if f0 { case 1: run b1 case 0: } if f1 { case 1: run b1 case 0: } \
                     if f2 { case 1: run b2 case 0: } run b3";
        check(steps, ["a", "b", "c", "d"], "goto_b goto_b_2 goto_c");
        check(
            steps,
            ["goto_b", "b", "goto_b_3", "goto_goto_b_3"],
            "goto_b_2 goto_b_4 goto_goto_b_3_2",
        );
        check(
            steps,
            ["a", "%5", "for.body__x", "ü"],
            "goto_5 goto_5_2 goto_for_body_x",
        );
        check(
            "if f0 { case 1: run b1 case 0: } run b3",
            ["a", "ü", "c", "d"],
            "goto_b1",
        );
    }
}
