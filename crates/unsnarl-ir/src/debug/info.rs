//! All debug information of a module, in one table per class.

use std::collections::BTreeMap;

use super::class::Class;
use super::expression::Expression;
use super::node::*;
use super::scopes::{
    CommonBlock, File, ImportedEntity, LexicalBlock, LexicalBlockFile, Macro, MacroFile, Namespace,
    SourceModule, Subprogram, Unit,
};
use super::types::{
    BasicType, CompositeType, DerivedType, Enumerator, FixedPointType, GenericSubrange,
    ObjcProperty, StringType, Subrange, SubrangeType, SubroutineType, TemplateType, TemplateValue,
};
use super::variables::{
    Assignment, GlobalVariable, GlobalVariableExpression, Label, LocalVariable, Location,
};
use crate::id::{GlobalId, Id, IdMap};

/// Makes the tables from their classes: the class, its id, the printed form of the id, the table,
/// the word of LLVM IR.
macro_rules! tables {
    ($($class:ident $id:ident $prefix:literal $table:ident $word:literal;)*) => {
        /// The debug information of a module. The debug information of its instructions is in its
        /// [functions](super::FunctionDebug).
        ///
        /// Nodes refer to each other by ids, and may form cycles: a structure has members whose
        /// scope it is. Names and constants are those of the module.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct DebugInfo {
            /// The units of the module, in order.
            pub module_units: Vec<UnitId>,
            /// The requested version of DWARF.
            pub dwarf_version: Option<u32>,
            /// Whether records of assignments and the stores linked to them are complete, so that
            /// memory can be trusted where all of them agree.
            pub tracks_assignments: bool,
            /// The variables of the source that begin at the address of a variable of the module.
            pub variables_of: BTreeMap<GlobalId, Vec<GlobalVariableExpressionId>>,
            $(
                #[doc = concat!("Nodes of [`", stringify!($class), "`].")]
                pub $table: IdMap<$id, $class>,
            )*
            /// Expressions.
            pub expressions: IdMap<ExpressionId, Expression>,
            /// Lists of nodes, some of which may be null.
            pub lists: IdMap<ListId, Box<[Option<Node>]>>,
        }

        impl DebugInfo {
            /// Adds an empty node of a class, given by its word, such as `DIFile`.
            pub fn add(&mut self, word: &str) -> Option<Node> {
                Some(match word {
                    $($word => Node::$class(self.$table.push($class::default())),)*
                    _ => return None,
                })
            }

            /// Returns the word of a node's class and the node, if it belongs to a class and is in
            /// range.
            pub fn class(&self, node: Node) -> Option<(&'static str, &dyn Class)> {
                Some(match node {
                    $(Node::$class(id) => ($word, self.$table.get(id)? as &dyn Class),)*
                    _ => return None,
                })
            }

            /// Returns a node for change, if it belongs to a class and is in range.
            pub fn class_mut(&mut self, node: Node) -> Option<&mut dyn Class> {
                Some(match node {
                    $(Node::$class(id) => self.$table.get_mut(id)? as &mut dyn Class,)*
                    _ => return None,
                })
            }

            /// Walks all nodes except expressions, table by table, lists last.
            pub fn nodes(&self) -> impl Iterator<Item = Node> {
                let nodes = std::iter::empty();
                nodes$(.chain(self.$table.keys().map(Node::$class)))*
                    .chain(self.lists.keys().map(Node::List))
            }

            /// Numbers all nodes except expressions, in the order of [`DebugInfo::nodes`].
            pub fn numbers(&self) -> Numbers {
                let mut next = 0;
                $(
                    let $table = next;
                    next += self.$table.len();
                )*
                Numbers {
                    $($table,)*
                    lists: next,
                    count: next + self.lists.len(),
                }
            }
        }

        /// The numbers of nodes.
        #[derive(Clone, Copy, Debug)]
        pub struct Numbers {
            $($table: usize,)*
            lists: usize,
            count: usize,
        }

        impl Numbers {
            /// Returns the number of a node; a node that is written in place has none.
            pub fn of(&self, node: Node) -> Option<usize> {
                Some(match node {
                    $(Node::$class(id) => self.$table + id.index(),)*
                    Node::List(list) => self.lists + list.index(),
                    Node::Expression(_) | Node::Text(_) | Node::Constant(_) => return None,
                })
            }

            /// Returns the number of the first list.
            pub fn first_list(&self) -> usize {
                self.lists
            }

            /// Returns the first number that no node has.
            pub fn count(&self) -> usize {
                self.count
            }
        }
    };
}

with_classes! { tables }
