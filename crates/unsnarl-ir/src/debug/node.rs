//! The ids of nodes, and the list of their classes.

use crate::id::{ConstId, NameId};

/// Passes all classes to a macro: their names, ids, the printed forms of the ids, tables, and words
/// of LLVM IR.
macro_rules! with_classes {
    ($then:ident) => {
        $then! {
                File FileId "file" files "DIFile";
                Unit UnitId "unit" units "DICompileUnit";
                Subprogram SubprogramId "subprogram" subprograms "DISubprogram";
                LexicalBlock LexicalBlockId "scope" lexical_blocks "DILexicalBlock";
                LexicalBlockFile LexicalBlockFileId "part" lexical_block_files "DILexicalBlockFile";
                Namespace NamespaceId "namespace" namespaces "DINamespace";
                SourceModule SourceModuleId "module" source_modules "DIModule";
                CommonBlock CommonBlockId "common" common_blocks "DICommonBlock";
                ImportedEntity ImportedEntityId "import" imported_entities "DIImportedEntity";
                Macro MacroId "macro" macros "DIMacro";
                MacroFile MacroFileId "macros" macro_files "DIMacroFile";
                BasicType BasicTypeId "basic" basic_types "DIBasicType";
                DerivedType DerivedTypeId "derived" derived_types "DIDerivedType";
                CompositeType CompositeTypeId "composite" composite_types "DICompositeType";
                SubroutineType SubroutineTypeId "subroutine" subroutine_types "DISubroutineType";
                Subrange SubrangeId "subrange" subranges "DISubrange";
                GenericSubrange GenericSubrangeId "dimension" generic_subranges "DIGenericSubrange";
                SubrangeType SubrangeTypeId "range" subrange_types "DISubrangeType";
                Enumerator EnumeratorId "enumerator" enumerators "DIEnumerator";
                StringType StringTypeId "string" string_types "DIStringType";
                FixedPointType FixedPointTypeId "fixed" fixed_point_types "DIFixedPointType";
                ObjcProperty ObjcPropertyId "property" objc_properties "DIObjCProperty";
                TemplateType TemplateTypeId "type" template_types "DITemplateTypeParameter";
                TemplateValue TemplateValueId "value" template_values "DITemplateValueParameter";
                GlobalVariable GlobalVariableId "global" global_variables "DIGlobalVariable";
                GlobalVariableExpression GlobalVariableExpressionId "variable" global_variable_expressions
            "DIGlobalVariableExpression";
                LocalVariable LocalVariableId "local" local_variables "DILocalVariable";
                Label LabelId "label" labels "DILabel";
                Location LocationId "location" locations "DILocation";
                Assignment AssignmentId "assignment" assignments "DIAssignID";
        }
    };
}
pub(super) use with_classes;

macro_rules! nodes {
    ($($class:ident $id:ident $prefix:literal $table:ident $word:literal;)*) => {
        unsnarl::ids! {
            $(
                #[doc = concat!("An item of [`DebugInfo::", stringify!($table), "`].")]
                ///
                #[doc = concat!("[`DebugInfo::", stringify!($table), "`]: super::DebugInfo::", stringify!($table))]
                $id, $prefix;
            )*
            /// An expression.
            ExpressionId, "expression";
            /// A list of nodes.
            ListId, "list";
        }

        /// A piece of debug information.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Node {
            $(
                #[doc = concat!("`!", $word, "(…)`.")]
                $class($id),
            )*
            /// `!DIExpression(…)`.
            Expression(ExpressionId),
            /// `!{…}`.
            List(ListId),
            /// `!"text"`.
            Text(NameId),
            /// `i32 5`.
            Constant(ConstId),
        }

        $(
            impl From<$id> for Node {
                fn from(id: $id) -> Self {
                    Node::$class(id)
                }
            }
        )*
    };
}
with_classes! { nodes }
