//! Types, each kept once.
//!
//! Equal types have equal ids, so comparing ids compares types. A named struct is equal only to
//! itself.

use crate::id::{Id, IdMap, NameId, TypeId};
use crate::interned::Index;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Nothing: the result type of a function without a result.
    Void,
    /// An integer of this many bits, 1 to 2^23.
    Int(u32),
    /// A floating-point number.
    Float(FloatKind),
    /// A pointer into an address space, without a pointee type.
    Pointer {
        /// The address space, 0 by default.
        space: u32,
    },
    /// `<count x element>`, or `<vscale x count x element>`.
    Vector {
        /// The type of an element.
        element: TypeId,
        /// The number of elements, or the factor of `vscale`.
        count: u32,
        /// Whether the length is a multiple of `count` that is known only at run time.
        scalable: bool,
    },
    /// `[count x element]`.
    Array {
        /// The type of an element.
        element: TypeId,
        /// The number of elements; may be zero.
        count: u64,
    },
    /// `{ a, b }`, or `<{ a, b }>` if packed.
    Struct {
        /// The types of the fields.
        fields: Box<[TypeId]>,
        /// Whether fields follow each other without padding.
        packed: bool,
    },
    /// A struct with a name: index into [`Types::named`].
    Named(u32),
    /// A function type.
    Function {
        /// The result type.
        result: TypeId,
        /// The types of the parameters.
        parameters: Box<[TypeId]>,
        /// Whether more arguments may follow.
        varargs: bool,
    },
    /// The type of a block's label.
    Label,
    /// The type of metadata given to a call.
    Metadata,
    /// The type of a token.
    Token,
    /// A register of x86's MMX, as LLVM before 20 has it.
    X86Mmx,
    /// A tile of x86's AMX.
    X86Amx,
    /// `target("name", types…, numbers…)`: a target-specific type.
    Target {
        /// Its name.
        name: Box<str>,
        /// Its type parameters.
        types: Box<[TypeId]>,
        /// Its integer parameters.
        numbers: Box<[u32]>,
    },
}

/// A floating-point format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatKind {
    /// 16 bits, IEEE.
    Half,
    /// 16 bits, the upper half of a `float`.
    BFloat,
    /// 32 bits, IEEE.
    Float,
    /// 64 bits, IEEE.
    Double,
    /// 80 bits of x87.
    X86Fp80,
    /// 128 bits, IEEE.
    Fp128,
    /// 128 bits, two doubles of PowerPC.
    PpcFp128,
}

impl FloatKind {
    /// Gives the number of bits of a value.
    pub fn bits(self) -> u32 {
        match self {
            Self::Half | Self::BFloat => 16,
            Self::Float => 32,
            Self::Double => 64,
            Self::X86Fp80 => 80,
            Self::Fp128 | Self::PpcFp128 => 128,
        }
    }

    /// Returns the suffix of intrinsic names for this type.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Half => "f16",
            Self::BFloat => "bf16",
            Self::Float => "f32",
            Self::Double => "f64",
            Self::X86Fp80 => "f80",
            Self::Fp128 => "f128",
            Self::PpcFp128 => "ppcf128",
        }
    }
}

/// A struct with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedType {
    /// Its name, without `%`.
    pub name: NameId,
    /// A [`Type::Struct`] (or any other type that was named); `None` for an opaque one.
    pub body: Option<TypeId>,
}

/// The types of a module.
#[derive(Clone, Debug, Default)]
pub struct Types {
    types: IdMap<TypeId, Type>,
    ids: Index<TypeId>,
    /// The integer types of 0 to 128 bits, which are used most, by width.
    ints: Vec<Option<TypeId>>,
    /// The pointer of space 0.
    pointer: Option<TypeId>,
    /// The structs with names, in the order in which they were met.
    pub named: Vec<NamedType>,
}

impl Types {
    /// Returns the id of a type, which is added if it is new.
    pub fn add(&mut self, ty: Type) -> TypeId {
        if let Some(id) = self.find(&ty) {
            return id;
        }
        let id = self.types.next_key();
        match ty {
            Type::Int(width) if width <= 128 => {
                self.ints.resize(129, None);
                self.ints[width as usize] = Some(id);
            }
            Type::Pointer { space: 0 } => self.pointer = Some(id),
            _ => self.ids.insert(self.ids.hash(&ty), id),
        }
        self.types.push(ty)
    }

