//! From the layout to the program: scopes are put in, and jumps bind to labels.
//!
//! *Needs:* a [`Layout`].
//! *Gives:* the [`Program`]; or how deep each block lies in it.
//! *Cost:* O(tokens).

use super::layout::{Layout, Token};
use super::machines::Depths;
use crate::ids::{BlockId, IdMap, LabelId};
use crate::program::{Program, ProgramBuilder, Step};
use alloc::vec;
use alloc::vec::Vec;

/// A piece of the program: a token, or one end of a scope.
enum Piece {
    Open {
        target: BlockId,
    },
    Close,
    Token {
        token: Token,
        serves: Option<BlockId>,
    },
}

/// Weaves tokens and scopes together and shows the pieces in their order.
///
/// Where a scope ends it does so before others open; of those that open together the longest comes first.
fn weave(layout: &Layout, mut show: impl FnMut(Piece)) {
    // Scopes come by ascending end, so pushing each in front leaves the longest at the head.
    let mut head = vec![None; layout.tokens.len()];
    let mut behind = vec![None; layout.scopes.len()];
    for (number, scope) in layout.scopes.iter().enumerate() {
        behind[number] = head[scope.start as usize].replace(number);
    }
    let mut serves = vec![None; layout.tokens.len()];
    for &(target, bracket) in &layout.served {
        serves[bracket as usize] = Some(target);
    }
    let mut ends = layout
        .scopes
        .iter()
        .map(|scope| scope.end as usize)
        .peekable();
    for (at, &token) in layout.tokens.iter().enumerate() {
        while ends.next_if_eq(&at).is_some() {
            show(Piece::Close);
        }
        let mut opening = head[at];
        while let Some(number) = opening {
            show(Piece::Open {
                target: layout.scopes[number].target,
            });
            opening = behind[number];
        }
        show(Piece::Token {
            token,
            serves: serves[at],
        });
    }
}

/// Writes the program.
pub(super) fn write(mut layout: Layout, block_count: usize) -> Program {
    let cases = core::mem::take(&mut layout.cases);
    let mut builder = ProgramBuilder::with_tables(cases, Vec::new());
    let mut past: IdMap<BlockId, Option<LabelId>> = IdMap::filled(block_count, None);
    let mut again: IdMap<BlockId, Option<LabelId>> = IdMap::filled(block_count, None);
    weave(&layout, |piece| {
        let step = match piece {
            Piece::Open { target } => Step::Block(bind(&mut builder, &mut past, target)),
            Piece::Close => Step::End,
            Piece::Token { token, serves } => {
                let end = serves.map(|target| bind(&mut builder, &mut past, target));
                match token {
                    Token::Run(block) => Step::Run(block),
                    Token::Take(edge) => Step::Take(edge),
                    Token::Leave(block) => Step::Leave(block),
                    Token::Store(value) => Step::Store(value),
                    Token::Jump(block) => {
                        Step::Break(past[block].expect("a target that is jumped to is served"))
                    }
                    Token::Again(block) => {
                        Step::Continue(again[block].expect("a jump back stands in its loop"))
                    }
                    Token::Loop(block) => {
                        let label = end.unwrap_or_else(|| builder.label());
                        again[block] = Some(label);
                        Step::Loop(label)
                    }
                    Token::If(block) => Step::If(block, end),
                    Token::Switch(block) => Step::Switch(block, end),
                    Token::Dispatch => Step::Dispatch(end),
                    Token::Arm(cases) => Step::Arm(cases),
                    Token::End => Step::End,
                }
            }
        };
        builder.push(step);
    });
    builder.finish()
}

/// Makes the label whose bracket ends right before `target`.
fn bind(
    builder: &mut ProgramBuilder,
    past: &mut IdMap<BlockId, Option<LabelId>>,
    target: BlockId,
) -> LabelId {
    let label = builder.label();
    past[target] = Some(label);
    label
}

/// Tells how deep each block lies, and how deep the program nests.
pub(super) fn depths(layout: &Layout, block_count: usize) -> (IdMap<BlockId, Depths>, u32) {
    let mut depths: IdMap<BlockId, Depths> = IdMap::filled(
        block_count,
        Depths {
            at: u32::MAX,
            own: 0,
        },
    );
    let mut open = 0_u32;
    let mut deepest = 0;
    let mut header = None;
    weave(layout, |piece| {
        let (block, opens) = match piece {
            Piece::Open { .. } => (None, true),
            Piece::Close
            | Piece::Token {
                token: Token::End, ..
            } => {
                open -= 1;
                (None, false)
            }
            Piece::Token { token, .. } => match token {
                Token::Loop(block) => {
                    header = Some(block);
                    (header, true)
                }
                Token::If(block) | Token::Switch(block) => (Some(block), true),
                Token::Dispatch => (header, true),
                Token::Run(block) => (Some(block), false),
                _ => (None, false),
            },
        };
        if let Some(block) = block {
            depths[block].at = depths[block].at.min(open);
        }
        open += u32::from(opens);
        deepest = deepest.max(open);
        if let Some(block) = block {
            depths[block].own = depths[block].own.max(open);
        }
    });
    (depths, deepest)
}
