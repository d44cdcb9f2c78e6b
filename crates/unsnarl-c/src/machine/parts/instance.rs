//! Making, calling and freeing an instance.

use unsnarl_low::Type;
use unsnarl_low::module::{Constant, ConstantOp, Item, Mode};

use crate::machine::error::Error;
use crate::machine::expression::{count_text, f32_text, f64_text, i32_text, i64_text, v128_text};
use crate::machine::plan::Plan;
use crate::machine::types::{head, signature_text};
use crate::machine::variables::parameter;

/// The most pages of a memory with addresses of 32 bits, and with 64.
const MOST_PAGES: [u64; 2] = [1 << 16, 1 << 47];

/// All functions that are about an instance, and those that are exported.
pub(super) fn text(plan: &Plan<'_>, name: &str) -> Result<String, Error> {
    let module = plan.module;
    let mut codes = String::new();
    let mut types = String::new();
    for &number in plan.referenced.keys() {
        let own = plan.names.function(number);
        let ty = signature_text(&module.functions[number as usize].signature);
        codes += &format!("  (void (*)(void)){own},\n");
        types += &format!("  \"{ty}\",\n");
    }
    if codes.is_empty() {
        (codes, types) = (String::from("  0,\n"), String::from("  0,\n"));
    }
    let count = plan.referenced.len();
    let begin = begin(plan)?;
    let run = run(plan)?;
    let free = free(plan);
    let exports = exports(plan, name);
    let functions = match count {
        0 => String::new(),
        _ => format!(
            "static void (*const codes[{count}])(void) = {{\n{codes}}};\n\
             static const char *const code_types[{count}] = {{\n{types}}};\n\n"
        ),
    };
    let fill = match count {
        0 => String::new(),
        _ => format!(
            "  for (index = 0; index < {count}; index++) {{\n    \
             m->functions[index].code = codes[index];\n    \
             m->functions[index].instance = m;\n    \
             m->functions[index].type = code_types[index];\n  }}\n"
        ),
    };
    let index = if count > 0 { "  uint32_t index;\n" } else { "" };
    let uses_self = run.contains("self");
    let silent = if uses_self { "" } else { "  (void)self;\n" };
    let uses_m = run.contains("m->");
    let instance = if uses_m { "  INSTANCE;\n" } else { silent };
    let pages = PAGES;
    Ok(format!(
        "{functions}{pages}
unsnarl_trap {name}_call({name} *m, void (*body)(void *data), void *data) {{
  unsnarl_context *const context = m->base.context;
  jmp_buf *const outer = context->landing;
  const uintptr_t stack_end = context->stack_end;
  jmp_buf landing;
  GUARD_PAGES;
  context->landing = &landing;
  context->stack_end = STACK_HERE - UNSNARL_STACK;
  context->why = UNSNARL_OK;
  if (setjmp(landing) == 0) {{
    body(data);
    if (context->thrown) context->why = UNSNARL_UNCAUGHT;
  }}
  context->thrown = 0;
  context->landing = outer;
  context->stack_end = stack_end;
  return context->why;
}}

static void begin(void *self) {{
{instance}{run}}}

unsnarl_trap {name}_instantiate({name} *m, unsnarl_context *context, const {name}_imports *imports) {{
{index}  memset(m, 0, sizeof *m);
  m->base.context = context ? context : &m->base.own_context;
  if (imports) m->imports = *imports;
{fill}{begin}  return {name}_call(m, begin, m);
}}

void {name}_free({name} *m) {{
{free}}}
{exports}"
    ))
}

/// The handler of accesses to pages that nothing may touch.
const PAGES: &str = "\
#if UNSNARL_CHECKS == 1
/* The context whose guard pages the handler covers. */
#if defined(__GNUC__)
static __thread unsnarl_context *guarded;
#else
static unsnarl_context *guarded;
#endif
static struct sigaction former;
static void on_fault(int number, siginfo_t *info, void *more) {
  if (guarded && guarded->landing) {
    guarded->why = UNSNARL_MEMORY_OUT_OF_BOUNDS;
    longjmp(*guarded->landing, 1);
  }
  if (former.sa_flags & SA_SIGINFO && former.sa_sigaction) former.sa_sigaction(number, info, more);
  signal(number, SIG_DFL);
}
static void guard_pages(unsnarl_context *context) {
  static int is_ready;
  if (!is_ready) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &former);
    sigaction(SIGBUS, &action, 0);
    is_ready = 1;
  }
  guarded = context;
}
#define GUARD_PAGES guard_pages(context)
#else
#define GUARD_PAGES (void)0
#endif
";

