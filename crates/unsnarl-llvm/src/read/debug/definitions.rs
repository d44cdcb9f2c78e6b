//! Definitions of metadata: where they are, and what each number is.

use unsnarl_ir::debug::Node;

use super::{Definition, Made};
use crate::error::Omitted;
use crate::lexer::{Kind, Token};
use crate::read::{Reader, Result};

impl<'s> Reader<'s> {
    /// Keeps where `!12 = …` or `!llvm.dbg.cu = …` is, and skips it.
    pub(in crate::read) fn metadata_definition(&mut self) -> Result<()> {
        let start = self.token;
        match &self.text(start)[1..] {
            "llvm.dbg.cu" => self.debug.units = Some(start),
            "llvm.module.flags" => self.debug.flags = Some(start),
            "wasm.custom_sections" => self.debug.sections = Some(start),
            name => {
                if let Ok(number) = name.parse() {
                    self.debug.definitions.push(Definition {
                        number,
                        start,
                        node: None,
                    });
                }
            }
        }
        self.skip_definition()
    }

    /// Sorts the definitions by their numbers. Of several definitions of a number the first one
    /// counts; gives the places of the others.
    pub(super) fn sort_definitions(&mut self) -> Vec<Token> {
        let definitions = &mut self.debug.definitions;
        let is_sorted = |pair: &[Definition]| pair[0].number < pair[1].number;
        if definitions.windows(2).all(is_sorted) {
            return Vec::new();
        }
        definitions.sort_by_key(|definition| definition.number);
        let pairs = definitions.windows(2);
        let twice = pairs.filter(|pair| pair[0].number == pair[1].number);
        let twice = twice.map(|pair| pair[1].start).collect();
        definitions.dedup_by_key(|definition| definition.number);
        twice
    }

    /// Makes a node for every definition of a class, which is filled later. Notes the definitions
    /// that do not count.
    pub(super) fn reserve_nodes(&mut self, made: &mut Made<'s>, twice: Vec<Token>) {
        for start in twice {
            let name = self.text(start).to_owned();
            self.omit(Omitted::Redefined { name }, start);
        }
        let mut definitions = std::mem::take(&mut self.debug.definitions);
        for definition in &mut definitions {
            definition.node = self.reserve_node(made, definition.start);
        }
        self.debug.definitions = definitions;
    }

    fn reserve_node(&mut self, made: &mut Made<'s>, start: Token) -> Option<Node> {
        let (class, is_distinct) = self.begin_definition(start).ok()?;
        let word = self.text(class).strip_prefix('!')?;
        if !word.starts_with("DI") || word == "DIExpression" {
            return None;
        }
        let node = made.info.add(word);
        match node {
            None => {
                let word = word.to_owned();
                self.omit(Omitted::Class { word }, class);
            }
            Some(node) if is_distinct => {
                if let Some(class) = made.info.class_mut(node) {
                    class.set_distinct();
                }
            }
            Some(_) => {}
        }
        node
    }

    /// Goes behind `!12 = distinct` to the metadata itself, whose token it returns, and whether
    /// that word is there.
    pub(in crate::read) fn begin_definition(&mut self, start: Token) -> Result<(Token, bool)> {
        self.go_to(start);
        self.advance()?;
        self.expect(b'=', "'='")?;
        let is_distinct = self.eat_word("distinct")?;
        Ok((self.token, is_distinct))
    }

    /// Goes to a token that was seen before.
    pub(in crate::read) fn go_to(&mut self, token: Token) {
        self.lexer.seek(token);
        self.look();
    }

    /// Where the definition of a number begins.
    pub(in crate::read) fn definition_at(&self, number: u32) -> Option<Token> {
        let index = self.definition_of(number)?;
        Some(self.debug.definitions[index].start)
    }

    /// The place of the definition of a number in the list.
    pub(super) fn definition_of(&self, number: u32) -> Option<usize> {
        let definitions = &self.debug.definitions;
        let at = |index: usize| {
            definitions
                .get(index)
                .filter(|found| found.number == number)
        };
        // The numbers of LLVM have no gaps.
        if at(number as usize).is_some() {
            return Some(number as usize);
        }
        definitions
            .binary_search_by_key(&number, |definition| definition.number)
            .ok()
    }

    /// Returns the node that the metadata at the current token is: `!12`, or one that is written
    /// in place. Nothing if it is none, which is noted.
    pub(super) fn node(&mut self, made: &mut Made<'s>) -> Result<Option<Node>> {
        let token = self.expect_kind(Kind::Metadata, "metadata")?;
        let name = &self.text(token)[1..];
        if let Ok(number) = name.parse::<u32>() {
            return Ok(self.numbered_or_noted(made, number, token));
        }
        match (name, self.token.kind) {
            ("", Kind::Text) => {
                let text = self.advance()?;
                Ok(self.text_of(text).map(Node::Text))
            }
            ("", Kind::Punctuation(b'{')) => {
                let list = made.info.lists.push(Box::default());
                made.lists.push((list, token));
                self.skip_brackets()?;
                Ok(Some(Node::List(list)))
            }
            ("DIExpression", Kind::Punctuation(b'(')) => {
                Ok(self.expression_in_place(made)?.map(Node::Expression))
            }
            (_, Kind::Punctuation(b'(')) => {
                let node = made.info.add(name);
                match node {
                    Some(node) => self.nested(|reader| reader.fields(made, node))?,
                    None => {
                        let word = name.to_owned();
                        self.omit(Omitted::Class { word }, token);
                        self.skip_brackets()?;
                    }
                }
                Ok(node)
            }
            _ => Err(self.expected("metadata")),
        }
    }

    /// The node of a number; if there is none, that is noted.
    pub(super) fn numbered_or_noted(
        &mut self,
        made: &mut Made<'s>,
        number: u32,
        token: Token,
    ) -> Option<Node> {
        let node = self.numbered(made, number);
        if node.is_none() {
            let name = self.text(token).to_owned();
            self.omit(Omitted::Undefined { name }, token);
        }
        node
    }

    /// The node of a number. Lists and expressions are made when they are first named.
    fn numbered(&mut self, made: &mut Made<'s>, number: u32) -> Option<Node> {
        let index = self.definition_of(number)?;
        let definition = self.debug.definitions[index];
        if definition.node.is_some() {
            return definition.node;
        }
        let back = self.token;
        let (class, _) = self.begin_definition(definition.start).ok()?;
        let node = match self.text(class) {
            "!" => {
                let list = made.info.lists.push(Box::default());
                made.lists.push((list, class));
                Some(Node::List(list))
            }
            "!DIExpression" => {
                let read = self.advance().and_then(|_| self.expression_in_place(made));
                read.ok().flatten().map(Node::Expression)
            }
            _ => None,
        };
        self.go_to(back);
        self.debug.definitions[index].node = node;
        node
    }
}
