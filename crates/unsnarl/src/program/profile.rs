//! The control flow that a target language can express.
//!
//! *Needs:* nothing.
//! *Gives:* [`Profile`], the rules of a target as data, and [`PROFILES`], the profiles that have
//! names.
//! *Cost:* none.
//!
//! A profile defines the [programs](super::Program) that can be written in a language construct by
//! construct. [`lower`](crate::lower::lower) makes a program that conforms to a profile, and
//! [`verify::profile`](crate::verify::profile) checks this.
//!
//! A jump of a program names the bracket to which it binds; in many languages it binds to the
//! innermost bracket that *catches* it. A loop catches every jump. The profile determines which
//! other brackets do:
//!
//! | bracket | catches |
//! |---|---|
//! | `Loop` | `break` and `continue` |
//! | `Block` | as [`Scopes`] says |
//! | `Switch`, and `Dispatch` of three arms or more | `break`, if [`Switches::Catch`] |
//! | a switch together with the scopes that it absorbs | `break`, if [`Falls::Through`] |
//! | `If`, `Test`, `Dispatch` of at most two arms | nothing: they are an `if` |

use super::{Program, Step};
use crate::ids::NodeId;

/// The rules of a target language.
///
/// To describe another target, change a profile that has a name:
///
/// ```
/// use unsnarl::program::{Profile, Switches};
///
/// let older_python = Profile { max_depth: Some(20), ..Profile::PYTHON };
/// assert_eq!(older_python.switches, Switches::Chain);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profile {
    /// Its name.
    pub name: &'static str,
    /// A description of its targets in one line.
    pub about: &'static str,
    /// The possible targets of jumps.
    pub jumps: Jumps,
    /// The brackets that a `Break` may name besides loops and scopes, if jumps have labels.
    pub labelled: Labelled,
    /// The form of a scope, if jumps have no labels.
    pub scopes: Scopes,
    /// The form of a switch.
    pub switches: Switches,
    /// Whether an arm of a switch can fall through into the next one.
    pub falls: Falls,
    /// The kind of variable in which a lowering stores the target of a jump that crosses a loop.
    pub selector: Selector,
    /// Whether every construct must name its merge block and, if it is a loop, its continue target.
    pub merges: Merges,
    /// The greatest nesting depth of brackets; `None` if there is no limit.
    pub max_depth: Option<u32>,
}

/// The possible targets of `Break` and `Continue`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Jumps {
    /// To any bracket around them that binds a label.
    Labelled,
    /// To the innermost bracket that catches them.
    Innermost,
    /// There are no jumps: a loop is a `while` with a condition over flags, or endless.
    None,
}

/// The brackets that can have a label besides loops and scopes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Labelled {
    /// All: `If`, `Switch`, `Dispatch` and `Test`.
    Every,
    /// None.
    LoopsAndScopes,
}

/// The form of a `Block` where jumps have no labels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scopes {
    /// As a loop that runs once, such as `do { … } while (0)`: it catches `break` and `continue`.
    Loop,
    /// As a switch of one arm, such as `switch 0 { default { … } }`: it catches `break` only.
    Switch,
}

/// The form of a `Switch`, and of a `Dispatch` of three arms or more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switches {
    /// As a switch that catches `break`.
    Catch,
    /// As a construct that catches nothing, such as a chain of `else if`.
    Chain,
}

/// Whether an arm of a `Switch` can fall through into the next one.
///
/// Where it can, and a switch catches `break`, a switch of three arms or more absorbs the scopes
/// directly around it, with the code that follows the switch in them. There are two conditions.
/// Every jump to the end of an absorbed scope other than the outermost ends an arm of the switch,
/// or ends the code that follows it in an inner scope. And of these jumps to the same end, at most
/// one comes after other code. The outermost scope then catches `break` only, and the switch and
/// the other scopes catch nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Falls {
    /// It can.
    Through,
    /// It cannot.
    Never,
}

/// The kind of variable that a lowering may add.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selector {
    /// One integer: the label of the program.
    Integer,
    /// Booleans only: there is no label, and every `Store` and `Dispatch` becomes flags.
    Flags,
}

/// Whether constructs name their header, merge and continue target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Merges {
    /// They do: a loop without a `Continue` must be a scope, and a `Dispatch` that is a switch must
    /// have a default.
    Named,
    /// They do not.
    Implied,
}

