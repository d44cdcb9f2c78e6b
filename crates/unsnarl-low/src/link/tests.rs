use super::{Addresses, link};
use crate::symbol::{Symbol, Symbols};
use crate::text::{parse, print};
use crate::verify::verify;

/// `@x` lies at 1024, `@y` at the end of what 32 bits reach, `@f` is number 3 of the table.
struct Laid {
    symbols: Symbols,
}

impl Addresses for Laid {
    fn address(&self, symbol: Symbol) -> u64 {
        match [("x", 1024), ("y", 0xffff_fff0), ("f", 3)]
            .iter()
            .find(|(name, _)| self.symbols.find(name) == Some(symbol))
        {
            Some(&(_, address)) => address,
            None => panic!("{symbol} has no address"),
        }
    }

    fn stack_pointer(&self) -> Symbol {
        self.symbols.find("sp").expect("the test names it")
    }
}

/// Links `@f`, and compares with the text that is due.
#[track_caller]
fn check(text: &str, due: &str) {
    let module = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let function = module.function("f").expect("the test has it");
    let mut symbols = module.symbols.clone();
    symbols.add("sp");
    let laid = Laid { symbols };
    let linked = link(function, &laid);
    assert_eq!(verify(&linked.function), []);
    let symbol = laid.symbols.find("f").expect("the test has it");
    let printed = print(symbol, &linked.function, &laid.symbols).to_string();
    assert_eq!(printed, due);
}

#[test]
fn symbols_become_numbers() {
    check(
        "func @f(%0: i32) -> i32, i32 {
b0:
  %1 = i32.load symbol=@x offset=4 %0
  %2 = i32.load symbol=@y offset=32 %0
  %3 = i32.add %1, %2
  return @x-8, @f
}
",
        "func @f(%0: i32) -> i32, i32 {
b0:
  return i32 1016, i32 3
}
",
    );
    check(
        "func @f(%0: i32) -> i32 {
b0:
  %1 = i32.load symbol=@x offset=4 %0
  %2 = i32.load symbol=@y offset=32 %0
  %3 = i32.add %1, %2
  return %3
}
",
        "func @f(%0: i32) -> i32 {
b0:
  %1 = i32.load offset=1028 %0
  %2 = i32.load offset=4294967295 %0
  %3 = i32.add %1, %2
  return %3
}
",
    );
}

#[test]
fn a_frame_becomes_operations() {
    check(
        "func @f(%0: i32) -> i32 {
  frame 32 align 16
b0:
  i32.store frame+8, %0
  call @g(frame+16)
  br %0, b1, b2
b1:
  return_call @f(frame+0)
b2:
  %1 = i32.load offset=4 frame+8
  return %1
}
",
        "func @f(%0: i32) -> i32 {
b0:
  %1 = global.get @sp i32
  %2 = i32.sub %1, i32 32
  global.set @sp i32 %2
  i32.store offset=8 %2, %0
  %3 = i32.add %2, i32 16
  call @g(%3)
  br %0, b1, b2
b1:
  %4 = i32.add %2, i32 32
  global.set @sp i32 %4
  return_call @f(%2)
b2:
  %5 = i32.load offset=12 %2
  %6 = i32.add %2, i32 32
  global.set @sp i32 %6
  return %5
}
",
    );
}

#[test]
fn a_frame_may_be_aligned_or_empty() {
    check(
        "func @f() -> i32 {
  frame 64 align 64
b0:
  return frame+0
}
",
        "func @f() -> i32 {
b0:
  %0 = global.get @sp i32
  %1 = i32.sub %0, i32 64
  %2 = i32.and %1, i32 -64
  global.set @sp i32 %2
  global.set @sp i32 %0
  return %2
}
",
    );
    check(
        "func @f() {
  frame 0 align 16
b0:
  call @g()
  return
}
",
        "func @f() {
b0:
  %0 = global.get @sp i32
  call @g()
  global.set @sp i32 %0
  return
}
",
    );
}
