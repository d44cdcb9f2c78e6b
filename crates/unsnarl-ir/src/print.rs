//! A module as LLVM IR.
//!
//! *Needs:* a [`Module`] that keeps the rules of [`crate::verify`].
//! *Gives:* [`fmt::Display`] for it. Reading the text back gives the same module, except for source
//! locations, ids of constants and of debug information, and attributes that the module does not
//! keep.
//! *Cost:* linear in the text. A constant that is used in several places is written out in each.
//! *Departs:* there are no block addresses: they are already numbers, and print as `inttoptr`.

mod constants;
mod debug;
mod functions;
mod insts;
mod terminators;
mod words;

use std::borrow::Cow;
use std::fmt::{self, Write};

use crate::constant::Constant;
use crate::function::Function;
use crate::global::{Global, GlobalKind, Linkage, ThreadLocal, Visibility};
use crate::id::{BlockId, ConstId, GlobalId, NameId, TypeId};
use crate::inst::{Inst, Operand};
use crate::module::Module;
use crate::terminator::Terminator;
use crate::types::Type;

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.debug.as_deref().map(debug::Shown::whole);
        let mut printer = Printer {
            module: self,
            out: f,
            made: Cow::Borrowed(MADE),
            debug: shown.as_ref(),
        };
        printer.module()
    }
}

/// An operand as LLVM IR writes it, without its type: `%x`, `@f`, `-1`, `getelementptr (…)`.
#[derive(Clone, Copy)]
pub struct ShownOperand<'a> {
    module: &'a Module,
    function: &'a Function,
    operand: Operand,
}

impl fmt::Display for ShownOperand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer {
            module: self.module,
            out: f,
            made: Cow::Borrowed(MADE),
            debug: None,
        };
        printer.operand(self.function, self.operand)
    }
}

/// The name of a block as LLVM IR writes it: `%entry`, `%12`, `%"a b"`.
#[derive(Clone, Copy)]
pub struct ShownBlock<'a> {
    module: &'a Module,
    function: &'a Function,
    block: BlockId,
}

impl fmt::Display for ShownBlock<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer {
            module: self.module,
            out: f,
            made: Cow::Borrowed(MADE),
            debug: None,
        };
        printer.block_name(self.function, self.block)
    }
}

/// A type as LLVM IR writes it.
#[derive(Clone, Copy)]
pub struct ShownType<'a> {
    module: &'a Module,
    ty: TypeId,
}

impl fmt::Display for ShownType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer {
            module: self.module,
            out: f,
            made: Cow::Borrowed(MADE),
            debug: None,
        };
        printer.ty(self.ty)
    }
}

/// A function as LLVM IR writes it: its definition or declaration.
#[derive(Clone, Copy)]
pub struct ShownFunction<'a> {
    module: &'a Module,
    function: &'a Function,
}

impl fmt::Display for ShownFunction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.module.debug.as_deref().map(debug::Shown::new);
        let mut printer = Printer {
            module: self.module,
            out: f,
            made: Cow::Borrowed(MADE),
            debug: shown.as_ref(),
        };
        printer.function(self.function)
    }
}

/// An instruction as LLVM IR writes it, with its result.
#[derive(Clone, Copy)]
pub struct ShownInst<'a> {
    module: &'a Module,
    function: &'a Function,
    inst: &'a Inst,
}

impl fmt::Display for ShownInst<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer {
            module: self.module,
            out: f,
            made: Cow::Borrowed(MADE),
            debug: None,
        };
        printer.result(self.function, self.inst.result)?;
        printer.op(self.function, self.inst)
    }
}

/// A terminator as LLVM IR writes it.
#[derive(Clone, Copy)]
pub struct ShownTerminator<'a> {
    module: &'a Module,
    function: &'a Function,
    terminator: &'a Terminator,
    part: TerminatorPart,
}

/// The part of a terminator that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminatorPart {
    /// The whole terminator.
    Whole,
    /// Its action, without its targets: the call of an `invoke`, `resume` with its operand.
    Action,
}

impl fmt::Display for ShownTerminator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer {
            module: self.module,
            out: f,
            made: Cow::Borrowed(MADE),
            debug: None,
        };
        match self.part {
            TerminatorPart::Whole => printer.terminator(self.function, self.terminator),
            TerminatorPart::Action => printer.action(self.function, self.terminator),
        }
    }
}

