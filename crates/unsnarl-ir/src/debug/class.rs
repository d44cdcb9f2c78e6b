//! Classes of debug information: structures whose fields have names in LLVM IR.
//!
//! *Gives:* [`Class`], and the macros that make classes, and sets of them, from their fields.

use super::field::{Field, Misfit};

/// A class: its fields by name.
pub trait Class {
    /// Sets a field by the name that LLVM IR gives it.
    ///
    /// # Errors
    /// If there is no such field, or it cannot hold the value; then nothing changes.
    fn set(&mut self, key: &str, field: &Field<'_>) -> Result<(), Misfit>;

    /// Walks the fields that have a value, or are always written, in order.
    fn each_field(&self, visit: &mut dyn FnMut(&'static str, Field<'static>));

    /// Tells whether it differs from every other node, even from equal ones.
    fn is_distinct(&self) -> bool;

    /// Makes it differ from every other node.
    fn set_distinct(&mut self);
}

/// Makes a class. A field that is `always` written is written even if its value is 0 or null.
macro_rules! class {
    ($(#[$doc:meta])* $class:ident {
        $($(#[$field_doc:meta])* $field:ident $key:literal $($always:ident)?: $ty:ty,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $class {
            /// Whether it differs from every other node, even from equal ones.
            pub distinct: bool,
            $($(#[$field_doc])* pub $field: $ty,)*
        }

        impl $crate::debug::class::Class for $class {
            fn set(
                &mut self,
                key: &str,
                field: &$crate::debug::field::Field<'_>,
            ) -> Result<(), $crate::debug::field::Misfit> {
                use $crate::debug::field::Misfit;
                let _ = (key, field);
                $(
                    if key == $key {
                        self.$field = $crate::debug::field::Property::read(field).ok_or(Misfit::Value)?;
                        return Ok(());
                    }
                )*
                Err(Misfit::Key)
            }

            fn each_field(
                &self,
                visit: &mut dyn FnMut(&'static str, $crate::debug::field::Field<'static>),
            ) {
                let _ = &visit;
                $(
let is_always = !concat!("" $(, stringify!($always))?).is_empty();
                    if is_always || self.$field != <$ty>::default() {
                        visit($key, $crate::debug::field::Property::show(&self.$field));
                    }
                )*
            }

            fn is_distinct(&self) -> bool {
                self.distinct
            }

            fn set_distinct(&mut self) {
                self.distinct = true;
            }
        }
    };
}
pub(super) use class;
