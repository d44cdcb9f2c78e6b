//! Types of LLVM IR as types of C.
//!
//! *Needs:* the types of a module, with their layout.
//! *Gives:* [`Types`]: names of types, declarations of variables of them, and the definitions that
//! they need, each once and before its first use.
//! *Cost:* linear in the types that are used.
//!
//! | IR | C |
//! |---|---|
//! | `i1` | `bool` |
//! | `i2` to `i128` | the unsigned type of 8, 16, 32, 64 or 128 bits that holds it, with zeros above |
//! | wider | a [struct of words](super::wide) |
//! | `half`, `float`, `double`, `x86_fp80`, `fp128` | `_Float16`, `float`, `double`, `long double`, `__float128` |
//! | `ptr` | `void *` |
//! | a struct | a struct with fields `f0`, `f1`, … that may alias everything |
//! | an array | an array; as a value, a struct of one |
//! | a vector | a vector of gcc's extension; bits as bytes of zeros or ones |
//!
//! Each definition of a struct has an assertion that it is laid out as in the IR.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::rc::Rc;

use foldhash::{HashMap, HashSet};
use unsnarl_ir::{FloatKind, Layout, Module, Type, TypeId};

use super::names;
use super::refusal::Cause;
use super::wide;

/// The unsigned type that holds integers of so many bits.
pub(super) fn holder(bits: u32) -> Option<u32> {
    [8, 16, 32, 64, 128].into_iter().find(|&size| bits <= size)
}

/// The name of an integer type of C.
pub(super) fn int_name(bits: u32, is_signed: bool) -> String {
    match (bits, is_signed) {
        (1, _) => "bool".to_owned(),
        (128, false) => "uint128_t".to_owned(),
        (128, true) => "int128_t".to_owned(),
        (bits, false) => format!("uint{bits}_t"),
        (bits, true) => format!("int{bits}_t"),
    }
}

/// The name of a floating-point type of C.
pub(super) fn float_name(kind: FloatKind) -> Option<&'static str> {
    Some(match kind {
        FloatKind::Half => "_Float16",
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::X86Fp80 => "long double",
        FloatKind::Fp128 => "__float128",
        FloatKind::BFloat | FloatKind::PpcFp128 => return None,
    })
}

/// What a struct of the IR is called in C, if nothing else is.
pub(super) fn struct_name(module: &Module, ty: TypeId) -> String {
    match module.types.get(ty) {
        Type::Named(number) => {
            let named = &module.types.named[*number as usize];
            let name = module.name(named.name);
            let kinds = ["struct.", "union.", "class."];
            let bare = kinds.iter().find_map(|kind| name.strip_prefix(kind));
            names::tag(bare.unwrap_or(name))
        }
        _ => "fields".to_owned(),
    }
}

/// Tells whether a variable is a list of variable arguments.
pub(super) fn is_va_list(module: &Module, ty: TypeId) -> bool {
    let Type::Array { element, count: 1 } = *module.types.resolve(ty) else {
        return false;
    };
    match module.types.get(element) {
        Type::Named(number) => {
            let named = &module.types.named[*number as usize];
            module.name(named.name).starts_with("struct.__va_list_tag")
        }
        _ => false,
    }
}

/// The tags of structs and unions that are given.
pub(super) type Tags = Rc<RefCell<HashSet<String>>>;

/// The types of a module in C.
pub(super) struct Types<'m> {
    module: &'m Module,
    layout: &'m Layout,
    /// The names of structs, and of the structs that arrays are as values.
    names: HashMap<TypeId, String>,
    vectors: HashMap<TypeId, String>,
    taken: Tags,
    /// What else is defined, by its name.
    known: HashSet<String>,
    /// The definitions, in order.
    pub(super) definitions: String,
}

impl<'m> Types<'m> {
    pub(super) fn new(module: &'m Module, layout: &'m Layout, taken: Tags) -> Self {
        Types {
            module,
            layout,
            names: HashMap::default(),
            vectors: HashMap::default(),
            taken,
            known: HashSet::default(),
            definitions: String::new(),
        }
    }

