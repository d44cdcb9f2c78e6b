#!/usr/bin/env bash
# LLVM's instcombine removes a conversion to `half` that would overflow to infinity.
#
# Version: LLVM 20.1.8, as in the package `llvmlite` 0.45.1 of PyPI. `opt` 16, 19 and 22 of Debian and
# apt.llvm.org do the same.
# Behaviour: `fpext (uitofp x to half) to float` is rewritten as `uitofp x to float` if the known
# bits of `x` fit into the 11 bits of half's significand. Its exponent is not considered: multiples
# of 2^24 have few significant bits, but become infinity in half, whose greatest number is 65504.
# `sitofp`, and integers that are too large for float, go the same way. So does C: clang -O0 and -O2
# print different numbers for `(float)(_Float16)(x << 24)`.
# Output seen: `uitofp i32 %high to float`, which gives 16777216.0 for 1.
#
# For us: random functions that are compared before and after `opt` convert no integer to a format
# in which it may be infinite.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv" || exit 2
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check llvmlite==0.45.1 || exit 2

cat > "$folder/combine.py" <<'END'
import llvmlite.binding as llvm

TEXT = """
define float @converted(i32 %x) {
  %high = shl i32 %x, 24
  %half = uitofp i32 %high to half
  %float = fpext half %half to float
  ret float %float
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
print(module.get_function("converted"))
END

"$folder/venv/bin/python" "$folder/combine.py" | tee "$folder/found"
if grep -q 'half' "$folder/found" || ! grep -q 'uitofp i32 %high to float' "$folder/found"; then
    echo "this has changed"
    exit 1
fi
echo "still so: the conversion to half is gone"
