//! Accesses to locals that are kept in the frame.

use unsnarl_low::op::memory::{Address, Load, Store};
use unsnarl_low::{Op, Type};

use crate::item::Item;
use crate::locals::spill::Slot;
use crate::locals::{Locals, Web};

/// The instructions with accesses to slots in place of accesses to webs that lie there.
pub(crate) fn in_frame(items: Vec<Item>, locals: &mut Locals, frame: Option<Web>) -> Vec<Item> {
    let Some(frame) = frame.filter(|_| locals.has_slots()) else {
        return items;
    };
    let mut values: Vec<(Type, Web)> = Vec::new();
    let mut all = Vec::with_capacity(2 * items.len());
    for item in items {
        let (Item::Get(web) | Item::Set(web) | Item::Tee(web)) = item else {
            all.push(item);
            continue;
        };
        let Some(slot) = locals.slot(web) else {
            all.push(item);
            continue;
        };
        if matches!(item, Item::Get(_)) {
            all.extend([
                Item::Get(frame),
                Item::Access(Op::Load(Load::Whole(slot.ty), access(slot))),
            ]);
            continue;
        }
        let known = values.iter().find(|(ty, _)| *ty == slot.ty);
        let value = match known {
            Some(&(_, value)) => value,
            None => {
                let value = locals.add(slot.ty);
                values.push((slot.ty, value));
                value
            }
        };
        all.extend([Item::Set(value), Item::Get(frame), Item::Get(value)]);
        all.push(Item::Access(Op::Store(Store::Whole(slot.ty), access(slot))));
        if matches!(item, Item::Tee(_)) {
            all.push(Item::Get(value));
        }
    }
    all
}

fn access(slot: Slot) -> Address {
    let bytes = slot.ty.bytes().unwrap_or(1);
    Address {
        offset: slot.offset.into(),
        align: bytes.trailing_zeros() as u8,
        ..Address::default()
    }
}
