#!/usr/bin/env bash
# LLVM's instcombine takes the poison of one lane of a vector for that of another lane.
#
# Version: LLVM 20.1.8, as in the package `llvmlite` 0.45.1 of PyPI. `opt` 19 and 22 of Debian and
# apt.llvm.org do the same.
# Behaviour: `select c, x, c` on vectors of i1 becomes `and c, x`, if `x` is poison only where `c` is
# poison anyway. Here lane 0 of the shift is poison, and so lane 0 of `c`; a shuffle moves that lane
# to lane 1 of `x`. Lane 1 of `c` is not poison, and if it is false, lane 1 of the result was false
# and is poison afterwards.
# Output seen: `and <2 x i1>`.
#
# For us: random functions that are compared before and after `opt` have no `select` of flags after
# a shuffle.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv" || exit 2
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check llvmlite==0.45.1 || exit 2

cat > "$folder/combine.py" <<'END'
import llvmlite.binding as llvm

TEXT = """
define <2 x i1> @chosen(<2 x i8> %v) {
  %fixed = freeze <2 x i8> %v
  %shifted = shl <2 x i8> %fixed, <i8 8, i8 1>
  %c = icmp eq <2 x i8> %fixed, %shifted
  %moved = shufflevector <2 x i8> %shifted, <2 x i8> %fixed, <2 x i32> <i32 2, i32 0>
  %x = trunc <2 x i8> %moved to <2 x i1>
  %result = select <2 x i1> %c, <2 x i1> %x, <2 x i1> %c
  ret <2 x i1> %result
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
print(module.get_function("chosen"))
END

"$folder/venv/bin/python" "$folder/combine.py" | tee "$folder/found"
if ! grep -q '= and <2 x i1>' "$folder/found"; then
    echo "this has changed"
    exit 1
fi
echo "still so: select is and"