    pub(super) fn module(&self) -> &'m Module {
        self.module
    }

    pub(super) fn layout(&self) -> &'m Layout {
        self.layout
    }

    /// Tells whether a name of something else is given for the first time.
    pub(super) fn is_new(&mut self, name: &str) -> bool {
        self.known.insert(name.to_owned())
    }

    /// The type of a value, a parameter or a result.
    pub(super) fn value(&mut self, ty: TypeId) -> Result<String, Cause> {
        match self.module.types.resolve(ty) {
            Type::Array { .. } => self.array_value(ty),
            _ => self.name(ty),
        }
    }

    /// The type of a value with a sign, as parameters and results have one.
    pub(super) fn signed(&mut self, ty: TypeId, is_signed: bool) -> Result<String, Cause> {
        match *self.module.types.resolve(ty) {
            Type::Int(bits) if bits > 1 && is_signed => {
                let bits = holder(bits).ok_or_else(|| self.unsupported(ty))?;
                Ok(int_name(bits, true))
            }
            _ => self.value(ty),
        }
    }

    /// Declares a variable of a function: one that is a list of variable arguments is C's own.
    pub(super) fn declare_local(&mut self, ty: TypeId, name: &str) -> Result<String, Cause> {
        match is_va_list(self.module, ty) {
            true => Ok(format!("va_list {name}")),
            false => self.declare(ty, name),
        }
    }

    /// Declares a variable or a field.
    pub(super) fn declare(&mut self, ty: TypeId, name: &str) -> Result<String, Cause> {
        let (mut ty, mut name) = (ty, name.to_owned());
        while let Type::Array { element, count } = *self.module.types.resolve(ty) {
            let _ = write!(name, "[{count}]");
            ty = element;
        }
        let base = self.name(ty)?;
        Ok(match base.ends_with('*') {
            true => format!("{base}{name}"),
            false => format!("{base} {name}"),
        })
    }

    /// The type of accesses to memory, which may alias everything and have this alignment.
    pub(super) fn access(&mut self, ty: TypeId, align: Option<u64>) -> Result<String, Cause> {
        let base = self.value(ty)?;
        let natural = self.layout.align(ty).unwrap_or(1);
        let align = align.unwrap_or(natural).max(1);
        let is_struct = base.starts_with("struct ");
        if is_struct && align >= natural {
            return Ok(base);
        }
        let stem: String = base
            .trim_start_matches("struct ")
            .replace("void *", "pointer")
            .replace(' ', "_");
        let stem = stem.trim_end_matches("_t");
        let (name, attributes) = match align >= natural {
            true => (format!("any_{stem}"), "may_alias".to_owned()),
            false => (
                format!("any_{stem}_{align}"),
                format!("may_alias, aligned({align})"),
            ),
        };
        self.alias(&base, &name, &attributes);
        Ok(name)
    }

    /// Defines a type like another one but for its attributes.
    pub(super) fn alias(&mut self, base: &str, name: &str, attributes: &str) {
        if self.known.insert(name.to_owned()) {
            let _ = writeln!(
                self.definitions,
                "typedef {base} {name} __attribute__(({attributes}));"
            );
        }
    }

    /// The macro for names of symbols that the assembler wants in quotes.
    pub(super) fn quotes(&mut self) -> &'static str {
        if self.known.insert("ir_quoted".to_owned()) {
            self.definitions += "#ifdef __clang__\n#define ir_quoted(name) name\n#else\n\
                                 #define ir_quoted(name) \"\\\"\" name \"\\\"\"\n#endif\n";
        }
        "ir_quoted"
    }

    /// The name of the field of an array as a value.
    pub(super) const ELEMENTS: &'static str = "e";

    fn array_value(&mut self, ty: TypeId) -> Result<String, Cause> {
        if let Some(name) = self.names.get(&ty) {
            return Ok(name.clone());
        }
        let inner = self.declare(ty, Self::ELEMENTS)?;
        let name = self.unique("array");
        let _ = writeln!(
            self.definitions,
            "struct {name} {{ {inner}; }} __attribute__((may_alias));"
        );
        let name = format!("struct {name}");
        self.names.insert(ty, name.clone());
        Ok(name)
    }

    /// The name of a type that is no array.
    fn name(&mut self, ty: TypeId) -> Result<String, Cause> {
        Ok(match self.module.types.resolve(ty) {
            Type::Void => "void".to_owned(),
            Type::Int(1) => "bool".to_owned(),
            &Type::Int(bits) if let Some(size) = wide::size(bits) => {
                let name = wide::name(size);
                if self.known.insert(name.clone()) {
                    self.definitions += &wide::definition(size);
                }
                name
            }
            Type::Int(bits) => {
                let holder = holder(*bits).ok_or_else(|| self.unsupported(ty))?;
                if holder == 128 && self.known.insert("uint128_t".to_owned()) {
                    self.definitions +=
                        "typedef unsigned __int128 uint128_t;\ntypedef __int128 int128_t;\n";
                }
                int_name(holder, false)
            }
            Type::Float(kind) => match float_name(*kind) {
                Some(name) => name.to_owned(),
                None => return Err(self.unsupported(ty)),
            },
            Type::Pointer { space: 0 } => "void *".to_owned(),
            Type::Struct { .. } => self.structure(ty)?,
            Type::Vector { .. } => self.vector(ty)?,
            _ => return Err(self.unsupported(ty)),
        })
    }

    /// Tells whether there is a vector of truths in a type.
    pub(super) fn has_truths(&self, ty: TypeId) -> bool {
        let (mut work, mut seen) = (vec![ty], HashSet::default());
        while let Some(ty) = work.pop() {
            match self.module.types.resolve(ty) {
                Type::Struct { fields, .. } if seen.insert(ty) => work.extend(fields),
                Type::Array { element, .. } => work.push(*element),
                Type::Vector { element, .. }
                    if *self.module.types.resolve(*element) == Type::Int(1) =>
                {
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    pub(super) fn unsupported(&self, ty: TypeId) -> Cause {
        Cause::Type(self.shown(ty))
    }

    /// What is refused of a type that has one of C's.
    pub(super) fn no_operation(&self, ty: TypeId) -> Cause {
        Cause::Operation(self.shown(ty))
    }

    fn shown(&self, ty: TypeId) -> String {
        self.module.show_type(ty).to_string()
    }

    fn unique(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 0;
        while !self.taken.borrow_mut().insert(name.clone()) {
            number += 1;
            name = format!("{wanted}_{number}");
        }
        name
    }

    /// Defines a struct and those in it, innermost first.
    fn structure(&mut self, ty: TypeId) -> Result<String, Cause> {
        let mut work = vec![(ty, false)];
        while let Some((ty, is_ready)) = work.pop() {
            if self.names.contains_key(&ty) {
                continue;
            }
            if is_ready {
                self.define(ty)?;
                continue;
            }
            work.push((ty, true));
            if let Type::Struct { fields, .. } = self.module.types.resolve(ty) {
                for &field in fields {
                    let field = self.element_of(field);
                    if matches!(self.module.types.resolve(field), Type::Struct { .. }) {
                        work.push((field, false));
                    }
                }
            }
        }
        Ok(self.names[&ty].clone())
    }

    /// The type of the elements of an array of arrays, or the type itself.
    fn element_of(&self, mut ty: TypeId) -> TypeId {
        while let Type::Array { element, .. } = *self.module.types.resolve(ty) {
            ty = element;
        }
        ty
    }

    fn define(&mut self, ty: TypeId) -> Result<(), Cause> {
        let Type::Struct { fields, packed } = self.module.types.resolve(ty) else {
            return Err(self.unsupported(ty));
        };
        let wanted = struct_name(self.module, ty);
        let mut text = String::new();
        for (number, &field) in fields.iter().enumerate() {
            let declared = self.declare(field, &format!("f{number}"))?;
            let alignment = self.lower_alignment(field);
            let _ = writeln!(text, "  {declared}{alignment};");
        }
        let name = self.unique(&wanted);
        let packed = if *packed { "packed, " } else { "" };
        let _ = writeln!(
            self.definitions,
            "struct {name} {{\n{text}}} __attribute__(({packed}may_alias));"
        );
        // Truths of LLVM's vectors are single bits in memory, where a struct of C's is never.
        let size = self.layout.size(ty).filter(|_| !self.has_truths(ty));
        if let Some(size) = size {
            let _ = writeln!(
                self.definitions,
                "_Static_assert(sizeof(struct {name}) == {size}, \"struct {name}\");"
            );
        }
        if let Some(last) = fields.len().checked_sub(1)
            && size.is_some()
            && let Some(offset) = self.layout.field(ty, last)
        {
            let _ = writeln!(
                self.definitions,
                "_Static_assert(offsetof(struct {name}, f{last}) == {offset}, \"struct {name}\");"
            );
        }
        self.names.insert(ty, format!("struct {name}"));
        Ok(())
    }

    /// What is said of a field that C would align more than the IR does: before LLVM 18 an integer
    /// of 128 bits had the alignment of one of 64.
    fn lower_alignment(&self, field: TypeId) -> String {
        let element = self.element_of(field);
        let align = self.layout.align(element).unwrap_or(1);
        match self.module.types.resolve(element) {
            Type::Int(65..=128) if align < 16 => {
                format!(" __attribute__((packed, aligned({align})))")
            }
            _ => String::new(),
        }
    }

    /// A vector of gcc's extension. Its size is a power of two, as that of LLVM's vectors is in
    /// memory: other ones have more lanes here, which hold anything.
    fn vector(&mut self, ty: TypeId) -> Result<String, Cause> {
        if let Some(name) = self.vectors.get(&ty) {
            return Ok(name.clone());
        }
        let &Type::Vector {
            element,
            count,
            scalable: false,
        } = self.module.types.resolve(ty)
        else {
            return Err(self.unsupported(ty));
        };
        let count = count.next_power_of_two();
        let (lane, size) = match *self.module.types.resolve(element) {
            Type::Int(1) => ("int8_t".to_owned(), 1),
            Type::Pointer { space: 0 } => ("uintptr_t".to_owned(), 8),
            Type::Int(bits @ (8 | 16 | 32 | 64)) => (int_name(bits, false), u64::from(bits / 8)),
            Type::Int(128) => (self.name(element)?, 16),
            Type::Float(
                kind @ (FloatKind::Half | FloatKind::Float | FloatKind::Double | FloatKind::Fp128),
            ) => (self.name(element)?, u64::from(kind.bits() / 8)),
            _ => return Err(self.unsupported(ty)),
        };
        let name = format!(
            "{}x{count}",
            lane.trim_start_matches('_').trim_end_matches("_t")
        );
        if self.known.insert(name.clone()) {
            let bytes = size * u64::from(count);
            let _ = writeln!(
                self.definitions,
                "typedef {lane} {name} __attribute__((vector_size({bytes})));"
            );
        }
        self.vectors.insert(ty, name.clone());
        Ok(name)
    }

    /// A type of no size, which is passed nowhere.
    pub(super) fn nothing(&mut self) -> String {
        let name = "ir_nothing".to_owned();
        if self.known.insert(name.clone()) {
            self.definitions += "typedef struct {} ir_nothing;\n";
        }
        name
    }

    /// The type of an argument that is passed in memory, if one of the same fields would not be: C
    /// passes small structs in registers, and aligns others as their fields are.
    ///
    /// A field that is not aligned makes x86-64 pass a small one in memory.
    pub(super) fn in_memory(&mut self, ty: TypeId, align: Option<u64>) -> Option<String> {
        let size = self.layout.size(ty)?;
        // Arguments are aligned to eight bytes, and as their type is.
        let natural = match size {
            ..=16 => 8,
            _ => self.layout.align(ty).unwrap_or(1).max(8),
        };
        let align = align.filter(|&align| align > natural && size % align == 0);
        let (fields, packed) = match (size, align) {
            (3, _) => (String::from("uint8_t f0; uint16_t f1;"), "packed, "),
            (4..=16, _) => {
                let rest = size - 3;
                let fields = format!("uint8_t f0; uint16_t f1; uint8_t f2[{rest}];");
                (fields, "packed, ")
            }
            (17.., Some(_)) => (format!("uint8_t f0[{size}];"), ""),
            _ => return None,
        };
        let mut name = format!("ir_memory_{size}");
        let mut aligned = String::new();
        if let Some(align) = align {
            let _ = write!(name, "_{align}");
            aligned = format!(", aligned({align})");
        }
        if self.known.insert(name.clone()) {
            let _ = writeln!(
                self.definitions,
                "typedef struct {{ {fields} }} __attribute__(({packed}may_alias{aligned})) {name};"
            );
        }
        Some(name)
    }

    /// A vector of one of C's own types.
    pub(super) fn vector_of(&mut self, lane: &str, count: u32) -> String {
        let name = format!("{}x{count}", lane.replace(' ', "_"));
        if self.known.insert(name.clone()) {
            let _ = writeln!(
                self.definitions,
                "typedef {lane} {name} __attribute__((vector_size({count} * sizeof({lane}))));"
            );
        }
        name
    }

    /// The vector of integers with a sign, or without one, of as many lanes as that.
    pub(super) fn lanes(&mut self, bits: u32, count: u32, is_signed: bool) -> String {
        let count = count.next_power_of_two();
        let lane = int_name(bits, is_signed);
        let name = format!("{}x{count}", lane.trim_end_matches("_t"));
        if self.known.insert(name.clone()) {
            let bytes = bits / 8 * count;
            let _ = writeln!(
                self.definitions,
                "typedef {lane} {name} __attribute__((vector_size({bytes})));"
            );
        }
        name
    }
}
