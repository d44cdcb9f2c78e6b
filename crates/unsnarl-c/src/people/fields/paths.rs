//! From an address to the field or element that it is of.
//!
//! *Needs:* what [is known](super::known) of values.
//! *Gives:* [`Found`], by [`Fields::find`].
//! *Cost:* O(members) for each step of the path.
//!
//! Bytes from the start of something of a known type become steps into it: whole elements first,
//! then the field that holds the byte, then what is in that.

use unsnarl_ir::{
    Constant, Definition, Expression, Flags, Function, GlobalId, InstId, Op, Operand, Type, TypeId,
};

use super::records::DEEPEST;
use super::{Fields, Known, Shape, Ty};

/// How many `getelementptr`s in each other are looked through.
pub(super) const LONGEST: usize = 32;

/// Where a path begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::people) enum Base {
    /// At what a pointer leads to.
    Pointer(Operand),
    /// At the variable that an `alloca` makes.
    Variable(InstId),
    /// At a global variable.
    Global(GlobalId),
}

/// A part of an address that is no constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::people) struct Term {
    pub(in crate::people) index: Operand,
    pub(super) scale: u64,
    /// Whether the index, as it is, has no sign.
    pub(in crate::people) is_unsigned: bool,
}

/// A step into a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::people) enum Step {
    /// To a member.
    Field(String),
    /// To an element of an array, which has it.
    Element(i64),
    /// To an element of an array by an index that is no constant, and so many further.
    Index {
        term: Term,
        further: i64,
        /// Whether the array is all that is there, so that it has this element.
        is_inside: bool,
    },
}

/// What an address leads to.
#[derive(Clone, Debug)]
pub(in crate::people) struct Found {
    pub(in crate::people) base: Base,
    /// The type of what the path begins at.
    pub(in crate::people) from: Ty,
    /// Which of several that lie behind each other a pointer leads to.
    pub(in crate::people) element: Option<(Option<Term>, i64)>,
    pub(in crate::people) steps: Vec<Step>,
    /// The type of what it ends at.
    pub(in crate::people) to: Ty,
    /// How far the end of the path lies from its beginning, in bytes, but for the indices.
    offset: i64,
    /// How aligned its beginning is at least, apart from what an access says.
    align: u64,
}

/// What an address is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::people) enum Wanted {
    /// An access to a number or an address, by its type of the IR, that is so aligned.
    Value(TypeId, u64),
    /// What holds an address.
    Pointer,
    /// The address alone.
    Address,
}

/// An address in bytes, from something on.
#[derive(Clone, Debug)]
pub(super) struct Bytes {
    pub(super) base: Operand,
    pub(super) offset: i64,
    pub(super) terms: Vec<Term>,
}

/// A function, and what is known of it.
#[derive(Clone, Copy)]
pub(in crate::people) struct Inside<'a> {
    pub(in crate::people) function: &'a Function,
    pub(super) known: &'a Known,
}