    /// Returns the id of a type if the module has it.
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        match ty {
            Type::Int(width) if *width <= 128 => self.ints.get(*width as usize).copied().flatten(),
            Type::Pointer { space: 0 } => self.pointer,
            _ => {
                let hash = self.ids.hash(ty);
                self.ids.find(hash, |id| self.types[id] == *ty)
            }
        }
    }

    /// Adds an opaque struct with a name; set its body in [`Types::named`].
    pub fn add_named(&mut self, name: NameId) -> TypeId {
        let index = u32::try_from(self.named.len())
            .expect("readers refuse inputs of 4 GiB, so counts fit 32 bits");
        self.named.push(NamedType { name, body: None });
        self.add(Type::Named(index))
    }

    /// The integer type of `width` bits.
    pub fn int(&mut self, width: u32) -> TypeId {
        self.add(Type::Int(width))
    }

    /// The pointer type of address space 0.
    pub fn pointer(&mut self) -> TypeId {
        self.add(Type::Pointer { space: 0 })
    }

    /// The type `void`.
    pub fn void(&mut self) -> TypeId {
        self.add(Type::Void)
    }

    /// Returns a type in the form in which it was added; a named struct is returned as
    /// [`Type::Named`].
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id]
    }

    /// Returns a type, or the body if it is a named struct that has one.
    ///
    /// If the body is a named struct itself, its body is followed, at most as many times as there
    /// are named types.
    pub fn resolve(&self, id: TypeId) -> &Type {
        let mut ty = self.get(id);
        for _ in 0..self.named.len() {
            let Type::Named(index) = ty else { break };
            let Some(body) = self.named[*index as usize].body else {
                break;
            };
            ty = self.get(body);
        }
        ty
    }

    /// Counts the types.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Tells whether there are no types.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// Walks the ids of all types in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = TypeId> + ExactSizeIterator + use<> {
        (0..self.types.len()).map(TypeId::new)
    }

    /// Gives the width of an integer type.
    pub fn int_width(&self, id: TypeId) -> Option<u32> {
        match self.get(id) {
            Type::Int(width) => Some(*width),
            _ => None,
        }
    }

    /// Tells whether a type is a pointer.
    pub fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Pointer { .. })
    }

    /// Returns the element type of a vector, or the type itself if it is not a vector.
    pub fn scalar(&self, id: TypeId) -> TypeId {
        match self.get(id) {
            Type::Vector { element, .. } => *element,
            _ => id,
        }
    }

    /// Returns the type of field or element `index` of an aggregate or vector; `None` if there is
    /// no such part.
    pub fn member(&self, id: TypeId, index: u64) -> Option<TypeId> {
        match self.resolve(id) {
            Type::Struct { fields, .. } => fields.get(usize::try_from(index).ok()?).copied(),
            Type::Array { element, count } => (index < *count).then_some(*element),
            Type::Vector { element, count, .. } => (index < u64::from(*count)).then_some(*element),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::Names;

    #[test]
    fn equal_types_have_equal_ids() {
        let mut types = Types::default();
        let int = types.int(32);
        let pair = types.add(Type::Struct {
            fields: [int, int].into(),
            packed: false,
        });
        assert_eq!(
            pair,
            types.add(Type::Struct {
                fields: [int, int].into(),
                packed: false
            })
        );
        assert_ne!(
            pair,
            types.add(Type::Struct {
                fields: [int, int].into(),
                packed: true
            })
        );
    }

    #[test]
    fn named_structs_are_seen_through_and_cycles_end() {
        let mut types = Types::default();
        let mut names = Names::default();
        let int = types.int(32);
        let outer = types.add_named(names.add("outer"));
        assert_eq!(types.resolve(outer), &Type::Named(0));
        types.named[0].body = Some(types.add(Type::Struct {
            fields: [int].into(),
            packed: false,
        }));
        assert_eq!(types.member(outer, 0), Some(int));
        assert_eq!(types.member(outer, 1), None);
        types.named[0].body = Some(outer);
        assert_eq!(types.resolve(outer), &Type::Named(0));
    }
}
