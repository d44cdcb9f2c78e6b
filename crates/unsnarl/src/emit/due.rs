//! The texts that are due for a program whose blocks have [texts](Bodies).
//!
//! *Needs:* a graph, and the texts that a [writer](super::write) was given.
//! *Gives:* [`DueTexts`]. *Cost:* linear in the texts.

use crate::cfg::{Cfg, Exit};
use crate::ids::{BlockId, Edge, Id};
use crate::text::Bodies;
use crate::verify::{Asked, Due};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// The texts of a host, as given to [`write`](super::write).
pub struct DueTexts<'a, B: ?Sized> {
    /// The graph.
    pub cfg: &'a Cfg,
    /// Its texts.
    pub bodies: &'a B,
    /// Whether the texts are code; otherwise the text calls `block(i)` and `decide(i)`.
    pub is_code: bool,
    /// The statements of the language for a return and for an unreachable block.
    pub ends: [&'a str; 2],
}

impl<B: Bodies + ?Sized> DueTexts<'_, B> {
    fn code(&self, text: Option<Cow<'_, str>>) -> String {
        text.filter(|_| self.is_code)
            .map_or_else(String::new, Cow::into_owned)
    }
}

impl<B: Bodies + ?Sized> Due for DueTexts<'_, B> {
    fn statements(&self, block: BlockId) -> String {
        match self.is_code {
            true => self.code(self.bodies.code(block)),
            false => format!("block({})", block.index()),
        }
    }

    fn on_edge(&self, edge: Edge) -> String {
        self.code(self.bodies.edge(edge))
    }

    fn leave(&self, block: BlockId) -> String {
        let text = self.bodies.leave(block).filter(|_| self.is_code);
        let [returns, unreachable] = self.ends;
        match (text, self.cfg.exit(block)) {
            (Some(text), _) => text.into_owned(),
            (None, Exit::Unreachable) => String::from(unreachable),
            (None, _) => String::from(returns),
        }
    }

    fn decision(&self, block: BlockId) -> Asked {
        let slots = self.cfg.edges(block);
        if !self.is_code {
            let operand = format!("decide({})", block.index());
            return Asked {
                dropped: vec![operand.clone()],
                operands: vec![operand],
                cases: slots.map(|edge| Some(edge.slot.to_string())).collect(),
                ..Asked::default()
            };
        }
        let operand = self.code(self.bodies.decision(block));
        if self.cfg.exit(block) == Exit::Branch {
            return Asked {
                holds: vec![operand],
                fails: self
                    .bodies
                    .opposite(block)
                    .map(Cow::into_owned)
                    .into_iter()
                    .collect(),
                ..Asked::default()
            };
        }
        let mut cases: Vec<Option<String>> = slots
            .map(|edge| {
                let own = self.bodies.case(edge);
                Some(own.map_or_else(|| edge.slot.to_string(), Cow::into_owned))
            })
            .collect();
        // All other values take the last slot.
        if let Some(last) = cases.last_mut() {
            *last = None;
        }
        Asked {
            operands: vec![operand],
            cases,
            ..Asked::default()
        }
    }
}
