//! What symbols are called, and what their declarations say beside their types.
//!
//! A symbol has its own name where that is one of C's that means nothing else; else it has another
//! one, and a label for the linker. What compilers [know](library) keeps its name only where the
//! module declares it with C's types: a definition by such a name is another function.
//!
//! A function whose name stands in quotes in assembly has its body by another name, and is an alias
//! of that: gcc names parts of a function after it (`f.cold`), also behind the quotes.

use foldhash::HashSet;
use unsnarl_ir::{
    Constant, FuncId, Function, Global, GlobalId, GlobalKind, Id, Linkage, Module, NameId, Type,
    TypeId, Visibility,
};

use super::Unit;
use crate::people::constants::name_literal;
use crate::people::library::{self, Known};
use crate::people::names::Names;

/// The names of all symbols.
pub(super) struct Symbols {
    pub(super) functions: Vec<String>,
    pub(super) globals: Vec<String>,
    /// By function: what its body is called, if that is another name.
    bodies: Vec<Option<String>>,
    pub(super) names: Names,
    /// The symbols that stay although nothing in the module refers to them.
    kept: HashSet<NameId>,
}

impl Symbols {
    pub(super) fn new(module: &Module) -> Symbols {
        let mut symbols = Symbols {
            functions: vec![String::new(); module.functions.len()],
            globals: vec![String::new(); module.globals.len()],
            bodies: vec![None; module.functions.len()],
            names: Names::default(),
            kept: kept(module),
        };
        let fixed = |id| known(module, id).is_some() || is_main(module, id);
        for (id, _) in module.functions.iter().filter(|&(id, _)| fixed(id)) {
            symbols.functions[id.index()] = symbols.names.fixed(module.function_name(id));
        }
        // What other files see comes before the rest, so that it keeps its name.
        for is_local in [false, true] {
            for (id, function) in module.functions.iter() {
                let is_named = module.intrinsic(id).is_some() || fixed(id);
                if is_internal(function.linkage) == is_local && !is_named {
                    symbols.functions[id.index()] = symbols.given(module.function_name(id));
                }
            }
            for (id, global) in module.globals.iter() {
                if is_internal(global.linkage) == is_local {
                    symbols.globals[id.index()] = symbols.given(module.name(global.name));
                }
            }
        }
        for (id, function) in module.functions.iter() {
            let is_seen = is_defined(function) && !is_internal(function.linkage);
            if is_seen && !is_plain(unmarked(module.function_name(id))) {
                let body = format!("{}_body", symbols.functions[id.index()]);
                symbols.bodies[id.index()] = Some(symbols.names.symbol(&body));
            }
        }
        symbols
    }

    fn given(&mut self, symbol: &str) -> String {
        let is_known = library::prototype(symbol).is_some() || library::is_foreign(symbol);
        match is_known || symbol == "main" {
            true => self.names.symbol(&format!("{symbol}_own")),
            false => self.names.symbol(symbol),
        }
    }
}

impl Unit<'_> {
    /// Tells whether something has this name.
    pub(in crate::people) fn is_symbol(&self, name: &str) -> bool {
        !self.symbols.names.is_free(name)
    }

    pub(in crate::people) fn function_name(&self, id: FuncId) -> &str {
        &self.symbols.functions[id.index()]
    }

    /// What the body of a function is called, if not as what others see of it.
    pub(in crate::people) fn body_name(&self, id: FuncId) -> Option<&str> {
        self.symbols.bodies[id.index()].as_deref()
    }

    /// What a linker calls a function where its body is, as a literal.
    pub(in crate::people) fn linked_body(&self, id: FuncId) -> String {
        let function = &self.module.functions[id];
        match self.body_name(id) {
            Some(body) => self.linked(body),
            None if is_internal(function.linkage) => self.linked(self.function_name(id)),
            None => self.linked(self.module.function_name(id)),
        }
    }

    pub(in crate::people) fn global_name(&self, id: GlobalId) -> &str {
        &self.symbols.globals[id.index()]
    }

    /// The types that compilers know a function by, if it is one of the library.
    pub(in crate::people) fn known(&self, id: FuncId) -> Option<&'static Known> {
        known(self.module, id)
    }

    /// Tells whether a function is the `main` of C.
    pub(in crate::people) fn is_main(&self, id: FuncId) -> bool {
        is_main(self.module, id)
    }

    /// Tells whether a symbol stays although nothing in the module refers to it.
    pub(in crate::people) fn is_kept(&self, symbol: NameId) -> bool {
        self.symbols.kept.contains(&symbol)
    }

    /// What stands before the declaration of a symbol.
    pub(in crate::people) fn linkage(&self, linkage: Linkage) -> &'static str {
        match linkage {
            Linkage::Internal | Linkage::Private => "static ",
            Linkage::Weak | Linkage::WeakOdr | Linkage::LinkOnce | Linkage::LinkOnceOdr => {
                "__attribute__((weak)) "
            }
            Linkage::ExternWeak => "extern __attribute__((weak)) ",
            _ => "",
        }
    }

    /// The name by which a linker knows a symbol, if that is another one.
    pub(in crate::people) fn label(&self, name: &str, symbol: &str, linkage: Linkage) -> String {
        match name == symbol || is_internal(linkage) {
            true => String::new(),
            false => format!(" __asm__({})", self.linked(unmarked(symbol))),
        }
    }

    /// The name of a symbol as a literal for the assembler, which wants some in quotes; clang adds
    /// these itself.
    pub(in crate::people) fn linked(&self, symbol: &str) -> String {
        let literal = name_literal(symbol);
        match is_plain(symbol) {
            true => literal,
            false => format!("{}({literal})", self.types.borrow_mut().quotes()),
        }
    }

    /// The attributes behind the declaration of a symbol.
    pub(in crate::people) fn attributes(&self, symbol: &Symbol) -> String {
        let mut list = Vec::new();
        if let Some(section) = symbol.section {
            let section = name_literal(self.module.name(section));
            list.push(format!("section({section})"));
        }
        let visibility = match symbol.visibility {
            _ if is_internal(symbol.linkage) => None,
            Visibility::Default => None,
            Visibility::Hidden => Some("hidden"),
            Visibility::Protected => Some("protected"),
        };
        list.extend(visibility.map(|own| format!("visibility(\"{own}\")")));
        if self.is_kept(symbol.name) {
            list.push("used".to_owned());
        }
        list.extend(symbol.align.map(|align| format!("aligned({align})")));
        match list.is_empty() {
            true => String::new(),
            false => format!(" __attribute__(({}))", list.join(", ")),
        }
    }
}

