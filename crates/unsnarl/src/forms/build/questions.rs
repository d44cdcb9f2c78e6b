//! Questions from rows of forks.
//!
//! *Needs:* forks in a row. *Gives:* their literals and silent steps as a [`Question`].
//! *Cost:* O(forks in the row).

use super::Builder;
use crate::forms::circuit::Link;
use crate::forms::{Joined, Literal, Question, Span, arms, next};
use crate::ids::NodeId;

impl Builder<'_> {
    /// Gives the steps of an arm that come before what prints something, or jumps.
    pub(super) fn silent_part(&self, arm: Option<NodeId>) -> Span {
        let end = |arm| match self.outline.is_shown(self.program(), arm) {
            true => self.contents.pass_silent(next(arm)),
            false => self.program().extent(arm),
        };
        arm.map_or(Span::NONE, |arm| Span::new(next(arm), end(arm)))
    }

    /// Makes the literal of a fork, which is to lead to the arm that `holds` says; nothing if the
    /// bracket is no fork.
    fn literal(&self, node: NodeId, holds: bool, before: Span, decided: Span) -> Option<Literal> {
        let fork = self.contents.fork(node)?;
        Some(Literal {
            test: fork.test,
            holds,
            before,
            decided,
        })
    }

    /// Makes a question of a row of forks, which leads to the last one's arm if it holds, or, if
    /// one is enough, to the arm that is not followed. `from` is where the first one's silent steps
    /// begin.
    pub(super) fn question(&mut self, from: NodeId, links: &[Link], joined: Joined) -> Question {
        let first = self.literals.len();
        let mut before = from;
        for link in links {
            let fork = self.contents.fork(link.node);
            let other = fork.and_then(|fork| fork.arm(!link.holds));
            let holds = link.holds == (joined == Joined::All);
            let before_test = Span::new(before, link.node);
            let decided = self.silent_part(other);
            self.literals
                .extend(self.literal(link.node, holds, before_test, decided));
            before = link.arm.map_or(before, next);
        }
        let [first, count] = [first, self.literals.len() - first]
            .map(|number| u32::try_from(number).expect("a program has fewer than 2³² tests"));
        Question {
            joined,
            first,
            count,
            passed: Span::NONE,
        }
    }

    /// Makes the question of the loop at `node`, which tests first.
    pub(super) fn question_of_loop(
        &mut self,
        node: NodeId,
        links: &[Link],
        joined: Joined,
    ) -> Question {
        let mut question = self.question(next(node), links, joined);
        if joined == Joined::Any {
            question.passed = self.passed(links);
        }
        question
    }

    /// Gives the silent steps after the last of the links that lead to it.
    pub(super) fn passed(&self, links: &[Link]) -> Span {
        self.silent_part(links.last().and_then(|link| link.arm))
    }

    /// Asks for what lets the first arm of a fork run that is shown.
    pub(super) fn question_of_fork(&mut self, from: NodeId, node: NodeId) -> Question {
        let shown = |arm: &NodeId| self.outline.is_shown(self.program(), *arm);
        let arms = arms(self.program(), node);
        let first = arms.iter().copied().find(shown);
        let both = arms.iter().filter(|arm| shown(arm)).count() == 2;
        let then = self.contents.fork(node).map(|fork| fork.then);
        let holds = first == then;
        let arm = first;
        let question = self.question(from, &[Link { node, holds, arm }], Joined::All);
        if both && let Some(literal) = self.literals.last_mut() {
            // The other arm is written itself.
            literal.decided = Span::NONE;
        }
        question
    }
}
