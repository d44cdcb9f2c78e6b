//! All intrinsics of LLVM 22 that belong to no machine, on all types that they take: C does what
//! LLVM's own back end does, or the intrinsic is refused by its name.

mod table;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use unsnarl_c::{nested, people};

use crate::common::Scratch;
use crate::{COMPILERS, TARGET, check_output, native_by, write_people};
use table::{
    ALL, FLOAT_VECTORS, FLOATS, HINTS, IN_PROGRAMS, INTEGER_VECTORS, INTEGERS, NOWHERE, OF_BOTH,
    OF_BYTES, OF_FLOAT_VECTORS, OF_FLOATS, OF_INTEGER_VECTORS, OF_INTEGERS, OF_ONE, OF_SEVERAL,
    OF_STRICT, OF_VECTORS, OTHERS, STRICT, TO_LONG, UNCOMPARED, USES,
};

/// What a result or an operand is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ty(String);

impl Ty {
    /// Its lanes, and what they are.
    fn lanes(&self) -> (usize, &str) {
        let inner = self
            .0
            .strip_prefix('<')
            .and_then(|own| own.strip_suffix('>'));
        match inner.and_then(|own| own.split_once(" x ")) {
            Some((count, lane)) => (count.parse().expect("it is a number"), lane),
            None => (1, &self.0),
        }
    }

    fn is_vector(&self) -> bool {
        self.0.starts_with('<')
    }

    /// Another type for each lane.
    fn with(&self, lane: &str) -> Ty {
        match self.is_vector() {
            true => Ty(format!("<{} x {lane}>", self.lanes().0)),
            false => Ty(lane.to_owned()),
        }
    }

    /// The width of a lane, if it is an integer.
    fn width(&self) -> Option<usize> {
        self.lanes().1.strip_prefix('i')?.parse().ok()
    }

    /// What it is called in the name of an intrinsic.
    fn suffix(&self) -> String {
        let (count, lane) = self.lanes();
        let lane = match lane {
            "half" => "f16",
            "float" => "f32",
            "double" => "f64",
            "x86_fp80" => "f80",
            "fp128" => "f128",
            own => own,
        };
        match self.is_vector() {
            true => format!("v{count}{lane}"),
            false => lane.to_owned(),
        }
    }

    /// The letter by which the program fills and prints lanes, and the bytes of one.
    fn letter(&self) -> (char, usize) {
        match self.lanes().1 {
            "half" => ('h', 2),
            "float" => ('f', 4),
            "double" => ('d', 8),
            "x86_fp80" => ('x', 16),
            "fp128" => ('q', 16),
            _ => ('i', self.width().expect("it is an integer").div_ceil(8)),
        }
    }

    /// The type in memory, if it is another one.
    fn in_memory(&self) -> Ty {
        match self.width() {
            Some(width) => self.with(&format!("i{}", 8 * width.div_ceil(8))),
            None => self.clone(),
        }
    }
}

/// The room of each operand and result.
const ROOM: usize = 256;

/// A call of an intrinsic as a function that reads operands and writes results.
struct Case {
    base: String,
    text: String,
    /// The lanes and letters of operands that are read, and of results.
    read: Vec<Ty>,
    written: Vec<Ty>,
}

/// The types that a row's letters stand for.
struct Types<'a> {
    ty: &'a str,
    number: &'a str,
}

impl Types<'_> {
    fn of(&self, letter: &str) -> Ty {
        let ty = Ty(self.ty.to_owned());
        match letter {
            "T" => ty,
            "L" => Ty(ty.lanes().1.to_owned()),
            "B" => ty.with("i1"),
            "I" => ty.with("i32"),
            "N" => ty.with(self.number),
            "2T" => Ty(format!("<{} x {}>", 2 * ty.lanes().0, ty.lanes().1)),
            "3T" => Ty(format!("<{} x {}>", 3 * ty.lanes().0, ty.lanes().1)),
            own => Ty(own.to_owned()),
        }
    }
}