/// The profiles that have names, from the most to the least expressive target.
pub const PROFILES: [Profile; 6] = [
    Profile::MULTI_LEVEL,
    Profile::RUST,
    Profile::SINGLE_LEVEL,
    Profile::PYTHON,
    Profile::SHADER,
    Profile::IF_WHILE,
];

impl Profile {
    /// Jumps to any bracket around them: WebAssembly, JavaScript, Java.
    pub const MULTI_LEVEL: Profile = Profile {
        name: "a",
        about: "break and continue of several levels: WebAssembly, JavaScript, Java",
        jumps: Jumps::Labelled,
        labelled: Labelled::Every,
        scopes: Scopes::Loop,
        switches: Switches::Chain,
        falls: Falls::Never,
        selector: Selector::Integer,
        merges: Merges::Implied,
        max_depth: None,
    };

    /// Like [`MULTI_LEVEL`](Profile::MULTI_LEVEL), but only loops and scopes have labels: Rust.
    pub const RUST: Profile = Profile {
        name: "rust",
        about: "as a, but only loops and scopes have labels: Rust",
        labelled: Labelled::LoopsAndScopes,
        ..Profile::MULTI_LEVEL
    };

    /// Jumps of the innermost loop or switch: C without `goto`.
    pub const SINGLE_LEVEL: Profile = Profile {
        name: "b",
        about: "break and continue of the innermost loop or switch: C without goto",
        jumps: Jumps::Innermost,
        labelled: Labelled::LoopsAndScopes,
        switches: Switches::Catch,
        falls: Falls::Through,
        ..Profile::MULTI_LEVEL
    };

    /// Jumps of the innermost loop, and no switch that could catch them: Python.
    pub const PYTHON: Profile = Profile {
        name: "python",
        about: "as b, but switches are chains of tests: Python",
        switches: Switches::Chain,
        falls: Falls::Never,
        ..Profile::SINGLE_LEVEL
    };

    /// Jumps of the innermost loop or switch, and constructs with names: WGSL, GLSL, SPIR-V.
    pub const SHADER: Profile = Profile {
        name: "shader",
        about: "as b, with header, merge and continue target named: WGSL, GLSL, SPIR-V",
        scopes: Scopes::Switch,
        falls: Falls::Never,
        merges: Merges::Named,
        ..Profile::SINGLE_LEVEL
    };

    /// No jumps: a structured instruction set, a verifier.
    pub const IF_WHILE: Profile = Profile {
        name: "if-while",
        about: "only if and while, and booleans: structured instruction sets, verifiers",
        jumps: Jumps::None,
        labelled: Labelled::LoopsAndScopes,
        scopes: Scopes::Loop,
        switches: Switches::Chain,
        falls: Falls::Never,
        selector: Selector::Flags,
        merges: Merges::Implied,
        max_depth: None,
    };

    /// Finds a profile by its name.
    pub fn named(name: &str) -> Option<&'static Profile> {
        PROFILES.iter().find(|profile| profile.name == name)
    }
}

/// One construct of a program, for targets in which constructs name their parts.
///
/// All places are positions in the program; no two constructs share a place of the same kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Construct {
    /// The bracket. In the target it ends the header.
    pub header: NodeId,
    /// Its `End`: the merge block comes after it.
    pub merge: NodeId,
    /// For a loop with a `Continue`, the first one. All others lead to the same continue target,
    /// which jumps to the header.
    pub continues: Option<NodeId>,
}

/// Lists the constructs of a program in the order of their headers. Every bracket is a construct,
/// scopes included: they are [written](Scopes::Switch) as switches of one arm. O(steps).
pub fn constructs(program: &Program) -> alloc::vec::Vec<Construct> {
    let mut first = alloc::vec![None; program.label_count()];
    for (node, step) in program.steps() {
        if let Step::Continue(label) = step {
            let first: &mut Option<NodeId> = &mut first[crate::ids::Id::index(label)];
            first.get_or_insert(node);
        }
    }
    let brackets = program.steps().filter(|(_, step)| step.opens());
    let constructs = brackets.map(|(header, step)| Construct {
        header,
        merge: program.extent(header),
        continues: match step {
            Step::Loop(label) => first[crate::ids::Id::index(label)],
            _ => None,
        },
    });
    constructs.collect()
}
