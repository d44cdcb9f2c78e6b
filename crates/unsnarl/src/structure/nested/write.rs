//! From the layout to the program: scopes are put in, and jumps bind to labels.
//!
//! *Needs:* a [`Layout`].
//! *Gives:* the [`Program`]; or how deep each block lies in it.
//! *Cost:* O(tokens + s log s) for s scopes.

use super::layout::{Layout, Scope, Serves, Token};
use super::machines::Depths;
use crate::ids::{BlockId, IdMap, LabelId};
use crate::program::{Program, ProgramBuilder};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// A piece of the program: tokens in a row, or one end of a scope.
enum Piece<'a> {
    Open { target: BlockId },
    Close,
    Tokens(&'a [Token]),
}

/// Weaves tokens and scopes together and shows the pieces in their order.
///
/// Where a scope ends it does so before others open; of those that open together the longest comes first.
fn weave<'a>(layout: &'a Layout, mut show: impl FnMut(Piece<'a>)) {
    // The scopes come by where they end.
    let mut closing = layout.scopes.iter().map(|scope| scope.end).peekable();
    let mut opening = layout.scopes.clone();
    opening.sort_unstable_by_key(|scope| (scope.start, Reverse(scope.end)));
    let mut opening = opening.into_iter().peekable();
    let mut at = 0;
    loop {
        while closing.next_if_eq(&at).is_some() {
            show(Piece::Close);
        }
        while let Some(Scope { target, .. }) = opening.next_if(|scope| scope.start == at) {
            show(Piece::Open { target });
        }
        let events = [
            opening.peek().map(|scope| scope.start),
            closing.peek().copied(),
        ];
        let Some(next) = events.into_iter().flatten().min() else {
            break;
        };
        show(Piece::Tokens(&layout.tokens[at as usize..next as usize]));
        at = next;
    }
    show(Piece::Tokens(&layout.tokens[at as usize..]));
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
        Piece::Tokens(tokens) => {
            for &token in tokens {
                write_token(&mut builder, &mut labels, token);
            }
        }
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
        Token::Arm(cases) => builder.arm_of(cases),
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
    let nowhere = Depths {
        at: u32::MAX,
        own: 0,
    };
    let mut sounding = Sounding {
        depths: IdMap::filled(block_count, nowhere),
        open: 0,
        deepest: 0,
        header: None,
    };
    weave(layout, |piece| match piece {
        Piece::Open { .. } => sounding.open(None),
        Piece::Close => sounding.open -= 1,
        Piece::Tokens(tokens) => tokens.iter().for_each(|token| sounding.pass(token)),
    });
    (sounding.depths, sounding.deepest)
}

/// What is known of the depths at a place in the program.
struct Sounding {
    depths: IdMap<BlockId, Depths>,
    /// How many brackets are open.
    open: u32,
    deepest: u32,
    /// The header of the loop that was opened last.
    header: Option<BlockId>,
}

impl Sounding {
    fn pass(&mut self, token: &Token) {
        match *token {
            Token::Loop(block, _) => {
                self.header = Some(block);
                self.open(self.header);
            }
            Token::If(block, _) | Token::Switch(block, _) => self.open(Some(block)),
            Token::Dispatch(_) => self.open(self.header),
            Token::Run(block) => self.note(block),
            Token::End => self.open -= 1,
            _ => {}
        }
    }

    /// Opens a bracket that belongs to a block.
    fn open(&mut self, block: Option<BlockId>) {
        block.into_iter().for_each(|block| self.note(block));
        self.open += 1;
        self.deepest = self.deepest.max(self.open);
        block.into_iter().for_each(|block| self.note(block));
    }

    /// Notes that something of a block stands here.
    fn note(&mut self, block: BlockId) {
        let depths = &mut self.depths[block];
        depths.at = depths.at.min(self.open);
        depths.own = depths.own.max(self.open);
    }
}
