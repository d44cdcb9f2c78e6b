//! Global variables and aliases.

use unsnarl_ir::{
    ConstId, Constant, Global, GlobalKind, Linkage, NameId, ThreadLocal, Type, TypeId, Visibility,
};

use super::debug::Attached;
use super::names::unquote;
use super::words;
use super::{Reader, Result};
use crate::lexer::{Kind, Token};

/// The words before the type of a symbol.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Prefix {
    pub(super) linkage: Option<Linkage>,
    pub(super) visibility: Visibility,
    pub(super) dso_local: bool,
    pub(super) thread_local: Option<ThreadLocal>,
    pub(super) unnamed_address: bool,
    pub(super) space: Option<u32>,
}

impl Prefix {
    /// Without what follows from the rest.
    fn normal(self) -> Prefix {
        let linkage = self.linkage.unwrap_or_default();
        Prefix {
            dso_local: self.dso_local && !linkage.stays_within(self.visibility),
            ..self
        }
    }
}

impl Reader<'_> {
    /// Reads linkage and the like, in any order.
    pub(super) fn prefix(&mut self) -> Result<Prefix> {
        let mut prefix = Prefix::default();
        loop {
            let word = self.word();
            match word {
                "default" => prefix.visibility = Visibility::Default,
                "hidden" => prefix.visibility = Visibility::Hidden,
                "protected" => prefix.visibility = Visibility::Protected,
                "dso_local" => prefix.dso_local = true,
                "dso_preemptable" => prefix.dso_local = false,
                "dllimport"
                | "dllexport"
                // `local_unnamed_addr` has no effect on the linker.
                | "local_unnamed_addr"
                | "externally_initialized" => {}
                "unnamed_addr" => prefix.unnamed_address = true,
                "addrspace" => {
                    prefix.space = Some(self.address_space()?);
                    continue;
                }
                "thread_local" => {
                    prefix.thread_local = Some(self.thread_local()?);
                    continue;
                }
                _ => match words::linkage(word) {
                    Some(linkage) => prefix.linkage = Some(linkage),
                    None => return Ok(prefix.normal()),
                },
            }
            self.advance()?;
        }
    }

    /// `thread_local` or `thread_local(localexec)`.
    fn thread_local(&mut self) -> Result<ThreadLocal> {
        self.advance()?;
        if !self.eat(b'(')? {
            return Ok(ThreadLocal::GeneralDynamic);
        }
        let model = match self.word() {
            "localdynamic" => ThreadLocal::LocalDynamic,
            "initialexec" => ThreadLocal::InitialExec,
            "localexec" => ThreadLocal::LocalExec,
            _ => return Err(self.expected("a model of thread-local storage")),
        };
        self.advance()?;
        self.expect(b')', "')'")?;
        Ok(model)
    }

    /// `@name = …`.
    pub(super) fn global(&mut self) -> Result<()> {
        let name = self.advance()?;
        self.expect(b'=', "'='")?;
        let prefix = self.prefix()?;
        match self.word() {
            "global" | "constant" => self.variable(name, prefix),
            "alias" => self.alias(name, prefix),
            "ifunc" => self.ifunc(name, prefix),
            _ => Err(self.expected("'global', 'constant', 'alias' or 'ifunc'")),
        }
    }

    fn variable(&mut self, name: Token, prefix: Prefix) -> Result<()> {
        let constant = self.word() == "constant";
        self.advance()?;
        let ty = self.ty()?;
        let declared = matches!(
            prefix.linkage,
            Some(Linkage::External | Linkage::ExternWeak)
        );
        let initializer = if declared {
            None
        } else {
            Some(self.constant(ty)?)
        };
        let kind = GlobalKind::Variable {
            constant,
            initializer,
            align: None,
        };
        self.add_global(name, prefix, ty, kind)
    }

    fn alias(&mut self, name: Token, mut prefix: Prefix) -> Result<()> {
        let (ty, target, space) = self.typed_address()?;
        prefix.space = Some(space);
        self.add_global(name, prefix, ty, GlobalKind::Alias { target })
    }

    fn ifunc(&mut self, name: Token, mut prefix: Prefix) -> Result<()> {
        let (ty, resolver, space) = self.typed_address()?;
        prefix.space = Some(space);
        self.add_global(name, prefix, ty, GlobalKind::Chosen { resolver })
    }

    /// `i32, ptr @x` behind a word: the type at an address, the address, and the space that it is
    /// in.
    fn typed_address(&mut self) -> Result<(TypeId, ConstId, u32)> {
        self.advance()?;
        let first = self.ty()?;
        let (ty, pointer) = match self.pointee.filter(|_| !self.at(b',')) {
            Some(pointee) => (pointee, first),
            None => {
                self.expect(b',', "','")?;
                // The type of the address may be left out before a constant expression.
                let typed = self.token.kind != Kind::Word || words::begins_type(self.word());
                let pointer = if typed {
                    self.ty()?
                } else {
                    self.module.types.pointer()
                };
                (first, pointer)
            }
        };
        let target = self.constant(pointer)?;
        let space = match *self.module.types.get(pointer) {
            Type::Pointer { space } => space,
            _ => 0,
        };
        Ok((ty, target, space))
    }

    fn add_global(
        &mut self,
        name: Token,
        prefix: Prefix,
        ty: unsnarl_ir::TypeId,
        kind: GlobalKind,
    ) -> Result<()> {
        let space = prefix.space.unwrap_or(0);
        let id = self.module.globals.next_key();
        let mut global = Global {
            name: self.symbol_name(name)?,
            ty,
            address_type: self.module.types.add(Type::Pointer { space }),
            linkage: prefix.linkage.unwrap_or_default(),
            visibility: prefix.visibility,
            dso_local: prefix.dso_local,
            thread_local: prefix.thread_local,
            unnamed_address: prefix.unnamed_address,
            kind,
            section: None,
            comdat: None,
            attributes: Vec::new(),
            origin: self.origin(name),
        };
        let mut variables = Vec::new();
        while self.eat(b',')? {
            self.attached = Attached::default();
            self.global_clause(name, &mut global)?;
            variables.extend(self.attached.location.take());
        }
        // An alignment may come without a comma.
        if self.word() == "align" {
            self.global_clause(name, &mut global)?;
        }
        let (attributes, groups) = self.function_attributes()?;
        global.attributes = attributes.strings;
        // Nothing between this and the variable itself can fail.
        self.define_symbol(name, Constant::Global(id))?;
        self.symbols
            .global_groups
            .extend(groups.into_iter().map(|group| (id, group)));
        self.module.globals.push(global);
        self.note_variables(id, variables);
        Ok(())
    }

    fn global_clause(&mut self, name: Token, global: &mut Global) -> Result<()> {
        match self.word() {
            "section" => global.section = Some(self.named_string()?),
            "partition" | "code_model" => {
                self.named_string()?;
            }
            "comdat" => global.comdat = Some(self.comdat(name)?),
            "align" => {
                let said = self.alignment()?;
                if let GlobalKind::Variable { align, .. } = &mut global.kind {
                    *align = Some(said);
                }
            }
            "no_sanitize_address"
            | "no_sanitize_hwaddress"
            | "sanitize_memtag"
            | "sanitize_address_dyninit" => {
                self.advance()?;
            }
            _ if self.token.kind == Kind::Metadata => self.attachment()?,
            _ => return Err(self.expected("a property of a global variable")),
        }
        Ok(())
    }

    /// `section "name"` and the like.
    pub(super) fn named_string(&mut self) -> Result<NameId> {
        self.advance()?;
        let token = self.expect_kind(Kind::Text, "a string")?;
        let text = unquote(self.text(token));
        Ok(self.module.names.add(&text))
    }

    /// `comdat`, which has the name of the symbol, or `comdat($name)`.
    pub(super) fn comdat(&mut self, symbol: Token) -> Result<NameId> {
        self.advance()?;
        if !self.eat(b'(')? {
            return self.symbol_name(symbol);
        }
        let token = self.expect_kind(Kind::Comdat, "the name of a comdat")?;
        self.expect(b')', "')'")?;
        self.symbol_name(token)
    }
}
