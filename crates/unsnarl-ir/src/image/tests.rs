use super::*;
use crate::constant::{Constant, Expression};
use crate::global::{Global, GlobalKind};
use crate::ops::{BinaryOp, CastOp, Flags, IntPredicate};
use crate::types::Type;

/// A module with 32-bit pointers and the variables `@a` and `@b`.
struct Fixture {
    module: Module,
    a: ConstId,
    b: ConstId,
}

fn fixture() -> Fixture {
    let mut module = Module::default();
    module.data_layout = "e-p:32:32".parse().expect("it is well formed");
    let [a, b] = ["a", "b"].map(|name| {
        let kind = GlobalKind::Variable {
            constant: false,
            initializer: None,
            align: None,
        };
        add_global(&mut module, name, kind)
    });
    Fixture { module, a, b }
}

fn add_global(module: &mut Module, name: &str, kind: GlobalKind) -> ConstId {
    let name = module.names.add(name);
    let (ty, address_type) = (module.types.int(32), module.types.pointer());
    let global = Global {
        kind,
        ..Global::declared(name, ty, address_type)
    };
    let id = module.globals.push(global);
    module.add_constant(Constant::Global(id))
}

impl Fixture {
    fn int(&mut self, value: u128) -> ConstId {
        self.module.add_int(32, value)
    }

    fn expression(&mut self, expression: Expression) -> ConstId {
        let ty = self.module.types.int(32);
        self.module
            .add_constant(Constant::Expression { ty, expression })
    }

    fn binary(&mut self, op: BinaryOp, left: ConstId, right: ConstId) -> ConstId {
        self.expression(Expression::Binary {
            op,
            flags: Flags::default(),
            left,
            right,
        })
    }

    fn address(&mut self, value: ConstId) -> ConstId {
        self.expression(Expression::Cast {
            op: CastOp::PtrToInt,
            value,
        })
    }

    fn value(&self, id: ConstId) -> Result<Scalar, ImageError> {
        let layout = Layout::new(&self.module.types, &self.module.data_layout);
        Scalars::new(&self.module, &layout).get(id)
    }

    fn image(&self, id: ConstId, limit: usize) -> Result<Image, ImageError> {
        let layout = Layout::new(&self.module.types, &self.module.data_layout);
        Scalars::new(&self.module, &layout).image(&self.module, &layout, id, limit)
    }

    fn symbol(&self, id: ConstId) -> Symbol {
        match self.module.constant(id) {
            Constant::Global(global) => Symbol::Global(*global),
            _ => panic!("{id} is no variable"),
        }
    }
}

#[track_caller]
fn check_binary(op: BinaryOp, left: i32, right: i32, expected: i32) {
    let mut fixture = fixture();
    let (left, right) = (fixture.int(left as u128), fixture.int(right as u128));
    let id = fixture.binary(op, left, right);
    assert_eq!(
        fixture.value(id),
        Ok(Scalar::Bits(u128::from(expected as u32)))
    );
}

#[test]
fn numbers_are_computed_in_their_width() {
    check_binary(BinaryOp::Add, i32::MAX, 1, i32::MIN);
    check_binary(BinaryOp::Sub, 1, 2, -1);
    check_binary(BinaryOp::Mul, -3, 5, -15);
    check_binary(BinaryOp::SignedDiv, -7, 2, -3);
    check_binary(BinaryOp::SignedDiv, i32::MIN, -1, i32::MIN);
    check_binary(BinaryOp::UnsignedDiv, -1, 2, i32::MAX);
    check_binary(BinaryOp::SignedRem, -7, 2, -1);
    check_binary(BinaryOp::UnsignedRem, 7, 4, 3);
    check_binary(BinaryOp::ShiftLeft, 1, 31, i32::MIN);
    check_binary(BinaryOp::ShiftLeft, 1, 32, 0);
    check_binary(BinaryOp::LogicalShiftRight, -1, 31, 1);
    check_binary(BinaryOp::ArithmeticShiftRight, -8, 1, -4);
    check_binary(BinaryOp::Xor, 6, 3, 5);
}

#[test]
fn dividing_by_zero_is_an_error() {
    let mut fixture = fixture();
    let zero = fixture.int(0);
    let id = fixture.binary(BinaryOp::SignedRem, zero, zero);
    assert_eq!(fixture.value(id), Err(ImageError::DividesByZero(id)));
}

#[test]
fn addresses_move_and_differ() {
    let mut fixture = fixture();
    let (a, b) = (fixture.a, fixture.b);
    let (from, to, minus_four) = (
        fixture.address(a),
        fixture.address(b),
        fixture.int(-4_i32 as u128),
    );
    let moved = fixture.binary(BinaryOp::Add, minus_four, from);
    let (plus, other) = (fixture.symbol(a), fixture.symbol(b));
    assert_eq!(
        fixture.value(moved),
        Ok(Scalar::Address {
            plus,
            minus: None,
            offset: -4
        })
    );
    let same = fixture.binary(BinaryOp::Sub, moved, from);
    assert_eq!(fixture.value(same), Ok(Scalar::Bits(0xffff_fffc)));
    let apart = fixture.binary(BinaryOp::Sub, moved, to);
    assert_eq!(
        fixture.value(apart),
        Ok(Scalar::Address {
            plus,
            minus: Some(other),
            offset: -4
        })
    );
    let product = fixture.binary(BinaryOp::Mul, from, to);
    assert_eq!(
        fixture.value(product),
        Err(ImageError::NotLinkable(product))
    );
}

