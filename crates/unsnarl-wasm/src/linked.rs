//! A module of the IR as a module of the machine, laid out in memory.
//!
//! *Needs:* what [`compile`](crate::compile()) needs. *Gives:* a [`Module`] of
//! [`unsnarl_low::module`], for targets that have linear memory and are not WebAssembly.
//! *Cost:* that of lowering, on as many processors as may be used.
//!
//! What is exported, what is imported and where variables lie is the same as in a module of
//! WebAssembly that [`compile`](crate::compile()) writes of the same input.

use unsnarl_ir::rewrite::Rewrites;
use unsnarl_ir::{FuncId, Id};
use unsnarl_low::link::{Addresses, Linked, link};
use unsnarl_low::module::{
    Body, Constant, ConstantOp, DataSegment, ElementSegment, Entity, Export, GlobalData, Import,
    Item, Limits, MemoryData, Mode, ModuleFunction, TableData, TagData,
};
use unsnarl_low::select::{Meaning, SelectError, TAGS, Tag};
use unsnarl_low::{Callee, Exit, Function, Module, Number, Op, Reg, Signature, Symbol, Type};

use crate::error::{Cause, CompileErrors, FunctionRefusals, Refusals, in_function};
use crate::features;
use crate::lower::{Lowered, compiled_graph, lowered, optimise};
use crate::names::{self, Names};
use crate::numbering::{Numbering, STACK_POINTER, Target};
use crate::options::Options;
use crate::parallel::in_order;
use crate::placement::Placement;
use crate::{positions, prototypes, stack, target};

/// Lowers a module, and lays it out in memory.
///
/// # Errors
/// Lists everything in the module that is not supported or not defined.
pub fn linked(module: &unsnarl_ir::Module, options: &Options<'_>) -> Result<Module, CompileErrors> {
    let mut completed = stack::checked(module, options)?;
    prototypes::complete(&mut completed);
    let legalised = target::legalised(&mut completed);
    let module = &*completed;
    let mut refusals = Refusals::default();
    let numbering = Numbering::for_module(module, options, &mut refusals)?;
    let Target::Module(placement) = &numbering.target else {
        unreachable!("this is the numbering of a module");
    };
    let definitions = &numbering.definitions;
    let shared = numbering.shared();
    let lowered = in_order(options.jobs, definitions.len(), |place| {
        let own = shared.numbering();
        let mut refusals = Refusals::default();
        let body = body(
            &own,
            placement,
            &legalised,
            definitions[place],
            &mut refusals,
        );
        (body, refusals)
    });
    let mut bodies = Vec::with_capacity(lowered.len());
    for (body, refused) in lowered {
        refusals.append(refused);
        bodies.extend(body);
    }
    let bodies = refusals.finish(bodies)?;
    // Signatures that cannot be passed were refused when they were numbered.
    let module = assemble(&numbering, placement, bodies);
    Ok(module
        .map_err(|error| in_function(numbering.context.module, FuncId::new(0), 0, error.into()))?)
}

/// The addresses of a module that is laid out.
struct Placed<'a> {
    numbering: &'a Numbering<'a>,
    placement: &'a Placement,
}

impl Addresses for Placed<'_> {
    fn address(&self, symbol: Symbol) -> u64 {
        let context = &self.numbering.context;
        let Meaning::Module(source) = context.meaning(symbol) else {
            return 0;
        };
        // What has no address was refused when it was selected.
        let resolved = context.scalars.resolve(source);
        resolved.map_or(0, |(resolved, offset)| {
            let address = self.placement.address(resolved);
            context
                .addresses()
                .wrap(address.wrapping_add_signed(offset))
        })
    }

    fn stack_pointer(&self) -> Symbol {
        self.numbering.context.stack_pointer()
    }
}

/// The code of a function; nothing if something in it is refused.
fn body(
    numbering: &Numbering,
    placement: &Placement,
    legalised: &Rewrites,
    id: FuncId,
    all: &mut Refusals,
) -> Option<Body> {
    let module = numbering.context.module;
    let Lowered { reshaped, selected } = lowered(numbering, legalised, id, all)?;
    let function = compiled_graph(reshaped.as_ref(), module, id);
    let mut code = selected.function;
    code.frame = selected.frame.finished();
    optimise(&mut code);
    let placed = Placed {
        numbering,
        placement,
    };
    let Linked {
        function: code,
        origins,
    } = link(&code, &placed);
    let undefined = undefined(numbering, placement, &code);
    if !undefined.is_empty() {
        let line = module.functions[id].origin.line;
        let mut refusals = FunctionRefusals::new(module, id, all);
        for cause in undefined {
            refusals.take::<()>(line, Err(cause));
        }
        return None;
    }
    let places = names::places(&selected.values);
    let names = Names {
        module,
        function,
        lines: &selected.lines,
        trace: &selected.trace,
        values: &selected.values,
        origins: Some(&origins),
        places: &places,
    };
    let registers = names.of_registers(&code);
    let positions = positions::positions(&names, &code);
    Some(Body {
        code,
        registers,
        places: Vec::new(),
        ends: Vec::new(),
        positions,
    })
}

