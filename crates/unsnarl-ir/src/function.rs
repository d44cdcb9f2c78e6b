//! Functions, their blocks and their values.

use crate::attributes::{FunctionAttributes, ParameterAttributes};
use crate::debug::FunctionDebug;
use crate::global::{Linkage, Visibility};
use crate::id::{BlockId, ConstId, IdMap, InstId, NameId, TypeId, ValueId};
use crate::inst::{Inst, Op, Operand};
use crate::name::Name;
use crate::origin::Origin;
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
    /// The modules that see it.
    pub linkage: Linkage,
    /// The modules that see it after linking.
    pub visibility: Visibility,
    /// Whether the source says that the linked program or library contains it, where that does not
    /// [follow](Linkage::stays_within).
    pub dso_local: bool,
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
    pub values: IdMap<ValueId, Value>,
    /// Its instructions; [`Block::insts`] has their places.
    pub insts: IdMap<InstId, Inst>,
    /// Its blocks; block 0 is the entry. Empty for a declaration.
    pub blocks: IdMap<BlockId, Block>,
    /// The numbers of its address-taken blocks, ascending.
    pub labels: Vec<BlockLabel>,
    /// The place where it was read: the header of the definition or the declaration.
    pub origin: Origin,
    /// The source locations of its code and the locations of its variables, if known.
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
            dso_local: false,
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
            values: IdMap::new(),
            insts: IdMap::new(),
            blocks: IdMap::new(),
            labels: Vec::new(),
            origin: Origin::default(),
            debug: None,
        }
    }

    /// Tells whether the linked program or library is known to contain it (`dso_local`).
    pub fn is_dso_local(&self) -> bool {
        self.dso_local || self.linkage.stays_within(self.visibility)
    }

    /// Tells whether this module has the body.
    pub fn is_definition(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// Returns the block that a terminator unwinds to, if it is an `invoke` and the block begins
    /// with a `landingpad`.
    pub fn lands(&self, terminator: &Terminator) -> Option<BlockId> {
        let Terminator::Invoke(invoke) = terminator else {
            return None;
        };
        let first = *self.blocks[invoke.unwind].insts.first()?;
        matches!(self.insts[first].op, Op::LandingPad { .. }).then_some(invoke.unwind)
    }

    /// Tells whether it has funclets: pads of WebAssembly's exceptions.
    pub fn has_funclets(&self) -> bool {
        self.blocks.values().any(|block| {
            let first = block.insts.first().map(|&inst| &self.insts[inst].op);
            matches!(first, Some(Op::CatchPad { .. } | Op::CleanupPad { .. }))
                || matches!(block.terminator, Terminator::CatchSwitch(_))
        })
    }

    /// Gives the type of a value.
    pub fn value_type(&self, value: ValueId) -> TypeId {
        self.values[value].ty
    }
}

/// The number of an address-taken block.
///
/// The address of the block is this number as a pointer. The number is not zero and is unique in
/// the function, so comparisons of two such addresses, or of one with null, give the result that C
/// requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockLabel {
    /// The number, counted from 1.
    pub number: u32,
    /// The block.
    pub block: BlockId,
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
    /// Whether the loop that its terminator repeats ends, or has a visible effect
    /// (`llvm.loop.mustprogress`).
    pub mustprogress: bool,
    /// The place where its label was read; for an entry without a label, the function's header.
    pub origin: Origin,
    /// The place where its terminator was read.
    pub terminator_origin: Origin,
}

impl Block {
    /// Makes a block without contents, with the source location of this one and the given
    /// terminator. Nothing is known about its loop.
    pub fn bare(&self, terminator: Terminator) -> Self {
        Block {
            name: self.name,
            phis: Vec::new(),
            insts: Vec::new(),
            terminator,
            mustprogress: false,
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
    /// For each predecessor *once*, however many edges come from it: the operand.
    pub incoming: Vec<(BlockId, Operand)>,
    /// The place where it was read.
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
