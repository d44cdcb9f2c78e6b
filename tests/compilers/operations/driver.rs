//! The program that calls all cases, and what it reads and writes.
//!
//! It reads words of 64 bits, the lowest byte first: for each case how many calls follow, for each
//! call its operands and whether the state is asked for. It writes a line for each: a trap, and if
//! that is 0 the words of the result; or a hash of the state.

use std::fmt::Write as _;

use unsnarl_low::interpret::{Trap, Value};
use unsnarl_low::op::relaxed::Relaxed;
use unsnarl_low::{LaneType, Op, Type, Width};

use crate::operations::cases::Case;
use crate::operations::machine::is_marked;

/// What a line should be.
#[derive(Debug)]
pub(crate) enum Line {
    Answer {
        answer: crate::operations::Answer,
        /// How many bytes lanes of the result have that may be floats.
        is_float: bool,
        what: String,
    },
    State {
        hash: u64,
        what: String,
    },
}

impl Line {
    /// What it is about.
    pub(crate) fn what(&self) -> &str {
        match self {
            Line::Answer { what, .. } | Line::State { what, .. } => what,
        }
    }

    /// Tells whether a line says this.
    pub(crate) fn is(&self, line: &str) -> bool {
        let words: Vec<u64> = line
            .split(' ')
            .map(|word| u64::from_str_radix(word, 16).unwrap_or(u64::MAX))
            .collect();
        match self {
            Line::State { hash, what } => {
                assert!(!what.is_empty());
                words == [*hash]
            }
            Line::Answer {
                answer, is_float, ..
            } => match (answer, words.as_slice()) {
                (Err(trap), [found]) => *found == code(*trap),
                (Ok(None), [0]) => true,
                (Ok(Some(value)), [0, found @ ..]) => is_value(*value, found, *is_float),
                _ => false,
            },
        }
    }
}

fn is_value(value: Value, found: &[u64], is_float: bool) -> bool {
    let expected: Vec<u64> = words(value).collect();
    if expected == found {
        return true;
    }
    match value {
        Value::F32(_) | Value::F64(_) => {
            is_marked(value) && found.len() == 1 && Value::from_bits(value.ty(), found[0]).is_nan()
        }
        Value::V128(bytes) if is_float && found.len() == 2 => {
            let found: Vec<u8> = found.iter().flat_map(|word| word.to_le_bytes()).collect();
            [Width::W32, Width::W64].into_iter().any(|width| {
                let size = width.bytes() as usize;
                let lanes = bytes.chunks(size).zip(found.chunks(size));
                lanes.into_iter().all(|(expected, found)| {
                    let lane = |bytes: &[u8]| {
                        let bits = bytes
                            .iter()
                            .rev()
                            .fold(0, |bits, &byte| bits << 8 | u64::from(byte));
                        Value::from_bits(width.float(), bits)
                    };
                    let (expected, found) = (lane(expected), lane(found));
                    expected == found || is_marked(expected) && found.is_nan()
                })
            })
        }
        _ => false,
    }
}

/// Tells whether the lanes of the result may be NaNs whose bits are open.
pub(crate) fn has_floats(op: &Op) -> bool {
    use Relaxed as R;
    matches!(
        *op,
        Op::VectorUnary(LaneType::F32 | LaneType::F64, _)
            | Op::VectorBinary(LaneType::F32 | LaneType::F64, _)
            | Op::Relaxed(R::MultiplyAdd(_) | R::NegatedMultiplyAdd(_) | R::Min(_) | R::Max(_))
    )
}

/// The number of a trap in the header.
fn code(trap: Trap) -> u64 {
    match trap {
        Trap::Unreachable => 1,
        Trap::DivisionByZero => 2,
        Trap::IntegerOverflow => 3,
        Trap::NanToInteger => 4,
        Trap::MemoryOutOfBounds => 5,
        Trap::TableOutOfBounds => 6,
        Trap::NullCall => 7,
        Trap::CallType => 8,
        Trap::StackOverflow => 9,
        Trap::Unaligned => 10,
        Trap::NotShared => 11,
        Trap::NullThrow => 13,
        Trap::Host => 99,
    }
}

