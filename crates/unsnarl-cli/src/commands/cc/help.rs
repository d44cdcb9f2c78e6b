//! What `--help` prints.

use super::mode::Mode;

/// The help of a driver.
pub(super) fn text(mode: Mode) -> String {
    let start = match mode {
        Mode::C => C,
        Mode::Cpp => CPP,
    };
    format!("{start}{OPTIONS}")
}

const C: &str = "\
A drop-in replacement for clang that compiles C to WebAssembly: clang makes the LLVM IR, unsnarl the objects, wasm-ld links

Usage: unsnarl cc OPTIONS AND INPUTS OF CLANG
       unsnarl-cc …, unsnarl-clang …     the same, through a link of that name to unsnarl

The target is wasm32-wasi. Inputs are C, preprocessed C (.i), LLVM IR (.ll, .bc), objects (.o) and archives (.a). C++ is
compiled as by clang, but no C++ library is linked: see `unsnarl c++`.
All options not listed here go to clang (`unsnarl cc -help` prints clang's); warnings, errors, dependency files and exit
statuses are clang's. -S writes the code of the object as WebAssembly text. -### prints the commands and runs none.
Programs are linked by clang's driver, without wasm-opt unless --wasm-opt is given. With -flto objects are LLVM bitcode,
which `unsnarl ld`, the linker of all links, compiles. An output x.mjs or x.js is JavaScript of the linked program.
";

const CPP: &str = "\
A drop-in replacement for clang++ that compiles C++ to WebAssembly: clang makes the LLVM IR, unsnarl the objects, wasm-ld links

Usage: unsnarl c++ OPTIONS AND INPUTS OF CLANG++
       unsnarl-c++ …, unsnarl-clang++ …  the same, through a link of that name to unsnarl

The target is wasm32-wasi. Inputs are C++ (.cpp, .cc, .cxx, …), preprocessed C++ (.ii), modules (.cppm), and every
input of `unsnarl cc`; C is compiled as C++.
All options not listed here go to clang++ (`unsnarl c++ -help` prints clang's); warnings, errors, dependency files and exit
statuses are clang's. -S writes the code of the object as WebAssembly text. -### prints the commands and runs none.
Programs are linked by clang's driver with libc++ and libc++abi, without wasm-opt unless --wasm-opt is given. An output
x.mjs or x.js is JavaScript of the linked program.
With -fwasm-exceptions, exceptions use the standard or the legacy instructions of WebAssembly, and need a runtime that
was built with that option. Without it, nothing catches an exception; -fno-exceptions disables exceptions.
";

const OPTIONS: &str = "
Options of unsnarl:
  -funsnarl-algorithm=NAME   how to structure: see `unsnarl compile --help`
  -funsnarl-reduce=NAME      how to make loops with several entries reducible
  -funsnarl-budget=N         how large the result may grow by copies of blocks, in multiples of the graph's size
  -funsnarl-max-depth=N      how deep loops, scopes and branches may nest (16 or more), for nested and state-machine
  -funsnarl-tidy             simplify each structured program
  -funsnarl-block-parameters give blocks and loops parameters: shorter code, but too new for some tools
  -funsnarl-stack-check      trap where a function would use memory beyond the end of the stack, instead of
                             overwriting data; needs wasm-ld 16 or newer
  -funsnarl-eh=legacy        use the legacy instructions for exceptions (try, catch, rethrow, delegate), as with
                             -mllvm -wasm-use-legacy-eh [default: standard]
  -funsnarl-relocation-model=MODEL
                             pic: position-independent code; static: code for a fixed address [default: from -fPIC,
                             -fPIE and their opposites, else from the IR]
  -funsnarl-abi=ABI          experimental-mv: functions return structs as several results, as with -Xclang -target-abi
                             -Xclang experimental-mv [default: default]
  -funsnarl-prove=control    prove only the control flow of every function, not its data, in a fifth less time
  -funsnarl-function-limit=N divide functions of more than N bytes [default: 7654321, which engines take]
  -funsnarl-jobs=N           compile N functions at once [default: one under make -j, else one for each
                             processor]
  -funsnarl-stats            print the measures of every function to standard error
  -Wno-unsnarl-ignored       do not warn about options that have no effect with unsnarl, such as -fstack-protector;
                             -Werror makes these warnings errors, unless -Wno-error=unsnarl-ignored is given
  -Wno-unsnarl-debug-info    of these warnings, silence only those about the form of debug information, such as -gz
  --unsnarl-clang=PATH       the clang to run [default: clang-19, another clang-NUMBER, or clang on PATH]
  --unsnarl-wasm-ld=PATH     the linker [default: the wasm-ld of that clang, else any on PATH]
  --unsnarl-gnu-link-options drop options of the GNU linker that wasm-ld neither knows nor needs, such as
                             -Wl,--start-group and -Wl,--as-needed

Environment:
  UNSNARL_CLANG              as --unsnarl-clang
  UNSNARL_WASM_LD            as --unsnarl-wasm-ld
  UNSNARL_FLAGS              options of unsnarl, read before those on the command line
  TMPDIR                     the folder for temporary objects

Exit status: clang's if clang fails; 1 for an error in the input or the command line; 3 for a bug in unsnarl.

With ccache, call unsnarl through a link named unsnarl-clang or unsnarl-clang++ and set
CCACHE_COMPILERCHECK='%compiler% --version': see docs/cc.md.
";

#[cfg(test)]
mod tests {
    use super::super::own::Settings;
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn help_names_every_option() {
        for option in Settings::command().get_arguments() {
            let name = option.get_long().expect("all have long names");
            for mode in [Mode::C, Mode::Cpp] {
                assert!(text(mode).contains(&format!("-funsnarl-{name}")), "{name}");
            }
        }
    }
}
