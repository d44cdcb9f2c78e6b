//! What the control flow of a target language can say.
//!
//! *Needs:* nothing.
//! *Gives:* [`Profile`], the rules of a target as data, and the [`PROFILES`] that have names.
//! *Cost:* none.
//!
//! A profile says which [programs](super::Program) can be written in a language word for word.
//! [`lower`](crate::lower::lower) makes a program that keeps to a profile, and
//! [`verify::profile`](crate::verify::profile) judges one by it.
//!
//! A jump of a program names what it binds to; in many languages it binds to the innermost bracket
//! that *catches* it. A loop catches every jump. What else does is in the profile:
//!
//! | bracket | catches |
//! |---|---|
//! | `Loop` | `break` and `continue` |
//! | `Block` | as [`Scopes`] says |
//! | `Switch`, and `Dispatch` of three arms or more | `break`, if [`Switches::Catch`] |
//! | a switch with the scopes that it takes in | `break`, if [`Falls::Through`] |
//! | `If`, `Test`, `Dispatch` of at most two arms | nothing: they are an `if` |

use super::{Program, Step};
use crate::ids::NodeId;

/// What a target language can say.
///
/// Describe another target by changing one that has a name:
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
    /// Which targets it is for, in a line.
    pub about: &'static str,
    /// Where jumps may lead.
    pub jumps: Jumps,
    /// Which brackets a `Break` may name beside loops and scopes, if jumps have labels.
    pub labelled: Labelled,
    /// How a scope is written, if jumps have none.
    pub scopes: Scopes,
    /// How a switch is written.
    pub switches: Switches,
    /// Whether an arm of a switch can go on with the next one.
    pub falls: Falls,
    /// The variable in which a lowering keeps where a jump leads that crosses a loop.
    pub selector: Selector,
    /// Whether every construct must name the place behind it and, if it is a loop, where it is
    /// continued.
    pub merges: Merges,
    /// How many brackets may nest; without it as many as come.
    pub max_depth: Option<u32>,
}

/// Where `Break` and `Continue` may lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Jumps {
    /// To any bracket around them that binds a label.
    Labelled,
    /// To the innermost bracket that catches them.
    Innermost,
    /// There are none: a loop is `while` with a condition over flags, or endless.
    None,
}

/// Which brackets can have a label beside loops and scopes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Labelled {
    /// All: `If`, `Switch`, `Dispatch` and `Test`.
    Every,
    /// None.
    LoopsAndScopes,
}

/// How `Block` is written where jumps have no labels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scopes {
    /// As a loop that runs once, such as `do { … } while (0)`: it catches `break` and `continue`.
    Loop,
    /// As a switch of one arm, such as `switch 0 { default { … } }`: it catches `break` only.
    Switch,
}

/// How `Switch`, and `Dispatch` of three arms or more, are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switches {
    /// As a switch that catches `break`.
    Catch,
    /// As something that catches nothing, such as a chain of `else if`.
    Chain,
}

/// Whether an arm of a `Switch` can go on with the next one.
///
/// Where it can, and a switch catches `break`, a switch of three arms or more takes in the scopes
/// right around it, and what follows it in them, as long as every jump to the end of one of them
/// but the outermost is how an arm ends, or what follows the switch in a scope inside; of those
/// that lead to one end, one at most does anything before it. The outermost scope then catches
/// `break` only, and nothing else of this does.
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
    /// They do: a loop that nothing continues is a scope, and a `Dispatch` that is a
    /// switch has a default.
    Named,
    /// They do not.
    Implied,
}

/// The profiles that have names, in the order of what their targets can say.
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

    /// As [`MULTI_LEVEL`](Profile::MULTI_LEVEL), but only loops and scopes have labels: Rust.
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

/// One construct of a program, as targets want it whose constructs name their parts.
///
/// All places are positions in the program; no two constructs share one of the same kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Construct {
    /// The bracket. In the target it ends the header.
    pub header: NodeId,
    /// Its `End`: the merge block is what comes after it.
    pub merge: NodeId,
    /// Of a loop that is continued, the first jump that does. All others lead to the same
    /// continue target, which jumps to the header.
    pub continues: Option<NodeId>,
}

/// Lists the constructs of a program: every bracket but scopes, which are
/// [written](Scopes::Switch) as switches of one arm, is included too. In the order of their
/// headers. O(steps).
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
