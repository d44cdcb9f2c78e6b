//! Edges of control flow, as a file has them.

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
    /// The text at the edge, in one line.
    pub(super) label: Option<String>,
    pub(super) attributes: Rc<Attributes<'t>>,
}
