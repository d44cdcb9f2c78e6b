# Builds of CMake for WebAssembly with `unsnarl cc` and `unsnarl c++`:
#
#     cmake --toolchain PATH/cmake/unsnarl.cmake -S . -B build
#
# `unsnarl` is looked for on PATH, or UNSNARL names it. What the project runs (tests, generators of
# sources, checks by try_run) runs by UNSNARL_RUNNER: by default `unsnarl run`, in its embedded
# engine, with the current folder and those of sources and of the build. For another engine,
#
#     -DUNSNARL_RUNNER="unsnarl;run;--engine=node;--dir=.;--dir=SOURCES;--dir=BUILD"
#
# CMake runs only tests that name a target in this way. For tests that run `./program`, let the
# kernel run modules (docs/run.md), and give programs no suffix: -DUNSNARL_SUFFIX=

set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_VERSION 1)
set(CMAKE_SYSTEM_PROCESSOR wasm32)

# CMake looks here for platforms that it does not know.
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")

find_program(UNSNARL unsnarl REQUIRED)
# Checks of the compiler are projects of their own.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES UNSNARL UNSNARL_RUNNER)
set(CMAKE_C_COMPILER "${UNSNARL}" cc)
set(CMAKE_CXX_COMPILER "${UNSNARL}" c++)
if(NOT UNSNARL_RUNNER)
  set(UNSNARL_RUNNER "${UNSNARL}" run --dir=. --dir=${CMAKE_SOURCE_DIR} --dir=${CMAKE_BINARY_DIR})
endif()
set(CMAKE_CROSSCOMPILING_EMULATOR ${UNSNARL_RUNNER})

# By default the linker gives a program 64 KiB of stack and, before LLVM 22, places it above the
# data.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-z,stack-size=1048576,--stack-first")

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
