//! The attributes of DOT that have a meaning here.
//!
//! *Needs:* the words between `[` and `]`.
//! *Gives:* [`Attributes`] of a node or an edge.
//! *Cost:* O(text).

use super::lex::{Id, Lexer, Token};
use super::{Cause, Fault};
use crate::cfg::Exit;
use alloc::string::ToString;

/// The attributes set by attribute lists.
#[derive(Clone, Default)]
pub(super) struct Attributes<'t> {
    pub(super) label: Option<Id<'t>>,
    /// A label beside an edge, used if the edge has no other label.
    pub(super) aside: Option<Id<'t>>,
    pub(super) color: Option<Id<'t>>,
    pub(super) style: Option<Id<'t>>,
    pub(super) shape: Option<Id<'t>>,
    pub(super) tooltip: Option<Id<'t>>,
    /// Distinguishes edges with the same ends.
    pub(super) key: Option<Id<'t>>,
    pub(super) direction: Option<Direction>,
    pub(super) entry: Option<bool>,
    pub(super) exit: Option<Exit>,
    pub(super) only_decides: bool,
    /// Whether Graphviz has written the text: it has positions for drawing.
    pub(super) is_laid_out: bool,
}

/// The arrowheads of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Forward,
    Back,
    Both,
    Neither,
}

impl<'t> Attributes<'t> {
    /// Overwrites the attributes that `more` sets.
    pub(super) fn update(&mut self, more: &Attributes<'t>) {
        fn set<T: Clone>(value: &mut Option<T>, more: &Option<T>) {
            if more.is_some() {
                value.clone_from(more);
            }
        }
        set(&mut self.label, &more.label);
        set(&mut self.aside, &more.aside);
        set(&mut self.color, &more.color);
        set(&mut self.style, &more.style);
        set(&mut self.shape, &more.shape);
        set(&mut self.tooltip, &more.tooltip);
        set(&mut self.key, &more.key);
        set(&mut self.direction, &more.direction);
        set(&mut self.entry, &more.entry);
        set(&mut self.exit, &more.exit);
        self.only_decides |= more.only_decides;
        self.is_laid_out |= more.is_laid_out;
    }

    /// Tells whether the style has this word.
    pub(super) fn has_style(&self, word: &str) -> bool {
        let style = self.style.as_ref().map(Id::text);
        style.is_some_and(|style| style.split(',').any(|part| part.trim() == word))
    }

    /// Gives the text on an edge.
    pub(super) fn edge_label(&self) -> Option<&Id<'t>> {
        let is_text = |label: &&Id<'t>| !label.line().trim().is_empty();
        let label = self.label.as_ref().filter(is_text);
        label.or(self.aside.as_ref())
    }
}

impl<'t> Lexer<'t> {
    /// Reads any number of lists of attributes.
    pub(super) fn attributes(&mut self) -> Result<Attributes<'t>, Fault> {
        let mut attributes = Attributes::default();
        while self.eat(Token::OpenList)? {
            while !self.eat(Token::CloseList)? {
                self.attribute(&mut attributes)?;
                let _ = self.eat(Token::Comma)? || self.eat(Token::Semicolon)?;
            }
        }
        Ok(attributes)
    }

    fn attribute(&mut self, attributes: &mut Attributes<'t>) -> Result<(), Fault> {
        let Some(name) = self.eat_id()? else {
            return Err(self.expected("an attribute or `]`"));
        };
        if !self.eat(Token::Equals)? {
            return Ok(());
        }
        let span = self.span();
        let value = self.value()?;
        match &*name.text() {
            "label" => attributes.label = Some(value),
            "xlabel" | "taillabel" | "headlabel" => attributes.aside = Some(value),
            "color" => attributes.color = Some(value),
            "style" => attributes.style = Some(value),
            "shape" => attributes.shape = Some(value),
            "tooltip" => attributes.tooltip = Some(value),
            "key" => attributes.key = Some(value),
            "dir" => attributes.direction = direction(&value.text()),
            "entry" => attributes.entry = Some(value.is("true")),
            "decides" => attributes.only_decides = value.is("only"),
            "bb" | "_gvid" => attributes.is_laid_out = true,
            "exit" => {
                let exit = exit(&value.text()).ok_or(Fault::new(span, Cause::UnknownExit))?;
                attributes.exit = Some(exit);
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn value(&mut self) -> Result<Id<'t>, Fault> {
        match self.eat_id()? {
            Some(value) => Ok(value),
            None => Err(self.expected("a word, a number or a string")),
        }
    }
}

fn direction(word: &str) -> Option<Direction> {
    match word {
        "forward" => Some(Direction::Forward),
        "back" => Some(Direction::Back),
        "both" => Some(Direction::Both),
        "none" => Some(Direction::Neither),
        _ => None,
    }
}

fn exit(word: &str) -> Option<Exit> {
    let exits = [
        Exit::Return,
        Exit::Unreachable,
        Exit::Jump,
        Exit::Branch,
        Exit::Switch,
    ];
    exits.into_iter().find(|exit| exit.to_string() == word)
}
