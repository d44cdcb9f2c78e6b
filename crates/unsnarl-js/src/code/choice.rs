//! Choices between two numbers.

use unsnarl_low::Type;

use super::{Value, Writer, kind_of};
use crate::piece::{Binds, Kind, Piece};
use crate::words;

impl Writer<'_> {
    /// One of two numbers. Only the one that is chosen is computed.
    pub(super) fn select(&mut self, ty: Type) {
        let ordered = |value: &Value| {
            value
                .iter()
                .any(|piece| piece.touches.acts || !piece.touches.sets.is_empty())
        };
        // The condition comes first in JavaScript, and last on the stack.
        let [first, second] = [2, 1].map(|at| ordered(self.operand(at)));
        let condition = self.operand(0)[0].touches.clone();
        let is_seen = [2, 1].iter().any(|&at| {
            let mut pieces = self.operand(at).iter();
            pieces.any(|piece| piece.touches.conflicts(&condition))
        });
        if is_seen {
            // What the condition sets is not what the other two are made of.
            [2, 1].iter().for_each(|&at| self.name_always(at));
        } else if first || second {
            [2, 1].iter().for_each(|&at| self.name(at));
        }
        if words::count(ty) > 1 {
            self.name(0);
        }
        let condition = self.pop_one();
        let (right, left) = (self.pop(), self.pop());
        let kind = kind_of(ty);
        let truth = condition.truth();
        let choose = |(left, right): (&Piece, &Piece)| {
            let [left, right] = [left, right].map(|piece| match kind {
                Kind::Signed => piece.wrapped(),
                _ => piece.clone(),
            });
            let text = format!(
                "{} ? {} : {}",
                truth.at(Binds::Or),
                left.at(Binds::Assignment),
                right.at(Binds::Assignment)
            );
            let kind = match (left.kind, right.kind) {
                (Kind::Small, Kind::Small) => Kind::Small,
                _ => kind,
            };
            Piece::of(text, Binds::Choice, kind, &[&truth, &left, &right])
        };
        let value = left.iter().zip(&right).map(choose).collect();
        self.push(value);
    }
}
