//! Relocatable WebAssembly objects, as `wasm-ld` links them.
//!
//! *Needs:* an [`Object`]: functions and data as bytes, and the places where the linker fills in an
//! index or address.
//! *Gives:* [`Object::write`]: a valid WebAssembly module with the custom sections `linking`,
//! `reloc.CODE`, `reloc.DATA`, `producers` and `target_features`, and with those that the object
//! has itself, such as debug information, and their relocations.
//! *Cost:* linear in the bytes and relocations.
//! *Source:* the tool conventions of WebAssembly, `Linking.md`.
//! *Limits:* no threads' passive segments; tables only if another object or the linker defines
//! them; globals start with zero, and are no vectors or references.
//!
//! A relocation says where in the bytes there is an index, an address or a slot of the function
//! table, and of which symbol. [`write`](Object::write) numbers the object's functions, lays out
//! its data and writes these preliminary numbers into the places, so that the object can be
//! validated and read like any module before it is linked.
//!
//! ```
//! use unsnarl_object::*;
//! use wasm_encoder::ValType;
//!
//! let mut object = Object::default();
//! object.types.push(FunctionType { parameters: vec![], results: vec![ValType::I32] });
//! let seven = object.symbols.len() as u32;
//! object.symbols.push(Symbol::new("seven", SymbolKind::ImportedFunction { ty: 0, from: None }));
//! object.symbols.push(Symbol::new("same", SymbolKind::Function(0)));
//! object.functions.push(Function {
//!     ty: 0,
//!     // No locals; call the function whose index the next five bytes hold; end.
//!     body: vec![0x00, 0x10, 0, 0, 0, 0, 0, 0x0b],
//!     relocations: vec![Relocation { at: 2, kind: RelocationKind::FunctionIndexLeb, target: seven, addend: 0 }],
//! });
//! let bytes = object.write()?;
//! assert!(wasmparser::validate(&bytes).is_ok());
//! # Ok::<(), ObjectError>(())
//! ```

mod error;
mod linking;
mod numbering;
mod relocation;
mod symbol;
mod write;

pub use error::ObjectError;
pub use relocation::{AddressWidth, Relocation, RelocationKind};
pub use symbol::{Binding, ImportName, Symbol, SymbolKind};

use wasm_encoder::ValType;

/// An object before it is written.
#[derive(Clone, Debug, Default)]
pub struct Object {
    /// How wide addresses are. Relocations of addresses that fill a `const` or an offset are as
    /// wide.
    pub addresses: AddressWidth,
    /// The types of functions and indirect calls.
    pub types: Vec<FunctionType>,
    /// The symbols; relocations and constructors refer to one by its place here.
    pub symbols: Vec<Symbol>,
    /// The functions with a body.
    pub functions: Vec<Function>,
    /// The types of the globals that it has itself. They can change, and start with zero.
    pub globals: Vec<ValType>,
    /// The types of the tags of exceptions that it has itself, by their places among the types: the
    /// parameters are what an exception carries.
    pub tags: Vec<u32>,
    /// The pieces of memory that the linker may move, merge and drop.
    pub segments: Vec<Segment>,
    /// Sections that mean nothing to an engine, such as debug information. The linker joins those
    /// of one name.
    pub customs: Vec<Custom>,
    /// Functions that run before the program, lowest priority first.
    pub constructors: Vec<Constructor>,
    /// Functions and segments that the linker keeps once.
    pub comdats: Vec<Comdat>,
    /// The features that the code uses, such as `sign-ext`.
    pub features: Vec<String>,
    /// The features that a program with this object must not have, such as `shared-mem`, where code
    /// was made simpler because of that.
    pub disallowed: Vec<String>,
    /// The tools that made the object: `(field, name, version)`; the field is `language`,
    /// `processed-by` or `sdk`.
    pub producers: Vec<(String, String, String)>,
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionType {
    /// Its parameters.
    pub parameters: Vec<ValType>,
    /// Its results.
    pub results: Vec<ValType>,
}

/// A function with a body.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its type, by its place among the types.
    pub ty: u32,
    /// The declarations of its locals and its instructions, without the size before them.
    pub body: Vec<u8>,
    /// Places in the body, ascending.
    pub relocations: Vec<Relocation>,
}

/// A piece of memory.
#[derive(Clone, Debug)]
pub struct Segment {
    /// Its name, such as `.rodata.table`. What follows the first part keeps segments apart; the
    /// linker joins segments that start alike.
    pub name: String,
    /// The alignment in bytes, a power of two.
    pub align: u32,
    /// Whether it holds strings that end in a zero byte and may be merged with equal ones.
    pub is_strings: bool,
    /// Whether it holds variables of which each thread has its own.
    pub is_thread_local: bool,
    /// Whether it is kept even if nothing refers to it.
    pub is_retained: bool,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Places in the bytes, ascending.
    pub relocations: Vec<Relocation>,
}

/// A section that means nothing to an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Custom {
    /// Its name, such as `.debug_info`.
    pub name: String,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Places in the bytes, ascending.
    pub relocations: Vec<Relocation>,
}

/// A function that runs before the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constructor {
    /// Lower ones run first; 65535 is the default of C.
    pub priority: u32,
    /// The function, without parameters or results.
    pub symbol: u32,
}

/// A group of which the linker keeps the first that it meets under its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comdat {
    /// Its name.
    pub name: String,
    /// The functions with a body in it, by their places.
    pub functions: Vec<u32>,
    /// The segments in it, by their places.
    pub segments: Vec<u32>,
}
