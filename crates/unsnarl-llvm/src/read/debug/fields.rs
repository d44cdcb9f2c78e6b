//! The fields of nodes, the nodes of lists, and the steps of expressions.

use unsnarl_ir::NameId;
use unsnarl_ir::debug::words::{Encoding, Operator};
use unsnarl_ir::debug::{Expression, ExpressionId, Field, Misfit, Node};

use super::Made;
use crate::error::Omitted;
use crate::lexer::{Kind, Token};
use crate::read::names::unquote;
use crate::read::words;
use crate::read::{Reader, Result};

impl<'s> Reader<'s> {
    /// Reads `(key: value, …)` into a node. What it cannot hold is noted and left out.
    pub(super) fn fields(&mut self, made: &mut Made<'s>, node: Node) -> Result<()> {
        self.expect(b'(', "'('")?;
        while self.token.kind == Kind::Label {
            let key = self.advance()?;
            let value = self.token;
            let depth = self.depth;
            match self.field(made) {
                Ok(Some(field)) => self.set_field(made, node, key, &field),
                Ok(None) => {}
                Err(_) => {
                    self.depth = depth;
                    self.misfit(made, node, key, Misfit::Value);
                    self.go_to(value);
                    self.skip_value()?;
                }
            }
            if !self.eat(b',')? {
                break;
            }
        }
        self.expect(b')', "')'")
    }

    fn set_field(&mut self, made: &mut Made<'s>, node: Node, key: Token, field: &Field<'_>) {
        let name = self.text(key);
        let class = made.info.class_mut(node);
        if let Some(Err(misfit)) = class.map(|class| class.set(name, field)) {
            self.misfit(made, node, key, misfit);
        }
    }

    fn misfit(&mut self, made: &Made<'s>, node: Node, key: Token, misfit: Misfit) {
        let class = made.info.class(node).map_or("", |(word, _)| word);
        let name = self.text(key).to_owned();
        let omitted = match misfit {
            Misfit::Key => Omitted::Field { class, name },
            Misfit::Value => Omitted::FieldValue { class, name },
        };
        self.omit(omitted, key);
    }

    /// Skips to the comma or bracket behind a value.
    fn skip_value(&mut self) -> Result<()> {
        while !self.at(b',') && !self.at(b')') {
            match self.token.kind {
                Kind::End => return Err(self.expected("')'")),
                Kind::Punctuation(b'(' | b'[' | b'{') => self.skip_brackets()?,
                _ => {
                    self.advance()?;
                }
            }
        }
        Ok(())
    }

    /// Reads a value. Nothing if it names a node that is not there, which is noted.
    fn field(&mut self, made: &mut Made<'s>) -> Result<Option<Field<'s>>> {
        let word = self.word();
        Ok(Some(match self.token.kind {
            Kind::Text => {
                let text = self.advance()?;
                Field::Text(self.text_of(text))
            }
            Kind::Integer => Field::Number(self.number()?),
            Kind::Metadata => match self.node(made)? {
                Some(node) => Field::Node(node),
                None => return Ok(None),
            },
            Kind::Word => match word {
                "null" => {
                    self.advance()?;
                    Field::Null
                }
                "true" | "false" => {
                    self.advance()?;
                    Field::Flag(word == "true")
                }
                _ if words::begins_type(word) => {
                    Field::Node(Node::Constant(self.typed_constant()?))
                }
                _ => Field::Words(self.joined_words()?),
            },
            Kind::Local | Kind::Punctuation(b'[' | b'{' | b'<') => {
                Field::Node(Node::Constant(self.typed_constant()?))
            }
            _ => return Err(self.expected("a value")),
        }))
    }

    /// `DIFlagPrivate | DIFlagVirtual | 1024`.
    fn joined_words(&mut self) -> Result<Vec<&'s str>> {
        let mut words = Vec::new();
        while matches!(self.token.kind, Kind::Word | Kind::Integer) {
            let word = self.advance()?;
            words.push(self.text(word));
            if !self.eat(b'|')? {
                break;
            }
        }
        Ok(words)
    }

    /// The name of a string; none if it is empty.
    pub(super) fn text_of(&mut self, token: Token) -> Option<NameId> {
        let text = unquote(self.text(token));
        (!text.is_empty()).then(|| self.module.names.add(&text))
    }

    /// Reads the lists that were named.
    pub(super) fn lists(&mut self, made: &mut Made<'s>) {
        while let Some((list, start)) = made.lists.pop() {
            self.go_to(start);
            match self.list(made) {
                Ok(nodes) => made.info.lists[list] = nodes.into(),
                Err(_) => self.omit(Omitted::List, start),
            }
        }
    }

    /// `!{!1, null, !"text", i32 5}`. What is left out becomes null.
    pub(super) fn list(&mut self, made: &mut Made<'s>) -> Result<Vec<Option<Node>>> {
        self.expect_kind(Kind::Metadata, "metadata")?;
        self.expect(b'{', "'{'")?;
        let mut nodes = Vec::new();
        while !self.at(b'}') {
            let node = if self.token.kind == Kind::Metadata {
                self.node(made)?
            } else if self.eat_word("null")? {
                None
            } else {
                Some(Node::Constant(self.typed_constant()?))
            };
            nodes.push(node);
            if !self.eat(b',')? {
                break;
            }
        }
        self.expect(b'}', "'}'")?;
        Ok(nodes)
    }

    /// Reads `(DW_OP_plus_uconst, 8)`, behind `!DIExpression`. Equal ones become one.
    pub(super) fn expression_in_place(
        &mut self,
        made: &mut Made<'s>,
    ) -> Result<Option<ExpressionId>> {
        let open = self.token;
        self.skip_brackets()?;
        let text = &self.lexer.text()[open.start as usize..self.last_end as usize];
        if let Some(&known) = made.expressions.get(text) {
            return Ok(Some(known));
        }
        let back = self.token;
        self.go_to(open);
        let elements = self.steps();
        self.go_to(back);
        Ok(match elements {
            Ok(elements) => {
                let elements = elements.into();
                let expression = made.info.expressions.push(Expression { elements });
                made.expressions.insert(text, expression);
                Some(expression)
            }
            Err(_) => {
                self.omit(Omitted::Expression, open);
                None
            }
        })
    }

    fn steps(&mut self) -> Result<Vec<u64>> {
        self.expect(b'(', "'('")?;
        let mut elements = Vec::new();
        while !self.at(b')') {
            let word = self.word();
            elements.push(match self.token.kind {
                Kind::Integer => self.number()?,
                _ => {
                    let operator = Operator::named(word).map(|operator| operator.0);
                    let encodings = Encoding::WORDS.iter();
                    let encoding = || {
                        let mut known = encodings.filter(|(_, known)| *known == word);
                        known.next().map(|&(number, _)| number)
                    };
                    let number = operator.or_else(encoding);
                    let number = number.ok_or_else(|| self.expected("an operator"))?;
                    self.advance()?;
                    u64::from(number)
                }
            });
            if !self.eat(b',')? {
                break;
            }
        }
        self.expect(b')', "')'")?;
        Ok(elements)
    }
}
