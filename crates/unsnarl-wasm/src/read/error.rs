//! Why a module cannot be read.

use std::fmt;

use wasmparser::{BinaryReaderError, WasmFeatures};

/// Why a module cannot be read. Offsets are in bytes from the start of the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The bytes are no valid module of any version.
    #[error("at byte {offset:#x}: {reason}")]
    NotValid {
        /// Where.
        offset: u64,
        /// What the validator says.
        reason: String,
    },
    /// The module is valid with a feature that is not read.
    #[error("at byte {offset:#x}: {feature}, which is not supported ({reason})")]
    Unsupported {
        /// Where it is used first.
        offset: u64,
        /// The feature.
        feature: Unsupported,
        /// What the validator says without the feature.
        reason: String,
    },
    /// The bytes are a component, and not a module.
    #[error("components are not supported: extract the core modules first")]
    Component,
    /// A function passes so many values from block to block that its code would not fit memory.
    #[error(
        "at byte {offset:#x}: a function in which more than {most} values are passed along edges, \
         which is not supported"
    )]
    TooLarge {
        /// Where the function begins.
        offset: u64,
        /// How many there may be.
        most: usize,
    },
}

/// A feature of WebAssembly that is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// Structures, arrays and subtypes.
    GarbageCollection,
    /// References to functions with a type of their own.
    TypedReferences,
    /// Instructions that switch stacks.
    StackSwitching,
    /// Shared functions, globals and tables.
    SharedEverything,
    /// Memories with pages of another size.
    CustomPageSizes,
    /// Instructions that discard pages.
    MemoryControl,
    /// Additions and products of 128 bits.
    WideArithmetic,
    /// Something else that the validator knows.
    Other,
}

impl Unsupported {
    /// Each with the validator's flags.
    const ALL: [(Unsupported, WasmFeatures); 7] = {
        use Unsupported as U;
        [
            (U::TypedReferences, WasmFeatures::FUNCTION_REFERENCES),
            (
                U::GarbageCollection,
                WasmFeatures::GC.union(WasmFeatures::FUNCTION_REFERENCES),
            ),
            (U::WideArithmetic, WasmFeatures::WIDE_ARITHMETIC),
            (U::CustomPageSizes, WasmFeatures::CUSTOM_PAGE_SIZES),
            (U::MemoryControl, WasmFeatures::MEMORY_CONTROL),
            (
                U::StackSwitching,
                WasmFeatures::STACK_SWITCHING
                    .union(WasmFeatures::GC)
                    .union(WasmFeatures::FUNCTION_REFERENCES),
            ),
            (
                U::SharedEverything,
                WasmFeatures::SHARED_EVERYTHING_THREADS
                    .union(WasmFeatures::GC)
                    .union(WasmFeatures::FUNCTION_REFERENCES),
            ),
        ]
    };
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unsupported::GarbageCollection => "a garbage-collected type",
            Unsupported::TypedReferences => "a typed reference to a function",
            Unsupported::StackSwitching => "a stack switching instruction",
            Unsupported::SharedEverything => "a shared function, global or table",
            Unsupported::CustomPageSizes => "a memory with a custom page size",
            Unsupported::MemoryControl => "a memory control instruction",
            Unsupported::WideArithmetic => "128-bit arithmetic",
            Unsupported::Other => "a feature that is not in WebAssembly 2.0",
        })
    }
}

impl ReadError {
    /// Where in the file it is, in bytes from its start.
    pub fn offset(&self) -> u64 {
        match self {
            ReadError::NotValid { offset, .. }
            | ReadError::Unsupported { offset, .. }
            | ReadError::TooLarge { offset, .. } => *offset,
            ReadError::Component => 0,
        }
    }

    /// What was wrong with bytes that are valid with one of the features that `is_valid_with`, or
    /// with none.
    pub(super) fn of_validator(
        error: &BinaryReaderError,
        is_valid_with: impl Fn(WasmFeatures) -> bool,
    ) -> ReadError {
        let all = Unsupported::ALL.iter();
        let named = all.into_iter().find(|&&(_, flags)| is_valid_with(flags));
        let feature = match named {
            Some(&(feature, _)) => Some(feature),
            None => is_valid_with(WasmFeatures::all()).then_some(Unsupported::Other),
        };
        let (offset, reason) = (error.offset(), error.message().to_owned());
        match feature {
            Some(feature) => ReadError::Unsupported {
                offset,
                feature,
                reason,
            },
            None => ReadError::NotValid { offset, reason },
        }
    }
}

impl From<BinaryReaderError> for ReadError {
    fn from(error: BinaryReaderError) -> Self {
        ReadError::NotValid {
            offset: error.offset(),
            reason: error.message().to_owned(),
        }
    }
}