impl Module {
    /// Shows a type as LLVM IR writes it.
    pub fn show_type(&self, ty: TypeId) -> ShownType<'_> {
        ShownType { module: self, ty }
    }

    /// Shows a function, which need not be one of the module's own, as LLVM IR writes it.
    pub fn show_function<'a>(&'a self, function: &'a Function) -> ShownFunction<'a> {
        ShownFunction {
            module: self,
            function,
        }
    }

    /// Shows an instruction of `function` as LLVM IR writes it.
    pub fn show_inst<'a>(&'a self, function: &'a Function, inst: &'a Inst) -> ShownInst<'a> {
        ShownInst {
            module: self,
            function,
            inst,
        }
    }

    /// Shows an operand of `function` as LLVM IR writes it, without its type.
    pub fn show_operand<'a>(
        &'a self,
        function: &'a Function,
        operand: Operand,
    ) -> ShownOperand<'a> {
        ShownOperand {
            module: self,
            function,
            operand,
        }
    }

    /// Shows the name of a block of `function` as LLVM IR writes it.
    pub fn show_block<'a>(&'a self, function: &'a Function, block: BlockId) -> ShownBlock<'a> {
        ShownBlock {
            module: self,
            function,
            block,
        }
    }

    /// Shows a terminator of `function`, or a part of it, as LLVM IR writes it.
    pub fn show_terminator<'a>(
        &'a self,
        function: &'a Function,
        terminator: &'a Terminator,
        part: TerminatorPart,
    ) -> ShownTerminator<'a> {
        ShownTerminator {
            module: self,
            function,
            terminator,
            part,
        }
    }
}

type Result = fmt::Result;

/// The prefix of names made by a rewrite, unless a name of the source begins with it.
const MADE: &str = "new.";

struct Printer<'m, 'f, 'o> {
    module: &'m Module,
    out: &'o mut fmt::Formatter<'f>,
    /// The prefix of names made by a rewrite.
    made: Cow<'static, str>,
    /// The debug information, if it is shown.
    debug: Option<&'o debug::Shown<'m>>,
}

