//! Layouts and the machine: enumerations with niches, slices, generics, vtables, unions, atomics,
//! bit fields by hand, 128-bit numbers, and what is checked at run time.

use std::convert::TryFrom;
use std::mem::{align_of, size_of, MaybeUninit};
use std::num::{NonZeroU32, Wrapping};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Color {
    Red = 1,
    Green = 5,
    Blue = 250,
}

impl TryFrom<u8> for Color {
    type Error = u8;
    fn try_from(byte: u8) -> Result<Color, u8> {
        match byte {
            1 => Ok(Color::Red),
            5 => Ok(Color::Green),
            250 => Ok(Color::Blue),
            other => Err(other),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
union Bits {
    float: f64,
    words: [u32; 2],
    bytes: [u8; 8],
}

#[repr(C, packed)]
#[derive(Clone, Copy, Default)]
struct Packed {
    one: u8,
    four: u32,
    two: u16,
}

#[repr(align(32))]
struct Aligned([u8; 3]);

trait Animal {
    fn legs(&self) -> u32;
    fn describe(&self) -> String {
        format!("{} legs", self.legs())
    }
}

struct Bird;
struct Centipede(Vec<u32>);

impl Animal for Bird {
    fn legs(&self) -> u32 {
        2
    }
}

impl Animal for Centipede {
    fn legs(&self) -> u32 {
        self.0.iter().sum()
    }
    fn describe(&self) -> String {
        format!("many: {}", self.legs())
    }
}

struct Droppable<'a>(&'a AtomicU32, u32);

impl Drop for Droppable<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(self.1, Ordering::SeqCst);
    }
}

/// A matrix whose size is in its type.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Matrix<const R: usize, const C: usize>([[i64; C]; R]);

impl<const R: usize, const C: usize> Matrix<R, C> {
    fn times<const K: usize>(self, other: Matrix<C, K>) -> Matrix<R, K> {
        let mut product = Matrix([[0; K]; R]);
        for row in 0..R {
            for column in 0..K {
                for at in 0..C {
                    product.0[row][column] += self.0[row][at] * other.0[at][column];
                }
            }
        }
        product
    }
}

#[inline(never)]
fn optional(x: Option<NonZeroU32>) -> u32 {
    x.map_or(u32::MAX, NonZeroU32::get)
}

#[inline(never)]
fn nested(x: Option<Option<Result<u8, Color>>>) -> String {
    match x {
        None => "none".into(),
        Some(None) => "some none".into(),
        Some(Some(Ok(byte))) => format!("byte {byte}"),
        Some(Some(Err(color))) => format!("color {color:?}"),
    }
}

#[inline(never)]
fn classify(x: i128) -> &'static str {
    match x {
        i128::MIN..=-1_000_000_000_000_000_000_000 => "far below",
        -999_999_999_999_999_999_999..=-1 => "below",
        0 => "zero",
        1..=0xffff_ffff_ffff_ffff => "a word",
        _ => "above",
    }
}

#[inline(never)]
fn checked(values: &[i32], at: usize, by: i32) -> Option<i32> {
    values
        .get(at)?
        .checked_div(by)?
        .checked_mul(3)?
        .checked_sub(values.len() as i32)
}

static COUNTER: AtomicU64 = AtomicU64::new(40);
thread_local! {
    static LOCAL: std::cell::RefCell<Vec<u16>> = std::cell::RefCell::new(vec![1, 2]);
}

fn sizes() {
    println!(
        "{} {} {} {}",
        size_of::<Option<NonZeroU32>>(),
        size_of::<Option<Option<Color>>>(),
        size_of::<Packed>(),
        align_of::<Aligned>()
    );
    let aligned = Aligned([1, 2, 3]);
    let address = &aligned as *const Aligned as usize;
    println!("{} {:?}", address % 32, aligned.0);
    let bits = Bits { float: -1234.5 };
    // All fields have bytes without rules.
    unsafe {
        println!(
            "{:08x} {:08x} {:?}",
            bits.words[0], bits.words[1], bits.bytes
        );
    }
    let mut packed = Packed {
        one: 0xff,
        four: 0x0102_0304,
        ..Packed::default()
    };
    packed.two = u16::from(packed.one) << 4;
    let (four, two) = (packed.four.swap_bytes(), packed.two);
    println!("{four:x} {two:x}");
}

fn main() {
    sizes();
    println!("{} {}", optional(NonZeroU32::new(7)), optional(None));
    for x in [
        None,
        Some(None),
        Some(Some(Ok(9))),
        Some(Some(Err(Color::Blue))),
    ] {
        println!("{}", nested(x));
    }
    let colors: Vec<_> = [1, 2, 5, 250]
        .iter()
        .map(|&byte| Color::try_from(byte))
        .collect();
    println!("{colors:?}");
    let animals: [Box<dyn Animal>; 2] = [Box::new(Bird), Box::new(Centipede(vec![30, 12]))];
    for animal in &animals {
        println!("{}", animal.describe());
    }
    let dropped = AtomicU32::new(0);
    let kept = (0..10)
        .map(|at| Droppable(&dropped, at))
        .filter(|one| one.1 % 3 == 0)
        .collect::<Vec<_>>();
    print!("{} ", dropped.load(Ordering::SeqCst));
    drop(kept);
    println!("{}", dropped.load(Ordering::Relaxed));
    let turn = Matrix([[0, -1], [1, 0]]);
    let wide = Matrix([[1, 2, 3], [4, 5, 6]]);
    println!(
        "{:?} {}",
        turn.times(wide),
        turn.times(turn).times(turn.times(turn)) == Matrix([[1, 0], [0, 1]])
    );
    for x in [0, -5, 5, i128::MAX, i128::MIN, 1 << 70] {
        println!("{} {:?}", classify(x), x.checked_mul(3).map(|x| x % 1_000));
    }
    let values = [i32::MIN, -9, 0, 100, i32::MAX];
    for at in 0..7 {
        println!(
            "{:?} {:?}",
            checked(&values, at, -1),
            checked(&values, at, at as i32)
        );
    }
    println!(
        "{}",
        COUNTER.fetch_max(99, Ordering::AcqRel) + COUNTER.load(Ordering::SeqCst)
    );
    println!(
        "{:?}",
        COUNTER.compare_exchange(99, 3, Ordering::SeqCst, Ordering::SeqCst)
    );
    LOCAL.with(|local| {
        local.borrow_mut().extend([3, 4]);
        println!("{:?} {}", local.borrow(), local.try_borrow_mut().is_ok());
    });
    let mut raw: [MaybeUninit<String>; 3] = unsafe { MaybeUninit::uninit().assume_init() };
    for (at, slot) in raw.iter_mut().enumerate() {
        slot.write("x".repeat(at + 1));
    }
    // Every slot was written.
    println!("{:?}", raw.map(|slot| unsafe { slot.assume_init() }));
    let sum: Wrapping<u16> = (0..1_000_u16).map(|x| Wrapping(x) * Wrapping(x)).sum();
    println!(
        "{sum} {} {}",
        0x1234_5678_u32.count_ones(),
        u64::MAX.leading_zeros() + (1_u64 << 20).trailing_zeros()
    );
    println!(
        "{} {} {}",
        (2.5_f32).round(),
        (-7.9_f64) as u8,
        (f32::MAX) as i64
    );
    println!("{:?} {:?}", 1e20_f64 as i32, f64::NAN as u32);
    println!("{:?}", char::from_u32(0x1f600).map(|c| c.len_utf8()));
    println!(
        "{:?}",
        std::str::from_utf8(&[0x66, 0xc3, 0x28]).map_err(|error| error.valid_up_to())
    );
}
