//! Functions, their blocks and their values.

use crate::debug::FunctionDebug;
use crate::global::{Linkage, Visibility};
use crate::id::{BlockId, ConstId, IdVec, InstId, NameId, TypeId, ValueId};
use crate::inst::{Inst, Operand, Origin};
use crate::name::Name;
use crate::terminator::Terminator;

/// A function, defined or declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name, without `@`.
    pub name: NameId,
    /// Its function type: result, parameters, varargs.
    pub ty: TypeId,
    /// The type of its address.
    pub address_type: TypeId,
    /// Which modules see it.
    pub linkage: Linkage,
    /// Which modules see it after linking.
    pub visibility: Visibility,
    /// The calling convention as a number; 0 is C's.
    pub convention: u32,
    /// Attributes of the function itself.
    pub attributes: FunctionAttributes,
    /// Attributes of its result.
    pub result_attributes: ParameterAttributes,
    /// Its parameters; in a definition each has a value.
    pub parameters: Vec<Parameter>,
    /// The section that it must be placed in.
    pub section: Option<NameId>,
    /// The comdat that it belongs to.
    pub comdat: Option<NameId>,
    /// The alignment in bytes, if the source gives one.
    pub align: Option<u64>,
    /// The function that handles exceptions here.
    pub personality: Option<ConstId>,
    /// The strategy of its garbage collector.
    pub collector: Option<NameId>,
    /// Its prefix data.
    pub prefix: Option<ConstId>,
    /// Its prologue data.
    pub prologue: Option<ConstId>,
    /// Its values: parameters first, then in order of definition.
    pub values: IdVec<ValueId, Value>,
    /// Its instructions; [`Block::insts`] has their places.
    pub insts: IdVec<InstId, Inst>,
    /// Its blocks; block 0 is the entry. Empty for a declaration.
    pub blocks: IdVec<BlockId, Block>,
    /// The numbers of its address-taken blocks, ascending.
    pub labels: Vec<BlockLabel>,
    /// Where it was read: the header of the definition or the declaration.
    pub origin: Origin,
    /// Where its code comes from in the source, and where its variables are, if that is known.
    pub debug: Option<Box<FunctionDebug>>,
}

impl Function {
    /// Makes an external function with no further properties: a declaration, until it gets blocks.
    pub fn new(name: NameId, ty: TypeId, address_type: TypeId) -> Self {
        Function {
            name,
            ty,
            address_type,
            linkage: Linkage::External,
            visibility: Visibility::Default,
            convention: 0,
            attributes: FunctionAttributes::default(),
            result_attributes: ParameterAttributes::default(),
            parameters: Vec::new(),
            section: None,
            comdat: None,
            align: None,
            personality: None,
            collector: None,
            prefix: None,
            prologue: None,
            values: IdVec::new(),
            insts: IdVec::new(),
            blocks: IdVec::new(),
            labels: Vec::new(),
            origin: Origin::default(),
            debug: None,
        }
    }

    /// Tells whether this module has the body.
    pub fn is_definition(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// Tells the type of a value.
    pub fn value_type(&self, value: ValueId) -> TypeId {
        self.values[value].ty
    }
}

/// The number of an address-taken block.
///
/// The address of the block is this number as a pointer. It is not zero and unique in the function,
/// so that comparing two addresses of a function, or one with null, gives what C says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockLabel {
    /// The number, counted from 1.
    pub number: u32,
    /// The block.
    pub block: BlockId,
}