/// What is there before any code of the module runs; it cannot trap.
fn begin(plan: &Plan<'_>) -> Result<String, Error> {
    let module = plan.module;
    let mut text = String::new();
    let no_import = "return UNSNARL_NO_IMPORT;";
    for (import, member) in module.imports.iter().zip(&plan.names.imports) {
        let member = format!("m->imports.{member}");
        text += &match import.item {
            Item::Function(_) => format!("  if (!{member}.code) {no_import}\n"),
            Item::Memory(number) => {
                let limits = module.memories[number as usize].limits;
                let least = at_least(&format!("{member}->size >> 16"), limits.least);
                let most = match limits.most {
                    Some(most) => format!(" || {member}->most > {}", count_text(most)),
                    None => String::new(),
                };
                format!(
                    "  if (!{member}{least}{most}) {no_import}\n  m->memory{number} = {member};\n"
                )
            }
            Item::Table(number) => {
                let limits = module.tables[number as usize].limits;
                let least = at_least(&format!("{member}->size"), limits.least);
                let most = match limits.most {
                    Some(most) => format!(" || {member}->most > {}", count_text(most)),
                    None => String::new(),
                };
                format!(
                    "  if (!{member}{least}{most}) {no_import}\n  m->table{number} = {member};\n"
                )
            }
            Item::Global(number) => {
                let name = plan.names.global(number);
                let value = if plan.is_borrowed(number) { "" } else { "*" };
                format!("  if (!{member}) {no_import}\n  m->{name} = {value}{member};\n")
            }
            Item::Tag(number) => {
                let ty = signature_text(&module.tags[number as usize].signature);
                format!(
                    "  if (!{member} || strcmp({member}->type, \"{ty}\") != 0) {no_import}\n  m->tag{number} = {member};\n"
                )
            }
        };
    }
    for number in module.imported_tags()..module.tags.len() {
        let ty = signature_text(&module.tags[number].signature);
        text += &format!(
            "  m->own_tag{number}.type = \"{ty}\";\n  m->tag{number} = &m->own_tag{number};\n"
        );
    }
    for number in module.imported_memories()..module.memories.len() {
        let memory = &module.memories[number];
        let wide = u8::from(memory.width == unsnarl_low::Width::W64);
        let most = memory
            .limits
            .most
            .unwrap_or(u64::MAX)
            .min(MOST_PAGES[usize::from(wide)]);
        text += &format!(
            "  m->memory{number} = &m->own_memory{number};\n  \
             if (memory_new(m->memory{number}, {}, {}, {wide})) return UNSNARL_NO_MEMORY;\n",
            count_text(memory.limits.least),
            count_text(most)
        );
    }
    for number in module.imported_globals()..module.globals.len() {
        let global = &module.globals[number];
        let value = match &global.first {
            Some(first) => constant(plan, first)?,
            None => return Err(Error::Broken("a global has no value")),
        };
        text += &format!("  m->{} = {value};\n", plan.names.global(number as u32));
    }
    for number in module.imported_tables()..module.tables.len() {
        let table = &module.tables[number];
        let first = match &table.first {
            Some(first) => constant(plan, first)?,
            None => String::from("unsnarl_null"),
        };
        let most = match (table.limits.most, table.width) {
            (Some(most), _) => most,
            (None, unsnarl_low::Width::W32) => u64::from(u32::MAX),
            (None, unsnarl_low::Width::W64) => u64::MAX,
        };
        text += &format!(
            "  m->table{number} = &m->own_table{number};\n  \
             if (table_new(m->table{number}, {}, {}, {first})) return UNSNARL_NO_MEMORY;\n",
            count_text(table.limits.least),
            count_text(most),
        );
    }
    Ok(text)
}

/// Tells that a number is not at least so large, behind another such condition.
fn at_least(number: &str, least: u64) -> String {
    match least {
        0 => String::new(),
        least => format!(" || {number} < {}", count_text(least)),
    }
}

