//! Dense typed ids.
//!
//! *Gives:* one id type for each table of a module or function. Blocks have the ids of the library:
//! block `i` of a function is block `i` of its graph.

pub use unsnarl::{BlockId, Id, IdMap};

unsnarl::ids! {
    /// A type of the module.
    TypeId, "t";
    /// A constant of the module.
    ConstId, "c";
    /// A global variable or alias of the module.
    GlobalId, "g";
    /// A function of the module, defined or declared.
    FuncId, "f";
    /// An instruction of one function.
    InstId, "i";
    /// A value of one function: a parameter, a phi or the result of an instruction.
    ValueId, "v";
    /// A string of [`crate::Names`].
    NameId, "n";
}
