//! From the layout to the program: scopes are put in, and jumps bind to labels.
//!
//! *Needs:* a [`Layout`].
//! *Gives:* the [`Program`]; or how deep each block lies in it.
//! *Cost:* O(tokens + s log s) for s scopes.

use super::layout::{Layout, Scope, Serves, Token};
use super::machines::Depths;
use crate::ids::{BlockId, IdMap, LabelId};
use crate::program::{Program, ProgramBuilder, Step};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// A piece of the program: a token, or one end of a scope.
enum Piece {
    Open { target: BlockId },
    Close,
    Token(Token),
}

/// Weaves tokens and scopes together and shows the pieces in their order.
///
/// Where a scope ends it does so before others open; of those that open together the longest comes first.
fn weave(layout: &Layout, mut show: impl FnMut(Piece)) {
    // The scopes come by where they end.
    let mut closing = layout.scopes.iter().map(|scope| scope.end).peekable();
    let mut opening = layout.scopes.clone();
    opening.sort_unstable_by_key(|scope| (scope.start, Reverse(scope.end)));
    let mut opening = opening.into_iter().peekable();
    for (at, &token) in (0..).zip(&layout.tokens) {
        while closing.next_if_eq(&at).is_some() {
            show(Piece::Close);
        }
        while let Some(Scope { target, .. }) = opening.next_if(|scope| scope.start == at) {
            show(Piece::Open { target });
        }
        show(Piece::Token(token));
    }
}

/// Where jumps to a block go.
#[derive(Clone, Copy, Default)]
struct Labels {
    /// The bracket that ends right before it.
    past: Option<LabelId>,
    /// The loop that it heads.
    again: Option<LabelId>,
}

/// Writes the program.
pub(super) fn write(mut layout: Layout, block_count: usize) -> Program {
    let cases = core::mem::take(&mut layout.cases);
    let mut builder = ProgramBuilder::with_tables(cases, Vec::new());
    builder.reserve(layout.tokens.len() + 2 * layout.scopes.len());
    let mut labels = IdMap::filled(block_count, Labels::default());
    weave(&layout, |piece| match piece {
        Piece::Open { target } => {
            let label = bind(&mut builder, &mut labels, target);
            builder.open_block(label);
        }
        Piece::Close => builder.close(),
        Piece::Token(token) => write_token(&mut builder, &mut labels, token),
    });
    builder.finish()
}

fn write_token(builder: &mut ProgramBuilder, labels: &mut IdMap<BlockId, Labels>, token: Token) {
    let mut end =
        |builder: &mut ProgramBuilder, serves: Serves| Some(bind(builder, labels, serves?));
    match token {
        Token::Run(block) => builder.run(block),
        Token::Take(edge) => builder.take(edge),
        Token::Leave(block) => builder.leave(block),
        Token::Store(value) => builder.store(value),
        Token::Jump(block) => {
            builder.go_past((labels[block].past).expect("a target that is jumped to is served"));
        }
        Token::Again(block) => {
            builder.go_back((labels[block].again).expect("a jump back stands in its loop"));
        }
        Token::Loop(block, serves) => {
            let label = end(builder, serves).unwrap_or_else(|| builder.label());
            labels[block].again = Some(label);
            builder.open_loop(label);
        }
        Token::If(block, serves) => {
            let label = end(builder, serves);
            builder.open_if(block, label);
        }
        Token::Switch(block, serves) => {
            let label = end(builder, serves);
            builder.open_switch(block, label);
        }
        Token::Dispatch(serves) => {
            let label = end(builder, serves);
            builder.open_dispatch(label);
        }
        Token::Arm(cases) => builder.push(Step::Arm(cases)),
        Token::End => builder.close(),
    }
}

/// Makes the label whose bracket ends right before `target`.
fn bind(
    builder: &mut ProgramBuilder,
    labels: &mut IdMap<BlockId, Labels>,
    target: BlockId,
) -> LabelId {
    let label = builder.label();
    labels[target].past = Some(label);
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
            Piece::Close | Piece::Token(Token::End) => {
                open -= 1;
                (None, false)
            }
            Piece::Token(token) => match token {
                Token::Loop(block, _) => {
                    header = Some(block);
                    (header, true)
                }
                Token::If(block, _) | Token::Switch(block, _) => (Some(block), true),
                Token::Dispatch(_) => (header, true),
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
