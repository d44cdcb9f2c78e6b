#!/usr/bin/env bash
# LLVM's instcombine computes a difference of bfloats in half, where it may be NaN.
#
# Version: LLVM 20.1.8, as in the package `llvmlite` 0.45.1 of PyPI. `opt` 19 and 22 of Debian and
# apt.llvm.org do the same.
# Behaviour: `fptrunc (fsub (fpext a), (fpext b)) to half` with bfloats `a` and `b` becomes `fsub` of
# both operands converted to half, since the significand of half is longer than that of bfloat. Its
# exponent is shorter: bfloats above 65504 become infinity, so that 2^100 - 2^100 is NaN and not 0.
# Output seen: `fsub half`.
#
# For us: random functions that are compared before and after `opt` convert nothing to half beside a
# bfloat.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv" || exit 2
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check llvmlite==0.45.1 || exit 2

cat > "$folder/combine.py" <<'END'
import llvmlite.binding as llvm

TEXT = """
define half @difference(bfloat %a, bfloat %b) {
  %left = fpext bfloat %a to double
  %right = fpext bfloat %b to double
  %exact = fsub double %left, %right
  %result = fptrunc double %exact to half
  ret half %result
}
"""

print("LLVM", ".".join(map(str, llvm.llvm_version_info)))
llvm.initialize_native_target()
module = llvm.parse_assembly(TEXT)
machine = llvm.Target.from_default_triple().create_target_machine()
builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options())
passes = llvm.create_new_module_pass_manager()
passes.add_instruction_combine_pass()
passes.run(module, builder)
print(module.get_function("difference"))
END

"$folder/venv/bin/python" "$folder/combine.py" | tee "$folder/found"
if ! grep -q 'fsub half' "$folder/found"; then
    echo "this has changed"
    exit 1
fi
echo "still so: the difference is computed in half"