fn case(number: usize, row: &str, types: &Types<'_>) -> Case {
    let (head, operands) = row.split_once('(').expect("it has operands");
    let (result, name) = head.rsplit_once(' ').expect("it has a result");
    let mut parts = name.split(".!");
    let base = parts.next().expect("it has a name").to_owned();
    let base = base
        .trim_end_matches(".i32")
        .trim_end_matches(".i64")
        .to_owned();
    let mut full = base.clone();
    let tail = &name[base.len()..];
    match tail.is_empty() {
        true => full += &format!(".{}", types.of(operands_type(operands)).suffix()),
        false => {
            for part in tail.split('.').filter(|part| !part.is_empty()) {
                let ty = types.of(part.trim_start_matches('!'));
                full += &format!(".{}", ty.suffix());
            }
        }
    }
    let (mut body, mut read) = (String::new(), Vec::new());
    let (mut declared, mut values) = (Vec::new(), Vec::new());
    let operands = operands.trim_end_matches(')').split(", ");
    for (place, operand) in operands.filter(|own| !own.is_empty()).enumerate() {
        let word = match operand {
            "r" => Some("round.dynamic"),
            "e" => Some("fpexcept.strict"),
            _ => None,
        };
        if let Some(word) = word {
            declared.push("metadata".to_owned());
            values.push(format!("metadata !\"{word}\""));
            continue;
        }
        if let Some((ty, value)) = operand.split_once(' ') {
            declared.push(format!("{ty} immarg"));
            values.push(format!("{ty} {value}"));
            continue;
        }
        let ty = types.of(operand.trim_start_matches('%'));
        loaded(&mut body, &ty, place, read.len());
        let mut value = format!("%v{place}");
        if operand.starts_with('%') {
            value = rest(&mut body, &ty, place);
        }
        declared.push(ty.0.clone());
        values.push(format!("{} {value}", ty.0));
        read.push(ty);
    }
    let results = result.trim_start_matches("{ ").trim_end_matches(" }");
    let written: Vec<Ty> = results.split(", ").map(|own| types.of(own)).collect();
    let result = match written.len() {
        1 => written[0].0.clone(),
        _ => {
            let all: Vec<&str> = written.iter().map(|own| own.0.as_str()).collect();
            format!("{{ {} }}", all.join(", "))
        }
    };
    let full = match written.len() {
        1 => full,
        _ => full,
    };
    let _ = writeln!(
        body,
        "  %r = call {result} @llvm.{full}({})",
        values.join(", ")
    );
    for (place, ty) in written.iter().enumerate() {
        let mut value = String::from("%r");
        if written.len() > 1 {
            value = format!("%e{place}");
            let _ = writeln!(body, "  {value} = extractvalue {result} %r, {place}");
        }
        stored(&mut body, ty, &value, place);
    }
    let text = format!(
        "declare {result} @llvm.{full}({})\n\
         define void @f{number}(ptr %out, ptr %in) {{\n{body}  ret void\n}}\n",
        declared.join(", ")
    );
    Case {
        base,
        text,
        read,
        written,
    }
}

/// The type that names an intrinsic whose row does not say how.
fn operands_type(operands: &str) -> &str {
    let mut letters = operands.trim_end_matches(')').split(", ");
    let own = |letter: &&str| matches!(*letter, "T" | "2T" | "3T");
    letters.find(own).unwrap_or("T")
}

/// Reads an operand.
fn loaded(body: &mut String, ty: &Ty, place: usize, number: usize) {
    let memory = ty.in_memory();
    let at = ROOM * number;
    let _ = writeln!(body, "  %p{place} = getelementptr i8, ptr %in, i64 {at}");
    let own = if memory == *ty { "v" } else { "m" };
    let _ = writeln!(
        body,
        "  %{own}{place} = load {}, ptr %p{place}, align 16",
        memory.0
    );
    if memory != *ty {
        let _ = writeln!(
            body,
            "  %v{place} = trunc {} %m{place} to {}",
            memory.0, ty.0
        );
    }
}

/// The rest of an operand by its width.
fn rest(body: &mut String, ty: &Ty, place: usize) -> String {
    let width = ty.width().expect("it is an integer");
    // One bit has no such number, and one operand: 0.
    let value = match width {
        1 => String::from("0"),
        width => width.to_string(),
    };
    let (count, lane) = ty.lanes();
    let all = match ty.is_vector() {
        true => format!("<{}>", vec![format!("{lane} {value}"); count].join(", ")),
        false => value,
    };
    let op = if width == 1 { "and" } else { "urem" };
    let _ = writeln!(body, "  %w{place} = {op} {} %v{place}, {all}", ty.0);
    format!("%w{place}")
}

