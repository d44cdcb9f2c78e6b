# Builds of CMake for WebAssembly with `unsnarl cc` and `unsnarl c++`:
#
#     cmake --toolchain PATH/cmake/unsnarl.cmake -S . -B build
#
# `unsnarl` is looked for on PATH, or UNSNARL names it. What the project runs (tests, generators of
# sources, checks by try_run) runs by `unsnarl run`, in its embedded engine.

set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_VERSION 1)
set(CMAKE_SYSTEM_PROCESSOR wasm32)

# CMake looks here for platforms that it does not know.
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")

find_program(UNSNARL unsnarl REQUIRED)
# Checks of the compiler are projects of their own.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES UNSNARL)
set(CMAKE_C_COMPILER "${UNSNARL}" cc)
set(CMAKE_CXX_COMPILER "${UNSNARL}" c++)
set(CMAKE_CROSSCOMPILING_EMULATOR "${UNSNARL}" run)

# LLVM's `ar` writes an index for WebAssembly, which GNU's does not, and without which old linkers
# do not read an archive.
foreach(tool AR RANLIB NM)
  string(TOLOWER "${tool}" name)
  find_program(CMAKE_${tool} NAMES llvm-${name} llvm-${name}-19 llvm-${name}-22 ${name})
endforeach()

# Programs are those of this machine; libraries and headers are not.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
