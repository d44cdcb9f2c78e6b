//! Bodies of functions: blocks, records in order, and what ends a function.

use foldhash::HashMap;
use unsnarl_ir::debug::Point;
use unsnarl_ir::{
    BlockId, Definition, FuncId, Function, Id, InstId, NameId, Op, Origin, TypeId, ValueId,
};

use super::Reader;
use super::codes::block;
use super::error::{BitcodeError, Result};
use super::fields::Fields;
use super::module::each;
use super::noted::Noted;
use super::slots::{NamedBlocks, Slot, UNNAMED, Used};
use super::stream::{Item, Record, Stream};

pub(super) const BLOCK: &str = "a function";

const DECLARE_BLOCKS: u32 = 1;

/// The function that is being read.
pub(super) struct Body {
    pub(super) id: FuncId,
    pub(super) function: Function,
    /// How many values the module has without those of the function.
    base: u64,
    /// Values that were used before they are defined, and where first.
    later: HashMap<u64, (ValueId, u64)>,
    /// The block that has no terminator yet; the number of blocks if all have one.
    open: usize,
    /// The operand bundles of the next call.
    pub(super) bundles: Vec<(NameId, Vec<Used>)>,
    pub(super) debug: Noted,
    pub(super) names: NamedBlocks,
}

impl Body {
    pub(super) fn new(id: FuncId, function: Function, base: u64) -> Self {
        Body {
            id,
            function,
            base,
            later: HashMap::default(),
            open: 0,
            bundles: Vec::new(),
            debug: Noted::default(),
            names: NamedBlocks::default(),
        }
    }

    /// The block that has no terminator yet.
    pub(super) fn open_block(&self, fields: &Fields<'_>) -> Result<BlockId> {
        let ends = || fields.error("an instruction follows the last block");
        let is_open = self.open < self.function.blocks.len();
        is_open.then(|| BlockId::new(self.open)).ok_or_else(ends)
    }

    /// A value that is still to come.
    pub(super) fn later(&mut self, used: Used, at: u64) -> ValueId {
        let function = &mut self.function;
        let (value, _) = *self.later.entry(used.number).or_insert_with(|| {
            // The definition is completed when it is met.
            let definition = Definition::Parameter(0);
            (function.add_value(used.ty, UNNAMED, definition), at)
        });
        value
    }

    /// The block of a number.
    pub(super) fn block(&self, number: u64, fields: &Fields<'_>) -> Result<BlockId> {
        let index = usize::try_from(number).ok();
        let index = index.filter(|&index| index < self.function.blocks.len());
        let missing = || fields.error("undefined block");
        index.map(BlockId::new).ok_or_else(missing)
    }

    /// Ends the open block.
    pub(super) fn end_block(
        &mut self,
        terminator: unsnarl_ir::Terminator,
        fields: &Fields<'_>,
    ) -> Result<()> {
        let block = self.open_block(fields)?;
        self.function.blocks[block].terminator = terminator;
        self.debug.met(Point::End(block));
        self.open += 1;
        Ok(())
    }
}

impl<'a> Reader<'a> {
    /// Reads the body of a function.
    pub(super) fn function_body(
        &mut self,
        mut body: Body,
        mut stream: Stream<'a>,
    ) -> Result<Function> {
        let constants = self.constants.len();
        let metadata = self.metadata.len();
        let begin = stream.position();
        for index in 0..body.function.parameters.len() {
            let ty = body.function.parameters[index].ty;
            let definition = Definition::Parameter(index as u32);
            let value = body.function.add_value(ty, UNNAMED, definition);
            self.values.push(Slot::Value(value));
            body.function.parameters[index].value = Some(value);
        }
        let bits = stream.enter_sized(block::FUNCTION)?;
        let mut record = Record::default();
        loop {
            match stream.next(&mut record)? {
                Item::End => break,
                Item::Block(id) => self.block_of_function(&mut body, id, &mut stream)?,
                Item::Record if record.code == DECLARE_BLOCKS => {
                    let mut fields = Fields::new(record.at, BLOCK, record.code, &record.fields);
                    let count = fields.next()?;
                    // Each block has a terminator.
                    if count > bits {
                        return Err(fields.error("there are more blocks than bits"));
                    }
                    for _ in 0..count {
                        body.function.add_block(UNNAMED, Origin::default());
                    }
                }
                Item::Record => {
                    let fields = Fields::new(record.at, BLOCK, record.code, &record.fields);
                    self.instruction(&mut body, fields)?;
                }
            }
        }
        if body.function.blocks.is_empty() || body.open < body.function.blocks.len() {
            let what = "a function ends before its last block";
            return Err(BitcodeError::stream(begin, what));
        }
        if let Some(&(_, at)) = body.later.values().min_by_key(|(_, at)| at) {
            let what = "a value is used but not defined";
            return Err(BitcodeError::stream(at, what));
        }
        self.name_locals(&mut body, begin)?;
        self.finish_debug(&mut body, metadata);
        self.values.truncate(body.base as usize);
        self.constants.truncate(constants);
        self.metadata.truncate(metadata);
        Ok(body.function)
    }

    fn block_of_function(
        &mut self,
        body: &mut Body,
        id: u64,
        stream: &mut Stream<'a>,
    ) -> Result<()> {
        match id {
            block::CONSTANTS => {
                stream.enter(id)?;
                self.collect_constants(stream)
            }
            block::METADATA => {
                stream.enter(id)?;
                self.collect_metadata(stream)
            }
            block::VALUE_NAMES => {
                stream.enter(id)?;
                each(stream, |record| self.keep_name(body, record))
            }
            block::ATTACHMENTS => {
                stream.enter(id)?;
                self.attachments(body, stream)
            }
            _ => stream.skip(),
        }
    }

    /// Makes the next value.
    pub(super) fn define(
        &mut self,
        body: &mut Body,
        ty: TypeId,
        definition: Definition,
        fields: &Fields<'_>,
    ) -> Result<ValueId> {
        let number = self.values.len() as u64;
        let value = match body.later.remove(&number) {
            Some((value, _)) => {
                if body.function.value_type(value) != ty {
                    let what = "a value is used with two types";
                    return Err(fields.error(what));
                }
                body.function.values[value].definition = definition;
                value
            }
            None => body.function.add_value(ty, UNNAMED, definition),
        };
        self.values.push(Slot::Value(value));
        Ok(value)
    }

    /// Adds an instruction to the open block, with a result if `ty` says so.
    pub(super) fn add_inst(
        &mut self,
        body: &mut Body,
        op: Op,
        ty: Option<TypeId>,
        fields: &Fields<'_>,
    ) -> Result<InstId> {
        let block = body.open_block(fields)?;
        let definition = body.function.next_definition();
        let result = match ty {
            Some(ty) => Some(self.define(body, ty, definition, fields)?),
            None => None,
        };
        let origin = Origin::default();
        let inst = body.function.add_inst(block, op, result, origin);
        body.debug.met(Point::Inst(inst));
        Ok(inst)
    }
}