fn stored(body: &mut String, ty: &Ty, value: &str, place: usize) {
    let memory = ty.in_memory();
    let at = ROOM * place;
    let mut value = value.to_owned();
    if memory != *ty {
        let _ = writeln!(body, "  %z{place} = zext {} {value} to {}", ty.0, memory.0);
        value = format!("%z{place}");
    }
    let _ = writeln!(
        body,
        "  %q{place} = getelementptr i8, ptr %out, i64 {at}\n  \
         store {} {value}, ptr %q{place}, align 16",
        memory.0
    );
}

/// All cases of rows on types.
fn cases(cases: &mut Vec<Case>, rows: &[&str], types: &[&str]) {
    for row in rows {
        for ty in types {
            let case = case(cases.len(), row, &Types { ty, number: "i32" });
            let lane = Ty((*ty).to_owned()).lanes().1.to_owned();
            let is_here = |own: &str| NOWHERE.contains(&(case.base.as_str(), own));
            if !is_here(ty) && !is_here(&lane) {
                cases.push(case);
            }
        }
    }
}

fn all() -> Vec<Case> {
    let mut all = Vec::new();
    cases(&mut all, OF_INTEGERS, INTEGERS);
    cases(&mut all, OF_INTEGERS, INTEGER_VECTORS);
    cases(&mut all, OF_ONE, INTEGERS);
    cases(
        &mut all,
        OF_BYTES,
        &[
            "i16",
            "i32",
            "i48",
            "i64",
            "i128",
            "i160",
            "<3 x i16>",
            "<4 x i32>",
        ],
    );
    cases(&mut all, OF_INTEGER_VECTORS, INTEGER_VECTORS);
    cases(
        &mut all,
        OF_VECTORS,
        &[
            "<2 x i1>",
            "<4 x i8>",
            "<3 x i32>",
            "<2 x i128>",
            "<2 x half>",
            "<4 x float>",
        ],
    );
    cases(&mut all, OF_FLOATS, FLOATS);
    cases(&mut all, OF_FLOATS, FLOAT_VECTORS);
    cases(&mut all, TO_LONG, FLOATS);
    cases(&mut all, OF_FLOAT_VECTORS, FLOAT_VECTORS);
    let strict = |row: &&str| {
        let (result, rest) = row.split_once(' ').expect("it has a result");
        format!("{result} {STRICT}{rest}")
    };
    let strict: Vec<String> = OF_STRICT.iter().map(strict).collect();
    let strict: Vec<&str> = strict.iter().map(String::as_str).collect();
    cases(&mut all, &strict, &["float", "double", "x86_fp80"]);
    // LLVM has no functions that make integers of more than 128 bits.
    for number in INTEGERS.iter().filter(|&&number| number != "i200") {
        let is_whole = matches!(*number, "i1" | "i8" | "i16" | "i32" | "i64" | "i128");
        let vectors = FLOAT_VECTORS.iter().filter(|_| is_whole);
        for ty in FLOATS.iter().chain(vectors) {
            for row in OF_BOTH {
                all.push(case(all.len(), row, &Types { ty, number }));
            }
        }
    }
    all
}

