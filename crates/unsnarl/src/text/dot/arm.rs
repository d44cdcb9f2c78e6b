//! Edges of control flow, as they stand in a file.

use super::Ends;
use super::attributes::Attributes;
use super::lex::Id;
use alloc::rc::Rc;
use alloc::string::String;

/// An edge of control flow.
pub(super) struct Arm<'t> {
    pub(super) ends: Ends,
    pub(super) port: Option<Id<'t>>,
    pub(super) rank: usize,
    /// The text on the edge, in one line.
    pub(super) label: Option<String>,
    pub(super) attributes: Rc<Attributes<'t>>,
}