#[test]
fn comparisons_choose() {
    let mut fixture = fixture();
    let (minus_one, one) = (fixture.int(u128::MAX), fixture.int(1));
    let ty = fixture.module.types.int(1);
    let mut choose = |predicate| {
        let expression = Expression::Compare {
            predicate,
            left: minus_one,
            right: one,
        };
        let condition = fixture
            .module
            .add_constant(Constant::Expression { ty, expression });
        let id = fixture.expression(Expression::Select {
            condition,
            then: one,
            otherwise: minus_one,
        });
        fixture.value(id)
    };
    assert_eq!(choose(IntPredicate::SignedLess), Ok(Scalar::Bits(1)));
    assert_eq!(
        choose(IntPredicate::UnsignedLess),
        Ok(Scalar::Bits(0xffff_ffff))
    );
}

#[test]
fn an_aggregate_has_bytes_padding_and_places_for_addresses() {
    let mut fixture = fixture();
    let a = fixture.a;
    let types = &mut fixture.module.types;
    let (byte, int, pointer) = (types.int(8), types.int(32), types.pointer());
    let text = types.add(Type::Array {
        element: byte,
        count: 2,
    });
    let ty = types.add(Type::Struct {
        fields: [text, int, pointer, pointer].into(),
        packed: false,
    });
    let bytes = fixture.module.add_constant(Constant::Bytes {
        ty: text,
        bytes: (*b"hi").into(),
    });
    let null = fixture.module.add_constant(Constant::Null(pointer));
    let elements = [bytes, fixture.int(0x0102_0304), null, a].into();
    let id = fixture
        .module
        .add_constant(Constant::Aggregate { ty, elements });
    let image = fixture.image(id, 16).expect("it is 16 bytes");
    assert_eq!(
        image.to_bytes(),
        [b'h', b'i', 0, 0, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0]
    );
    let plus = fixture.symbol(a);
    assert_eq!(
        image.relocations,
        [Relocation {
            offset: 12,
            size: 4,
            plus,
            minus: None,
            addend: 0
        }]
    );
    assert_eq!(
        fixture.image(id, 15),
        Err(ImageError::TooLarge {
            constant: id,
            limit: 15
        })
    );
}

/// Implicit zeros take no bytes here, however many there are.
#[test]
fn zeros_between_two_numbers_are_left_out() {
    let mut fixture = fixture();
    let types = &mut fixture.module.types;
    let byte = types.int(8);
    let zeros = types.add(Type::Array {
        element: byte,
        count: 1 << 40,
    });
    let ty = types.add(Type::Struct {
        fields: [byte, zeros, byte].into(),
        packed: false,
    });
    let (one, zeros) = (
        fixture.module.add_int(8, 1),
        fixture.module.add_constant(Constant::Zero(zeros)),
    );
    let elements = [one, zeros, one].into();
    let id = fixture
        .module
        .add_constant(Constant::Aggregate { ty, elements });
    let image = fixture.image(id, 1 << 41).expect("it is below the limit");
    assert_eq!(image.size, (1 << 40) + 2);
    let runs = image.runs.iter();
    let runs: Vec<(usize, &[u8])> = runs.map(|run| (run.offset, &run.bytes[..])).collect();
    assert_eq!(runs, [(0, &[1][..]), ((1 << 40) + 1, &[1][..])]);
    assert!(!image.is_zero());
}

/// Each alias of a long chain is resolved in constant time.
#[test]
fn a_chain_of_a_hundred_thousand_aliases_is_followed() {
    let mut fixture = fixture();
    let mut target = fixture.a;
    for _ in 0..100_000 {
        target = add_global(&mut fixture.module, "alias", GlobalKind::Alias { target });
    }
    let layout = Layout::new(&fixture.module.types, &fixture.module.data_layout);
    let scalars = Scalars::new(&fixture.module, &layout);
    let resolved = scalars.resolve(fixture.symbol(target));
    assert_eq!(resolved, Ok((fixture.symbol(fixture.a), 0)));
}

#[test]
fn aliases_are_followed_and_cycles_end() {
    let mut fixture = fixture();
    let a = fixture.a;
    let byte = fixture.module.types.int(8);
    let ty = fixture.module.types.pointer();
    let two = fixture.int(2);
    let expression = Expression::Gep {
        source: byte,
        base: a,
        indices: [two].into(),
        flags: Flags::IN_BOUNDS,
        inrange: None,
    };
    let target = fixture
        .module
        .add_constant(Constant::Expression { ty, expression });
    let alias = add_global(&mut fixture.module, "alias", GlobalKind::Alias { target });
    let alias = fixture.symbol(alias);
    let resolve = |fixture: &Fixture| {
        let layout = Layout::new(&fixture.module.types, &fixture.module.data_layout);
        Scalars::new(&fixture.module, &layout).resolve(alias)
    };
    assert_eq!(resolve(&fixture), Ok((fixture.symbol(a), 2)));
    let Symbol::Global(id) = alias else {
        panic!("an alias is a global")
    };
    let itself = fixture.module.add_constant(Constant::Global(id));
    fixture.module.globals[id].kind = GlobalKind::Alias { target: itself };
    assert_eq!(resolve(&fixture), Err(ImageError::AliasCycle(id)));
}
