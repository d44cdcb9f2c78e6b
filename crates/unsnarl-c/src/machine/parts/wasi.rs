//! A program: `main` for a module that imports WASI.

use unsnarl_low::module::Item;

use crate::machine::plan::Plan;

/// The module whose functions are in `unsnarl-wasi.h`.
const MODULE: &str = "wasi_snapshot_preview1";

/// The function `main`, under `#ifdef UNSNARL_WASI_MAIN`; nothing if the module is no program of
/// WASI.
pub(super) fn main(plan: &Plan<'_>, name: &str) -> String {
    let module = plan.module;
    let exported = |wanted: &str| {
        let mut exports = module.exports.iter().zip(&plan.names.exports);
        exports
            .find(|(export, _)| export.name == wanted)
            .map(|(export, own)| (export.item, own))
    };
    let (Some((Item::Function(_), start)), Some((Item::Memory(_), memory))) =
        (exported("_start"), exported("memory"))
    else {
        return String::new();
    };
    let mut imports = String::new();
    for (import, member) in module.imports.iter().zip(&plan.names.imports) {
        if import.module == MODULE && matches!(import.item, Item::Function(_)) {
            imports += &format!(
                "  imports.{member}.code = unsnarl_wasi_{};\n  imports.{member}.host = &wasi;\n",
                import.name
            );
        }
    }
    format!(
        "#ifdef UNSNARL_WASI_MAIN
#include \"unsnarl-wasi.h\"

static void start(void *data) {{
  {name} *const m = data;
  {name}_{start}(m);
}}

int main(int argc, char **argv, char **environment) {{
  static {name} m;
  static unsnarl_context context;
  static unsnarl_wasi wasi;
  static {name}_imports imports;
  unsnarl_trap why;
  memset(&imports, 0, sizeof imports);
{imports}  unsnarl_wasi_new(&wasi, &context, argc, argv, environment);
  why = {name}_instantiate(&m, &context, &imports);
  if (why == UNSNARL_OK) {{
    wasi.memory = {name}_{memory}(&m);
    why = {name}_call(&m, start, &m);
  }}
  {name}_free(&m);
  return unsnarl_wasi_end(&wasi, why);
}}
#endif
"
    )
}