/// A symbol as the assembler has it: a mark before it says that nothing is added to it.
fn unmarked(symbol: &str) -> &str {
    symbol.strip_prefix('\u{1}').unwrap_or(symbol)
}

/// Tells whether a symbol needs no quotes in assembly.
fn is_plain(symbol: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '@');
    symbol.chars().all(is_plain)
}

/// What a declaration says of a symbol.
pub(in crate::people) struct Symbol {
    pub(in crate::people) name: NameId,
    pub(in crate::people) linkage: Linkage,
    pub(in crate::people) visibility: Visibility,
    pub(in crate::people) section: Option<NameId>,
    /// In bytes, if it is more than what its type needs.
    pub(in crate::people) align: Option<u64>,
}

/// The parameters that C's `main` may have.
pub(in crate::people) const MAIN: [&str; 3] = ["int", "char **", "char **"];

/// Tells whether only this module sees what has this linkage.
pub(in crate::people) fn is_internal(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::Internal | Linkage::Private)
}

/// Tells whether a function has its body in the text.
pub(in crate::people) fn is_defined(function: &Function) -> bool {
    function.is_definition() && function.linkage != Linkage::AvailableExternally
}

/// The types that compilers know a declaration by, if they agree with its own.
fn known(module: &Module, id: FuncId) -> Option<&'static Known> {
    let function = &module.functions[id];
    let known = library::prototype(module.function_name(id))?;
    let (result, parameters, is_variadic) = module.signature(function.ty)?;
    let mut due: Vec<&str> = known.parameters.split(", ").collect();
    due.retain(|&own| own != "void");
    let is_due_variadic = due.pop_if(|last| *last == "...").is_some();
    let agree = |ty: TypeId, due: &str| is_passed_as(module, ty, due);
    let agrees = is_variadic == is_due_variadic
        && parameters.len() == due.len()
        && parameters.iter().zip(due).all(|(&ty, due)| agree(ty, due))
        && agree(result, known.result.trim_start_matches("_Noreturn "));
    (agrees && !is_defined(function)).then_some(known)
}

/// Tells whether a type of the IR is what one of C's becomes.
fn is_passed_as(module: &Module, ty: TypeId, due: &str) -> bool {
    match *module.types.resolve(ty) {
        Type::Int(32) => matches!(due, "int" | "unsigned"),
        Type::Int(64) => matches!(
            due,
            "long" | "long long" | "size_t" | "ssize_t" | "intmax_t"
        ),
        Type::Pointer { .. } => due.contains('*') || due == "va_list",
        Type::Float(unsnarl_ir::FloatKind::Float) => due == "float",
        Type::Float(unsnarl_ir::FloatKind::Double) => due == "double",
        Type::Float(_) => due == "long double",
        Type::Void => due == "void",
        _ => false,
    }
}

/// Tells whether a function is one that C may define as `main`.
fn is_main(module: &Module, id: FuncId) -> bool {
    let function = &module.functions[id];
    let is_named = module.function_name(id) == "main" && !is_internal(function.linkage);
    let Some((result, parameters, false)) = module.signature(function.ty) else {
        return false;
    };
    let agree = |ty: TypeId, due: &str| is_passed_as(module, ty, due);
    is_named
        && is_defined(function)
        && parameters.len() <= MAIN.len()
        && parameters.iter().zip(MAIN).all(|(&ty, due)| agree(ty, due))
        && agree(result, "int")
}

/// What the module says must stay, and what has an alias or chooses a function, which compilers do
/// not see refer to it.
fn kept(module: &Module) -> HashSet<NameId> {
    let is_list = |global: &Global| {
        let name = module.name(global.name);
        matches!(name, "llvm.used" | "llvm.compiler.used")
            || matches!(
                global.kind,
                GlobalKind::Alias { .. } | GlobalKind::Chosen { .. }
            )
    };
    let lists = module.globals.values().filter(|global| is_list(global));
    let mut kept = HashSet::default();
    let mut work: Vec<_> = lists.filter_map(|global| global.kind.constant()).collect();
    while let Some(id) = work.pop() {
        match module.constant(id) {
            Constant::Aggregate { elements, .. } => work.extend(elements.iter().copied()),
            Constant::Global(id) => drop(kept.insert(module.globals[*id].name)),
            Constant::Function(id) => drop(kept.insert(module.functions[*id].name)),
            Constant::Expression { expression, .. } => work.extend(expression.operands()),
            _ => {}
        }
    }
    kept
}
