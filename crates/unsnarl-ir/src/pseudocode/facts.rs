//! The facts about a function that decide how it is written.

use super::flow::Flow;
use super::schedule::Schedule;
use super::uses::Uses;
use super::variables::Variables;
use super::webs::Webs;
use crate::function::Function;
use crate::layout::Layout;
use crate::module::Module;

/// A function, and the facts that decide about folding.
pub(super) struct Facts<'a> {
    pub(super) module: &'a Module,
    pub(super) layout: &'a Layout,
    pub(super) function: &'a Function,
    pub(super) variables: &'a Variables,
    pub(super) uses: &'a Uses,
    pub(super) flow: &'a Flow,
    pub(super) schedule: &'a Schedule,
    pub(super) webs: &'a Webs,
}