/// The properties of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionAttributes {
    /// It never returns.
    pub noreturn: bool,
    /// It never unwinds.
    pub nounwind: bool,
    /// It may return twice, like `setjmp`.
    pub returns_twice: bool,
    /// It is convergent: calls must not become dependent on more conditions.
    pub convergent: bool,
    /// Calls of it must not be copied.
    pub noduplicate: bool,
    /// It must not be inlined.
    pub noinline: bool,
    /// It must be inlined.
    pub alwaysinline: bool,
    /// It has no prologue: its body is assembly.
    pub naked: bool,
    /// Attributes of the form `"key"="value"`, in order; a key alone has an empty value.
    pub strings: Vec<(NameId, NameId)>,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its type.
    pub ty: TypeId,
    /// Its value in the body; `None` in a declaration.
    pub value: Option<ValueId>,
    /// Its properties.
    pub attributes: ParameterAttributes,
}

/// The properties of a parameter, an argument or a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParameterAttributes {
    /// It is extended with its sign.
    pub signext: bool,
    /// It is extended with zeros.
    pub zeroext: bool,
    /// It is passed in a register (`inreg`).
    pub inreg: bool,
    /// `sret`: the callee writes its result of this type there.
    pub sret: Option<TypeId>,
    /// `byval`: the pointer is to a copy of this type that the caller makes.
    pub byval: Option<TypeId>,
    /// `inalloca`: the pointer is into the argument memory of the call.
    pub inalloca: Option<TypeId>,
    /// It is the static chain of a nested function.
    pub nest: bool,
    /// The callee returns it.
    pub returned: bool,
    /// `byref`: the pointer is to memory of this type, which is not copied.
    pub byref: Option<TypeId>,
    /// The pointer is into memory that the caller has set aside for this argument.
    pub preallocated: Option<TypeId>,
    /// The type of what the pointer points to, where an intrinsic or inline assembly needs it.
    pub element_type: Option<TypeId>,
    /// It holds Swift's `self`, error or async context.
    pub swift: bool,
    /// The alignment in bytes of what the pointer points to.
    pub align: Option<u64>,
}

impl ParameterAttributes {
    /// Walks the types that the attributes name.
    pub fn types(self) -> impl Iterator<Item = TypeId> {
        let pointees = [self.sret, self.byval, self.inalloca];
        let others = [self.byref, self.preallocated, self.element_type];
        pointees.into_iter().chain(others).flatten()
    }
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its type; never void.
    pub ty: TypeId,
    /// Its name.
    pub name: Name,
    /// Its definition.
    pub definition: Definition,
}

/// Where a value is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definition {
    /// The n-th parameter.
    Parameter(u32),
    /// The n-th phi of a block.
    Phi(BlockId, u32),
    /// An instruction.
    Inst(InstId),
    /// The terminator of a block: a call that ends it, or a `catchswitch`.
    Terminator(BlockId),
}

/// A basic block: phis, then instructions, then one terminator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its name.
    pub name: Name,
    /// Its phis. All of them read their operands at once, on the edge.
    pub phis: Vec<Phi>,
    /// Its instructions in order.
    pub insts: Vec<InstId>,
    /// Its terminator.
    pub terminator: Terminator,
    /// Where its label was read; for an entry without one, the function's header.
    pub origin: Origin,
    /// Where its terminator was read.
    pub terminator_origin: Origin,
}

impl Block {
    /// Makes a block without contents, with the source location of this one and the given
    /// terminator.
    pub fn bare(&self, terminator: Terminator) -> Self {
        Block {
            name: self.name,
            phis: Vec::new(),
            insts: Vec::new(),
            terminator,
            origin: self.origin,
            terminator_origin: self.terminator_origin,
        }
    }
}

/// A value that depends on the edge by which its block was entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phi {
    /// The value that it makes; its type is the phi's.
    pub result: ValueId,
    /// For each predecessor *once*, however many edges come from it: the value.
    pub incoming: Vec<(BlockId, Operand)>,
    /// Where it was read.
    pub origin: Origin,
}

impl Phi {
    /// Returns the operand for the edges from `from`.
    pub fn operand(&self, from: BlockId) -> Option<Operand> {
        self.incoming
            .iter()
            .find(|(block, _)| *block == from)
            .map(|&(_, operand)| operand)
    }
}
