//! Structs and unions: their members, how they are laid out, and their definitions in C.
//!
//! *Needs:* debug information, or types of the IR.
//! *Gives:* [`Record`]s, and the text that defines those that are needed: each behind those that it
//! holds, and with an assertion that it is laid out as it should be.
//! *Cost:* linear in the members.
//!
//! What has no type of C here, such as bit-fields, is bytes of padding.

use std::cell::{Cell, RefCell};
use std::fmt::Write as _;
use std::rc::Rc;

use foldhash::HashSet;
use unsnarl_ir::debug::words::Flags;
use unsnarl_ir::debug::{CompositeTypeId, DebugInfo, Node};
use unsnarl_ir::{NameId, Type, TypeId};

use super::shapes::{MEMBER, UNION, list};
use super::{Fields, Shape, Ty, float_name, int_name};
use crate::people::names::{Names, tag};

/// How deep structs are looked into.
pub(super) const DEEPEST: usize = 12;

/// How many assertions stand in one line of the definitions.
const WIDEST: usize = 96;

/// A struct or a union.
pub(in crate::people) struct Record {
    keyword: &'static str,
    wanted: Option<String>,
    tag: RefCell<Option<String>>,
    /// In bytes; none if it is not known what is in it.
    pub(super) size: Option<u64>,
    pub(super) members: Vec<Member>,
    is_needed: Cell<bool>,
    /// Whether nothing is promised of its alignment.
    pub(super) is_packed: Cell<bool>,
    /// Whether some access by a pointer says less of its alignment, and it is not packed.
    pub(super) is_doubtful: Cell<bool>,
    /// Whether C lays it out so by itself, once that was asked.
    is_natural: Cell<Option<bool>>,
    /// Whether it has no padding of its own, because lists of its members are written.
    pub(super) is_pinned: Cell<bool>,
}

impl Record {
    pub(super) fn is_union(&self) -> bool {
        self.keyword == "union"
    }
}

/// A part of a struct or union.
pub(super) struct Member {
    /// None if its own members are those of what it is in.
    pub(super) name: Option<String>,
    /// In bytes.
    pub(super) offset: u64,
    pub(super) ty: Ty,
}

/// Members as C writes them.
struct Layout {
    text: String,
    size: u64,
    align: u64,
    /// The names of members, with their offsets.
    offsets: Vec<(String, u64)>,
}