/// The words of a value: of a reference its number, or all ones.
pub(crate) fn words(value: Value) -> impl Iterator<Item = u64> {
    let words: Vec<u64> = match value {
        Value::V128(bytes) => {
            let word = |half: &[u8]| {
                half.iter()
                    .rev()
                    .fold(0, |bits, &byte| bits << 8 | u64::from(byte))
            };
            vec![word(&bytes[..8]), word(&bytes[8..])]
        }
        Value::FuncRef(reference) => {
            vec![reference.map_or(u64::MAX, |symbol| symbol.index() as u64)]
        }
        Value::ExternRef(reference) => vec![reference.map_or(u64::MAX, u64::from)],
        value => vec![value.bits().unwrap_or(u64::MAX)],
    };
    words.into_iter()
}

/// A hash of the state.
pub(crate) struct Hash(pub(crate) u64);

impl Hash {
    pub(crate) fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x100_0000_01b3);
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            self.word(
                chunk
                    .iter()
                    .rev()
                    .fold(0, |bits, &byte| bits << 8 | u64::from(byte)),
            );
        }
    }

    pub(crate) fn value(&mut self, value: Value) {
        words(value).for_each(|word| self.word(word));
    }
}

/// The program.
pub(crate) fn program(cases: &[Case], addresses: Width) -> String {
    let mut text = String::from(HEAD);
    for (number, case) in cases.iter().enumerate() {
        let arguments: String = case
            .signature
            .parameters
            .iter()
            .enumerate()
            .map(|(index, ty)| format!(", in[{index}].{}", letter(*ty)))
            .collect();
        let call = format!("ops_t{number}(m{arguments})");
        let body = match case.signature.results.first() {
            Some(&ty) => format!("out->{} = {call}", letter(ty)),
            None => format!("(void)out; {call}"),
        };
        let unused = if case.signature.parameters.is_empty() {
            " (void)in;"
        } else {
            ""
        };
        writeln!(
            text,
            "static void case{number}(ops *m, const unsnarl_value *in, unsnarl_value *out) {{{unused} {body}; }}"
        )
        .expect("strings can be written to");
    }
    text += "static const struct { void (*code)(ops *, const unsnarl_value *, unsnarl_value *); const char *in, *out; char global; } cases[] = {\n";
    for (number, case) in cases.iter().enumerate() {
        let letters = |types: &[Type]| types.iter().map(|&ty| letter(ty)).collect::<String>();
        let global = match case.op {
            Op::GlobalSet(_, ty) | Op::GlobalGet(_, ty) => letter(ty),
            _ => '0',
        };
        writeln!(
            text,
            "{{case{number}, \"{}\", \"{}\", '{global}'}},",
            letters(&case.signature.parameters),
            letters(&case.signature.results)
        )
        .expect("strings can be written to");
    }
    let _ = addresses;
    text + TAIL
}

fn letter(ty: Type) -> char {
    match ty {
        Type::I32 => 'i',
        Type::I64 => 'l',
        Type::F32 => 'f',
        Type::F64 => 'd',
        Type::V128 => 'v',
        Type::FuncRef => 'a',
        Type::ExternRef => 'x',
        Type::ExnRef => 'e',
    }
}

const HEAD: &str = r#"
#include "ops.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
"#;

const TAIL: &str = r#"};

static FILE *input;
static ops m;

static uint64_t word(void) {
  uint64_t all = 0;
  int i;
  for (i = 0; i < 8; i++) all |= (uint64_t)(unsigned char)getc(input) << 8 * i;
  return all;
}

static unsnarl_value value(char type) {
  unsnarl_value v;
  uint64_t w = word();
  uint32_t narrow = (uint32_t)w;
  int i;
  memset(&v, 0, sizeof v);
  switch (type) {
  case 'i': v.i = narrow; break;
  case 'l': v.l = w; break;
  case 'f': memcpy(&v.f, &narrow, 4); break;
  case 'd': memcpy(&v.d, &w, 8); break;
  case 'v':
    for (i = 0; i < 8; i++) v.v.b[i] = (uint8_t)(w >> 8 * i);
    w = word();
    for (i = 0; i < 8; i++) v.v.b[8 + i] = (uint8_t)(w >> 8 * i);
    break;
  case 'a':
    v.a = w == 0 ? ops_f0_reference(&m) : w == 1 ? ops_f1_reference(&m) : w == 2 ? ops_f2_reference(&m) : 0;
    break;
  default: v.x = w == UINT64_MAX ? 0 : (const void *)(uintptr_t)(w + 1); break;
  }
  return v;
}

