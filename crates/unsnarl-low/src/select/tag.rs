//! The tags of exceptions, which are the same in all objects of a program.
//!
//! *Source:* LLVM's `WasmEHFuncInfo` numbers them, and WebAssembly's tool conventions name them.

/// What an exception carries, and so who catches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tag {
    /// An exception of C++, by its address.
    Exception,
    /// A `longjmp`, by the address of what it passes on.
    Jump,
}

/// All tags, in the order of their numbers.
pub const TAGS: [Tag; 2] = [Tag::Exception, Tag::Jump];

impl Tag {
    /// The name by which it is linked.
    pub fn name(self) -> &'static str {
        match self {
            Tag::Exception => "__cpp_exception",
            Tag::Jump => "__c_longjmp",
        }
    }

    /// Finds a tag by the number that intrinsics have for it.
    pub fn numbered(number: i64) -> Option<Tag> {
        let number = usize::try_from(number).ok()?;
        TAGS.get(number).copied()
    }
}
