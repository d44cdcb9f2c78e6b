//! The brackets of a body in the legacy instructions, before it is read: what ends them is known
//! where they open.
//!
//! *Needs:* the events of the body. *Gives:* a [`Bracket`] for each, in the order in which they
//! open.
//! *Cost:* linear in the events.

use wasmparser::Operator;

use super::Event;

/// Where a `delegate` leads.
#[derive(Clone, Copy)]
pub(super) enum Outward {
    Bracket(usize),
    Function,
}

/// A bracket, as it is known before it is written.
#[derive(Default)]
pub(super) struct Bracket {
    pub(super) is_try: bool,
    /// The places of its `catch` and `catch_all`, and how many `catch_all`s come before those.
    pub(super) clauses: Vec<(usize, usize)>,
    pub(super) delegates: Option<Outward>,
}

/// The brackets in the order in which they open.
pub(super) fn brackets(events: &[Event<'_>]) -> Result<Vec<Bracket>, String> {
    let mut brackets: Vec<Bracket> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut caught = 0;
    for (at, event) in events.iter().enumerate() {
        let Event::Op(op, ..) = event else {
            continue;
        };
        match op {
            Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => {
                open.push(brackets.len());
                brackets.push(Bracket::default());
            }
            Operator::Try { .. } => {
                open.push(brackets.len());
                brackets.push(Bracket {
                    is_try: true,
                    ..Bracket::default()
                });
            }
            Operator::Catch { .. } | Operator::CatchAll => {
                let own = open.last().map(|&own| &mut brackets[own]);
                let own = own.filter(|own| own.is_try);
                let own = own.ok_or("a catch without a try")?;
                own.clauses.push((at, caught));
                caught += usize::from(matches!(op, Operator::CatchAll));
            }
            Operator::Delegate { relative_depth } => {
                let own = open.pop().filter(|&own| brackets[own].is_try);
                let own = own.ok_or("a delegate without a try")?;
                let outward = open.len().checked_sub(1 + *relative_depth as usize);
                brackets[own].delegates = Some(match outward {
                    Some(place) => Outward::Bracket(open[place]),
                    None if *relative_depth as usize == open.len() => Outward::Function,
                    None => return Err("a delegate out of the function".to_owned()),
                });
            }
            Operator::End => {
                open.pop();
            }
            Operator::TryTable { .. } | Operator::ThrowRef => {
                return Err("standard and legacy exception instructions in one function".to_owned());
            }
            _ => {}
        }
    }
    Ok(brackets)
}