static int words(char type, unsnarl_value v, uint64_t *to) {
  uint32_t narrow = 0;
  int i;
  to[0] = to[1] = 0;
  switch (type) {
  case 'i': to[0] = v.i; break;
  case 'l': to[0] = v.l; break;
  case 'f': memcpy(&narrow, &v.f, 4); to[0] = narrow; break;
  case 'd': memcpy(to, &v.d, 8); break;
  case 'v':
    for (i = 0; i < 16; i++) to[i / 8] |= (uint64_t)v.v.b[i] << 8 * (i % 8);
    return 2;
  case 'a':
    to[0] = !v.a ? UINT64_MAX : v.a == ops_f0_reference(&m) ? 0 : v.a == ops_f1_reference(&m) ? 1 : 2;
    break;
  default: to[0] = v.x ? (uint64_t)(uintptr_t)v.x - 1 : UINT64_MAX; break;
  }
  return 1;
}

static uint64_t hash;

static void add(uint64_t w) {
  hash = (hash ^ w) * 0x100000001b3u;
}

static void add_value(char type, unsnarl_value v) {
  uint64_t w[2];
  int i, n = words(type, v, w);
  for (i = 0; i < n; i++) add(w[i]);
}

static void state(char global) {
  const unsnarl_memory *const memory = ops_memory(&m);
  const unsnarl_table *tables[2];
  unsnarl_value v;
  uint64_t i, j;
  tables[0] = ops_table0(&m);
  tables[1] = ops_table1(&m);
  hash = 0xcbf29ce484222325u;
  add(memory->size);
  for (i = 0; i < memory->size; i += 8) {
    uint64_t w = 0;
    for (j = 0; j < 8; j++) w |= (uint64_t)memory->bytes[i + j] << 8 * j;
    add(w);
  }
  for (j = 0; j < 2; j++)
    for (i = 0; i < tables[j]->size; i++) {
      v.a = tables[j]->elements[i];
      add_value(j ? 'x' : 'a', v);
    }
  switch (global) {
  case 'i': v.i = *ops_global_i32(&m); add_value(global, v); break;
  case 'l': v.l = *ops_global_i64(&m); add_value(global, v); break;
  case 'f': v.f = *ops_global_f32(&m); add_value(global, v); break;
  case 'd': v.d = *ops_global_f64(&m); add_value(global, v); break;
  case 'v': v.v = *ops_global_v128(&m); add_value(global, v); break;
  default: break;
  }
  printf("%llx\n", (unsigned long long)hash);
}

static unsnarl_value in[8], out;
static size_t now;

static void run(void *data) {
  (void)data;
  cases[now].code(&m, in, &out);
}

int main(int argc, char **argv) {
  (void)argc;
  input = fopen(argv[1], "rb");
  if (!input) return 2;
  for (now = 0; now < sizeof cases / sizeof *cases; now++) {
    uint64_t calls = word();
    static const uint64_t things[4] = {0, UINT64_MAX, 5, 7};
    int i;
    if (ops_instantiate(&m, 0, 0) != UNSNARL_OK) return 3;
    for (i = 0; i < 4; i++)
      ops_table1(&m)->elements[i] = things[i] == UINT64_MAX ? 0 : (const void *)(uintptr_t)(things[i] + 1);
    while (calls--) {
      uint64_t w[2];
      size_t at;
      int n;
      unsnarl_trap why;
      for (at = 0; cases[now].in[at]; at++) in[at] = value(cases[now].in[at]);
      why = ops_call(&m, run, 0);
      printf("%x", (unsigned)why);
      if (why == UNSNARL_OK && *cases[now].out) {
        n = words(*cases[now].out, out, w);
        for (i = 0; i < n; i++) printf(" %llx", (unsigned long long)w[i]);
      }
      putchar('\n');
      if (word()) state(cases[now].global);
    }
    ops_free(&m);
  }
  return 0;
}
"#;
