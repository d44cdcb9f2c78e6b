//! What `--help` prints before the help of `wasm-ld`.

/// The help of the linker.
pub(super) const TEXT: &str = "\
A drop-in replacement for wasm-ld: LLVM bitcode among its inputs is compiled by unsnarl, and wasm-ld links the objects

Usage: unsnarl ld OPTIONS AND INPUTS OF WASM-LD
       unsnarl-ld …, unsnarl-wasm-ld …   the same, through a link of that name to unsnarl

Bitcode is what `clang -flto`, `-flto=thin`, `-emit-llvm -c` and `rustc -C linker-plugin-lto` write: files, members of
archives, and of libraries given by -l. Each module is compiled and proved on its own, without optimisation across
modules. The target is wasm32 or wasm64. Messages of wasm-ld name the given files.

Options of wasm-ld for link-time optimisation:
  --lto-O…, --lto-CGO…, --lto-partitions=, --thinlto-cache-…, -mllvm …
                             have no effect, with a warning
  -mllvm -wasm-use-legacy-eh, -mllvm -wasm-enable-exnref
                             select the instructions for exceptions, as for `unsnarl cc`
  --thinlto-jobs=N, --threads=N
                             compile N modules at once
  --save-temps               keep the objects beside the program, as PROGRAM.unsnarl.NUMBER.NAME
  --verbose                  print each compiled file, and the command line of wasm-ld

Options of unsnarl:
  -funsnarl-NAME[=VALUE]     how to make code: `unsnarl cc --help` lists them
  -Wno-unsnarl-ignored       no warnings about options without effect, no note that modules are compiled one by one
  --unsnarl-wasm-ld=PATH     the linker [default: as for `unsnarl cc`]

Environment: UNSNARL_WASM_LD, UNSNARL_FLAGS, TMPDIR, as for `unsnarl cc`

Exit status: wasm-ld's if that fails; 1 for an error in the input or the command line; 3 for a bug in unsnarl.

";
