#!/usr/bin/env bash
# LLVM's instcombine makes poison of a funnel shift of a vector, of which one lane goes nowhere.
#
# Version: LLVM 20.1.8, as in the package `llvmlite` 0.45.1 of PyPI. `opt` 14, 16, 19 and 22 of
# Debian and apt.llvm.org do the same.
# Behaviour: `llvm.fshl(0, x, d)` is rewritten as `lshr x, width - d` for each lane. Where the
# distance `d` of a lane is 0, or a multiple of the width, the result is that lane of the first
# operand, 0; the shift by the width is poison. With one distance for all lanes the intrinsic goes
# before, so only vectors whose lanes differ are concerned.
# Output seen: `lshr <2 x i8> %x, <i8 7, i8 8>`.
#
# For us: random functions that are compared before and after `opt` funnel all lanes equally far.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv" || exit 2
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check llvmlite==0.45.1 || exit 2

cat > "$folder/combine.py" <<'END'
import llvmlite.binding as llvm

TEXT = """
declare <2 x i8> @llvm.fshl.v2i8(<2 x i8>, <2 x i8>, <2 x i8>)

define <2 x i8> @moved(<2 x i8> %x) {
  %r = call <2 x i8> @llvm.fshl.v2i8(<2 x i8> zeroinitializer, <2 x i8> %x, <2 x i8> <i8 1, i8 0>)
  ret <2 x i8> %r
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
print(module.get_function("moved"))
END

"$folder/venv/bin/python" "$folder/combine.py" | tee "$folder/found"
if ! grep -q 'lshr <2 x i8> %x, <i8 7, i8 8>' "$folder/found"; then
    echo "this has changed"
    exit 1
fi
echo "still so: a lane is shifted by its whole width"