impl Printer<'_, '_, '_> {
    fn module(&mut self) -> Result {
        let module = self.module;
        for (key, text) in [
            ("source_filename", &module.source_name),
            ("target datalayout", &module.data_layout.text),
        ] {
            if !text.is_empty() {
                write!(self.out, "{key} = ")?;
                self.quoted(text.as_bytes())?;
                self.out.write_char('\n')?;
            }
        }
        if !module.target.is_empty() {
            self.out.write_str("target triple = ")?;
            self.quoted(module.target.as_bytes())?;
            self.out.write_char('\n')?;
        }
        for line in &module.assembly {
            self.out.write_str("module asm ")?;
            self.quoted(line.as_bytes())?;
            self.out.write_char('\n')?;
        }
        for comdat in &module.comdats {
            self.sigil('$', module.name(comdat.name))?;
            writeln!(self.out, " = comdat {}", words::comdat_kind(comdat.kind))?;
        }
        for named in &module.types.named {
            self.sigil('%', module.name(named.name))?;
            self.out.write_str(" = type ")?;
            match named.body {
                Some(body) => self.ty(body)?,
                None => self.out.write_str("opaque")?,
            }
            self.out.write_char('\n')?;
        }
        module
            .globals
            .iter()
            .try_for_each(|(id, global)| self.global(id, global))?;
        module
            .functions
            .values()
            .try_for_each(|function| self.function(function))?;
        self.debug_info()
    }

    fn global(&mut self, id: GlobalId, global: &Global) -> Result {
        self.sigil('@', self.module.name(global.name))?;
        self.out.write_str(" = ")?;
        let declared = !global.is_definition() && global.linkage == Linkage::External;
        self.out.write_str(if declared {
            "external "
        } else {
            words::linkage(global.linkage)
        })?;
        self.out.write_str(preemption(global.dso_local))?;
        self.out.write_str(visibility(global.visibility))?;
        self.out.write_str(thread_local(global.thread_local))?;
        if global.unnamed_address {
            self.out.write_str("unnamed_addr ")?;
        }
        if let Type::Pointer { space } = *self.module.types.get(global.address_type)
            && space != 0
        {
            write!(self.out, "addrspace({space}) ")?;
        }
        match global.kind {
            GlobalKind::Variable {
                constant,
                initializer,
                align,
            } => {
                self.out
                    .write_str(if constant { "constant " } else { "global " })?;
                self.ty(global.ty)?;
                if let Some(initializer) = initializer {
                    self.out.write_char(' ')?;
                    self.constant(initializer)?;
                }
                self.string_clause(", section", global.section)?;
                self.comdat(", comdat", global.comdat)?;
                if let Some(align) = align {
                    write!(self.out, ", align {align}")?;
                }
            }
            GlobalKind::Chosen { resolver } => {
                self.out.write_str("ifunc ")?;
                self.ty(global.ty)?;
                self.out.write_str(", ")?;
                self.typed_constant(resolver)?;
            }
            GlobalKind::Alias { target } => {
                self.out.write_str("alias ")?;
                self.ty(global.ty)?;
                self.out.write_str(", ")?;
                self.typed_constant(target)?;
            }
        }
        self.global_attachments(id)?;
        self.strings(&global.attributes)?;
        self.out.write_char('\n')
    }

    fn string_clause(&mut self, key: &str, name: Option<NameId>) -> Result {
        let Some(name) = name else { return Ok(()) };
        write!(self.out, "{key} ")?;
        self.quoted(self.module.name(name).as_bytes())
    }

    fn comdat(&mut self, key: &str, name: Option<NameId>) -> Result {
        let Some(name) = name else { return Ok(()) };
        write!(self.out, "{key}(")?;
        self.sigil('$', self.module.name(name))?;
        self.out.write_char(')')
    }

    /// Attributes of the form `"key"="value"`, each after a blank.
    fn strings(&mut self, strings: &[(NameId, NameId)]) -> Result {
        for &(key, value) in strings {
            self.out.write_char(' ')?;
            self.quoted(self.module.name(key).as_bytes())?;
            if !self.module.name(value).is_empty() {
                self.out.write_char('=')?;
                self.quoted(self.module.name(value).as_bytes())?;
            }
        }
        Ok(())
    }

    /// A name after its sigil, in quotes if necessary.
    fn sigil(&mut self, sigil: char, name: &str) -> Result {
        self.out.write_char(sigil)?;
        self.bare_or_quoted(name)
    }

    fn bare_or_quoted(&mut self, name: &str) -> Result {
        let plain =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_');
        let number = name.bytes().all(|byte| byte.is_ascii_digit());
        if name.bytes().all(plain) && !number {
            self.out.write_str(name)
        } else {
            self.quoted(name.as_bytes())
        }
    }

    fn quoted(&mut self, bytes: &[u8]) -> Result {
        self.out.write_char('"')?;
        for &byte in bytes {
            match byte {
                b'"' | b'\\' => write!(self.out, "\\{byte:02X}")?,
                b' '..=b'~' => self.out.write_char(char::from(byte))?,
                _ => write!(self.out, "\\{byte:02X}")?,
            }
        }
        self.out.write_char('"')
    }

    fn ty(&mut self, ty: TypeId) -> Result {
        self.pieces(vec![constants::Piece::Type(ty)])
    }

    fn constant(&mut self, id: ConstId) -> Result {
        self.pieces(vec![constants::Piece::Constant(id)])
    }

    fn typed_constant(&mut self, id: ConstId) -> Result {
        if let Constant::Metadata { text, .. } = self.module.constant(id) {
            return write!(self.out, "metadata {text}");
        }
        self.ty(self.module.constant_type(id))?;
        self.out.write_char(' ')?;
        self.constant(id)
    }
}

fn preemption(dso_local: bool) -> &'static str {
    if dso_local { "dso_local " } else { "" }
}

fn visibility(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Default => "",
        Visibility::Hidden => "hidden ",
        Visibility::Protected => "protected ",
    }
}

fn thread_local(model: Option<ThreadLocal>) -> &'static str {
    match model {
        None => "",
        Some(ThreadLocal::GeneralDynamic) => "thread_local ",
        Some(ThreadLocal::LocalDynamic) => "thread_local(localdynamic) ",
        Some(ThreadLocal::InitialExec) => "thread_local(initialexec) ",
        Some(ThreadLocal::LocalExec) => "thread_local(localexec) ",
    }
}
