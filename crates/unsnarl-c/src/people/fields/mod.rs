//! Fields and elements by their names: what lies where in memory, as the source says.
//!
//! *Needs:* a module, and its debug information if it has any.
//! *Gives:* [`Fields`]: what pointers lead to and variables are, the [access path](Found) from
//! there to what an address is of, and the definitions of the structs and unions on these paths.
//! *Cost:* linear in the module, times the members of a struct for each step of a path.
//!
//! ```text
//! #dbg_value(ptr %p, !DILocalVariable(name: "p", type: …struct node *))
//! %at = getelementptr inbounds i8, ptr %p, i64 8
//! %next = load ptr, ptr %at                               ->    p->next
//! ```
//!
//! Debug information never changes what code does, so nothing here is believed that the code does
//! not bear out:
//! - A path ends at a field of the kind and size of what is accessed; else there is none.
//! - The bytes that are accessed are those of the IR. A struct is asserted to be laid out so.
//! - An element of an array in a struct is written `*(p->a + i)` unless `i` is a constant: what is
//!   computed may leave the array for another field, and only the struct bounds it.
//! - Structs may alias everything.
//! - A struct is packed unless all accesses of the module through pointers to it say that these
//!   pointers are as aligned as it would be.
//! - Only addresses that stay in their object have paths.
//!
//! | module | what it does |
//! |---|---|
//! | `shapes` | types of the source and of the IR by what matters of them |
//! | `records` | structs and unions, their layout and their definitions |
//! | `known` | what values and variables are known to lead to |
//! | `packed` | which structs nothing is promised of |
//! | `paths` | from an address to the field that it is of |
//!
//! *Limits:* bit-fields, vectors, and members of C++ other than data have no paths; of a union the
//! first member that fits is named.

mod known;
mod packed;
mod paths;
mod records;
mod shapes;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use foldhash::HashMap;
use unsnarl_ir::debug::{CompositeTypeId, DebugInfo, TypeRef};
use unsnarl_ir::{FuncId, GlobalId, InstId, Layout, Module, ValueId};

pub(super) use self::paths::{Base, Found, Inside, Step, Term, Wanted};
pub(super) use self::records::Record;
pub(super) use self::shapes::{Shape, Ty};
use super::types::{Tags, float_name, int_name};

/// What is known of the types of a module.
pub(super) struct Fields<'m> {
    module: &'m Module,
    layout: &'m Layout,
    info: Option<&'m DebugInfo>,
    shapes: RefCell<HashMap<Ty, Shape>>,
    records: RefCell<Vec<Rc<Record>>>,
    record_of: RefCell<HashMap<CompositeTypeId, usize>>,
    /// The tags of structs and unions that are given.
    tags: Tags,
    targets: RefCell<Vec<Target>>,
    target_of: RefCell<HashMap<String, TargetId>>,
    /// The types that may alias everything: names, and what they are made of.
    aliases: RefCell<BTreeMap<String, String>>,
    functions: HashMap<FuncId, Known>,
    nothing: Known,
    globals: HashMap<GlobalId, Ty>,
    global_targets: HashMap<GlobalId, TargetId>,
}

/// What a pointer of C points to, by its number in [`Fields`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TargetId(u32);

impl TargetId {
    /// Bytes, which are `uint8_t`.
    pub(super) const BYTES: TargetId = TargetId(0);
}

/// What a pointer of C points to.
#[derive(Clone)]
struct Target {
    /// The type in C.
    text: String,
    ty: Ty,
}

/// What debug information says of a function.
#[derive(Default)]
struct Known {
    /// The types of the variables that a value is, if it is an address.
    values: HashMap<ValueId, Vec<TypeRef>>,
    /// The type of the variable at an `alloca`.
    variables: HashMap<InstId, TypeRef>,
    /// By address, the type of the IR that addresses are computed from it with.
    elements: HashMap<ValueId, known::Vote>,
    /// What the parameters point to.
    parameters: Vec<Option<TargetId>>,
}

impl<'m> Fields<'m> {
    pub(super) fn new(module: &'m Module, layout: &'m Layout, tags: Tags) -> Self {
        let mut fields = Fields {
            module,
            layout,
            info: module.debug.as_deref(),
            shapes: RefCell::default(),
            records: RefCell::default(),
            record_of: RefCell::default(),
            tags,
            targets: RefCell::default(),
            target_of: RefCell::default(),
            aliases: RefCell::default(),
            functions: HashMap::default(),
            nothing: Known::default(),
            globals: HashMap::default(),
            global_targets: HashMap::default(),
        };
        // The first is that of bytes.
        fields.target(Ty::Byte);
        fields.find_known();
        fields.find_packed();
        fields
    }

    /// The type of C that a pointer points to.
    pub(super) fn target_text(&self, id: TargetId) -> String {
        self.targets.borrow()[id.0 as usize].text.clone()
    }

    /// What a pointer points to, in the terms of the source.
    pub(super) fn target_type(&self, id: TargetId) -> Ty {
        self.targets.borrow()[id.0 as usize].ty
    }

    /// What a pointer to a type points to in C, if that has a type of C that says more than `void`.
    pub(super) fn target(&self, ty: Ty) -> Option<TargetId> {
        let text = match self.shape(ty) {
            Shape::Int(1) => "uint8_t".to_owned(),
            Shape::Record(number) => self.mention(number, None),
            shape => self.any(&shape)?,
        };
        let mut known = self.target_of.borrow_mut();
        Some(*known.entry(text.clone()).or_insert_with(|| {
            let mut targets = self.targets.borrow_mut();
            targets.push(Target { text, ty });
            TargetId(targets.len() as u32 - 1)
        }))
    }

    /// The types that may alias everything: names, and what they are made of.
    pub(super) fn aliases(&self) -> Vec<(String, String)> {
        let aliases = self.aliases.borrow();
        let all = aliases.iter();
        all.map(|(name, base)| (name.clone(), base.clone()))
            .collect()
    }

    /// A number or an address in memory that may alias everything, as a type of C.
    fn any(&self, shape: &Shape) -> Option<String> {
        let (base, name) = match *shape {
            Shape::Int(1) => return Some("uint8_t".to_owned()),
            Shape::Int(bytes) => {
                let base = int_name(8 * bytes, false);
                let name = format!("any_{}", base.trim_end_matches("_t"));
                (base, name)
            }
            Shape::Pointer(_) => ("void *".to_owned(), "any_pointer".to_owned()),
            Shape::Float(kind) => {
                let base = float_name(kind)?;
                (base.to_owned(), format!("any_{}", base.replace(' ', "_")))
            }
            _ => return None,
        };
        self.aliases.borrow_mut().insert(name.clone(), base);
        Some(name)
    }
}
