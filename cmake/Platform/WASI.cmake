# The platform of WebAssembly modules that call WASI, for versions of CMake that do not know it.

set(WASI 1)
if(NOT DEFINED UNSNARL_SUFFIX)
  set(UNSNARL_SUFFIX .wasm)
endif()
set(CMAKE_EXECUTABLE_SUFFIX "${UNSNARL_SUFFIX}")
# Programs are linked statically.
set_property(GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS FALSE)