/// The program, without its calls.
const DRIVER: &str = "#include <stdio.h>
#include <string.h>
struct part { char letter; int size, lanes; };
static unsigned long long seed = 1;
static unsigned next(void) {
  seed = seed * 6364136223846793005 + 1442695040888963407;
  return (unsigned)(seed >> 33);
}
static const double special[] = {
  0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.5, 1e3, -7e4, 1e-6, 3e-41, 1e18, -1e30, 127.5, -128.5,
  1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0,
};
static double number(void) {
  unsigned count = sizeof special / sizeof *special, which = next() % (2 * count);
  return which < count ? special[which] : ((int)(next() % 4001) - 2000) / 256.0;
}
static void fill(unsigned char *to, char letter, int size, int lanes) {
  for (int i = 0; i < lanes; i++, to += size) {
    double x = number();
    _Float16 h = (_Float16)x;
    float f = (float)x;
    long double l = x;
    __float128 q = x;
    switch (letter) {
    case 'h': memcpy(to, &h, sizeof h); break;
    case 'f': memcpy(to, &f, sizeof f); break;
    case 'd': memcpy(to, &x, sizeof x); break;
    case 'x': memcpy(to, &l, sizeof l); break;
    case 'q': memcpy(to, &q, sizeof q); break;
    default:
      for (int j = 0; j < size; j++) to[j] = (unsigned char)(next() % 3 ? next() : next() % 2 ? 0 : 255);
    }
  }
}
static int is_nan(const unsigned char *from, char letter) {
  _Float16 h;
  float f;
  double x;
  long double l;
  __float128 q;
  switch (letter) {
  case 'h': memcpy(&h, from, sizeof h); return h != h;
  case 'f': memcpy(&f, from, sizeof f); return f != f;
  case 'd': memcpy(&x, from, sizeof x); return x != x;
  case 'x': memcpy(&l, from, sizeof l); return l != l;
  case 'q': memcpy(&q, from, sizeof q); return q != q;
  default: return 0;
  }
}
static void drop_signs(unsigned char *from, const struct part *part) {
  int end = part->letter == 'x' ? 10 : part->size;
  for (int i = 0; i < part->lanes; i++, from += part->size) {
    int all = from[end - 1] & 127;
    for (int j = 0; j < end - 1; j++) all |= from[j];
    if (!all) from[end - 1] = 0;
  }
}
static void show(const unsigned char *from, char letter, int size, int lanes) {
  for (int i = 0; i < lanes; i++, from += size) {
    printf(\" \");
    if (is_nan(from, letter)) printf(\"nan\");
    else for (int j = (letter == 'x' ? 10 : size) - 1; j >= 0; j--) printf(\"%02x\", from[j]);
  }
}
static unsigned char in[4 * 256] __attribute__((aligned(64))), out[4 * 256] __attribute__((aligned(64)));
/* Which zero the larger or smaller one is may differ. */
static int is_loose(const char *name) {
  static const char *const all[] = {\"maxnum\", \"minnum\", \"reduce.fmax\", \"reduce.fmin\"};
  for (int i = 0; i < 4; i++) if (strstr(name, all[i])) return 1;
  return 0;
}
static void run(const char *name, void (*f)(void *, void *), const struct part *read, const struct part *written) {
  for (int round = 0; round < 40; round++) {
    for (int i = 0; read[i].size; i++) fill(in + 256 * i, read[i].letter, read[i].size, read[i].lanes);
    memset(out, 0, sizeof out);
    f(out, in);
    printf(\"%s\", name);
    if (is_loose(name)) drop_signs(out, written);
    for (int i = 0; written[i].size; i++) show(out + 256 * i, written[i].letter, written[i].size, written[i].lanes);
    printf(\" of\");
    for (int i = 0; read[i].size; i++) show(in + 256 * i, read[i].letter, read[i].size, read[i].lanes);
    printf(\"\\n\");
  }
}
";

fn driver(cases: &[Case]) -> String {
    let mut text = String::from(DRIVER);
    for number in 0..cases.len() {
        let _ = writeln!(text, "void f{number}(void *, void *);");
    }
    text += "int main(void) {\n";
    let parts = |types: &[Ty]| {
        let parts = types.iter().map(|ty| {
            let (letter, size) = ty.letter();
            format!("{{ '{letter}', {size}, {} }}, ", ty.lanes().0)
        });
        parts.collect::<String>()
    };
    for (number, case) in cases.iter().enumerate() {
        let _ = writeln!(
            text,
            "  run(\"{number} {} {}\", f{number}, (struct part[]){{ {}{{ 0, 0, 0 }} }}, (struct part[]){{ {}{{ 0, 0, 0 }} }});",
            case.base,
            case.read.first().map_or("", |ty| ty.0.as_str()),
            parts(&case.read),
            parts(&case.written)
        );
    }
    text + "  return 0;\n}\n"
}

#[test]
fn intrinsics_on_all_types_are_those_of_the_back_end() {
    let scratch = Scratch::new("intrinsics");
    let cases = all();
    let mut declared = BTreeSet::new();
    let mut functions = String::new();
    for case in &cases {
        for line in case.text.lines() {
            if !line.starts_with("declare") || declared.insert(line.to_owned()) {
                let _ = writeln!(functions, "{line}");
            }
        }
    }
    let driver = driver(&cases);
    write_people(&scratch, &functions, &driver);
    let due = native_by(&scratch, "clang-22", &functions);
    for compiler in [("gcc", "-std=gnu11"), ("clang-19", "-std=c11")] {
        check_output(&scratch, compiler, &[], &due);
    }
}

/// The same case with an operand that a call makes just before.
fn made_by_call(number: usize, case: &str, place: usize, ty: &Ty) -> String {
    let mut text = String::new();
    for line in case.lines() {
        if line.starts_with("define ") {
            let _ = writeln!(text, "define void @own{number}(ptr %out, ptr %in) {{");
            continue;
        }
        if line.starts_with(&format!("  %v{place} = ")) {
            continue;
        }
        if line.starts_with("  %r = ") {
            let _ = writeln!(text, "  %v{place} = call {} @made.{}()", ty.0, ty.suffix());
        }
        let _ = writeln!(text, "{line}");
    }
    text
}

/// Also where the text of the intrinsic says an operand twice, or not at all.
#[test]
fn an_operand_that_is_a_call_is_written_once() {
    let is_passed = |ty: &Ty| {
        let (lanes, bits) = (ty.lanes().0, ty.width().unwrap_or(0));
        match ty.is_vector() {
            true => lanes * bits == 128,
            false => bits <= 128,
        }
    };
    let mut lines = BTreeSet::new();
    let (mut functions, mut cases) = (String::new(), Vec::new());
    for case in all() {
        for (place, ty) in case.read.iter().enumerate() {
            if !is_passed(ty) || case.text.contains(&format!("%w{place} = ")) {
                continue;
            }
            for line in made_by_call(cases.len(), &case.text, place, ty).lines() {
                match line.starts_with("declare") {
                    true => drop(lines.insert(line.to_owned())),
                    false => functions += &format!("{line}\n"),
                }
            }
            lines.insert(format!("declare {} @made.{}()", ty.0, ty.suffix()));
            cases.push(format!("{} of {ty:?}, operand {place}", case.base));
        }
    }
    let lines: Vec<String> = lines.into_iter().collect();
    let text = format!("{TARGET}{}\n{functions}", lines.join("\n"));
    let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}"));
    let output = people::compile(&module, &nested).unwrap_or_else(|error| panic!("{error}"));
    let mut wrong = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        // Behind its declaration.
        let start = output.text.rfind(&format!("\nvoid own{number}("));
        let body = &output.text[start.expect("it is written")..];

        let body = &body[..body.find("\n}").expect("it ends")];
        let calls = body.matches("made_").count();
        if calls != 1 {
            wrong.push(format!("{case}: {calls} calls"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases.len() > 1000, "{}", cases.len());
}

#[test]
fn other_intrinsics_are_those_of_the_back_end() {
    let scratch = Scratch::new("other-intrinsics");
    write_people(&scratch, OTHERS, USES);
    let due = native_by(&scratch, "clang-22", OTHERS);
    for compiler in COMPILERS {
        check_output(&scratch, compiler, &[], &due);
    }
}

#[test]
fn every_intrinsic_is_tested_or_refused_by_its_name() {
    let tested: BTreeSet<String> = all().into_iter().map(|case| case.base).collect();
    let (mut others, mut refused) = (BTreeSet::new(), vec!["vp.add"]);
    for line in ALL.lines() {
        let name = line.trim_start_matches("refused ");
        let is_one = OTHERS.contains(&format!("@llvm.{name}."))
            || OTHERS.contains(&format!("@llvm.{name}("));
        let is_of_several = OF_SEVERAL.iter().any(|own| {
            name.strip_prefix(own)
                .is_some_and(|count| matches!(count, "3" | "4" | "5" | "6" | "7" | "8"))
        });
        let is_listed = tested.contains(name)
            || is_one
            || is_of_several
            || IN_PROGRAMS.contains(&name)
            || UNCOMPARED.contains(&name)
            || HINTS.contains(&name);
        if is_listed == (name != line) {
            others.insert(name);
        }
        if name != line {
            refused.push(name);
        }
    }
    assert!(
        others.is_empty(),
        "neither tested nor refused, or both: {others:?}"
    );
    for name in refused {
        let text = format!(
            "{TARGET}declare void @llvm.{name}()\n\
             define void @f() {{\n  call void @llvm.{name}()\n  ret void\n}}\n"
        );
        let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}"));
        let said = people::compile(&module, &nested)
            .expect_err(name)
            .to_string();
        assert!(
            said.contains(&format!("the intrinsic llvm.{name} cannot be written in C")),
            "{said}"
        );
    }
}