/// What a function calls that the module does not define.
fn undefined(numbering: &Numbering, placement: &Placement, code: &Function) -> Vec<Cause> {
    let mut causes = Vec::new();
    let mut check = |symbol: Symbol, signature: Signature| {
        let called = callee(numbering, placement, symbol, &signature);
        causes.extend(called.err());
    };
    let types = |regs: &[Reg]| regs.iter().map(|&reg| code.ty(reg)).collect();
    for &block in code.order() {
        for id in code.block(block).insts() {
            if let Op::Call(symbol) = code.inst(id).op {
                let results: Vec<Reg> = code.inst(id).results().collect();
                let (parameters, results) = (types(code.operands(id)), types(&results));
                check(
                    symbol,
                    Signature {
                        parameters,
                        results,
                    },
                );
            }
        }
        let parameters = types(code.exit_operands(block));
        let results = match &code.block(block).exit {
            Exit::Call(Callee::Symbol(_), _) => {
                let edge = code.block(block).edges().first();
                edge.map_or_else(Vec::new, |&edge| types(code.brought(edge)))
            }
            Exit::TailCall(Callee::Symbol(_)) => code.signature.results.clone(),
            _ => continue,
        };
        if let Exit::Call(Callee::Symbol(symbol), _) | Exit::TailCall(Callee::Symbol(symbol)) =
            code.block(block).exit
        {
            check(
                symbol,
                Signature {
                    parameters,
                    results,
                },
            );
        }
    }
    causes
}

/// The index of a function that is called.
fn callee(
    numbering: &Numbering,
    placement: &Placement,
    symbol: Symbol,
    signature: &Signature,
) -> Result<u32, Cause> {
    let context = &numbering.context;
    let missing = || SelectError::OperandType("a call").into();
    match context.meaning(symbol) {
        Meaning::Routine(name) => {
            let function = context.routine_here(name).ok_or(Cause::Routine(name))?;
            if context.signature(context.module.functions[function].ty)? != *signature {
                return Err(Cause::Signature(name.to_owned()));
            }
            placement.indices[function.index()].ok_or(Cause::Routine(name))
        }
        Meaning::Module(source) => {
            let function = context.function_of(source);
            function
                .and_then(|function| placement.indices[function.index()])
                .ok_or_else(missing)
        }
        _ => Err(missing()),
    }
}

/// Puts the parts of the module together.
fn assemble(
    numbering: &Numbering,
    placement: &Placement,
    bodies: Vec<Body>,
) -> Result<Module, SelectError> {
    let context = &numbering.context;
    let source = context.module;
    let width = context.addresses();
    let signature = |id: FuncId| context.signature(source.functions[id].ty);
    let mut module = Module {
        stack_pointer: Some(STACK_POINTER),
        ..Module::default()
    };
    for (number, import) in (0..).zip(&placement.imports) {
        module.imports.push(Import {
            module: import.module.clone(),
            name: import.name.clone(),
            item: Item::Function(number),
        });
        module.functions.push(ModuleFunction {
            signature: signature(import.function)?,
            body: None,
        });
        let name = source.function_name(import.function);
        module.names.functions.insert(number, name.to_owned());
    }
    for (&id, body) in numbering.definitions.iter().zip(bodies) {
        let number = module.functions.len() as u32;
        module.functions.push(ModuleFunction {
            signature: signature(id)?,
            body: Some(body),
        });
        let name = source.function_name(id);
        module.names.functions.insert(number, name.to_owned());
    }
    let address = |address: u64| Constant::number(Number::bytes(address as i64, width));
    let slots = placement.slots_in_order();
    let size = slots.len() as u64 + 1;
    module.tables.push(TableData {
        ty: Type::FuncRef,
        width,
        limits: Limits {
            least: size,
            most: Some(size),
        },
        first: None,
    });
    if !slots.is_empty() {
        let element = |&index: &u32| Constant(vec![ConstantOp::Function(index)]);
        module.elements.push(ElementSegment {
            ty: Type::FuncRef,
            mode: Mode::Active(0, address(1)),
            elements: slots.iter().map(element).collect(),
        });
    }
    module.memories.push(MemoryData {
        width,
        limits: Limits {
            least: placement.memory.pages,
            most: None,
        },
        is_shared: false,
    });
    module.globals.push(GlobalData {
        ty: width.int(),
        is_mutable: true,
        first: Some(address(placement.memory.stack_top)),
    });
    let name = "__stack_pointer".to_owned();
    module.names.globals.insert(STACK_POINTER, name);
    if features::exceptions(source) {
        let has_jumps = features::has_jump_tag(source);
        let tags = TAGS.into_iter();
        let tags = tags.filter(|&tag| tag == Tag::Exception || has_jumps);
        module.tags.extend(tags.map(|_| TagData {
            signature: numbering.tag_signature(),
        }));
    }
    for (start, bytes) in &placement.memory.data {
        module.data.push(DataSegment {
            mode: Mode::Active(0, address(*start)),
            bytes: bytes.clone(),
        });
    }
    module.exports.push(Export {
        name: "memory".to_owned(),
        item: Item::Memory(0),
    });
    for (name, function) in &placement.exports {
        let index = placement.indices[function.index()].expect("every export is a definition");
        module.exports.push(Export {
            name: name.clone(),
            item: Item::Function(index),
        });
    }
    module.symbols = symbols(numbering, placement);
    module.files = positions::files(source);
    Ok(module)
}

/// What the symbols of the machine are.
fn symbols(numbering: &Numbering, placement: &Placement) -> Vec<Entity> {
    let context = &numbering.context;
    let of_function = |function: FuncId| placement.indices[function.index()].map(Entity::Function);
    let entity = |number: usize| {
        let entity = match context.meaning(Symbol::new(number)) {
            Meaning::Module(symbol) => match context.function_of(symbol) {
                Some(function) => of_function(function),
                None => None,
            },
            Meaning::StackPointer => Some(Entity::Global(STACK_POINTER)),
            Meaning::Tag(tag) => Some(Entity::Tag(tag as u32)),
            Meaning::Routine(name) => context.routine_here(name).and_then(of_function),
            _ => None,
        };
        // No code refers to the others any more.
        entity.unwrap_or(Entity::Address(0))
    };
    (0..context.new_symbol(0).index()).map(entity).collect()
}
