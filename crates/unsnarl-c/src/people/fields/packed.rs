//! Which structs are packed, because some access through a pointer may reach them at less than the
//! alignment that they would have.
//!
//! *Needs:* what is [known](super::known) of values. *Gives:* the mark of each struct.
//! *Cost:* near-linear in the module, times the accesses through one pointer.
//!
//! An access says how aligned its address is, and so how aligned the pointer is that the address is
//! computed from, if the distance is a multiple of that. What one access says of a pointer, all
//! those may rely on that only follow it: those in blocks that its block dominates, and in its own
//! block those that no call may keep it from.
//!
//! ```text
//! %next = load ptr, ptr %p, align 8          p is a multiple of 8,
//! %at = getelementptr inbounds i8, ptr %p, i64 12
//! %x = load i32, ptr %at, align 4            which this alone does not say
//! ```

use foldhash::HashMap;
use unsnarl::analysis::{Dominators, Order};
use unsnarl_ir::{BlockId, EdgeCopies, Function, Inst, Op, Operand, TypeId};

use super::paths::{Bytes, Found, Inside, LONGEST};
use super::{Fields, Shape, Wanted};

/// Where an access is.
#[derive(Clone, Copy)]
struct Place {
    block: BlockId,
    at: usize,
    /// How many calls are before it in its block.
    calls: usize,
}

/// An access that is no atomic one.
struct Access {
    pointer: Operand,
    ty: TypeId,
    align: u64,
    place: Place,
}

/// What accesses say of pointers: where, and how aligned they are.
type Said = HashMap<Operand, Vec<(Place, u64)>>;

impl Fields<'_> {
    /// Finds the structs that are packed.
    pub(super) fn find_packed(&self) {
        for (id, function) in self.module.functions.iter() {
            let accesses = self.accesses(function);
            if accesses.is_empty() {
                continue;
            }
            let copies = EdgeCopies::new(function);
            let Ok(cfg) = unsnarl_ir::graph(function, &copies) else {
                continue;
            };
            let dominators = Dominators::new(&cfg, &Order::new(&cfg));
            let inside = self.inside(id, function);
            let mut said = Said::default();
            for access in &accesses {
                for bytes in self.bytes(function, access.pointer, &|_| true) {
                    let align = bytes.promised(access.align);
                    if align > 1 {
                        let own = said.entry(bytes.base).or_default();
                        own.push((access.place, align));
                    }
                }
            }
            for access in &accesses {
                self.unpack(inside, access, &said, &dominators);
            }
        }
    }

    /// How aligned an access says that its address is.
    pub(in crate::people) fn promised(&self, ty: TypeId, align: Option<u64>) -> u64 {
        align.or_else(|| self.layout.align(ty)).unwrap_or(1).max(1)
    }

    fn accesses(&self, function: &Function) -> Vec<Access> {
        let mut found = Vec::new();
        for (block, data) in function.blocks.iter() {
            let mut calls = 0;
            for (at, &inst) in data.insts.iter().enumerate() {
                let inst = &function.insts[inst];
                calls += usize::from(matches!(inst.op, Op::Call(_)));
                let Some((pointer, ty, align)) = self.access(function, inst) else {
                    continue;
                };
                found.push(Access {
                    pointer,
                    ty,
                    align: self.promised(ty, align),
                    place: Place { block, at, calls },
                });
            }
        }
        found
    }

    fn access(&self, function: &Function, inst: &Inst) -> Option<(Operand, TypeId, Option<u64>)> {
        match inst.op {
            Op::Load {
                pointer,
                align,
                volatile: false,
                atomic: None,
            } => Some((pointer, function.value_type(inst.result?), align)),
            Op::Store {
                value,
                pointer,
                align,
                volatile: false,
                atomic: None,
            } => Some((pointer, self.module.operand_type(function, value), align)),
            _ => None,
        }
    }

    fn unpack(&self, inside: Inside<'_>, access: &Access, said: &Said, dominators: &Dominators) {
        let wanted = Wanted::Value(access.ty, access.align);
        for bytes in self.bytes(inside.function, access.pointer, &|_| true) {
            // Each type that is known may be the one that is written.
            let found: Vec<Found> = match self.object(inside, bytes.base) {
                Some(_) => {
                    let found = self.from(inside, &bytes, wanted, LONGEST);
                    found.into_iter().collect()
                }
                None => {
                    let all = self.pointees(inside, bytes.base, LONGEST).into_iter();
                    let all = all.filter_map(|ty| self.of_pointee(&bytes, ty, wanted));
                    all.collect()
                }
            };
            for found in found {
                let Shape::Record(number) = self.shape(self.element_of(found.from)) else {
                    continue;
                };
                let due = self.align_of(found.from);
                let follows = |&(place, align): &(Place, u64)| {
                    align >= due && follows(place, access.place, dominators)
                };
                let others = said.get(&bytes.base).map_or(&[][..], Vec::as_slice);
                // Elements lie as far from each other as is a multiple of their alignment.
                if self.is_aligned(&found, wanted) || others.iter().any(follows) {
                    continue;
                }
                let record = self.record(number);
                match record.is_pinned.get() {
                    true => record.is_doubtful.set(true),
                    false => record.is_packed.set(true),
                }
            }
        }
    }

    /// Tells whether the IR says as much of the alignment of what is found as C will believe.
    pub(super) fn is_fine(&self, found: &Found, wanted: Wanted) -> bool {
        let is_known = match (found.base, self.shape(found.from)) {
            (super::Base::Pointer(_), Shape::Record(number)) => {
                !self.record(number).is_doubtful.get()
            }
            _ => false,
        };
        is_known || self.is_aligned(found, wanted)
    }
}

/// Tells whether what happens at one place has happened, or will, whenever something happens at
/// another.
fn follows(place: Place, other: Place, dominators: &Dominators) -> bool {
    match place.block == other.block {
        true => place.at <= other.at || place.calls == other.calls,
        false => dominators.dominates(place.block, other.block),
    }
}

impl Bytes {
    /// How aligned the base is if the address is so aligned.
    fn promised(&self, align: u64) -> u64 {
        let mut align = align;
        let scales = self.terms.iter().map(|term| term.scale);
        for distance in scales.chain([self.offset.unsigned_abs()]) {
            if distance != 0 {
                align = align.min(1 << distance.trailing_zeros());
            }
        }
        align
    }
}
