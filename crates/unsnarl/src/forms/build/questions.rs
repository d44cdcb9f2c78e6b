//! Questions from rows of forks.
//!
//! *Needs:* forks in a row. *Gives:* their literals and silent steps as a [`Question`].
//! *Cost:* O(forks in the row).

use super::Builder;
use crate::forms::circuit::Link;
use crate::forms::{Joined, Literal, Question, Span, arms, next};
use crate::ids::NodeId;

impl Builder<'_> {
    /// Gives the steps of an arm before the first one that prints something, or jumps.
    pub(super) fn silent_part(&self, arm: Option<NodeId>) -> Span {
        let end = |arm| match self.outline.is_shown(self.program(), arm) {
            true => self.contents.pass_silent(next(arm)),
            false => self.program().extent(arm),
        };
        arm.map_or(Span::NONE, |arm| Span::new(next(arm), end(arm)))
    }

    /// Makes the literal of a fork that is to lead to the arm given by `holds`; nothing if the
    /// bracket is not a fork.
    fn literal(&self, node: NodeId, holds: bool, before: Span, decided: Span) -> Option<Literal> {
        let fork = self.contents.fork(node)?;
        Some(Literal {
            test: fork.test,
            holds,
            before,
            decided,
        })
    }

    /// Makes a question from a row of forks. If all literals must hold, the question leads to the
    /// last fork's arm if it holds; if one is enough, to the arms that are not followed. The silent
    /// steps of the first fork begin at `from`.
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

    /// Gives the silent steps after the last of the links.
    pub(super) fn passed(&self, links: &[Link]) -> Span {
        self.silent_part(links.last().and_then(|link| link.arm))
    }

    /// Makes the question that leads to the first shown arm of a fork.
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
            // The other arm is written separately.
            literal.decided = Span::NONE;
        }
        question
    }
}