impl Fields<'_> {
    pub(super) fn record(&self, number: usize) -> Rc<Record> {
        self.records.borrow()[number].clone()
    }

    fn add(&self, record: Record) -> usize {
        let mut records = self.records.borrow_mut();
        records.push(Rc::new(record));
        records.len() - 1
    }

    pub(super) fn record_of_source(
        &self,
        info: &DebugInfo,
        id: CompositeTypeId,
        typedef: Option<NameId>,
    ) -> usize {
        if let Some(&known) = self.record_of.borrow().get(&id) {
            return known;
        }
        let composite = &info.composite_types[id];
        let name = composite.name.or(typedef);
        let mut members = Vec::new();
        let mut names = Names::default();
        let is_complete = !composite.flags.has(Flags::FORWARD) && composite.size > 0;
        for node in list(info, composite.elements) {
            let Some(Node::DerivedType(id)) = *node else {
                // Methods and the like: it is no struct of C.
                members.clear();
                break;
            };
            let member = &info.derived_types[id];
            let is_plain = member.tag == MEMBER
                && !member.flags.has(Flags::BIT_FIELD)
                && member.extra.is_none()
                && member.offset.is_multiple_of(8);
            if let Some(base) = member.base.filter(|_| is_plain) {
                let name = member.name.map(|name| self.module.name(name));
                members.push(Member {
                    name: name.map(|name| names.member(name)),
                    offset: member.offset / 8,
                    ty: Ty::Source(base),
                });
            }
        }
        let size = (is_complete && composite.size.is_multiple_of(8)).then_some(composite.size / 8);
        let number = self.add(Record {
            keyword: if composite.tag == UNION {
                "union"
            } else {
                "struct"
            },
            wanted: name.map(|name| tag(self.module.name(name))),
            tag: RefCell::default(),
            size,
            members: if size.is_some() { members } else { Vec::new() },
            is_needed: Cell::default(),
            is_packed: Cell::default(),
            is_pinned: Cell::default(),
            is_doubtful: Cell::default(),
            is_natural: Cell::default(),
        });
        self.record_of.borrow_mut().insert(id, number);
        number
    }

    pub(super) fn record_of_ir(&self, id: TypeId) -> Option<usize> {
        let Type::Struct { fields, .. } = self.module.types.resolve(id) else {
            return None;
        };
        let size = self.layout.size(id)?;
        let members = fields.iter().enumerate().map(|(number, &field)| {
            Some(Member {
                name: Some(format!("f{number}")),
                offset: self.layout.field(id, number)?,
                ty: Ty::Ir(field),
            })
        });
        Some(self.add(Record {
            keyword: "struct",
            wanted: Some(crate::people::types::struct_name(self.module, id)),
            tag: RefCell::default(),
            size: Some(size),
            members: members.collect::<Option<_>>()?,
            is_needed: Cell::default(),
            is_packed: Cell::default(),
            is_pinned: Cell::default(),
            is_doubtful: Cell::default(),
            is_natural: Cell::default(),
        }))
    }

    /// The name of a struct or union, which need not be complete; if the source has none, by the
    /// member that it is.
    pub(super) fn mention(&self, number: usize, member: Option<&str>) -> String {
        let record = self.record(number);
        let mut tag = record.tag.borrow_mut();
        let tag = tag.get_or_insert_with(|| {
            let mut taken = self.tags.borrow_mut();
            let wanted = record.wanted.as_deref().or(member).unwrap_or("unnamed");
            let mut name = wanted.to_owned();
            let mut count = 0;
            while !taken.insert(name.clone()) {
                count += 1;
                name = format!("{wanted}_{count}");
            }
            name
        });
        format!("{} {tag}", record.keyword)
    }

    /// Makes sure that a struct or union is defined, and those that it holds.
    pub(in crate::people) fn need(&self, number: usize) {
        let mut work = vec![number];
        while let Some(number) = work.pop() {
            let record = self.record(number);
            if !record.is_needed.replace(true) {
                work.extend(self.held(number));
            }
        }
    }

    /// The structs and unions that lie in one and are defined before it.
    fn held(&self, number: usize) -> Vec<usize> {
        let (mut found, mut work) = (Vec::new(), vec![(number, 0)]);
        while let Some((number, depth)) = work.pop() {
            for member in &self.record(number).members {
                if let Shape::Record(inner) = self.shape(self.element_of(member.ty)) {
                    match member.name {
                        Some(_) => found.push(inner),
                        None if depth < DEEPEST => work.push((inner, depth + 1)),
                        None => {}
                    }
                }
            }
        }
        found
    }

    /// The type of the elements of an array of arrays, or the type itself.
    pub(super) fn element_of(&self, mut ty: Ty) -> Ty {
        for _ in 0..DEEPEST {
            let Shape::Array { element, .. } = self.shape(ty) else {
                break;
            };
            ty = element;
        }
        ty
    }

    /// The definitions of all that is needed, and declarations of what is only pointed to.
    pub(in crate::people) fn definitions(&self) -> String {
        let (mut done, mut text) = (vec![], String::new());
        let mut first = 0;
        // A definition may mention others.
        while first < self.records.borrow().len() {
            let mut work = vec![(first, false)];
            while let Some((number, is_ready)) = work.pop() {
                done.resize(self.records.borrow().len(), 0);
                let record = self.record(number);
                if !record.is_needed.get() || done[number] == 2 {
                    continue;
                }
                if is_ready {
                    done[number] = 2;
                    self.define(number, &mut text);
                } else if done[number] == 0 {
                    done[number] = 1;
                    work.push((number, true));
                    work.extend(self.held(number).into_iter().map(|inner| (inner, false)));
                }
            }
            first += 1;
        }
        let mut declared = String::new();
        for record in self.records.borrow().iter() {
            if let Some(tag) = record
                .tag
                .borrow()
                .as_ref()
                .filter(|_| !record.is_needed.get())
            {
                let _ = writeln!(declared, "{} {tag};", record.keyword);
            }
        }
        match declared.is_empty() {
            true => text,
            false => format!("{declared}\n{text}"),
        }
    }

    fn define(&self, number: usize, out: &mut String) {
        let name = self.mention(number, None);
        let record = self.record(number);
        let Some(size) = record.size else { return };
        let is_packed = self.is_packed(&record);
        let Some(layout) = self.laid_out(&record, is_packed, 0) else {
            return;
        };
        let packed = if is_packed { "packed, " } else { "" };
        let _ = writeln!(
            out,
            "{name} {{\n{}}} __attribute__(({packed}may_alias));",
            layout.text
        );
        let mut line = format!("_Static_assert(sizeof({name}) == {size}");
        for (member, offset) in &layout.offsets {
            let next = format!("offsetof({name}, {member}) == {offset}");
            let last = line.rsplit('\n').next().unwrap_or_default();
            line += match last.len() + next.len() > WIDEST {
                true => " &&\n  ",
                false => " && ",
            };
            line += &next;
        }
        let _ = writeln!(out, "{line}, \"{name}\");");
    }

    /// Tells whether a record is defined as packed: because something accesses it at less than its
    /// alignment, or because it is not laid out as C would.
    pub(super) fn is_packed(&self, record: &Record) -> bool {
        let is_natural = record.is_natural.get().unwrap_or_else(|| {
            let (mut align, mut is_natural) = (1, true);
            for member in &record.members {
                let own = self.align_of(member.ty);
                is_natural &= member.offset.is_multiple_of(own);
                align = align.max(own);
            }
            is_natural &= record.size.is_none_or(|size| size.is_multiple_of(align));
            record.is_natural.set(Some(is_natural));
            is_natural
        });
        record.is_packed.get() || !is_natural
    }

    /// Tells the same without looking into what was not looked into yet.
    fn is_known_packed(&self, record: &Record) -> bool {
        record.is_packed.get() || record.is_natural.get() == Some(false)
    }

    /// The members that C can name, in the order of their places, each with its size, which is 0
    /// for an array at the end that has none. None if they do not lie behind each other.
    pub(super) fn shown<'r>(
        &self,
        record: &'r Record,
        depth: usize,
    ) -> Option<Vec<(&'r Member, u64)>> {
        let size = record.size?;
        let is_union = record.is_union();
        let mut members: Vec<&Member> = record.members.iter().collect();
        members.sort_by_key(|member| member.offset);
        let last = members.len().checked_sub(1);
        let (mut shown, mut end) = (Vec::new(), 0);
        for (place, member) in members.into_iter().enumerate() {
            let bytes = match self.size(member.ty) {
                Some(bytes) => bytes,
                None if is_union || Some(place) != last || end == 0 => continue,
                // What is packed has no padding behind such an array.
                None if self.is_packed(record) && member.offset != size => continue,
                None => match self.shape(member.ty) {
                    Shape::Array { element, .. } if self.size(element).is_some() => 0,
                    _ => continue,
                },
            };
            if member.name.is_none() {
                let Shape::Record(number) = self.shape(member.ty) else {
                    continue;
                };
                if depth == DEEPEST || self.shown(&self.record(number), depth + 1).is_none() {
                    continue;
                }
            }
            if member.offset < end && !is_union || member.offset + bytes > size {
                return None;
            }
            end = member.offset + bytes;
            shown.push((member, bytes));
        }
        Some(shown)
    }

    /// The members of a record where C puts them, if they can lie where they should.
    fn laid_out(&self, record: &Record, is_packed: bool, depth: usize) -> Option<Layout> {
        let size = record.size?;
        let is_union = record.is_union();
        let mut layout = Layout {
            text: String::new(),
            size: 0,
            align: 1,
            offsets: Vec::new(),
        };
        let indent = "  ".repeat(depth + 1);
        for (member, bytes) in self.shown(record, depth)? {
            let (text, align) = match (&member.name, self.shape(member.ty)) {
                (Some(name), _) => {
                    layout.offsets.push((name.clone(), member.offset));
                    let text = self.declared(member.ty, name, bytes == 0)?;
                    (text, self.align_of(member.ty))
                }
                (None, Shape::Record(number)) => {
                    let inner = self.record(number);
                    let own = self.laid_out(&inner, is_packed, depth + 1)?;
                    let moved = own.offsets.into_iter();
                    let moved = moved.map(|(name, offset)| (name, member.offset + offset));
                    layout.offsets.extend(moved);
                    let packed = match is_packed {
                        true => " __attribute__((packed))",
                        false => "",
                    };
                    let text = format!("{} {{\n{}{indent}}}{packed}", inner.keyword, own.text);
                    (text, own.align)
                }
                _ => continue,
            };
            let align = if is_packed { 1 } else { align };
            if !member.offset.is_multiple_of(align) {
                return None;
            }
            if layout.size.next_multiple_of(align) < member.offset {
                let _ = writeln!(
                    layout.text,
                    "{indent}uint8_t padding_{}[{}];",
                    layout.size,
                    member.offset - layout.size
                );
            }
            layout.size = match is_union {
                true => layout.size.max(bytes),
                false => member.offset + bytes,
            };
            layout.align = layout.align.max(align);
            let _ = writeln!(layout.text, "{indent}{text};");
        }
        if layout.size.next_multiple_of(layout.align) < size {
            let (from, bytes) = match is_union {
                true => (0, size),
                false => (layout.size, size - layout.size),
            };
            let _ = writeln!(layout.text, "{indent}uint8_t padding_{from}[{bytes}];");
            layout.size = size;
        }
        (layout.size.next_multiple_of(layout.align) == size).then_some(layout)
    }

    /// Declares a variable.
    pub(in crate::people) fn declare(&self, ty: Ty, name: &str) -> Option<String> {
        if let Shape::Record(number) = self.shape(self.element_of(ty)) {
            self.need(number);
        }
        self.declared(ty, name, false)
    }

    /// Declares a member.
    fn declared(&self, ty: Ty, name: &str, is_open: bool) -> Option<String> {
        let member = name;
        let (mut ty, mut name) = (ty, name.to_owned());
        let mut is_array = false;
        for _ in 0..=DEEPEST {
            let Shape::Array { element, count } = self.shape(ty) else {
                break;
            };
            match count.filter(|_| !is_open || is_array) {
                Some(count) => name += &format!("[{count}]"),
                None => name += "[]",
            }
            (is_array, ty) = (true, element);
        }
        let shape = self.shape(ty);
        Some(match shape {
            // What an element is may be reached by its address.
            Shape::Int(_) | Shape::Float(_) | Shape::Pointer(_) if is_array => {
                format!("{} {name}", self.any(&shape)?)
            }
            Shape::Int(bytes) => format!("{} {name}", int_name(8 * bytes, false)),
            Shape::Float(kind) => format!("{} {name}", float_name(kind)?),
            Shape::Pointer(to) => match to.and_then(|to| self.target(to)) {
                Some(target) => format!("{} *{name}", self.target_text(target)),
                None => format!("void *{name}"),
            },
            Shape::Record(number) => {
                format!("{} {name}", self.mention(number, Some(member)))
            }
            Shape::Array { .. } => return None,
            Shape::Other(size) => format!("uint8_t {name}[{}]", size?),
        })
    }

    /// The alignment that C gives a type.
    pub(in crate::people) fn align_of(&self, ty: Ty) -> u64 {
        let (mut work, mut seen) = (vec![ty], HashSet::default());
        let mut align = 1;
        while let Some(ty) = work.pop() {
            let own = match self.shape(self.element_of(ty)) {
                Shape::Record(number) => {
                    let record = self.record(number);
                    if !self.is_known_packed(&record) && seen.insert(number) {
                        work.extend(record.members.iter().map(|member| member.ty));
                    }
                    1
                }
                Shape::Array { .. } | Shape::Other(_) => 1,
                Shape::Int(bytes) => u64::from(bytes),
                Shape::Float(_) | Shape::Pointer(_) => self.size(self.element_of(ty)).unwrap_or(1),
            };
            align = align.max(own);
        }
        align
    }
}