/// What is copied into memories and tables, and the start function.
fn run(plan: &Plan<'_>) -> Result<String, Error> {
    let module = plan.module;
    let mut text = String::new();
    for (number, segment) in module.elements.iter().enumerate() {
        for (index, element) in segment.elements.iter().enumerate() {
            let value = constant(plan, element)?;
            text += &format!("  m->elements{number}[{index}] = {value};\n");
        }
        let size = segment.elements.len();
        match &segment.mode {
            Mode::Active(table, offset) => {
                let offset = constant(plan, offset)?;
                text += &format!(
                    "  table_init(self, m->table{table}, m->elements{number}, {size}, {offset}, 0, {size});\n"
                );
            }
            Mode::Passive => text += &format!("  m->elements_size[{number}] = {size};\n"),
            Mode::Declared => {}
        }
    }
    for (number, segment) in (0..).zip(&module.data) {
        let (name, size) = (plan.names.data(number), segment.bytes.len());
        match &segment.mode {
            Mode::Active(memory, offset) => {
                let offset = constant(plan, offset)?;
                text += &format!(
                    "  memory_init(self, m->memory{memory}, {name}, {size}, {offset}, 0, {size});\n"
                );
            }
            Mode::Passive => text += &format!("  m->data_size[{number}] = {size};\n"),
            Mode::Declared => {}
        }
    }
    if let Some(start) = module.start {
        text += &format!("  {}(self);\n", plan.names.function(start));
    }
    Ok(text)
}

/// What an instance gives back.
fn free(plan: &Plan<'_>) -> String {
    let module = plan.module;
    let mut text = String::new();
    for number in module.imported_memories()..module.memories.len() {
        text += &format!("  memory_free(&m->own_memory{number});\n");
    }
    for number in module.imported_tables()..module.tables.len() {
        text += &format!("  table_free(&m->own_table{number});\n");
    }
    text += "  while (m->base.own_context.exceptions) {\n    \
             unsnarl_exception *const next = m->base.own_context.exceptions->next;\n    \
             free(m->base.own_context.exceptions);\n    \
             m->base.own_context.exceptions = next;\n  }\n";
    text
}

/// The functions that hosts call.
fn exports(plan: &Plan<'_>, name: &str) -> String {
    let module = plan.module;
    let mut text = String::new();
    for (export, own) in module.exports.iter().zip(&plan.names.exports) {
        let Item::Function(number) = export.item else {
            continue;
        };
        let signature = &module.functions[number as usize].signature;
        let returns = if signature.results.is_empty() {
            ""
        } else {
            "return "
        };
        let arguments: String = (0..signature.parameters.len())
            .map(|index| format!(", {}", parameter(index)))
            .collect();
        let head = head(
            signature,
            &format!("{name}_{own}"),
            &format!("{name} *m"),
            parameter,
        );
        let inner = plan.names.function(number);
        text += &format!("\n{head} {{\n  {returns}{inner}(m{arguments});\n}}\n");
    }
    text
}

/// A constant expression.
fn constant(plan: &Plan<'_>, constant: &Constant) -> Result<String, Error> {
    let mut stack: Vec<String> = Vec::new();
    for op in &constant.0 {
        let mut both = |sign: &str| {
            let (right, left) = (stack.pop(), stack.pop());
            match (left, right) {
                (Some(left), Some(right)) => Ok(format!("({left} {sign} {right})")),
                _ => Err(Error::Broken("a constant expression lacks an operand")),
            }
        };
        let value = match *op {
            ConstantOp::Number(number) => number_text(plan, number)?,
            ConstantOp::Global(number) => plan.global_place(number),
            ConstantOp::Function(number) => plan.reference(number)?,
            ConstantOp::Null(_) => String::from("unsnarl_null"),
            ConstantOp::Add(_) => both("+")?,
            ConstantOp::Subtract(_) => both("-")?,
            ConstantOp::Multiply(_) => both("*")?,
        };
        stack.push(value);
    }
    stack
        .pop()
        .ok_or(Error::Broken("a constant expression is empty"))
}

fn number_text(plan: &Plan<'_>, number: unsnarl_low::Number) -> Result<String, Error> {
    use unsnarl_low::Number;
    Ok(match number {
        Number::I32(number) => i32_text(number),
        Number::I64(number) => i64_text(number),
        Number::F32(bits) => f32_text(bits),
        Number::F64(bits) => f64_text(bits),
        Number::V128(bytes) => v128_text(bytes),
        Number::Address(symbol, offset) => {
            let address = plan.address(symbol)?.wrapping_add_signed(offset);
            match Number::Address(symbol, offset)
                .ty(plan.memory_width(unsnarl_low::op::memory::Memory(0)))
            {
                Type::I32 => i32_text(address as i32),
                _ => i64_text(address as i64),
            }
        }
    })
}
