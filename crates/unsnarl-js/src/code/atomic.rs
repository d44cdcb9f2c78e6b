//! Atomic accesses. They are aligned, or trap; JavaScript has the same ones.

use unsnarl_low::op::atomic::{Atomic, Modify};
use unsnarl_low::op::memory::Address;
use unsnarl_low::{Op, Size, Type, Width};

use super::{Refused, Writer, acting};
use crate::names::quoted;
use crate::piece::{Binds, Kind, Piece};

impl Writer<'_> {
    /// Atomic operations; tells whether it is one.
    pub(super) fn atomic(&mut self, op: Op) -> Result<bool, Refused> {
        match op {
            Op::AtomicLoad(access, at) => self.atomic_call(access, "load", at, 0)?,
            Op::AtomicStore(access, at) => {
                self.atomic_call(access, "store", at, 1)?;
                for piece in self.pop() {
                    if piece.touches.acts {
                        let touches = piece.touches.clone();
                        self.statement(&touches, format!("{};", piece.text));
                    }
                }
            }
            Op::AtomicModify(access, modify, at) => {
                let name = match modify {
                    Modify::Add => "add",
                    Modify::Sub => "sub",
                    Modify::And => "and",
                    Modify::Or => "or",
                    Modify::Xor => "xor",
                    Modify::Exchange => "exchange",
                };
                self.atomic_call(access, name, at, 1)?;
            }
            Op::AtomicCompareExchange(access, at) => {
                self.atomic_call(access, "compareExchange", at, 2)?;
            }
            Op::AtomicNotify(at) => self.atomic_runtime("atomicNotify", at, Size::B4, 1)?,
            Op::AtomicWait(Width::W32, at) => self.atomic_runtime("atomicWait", at, Size::B4, 2)?,
            Op::AtomicWait(Width::W64, at) => {
                self.atomic_runtime("atomicWait64", at, Size::B8, 2)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The element of a view at the address that is below some operands.
    fn atomic_element(
        &mut self,
        at: Address,
        size: Size,
        above: usize,
    ) -> Result<[Piece; 2], Refused> {
        self.narrow(self.code.widths.memory(at.memory).int(), "memory")?;
        self.name_acting(above + 1);
        (0..above).rev().for_each(|from_top| self.name(from_top));
        let suffix = self.suffix(at.memory).to_owned();
        let view = match size {
            Size::B1 => "HEAPU8",
            Size::B2 => "HEAPU16",
            Size::B4 => "HEAP32",
            Size::B8 => "HEAP64",
        };
        let values = self.pop_many(above + 1);
        let mut offset = at.offset;
        if let Some(symbol) = at.symbol {
            offset = offset.wrapping_add(self.address_of(symbol)?);
        }
        let whole = |text: String| Piece::new(text, Binds::Whole, Kind::Product);
        let operands = [
            whole(format!("HEAPU8{suffix}")),
            values[0][0].wrapped(),
            whole(offset.to_string()),
            whole(size.bytes().to_string()),
        ];
        let place = Piece::call(
            "atomicAt",
            Kind::Product,
            &operands.iter().collect::<Vec<_>>(),
        );
        let index = match size.bytes().trailing_zeros() {
            0 => place,
            by => Piece::infix(
                &place,
                ">>",
                &Piece::int(by as i32),
                Binds::Shift,
                Kind::Signed,
            ),
        };
        self.take_up(values.into_iter().skip(1).collect());
        Ok([whole(format!("{view}{suffix}")), index])
    }

    fn atomic_runtime(
        &mut self,
        name: &str,
        at: Address,
        size: Size,
        above: usize,
    ) -> Result<(), Refused> {
        let element = self.atomic_element(at, size, above)?;
        let operands = self.pop_many(above);
        let words = operands.iter().flatten().map(Piece::wrapped);
        let all: Vec<Piece> = element.into_iter().chain(words).collect();
        let mut call = Piece::call(name, Kind::Signed, &all.iter().collect::<Vec<_>>());
        call.touches.add(&acting());
        self.push_one(call);
        Ok(())
    }

    /// An operation of JavaScript on an element, and on operands above its address.
    fn atomic_call(
        &mut self,
        access: Atomic,
        operation: &str,
        at: Address,
        above: usize,
    ) -> Result<(), Refused> {
        let element = self.atomic_element(at, access.size, above)?;
        let values = self.pop_many(above);
        let is_wide = access.size == Size::B8;
        // Of a wide integer a narrow element takes the lowest bits.
        let words = values.iter().flat_map(|value| match is_wide {
            true => value.iter().map(Piece::wrapped).collect::<Vec<Piece>>(),
            false => vec![match access.size {
                Size::B4 => value[0].wrapped(),
                size => {
                    let mask = Piece::int((1 << size.bits()) - 1);
                    super::int::bits(&value[0], "&", &mask, Binds::BitAnd)
                }
            }],
        });
        let words: Vec<Piece> = words.collect();
        let (name, named) = match (operation, is_wide) {
            ("compareExchange", false) => ("atomicExchangeIf", None),
            ("compareExchange", true) => ("atomicExchangeIf64", None),
            (operation, false) => ("atomic", Some(operation)),
            (operation, true) => ("atomic64", Some(operation)),
        };
        let named = named.map(|name| Piece::new(quoted(name), Binds::Whole, Kind::Reference));
        let missing = (is_wide && operation == "load").then(|| [Piece::int(0), Piece::int(0)]);
        let all: Vec<Piece> = named
            .into_iter()
            .chain(element)
            .chain(words)
            .chain(missing.into_iter().flatten())
            .collect();
        let mut call = Piece::call(name, Kind::Signed, &all.iter().collect::<Vec<_>>());
        call.touches.add(&acting());
        if is_wide {
            self.call_words(call, &[Type::I64]);
            return Ok(());
        }
        if matches!(access.size, Size::B1 | Size::B2) {
            call.kind = Kind::Small;
        }
        self.push_one(call);
        if access.width == Width::W64 {
            self.extend_unsigned();
        }
        Ok(())
    }
}