impl Fields<'_> {
    /// Finds what an address is of. Where `is_written` holds, a `getelementptr` is part of it;
    /// others have a name, which it begins with.
    pub(in crate::people) fn find(
        &self,
        inside: Inside<'_>,
        pointer: Operand,
        wanted: Wanted,
        is_written: &dyn Fn(InstId) -> bool,
    ) -> Option<Found> {
        let mut all = self.bytes(inside.function, pointer, is_written);
        if wanted == Wanted::Address && all.len() == 1 {
            return None;
        }
        let bytes = all.pop()?;
        let found = self.from(inside, &bytes, wanted, LONGEST)?;
        self.is_fine(&found, wanted).then_some(found)
    }

    /// An address in bytes: from itself, and from each of the bases that it has.
    pub(super) fn bytes(
        &self,
        function: &Function,
        pointer: Operand,
        is_written: &dyn Fn(InstId) -> bool,
    ) -> Vec<Bytes> {
        let mut all = vec![Bytes {
            base: pointer,
            offset: 0,
            terms: Vec::new(),
        }];
        while let Some(last) = all.last().filter(|_| all.len() < LONGEST) {
            let next = match last.base {
                Operand::Value(value) => match function.values[value].definition {
                    Definition::Inst(inst) if is_written(inst) => match &function.insts[inst].op {
                        Op::Gep {
                            source,
                            base,
                            indices,
                            flags,
                        } => self.step(last, *source, *base, indices, *flags),
                        _ => None,
                    },
                    _ => None,
                },
                Operand::Const(id) => match self.module.constant(id) {
                    Constant::Expression {
                        expression:
                            Expression::Gep {
                                source,
                                base,
                                indices,
                                flags,
                                ..
                            },
                        ..
                    } => {
                        let indices: Vec<Operand> =
                            indices.iter().map(|&own| Operand::Const(own)).collect();
                        self.step(last, *source, Operand::Const(*base), &indices, *flags)
                    }
                    _ => None,
                },
            };
            let Some(next) = next else { break };
            all.push(next);
        }
        all
    }

    fn step(
        &self,
        last: &Bytes,
        source: TypeId,
        base: Operand,
        indices: &[Operand],
        flags: Flags,
    ) -> Option<Bytes> {
        let stays =
            flags.contains(Flags::IN_BOUNDS) || flags.contains(Flags::NO_UNSIGNED_SIGNED_WRAP);
        if !stays {
            return None;
        }
        let indices = indices.iter().copied();
        let address = self.layout.address(self.module, source, base, indices);
        let address = address.ok()?;
        let mut terms = last.terms.clone();
        terms.extend(address.terms.iter().map(|term| Term {
            index: term.index,
            scale: term.scale,
            is_unsigned: flags.contains(Flags::NO_UNSIGNED_WRAP),
        }));
        Some(Bytes {
            base: address.base,
            offset: last.offset.checked_add(address.offset)?,
            terms,
        })
    }

    /// Finds the path from a base.
    pub(super) fn from(
        &self,
        inside: Inside<'_>,
        bytes: &Bytes,
        wanted: Wanted,
        depth: usize,
    ) -> Option<Found> {
        if let Some((base, ty, align)) = self.object(inside, bytes.base) {
            let (steps, to) = self.path(ty, bytes.offset, &bytes.terms, wanted, (DEEPEST, true))?;
            return (!steps.is_empty()).then_some(Found {
                base,
                from: ty,
                element: None,
                steps,
                to,
                offset: bytes.offset,
                align,
            });
        }
        let known = self.pointees(inside, bytes.base, depth);
        let mut all = known.into_iter();
        all.find_map(|ty| self.of_pointee(bytes, ty, wanted))
    }

    /// Finds the path from a pointer to this type.
    pub(super) fn of_pointee(&self, bytes: &Bytes, ty: Ty, wanted: Wanted) -> Option<Found> {
        self.target(ty)?;
        let size = i64::try_from(self.size(ty)?).ok()?;
        let mut terms = bytes.terms.clone();
        let stride = terms.iter().position(|term| term.scale == size as u64);
        let stride = stride.map(|place| terms.remove(place));
        let count = bytes.offset.div_euclid(size);
        let offset = bytes.offset.rem_euclid(size);
        let (steps, to) = self.path(ty, offset, &terms, wanted, (DEEPEST, false))?;
        let element = (count != 0 || stride.is_some()).then_some((stride, count));
        Some(Found {
            base: Base::Pointer(bytes.base),
            from: ty,
            element,
            steps,
            to,
            offset,
            align: 1,
        })
    }

    /// Tells whether the IR says as much of the alignment of an address as C would believe. Of what
    /// is packed it believes nothing.
    pub(super) fn is_aligned(&self, found: &Found, wanted: Wanted) -> bool {
        let Wanted::Value(_, own) = wanted else {
            return true;
        };
        let mut distances = found.steps.iter().map(|step| match step {
            Step::Index { term, .. } => term.scale,
            _ => 0,
        });
        let is_there = distances.all(|distance| distance.is_multiple_of(own));
        let promised = match is_there && found.offset.unsigned_abs().is_multiple_of(own) {
            true => own,
            false => 1,
        };
        self.align_of(found.from) <= found.align.max(promised)
    }

    /// The path from the start of something to what is wanted, and its type. Elements of an array
    /// that is all that is there may be chosen by an index.
    fn path(
        &self,
        ty: Ty,
        offset: i64,
        terms: &[Term],
        wanted: Wanted,
        (depth, is_whole): (usize, bool),
    ) -> Option<(Vec<Step>, Ty)> {
        if offset == 0 && terms.is_empty() && self.fits(ty, wanted) {
            return Some((Vec::new(), ty));
        }
        self.path_inside(ty, offset, terms, wanted, (depth, is_whole))
    }

    /// The same to a part of it: a member without a name is no place by itself.
    fn path_inside(
        &self,
        ty: Ty,
        offset: i64,
        terms: &[Term],
        wanted: Wanted,
        (depth, is_whole): (usize, bool),
    ) -> Option<(Vec<Step>, Ty)> {
        let depth = depth.checked_sub(1)?;
        match self.shape(ty) {
            Shape::Array { element, count } => {
                let size = i64::try_from(self.size(element)?).ok()?;
                let mut terms = terms.to_vec();
                let at = terms.iter().position(|term| term.scale == size as u64);
                let (number, offset) = (offset.div_euclid(size), offset.rem_euclid(size));
                let step = match at {
                    Some(at) => Step::Index {
                        term: terms.remove(at),
                        further: number,
                        is_inside: is_whole,
                    },
                    None => {
                        let is_there = |count: u64| (number as u64) < count;
                        if number < 0 || !count.is_none_or(is_there) {
                            return None;
                        }
                        Step::Element(number)
                    }
                };
                let (rest, to) = self.path(element, offset, &terms, wanted, (depth, false))?;
                let mut steps = vec![step];
                steps.extend(rest);
                Some((steps, to))
            }
            Shape::Record(number) => {
                let record = self.record(number);
                let offset = u64::try_from(offset).ok()?;
                let shown = self.shown(&record, 0)?;
                shown.into_iter().find_map(|(member, bytes)| {
                    let inside = offset.checked_sub(member.offset)?;
                    if bytes > 0 && inside >= bytes {
                        return None;
                    }
                    let inside = i64::try_from(inside).ok()?;
                    let depth = (depth, false);
                    let (rest, to) = match member.name {
                        Some(_) => self.path(member.ty, inside, terms, wanted, depth)?,
                        None => self.path_inside(member.ty, inside, terms, wanted, depth)?,
                    };
                    let mut steps: Vec<Step> =
                        member.name.iter().cloned().map(Step::Field).collect();
                    steps.extend(rest);
                    Some((steps, to))
                })
            }
            _ => None,
        }
    }

    fn fits(&self, ty: Ty, wanted: Wanted) -> bool {
        let shape = self.shape(ty);
        match wanted {
            Wanted::Address => !matches!(shape, Shape::Other(_)),
            Wanted::Pointer => matches!(shape, Shape::Pointer(_)),
            Wanted::Value(own, _) => match *self.module.types.resolve(own) {
                Type::Int(bits) => shape == Shape::Int(bits / 8) && bits.is_multiple_of(8),
                Type::Float(kind) => shape == Shape::Float(kind),
                Type::Pointer { space: 0 } => matches!(shape, Shape::Pointer(_)),
                _ => false,
            },
        }
    }
}
